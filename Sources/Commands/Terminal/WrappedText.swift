/// Returns a text in lines of at most 80 columns, or those of the terminal, each of which ends with a line feed.
///
/// - Parameter indent: what the lines after the first begin with.
package func wrapped(_ text: String, indent: String = "") -> String {
  var lines: [String] = []
  let width = min(80, StandardOutput.shared.columns ?? 80)
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] = last + " " + word
    } else {
      lines.append((lines.isEmpty ? "" : indent) + word)
    }
  }
  return lines.map { $0 + "\n" }.joined()
}
