/// Texts made to fit a width. A word is broken only if it alone is wider than that.
extension TextWidth {
  /// Returns a text, cut after a word and with "…" at its end if it is wider than so many columns.
  package static func elided(_ text: String, to width: Int) -> String {
    if of(text) <= width { return text }
    var kept = prefix(of: text, width: width - 1)
    if text[kept.endIndex] != " ", let space = kept.lastIndex(of: " ") {
      let word = text[text.index(after: space)...].prefix { $0 != " " }
      // A piece of a long word is of use only where the words before it leave the column empty.
      if of(word) <= width || of(kept[..<space]) * 2 >= width { kept = kept[..<space] }
    }
    while let last = kept.last, " ,;:·–".contains(last) { kept.removeLast() }
    return kept + "…"
  }

  /// Returns the lines of a text that are at most so many columns wide; at least one line.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    if of(text) <= width { return [text] }
    var lines: [String] = []
    var line = ""
    for word in words(of: text) {
      if !line.isEmpty {
        if of(line) + 1 + of(word) <= width {
          line += " " + word
          continue
        }
        lines.append(line)
      }
      var rest = word
      while of(rest) > width {
        // A line has at least one character, even if it is wider than the column.
        let piece = prefix(of: rest, width: width)
        let taken = piece.isEmpty ? rest.prefix(1) : piece
        lines.append(String(taken))
        rest = rest[taken.endIndex...]
      }
      line = String(rest)
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// Returns the words of a text; a percent sign belongs to the number before it.
  private static func words(of text: String) -> [Substring] {
    text.split(separator: " ").reduce(into: []) { words, word in
      if word.hasPrefix("%"), let last = words.last {
        words[words.count - 1] = text[last.startIndex..<word.endIndex]
      } else {
        words.append(word)
      }
    }
  }
}
