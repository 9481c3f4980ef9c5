/// The width of text on a terminal, in columns.
///
/// Widths are those of grapheme clusters, which terminals draw as one: emoji of several scalars take
/// two columns, combining marks none. The general categories and the properties of emoji are the
/// standard library's; it has no East Asian widths, which are in `wideRanges`.
package enum TextWidth {
  /// Returns the width of a text.
  ///
  /// - Complexity: O(length), without a lookup for ASCII.
  package static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ 32..<127 ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of a grapheme cluster.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    let sum = scalars.reduce(0) { $0 + of($1) }
    guard let first = scalars.first, first.properties.isEmoji else { return sum }
    // The variation selector asks for the picture, also that of a digit on a key.
    return scalars.contains("\u{FE0F}") ? 2 : min(2, sum)
  }

  /// Returns the width of a scalar by itself.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    if isWithoutWidth(scalar) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// Returns the longest prefix of a text that is at most so many columns wide.
  package static func prefix<Text: StringProtocol>(of text: Text, width: Int) -> Text.SubSequence {
    var left = width
    return text.prefix { character in
      left -= of(character)
      return left >= 0
    }
  }

  private static func isWithoutWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The soft hyphen, and signs that enclose or precede numbers, are drawn.
    case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    // Vowels and final consonants of Hangul are drawn in the cell of the first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
    default: break
    }
    return switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
      true
    default: false
    }
  }

  /// Returns whether a scalar takes two columns: by its range, or as an emoji of a later Unicode than
  /// that of the ranges. Half of a flag takes one.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let isHalfFlag = (0x1F1E6...0x1F1FF).contains(scalar.value)
    if scalar.properties.isEmojiPresentation && !isHalfFlag { return true }
    var (low, high) = (0, wideRanges.count)
    while low < high {
      let middle = (low + high) / 2
      if scalar.value > wideRanges[middle].last { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].first <= scalar.value
  }
}
