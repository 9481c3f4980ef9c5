/// Suggestions for unknown names.
package enum NearestName {
  /// Returns ` (did you mean "target"?)`, or an empty text when no name is similar.
  package static func hint(for text: String, among names: some Sequence<String>) -> String {
    nearest(to: text, among: names).map { " (did you mean \"\($0)\"?)" } ?? ""
  }

  /// Returns the first name with the smallest edit distance, if at most a third of the letters.
  package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    let word = Array(text.lowercased().utf8.prefix(100))
    var best: (name: String, edits: Int)?
    for name in names {
      let candidate = Array(name.lowercased().utf8)
      let most = min(max(word.count, candidate.count) / 3, (best?.edits ?? .max) - 1)
      guard abs(word.count - candidate.count) <= most else { continue }
      let edits = edits(from: word, to: candidate)
      if edits <= most { best = (name, edits) }
    }
    return best?.name
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbours.
  static func edits(from word: [UInt8], to other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for i in word.indices {
      var row = [i + 1]
      for j in other.indices {
        var edits = min(row[j] + 1, last[j + 1] + 1, last[j] + (word[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, word[i] == other[j - 1], word[i - 1] == other[j] {
          edits = min(edits, beforeLast[j - 1] + 1)
        }
        row.append(edits)
      }
      beforeLast = last
      last = row
    }
    return last[other.count]
  }
}

extension [String] {
  /// Returns the texts as a list, such as `a, b and c`.
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// The texts as a list of alternatives, such as `a, b or c`.
  package var alternatives: String { listed("or") }
}
