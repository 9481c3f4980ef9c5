/// “Did you mean” hints, and quoted texts in messages.
public enum Suggestion {
  /// Returns ` (did you mean "high"?)`, or an empty text if no name is close.
  public static func hint(for text: String, among names: [String]) -> String {
    guard let name = closest(to: text, among: names) else { return "" }
    return " (did you mean \"\(name)\"?)"
  }

  /// Returns the name at the least distance; the first of several.
  public static func closest(to text: String, among names: [String]) -> String? {
    let word = Array(text.lowercased().utf8.prefix(64))
    guard !word.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = Array(name.lowercased().utf8)
      let most = max(1, max(word.count, candidate.count) / 3)
      let distance = distance(word, candidate)
      guard distance <= most, distance < candidate.count else { continue }
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the edit distance of two words: insertions, deletions, replacements, swaps of
  /// neighbours.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1] + [Int](repeating: 0, count: b.count)
      for j in b.indices {
        row[j + 1] = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }

  /// Returns the text in quotes, truncated to 40 characters, with control characters escaped.
  public static func quoted(_ text: String) -> String {
    let shown = TerminalText.printable(String(text.prefix(40)))
    return "\"\(shown)\(text.count > 40 ? "…" : "")\""
  }
}
