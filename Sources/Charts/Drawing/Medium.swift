/// What a chart has to know of the medium that it is drawn on: its units are pixels of vector graphics, or
/// cells of a terminal.
package struct Medium: Hashable, Sendable {
  /// Whether the medium consists of characters.
  package let isText: Bool
  package let lineHeight: Double
  /// The width of a character; of vector graphics, a wide one, so that texts fit in any font.
  package let characterWidth: Double
  /// The distance between cells of a heat map.
  package let gap: Double

  /// Half of the height of what a line is made of: of a dot, of which a line of text has four.
  var lineInset: Double { isText ? 0.125 : 0 }

  package static let vector = Medium(isText: false, lineHeight: 14, characterWidth: 6.9, gap: 2)
  package static let terminal = Medium(isText: true, lineHeight: 1, characterWidth: 1, gap: 0)

  package func width(of text: String) -> Double { Double(TextWidth.of(text)) * characterWidth }

  /// Returns a text, cut at the end to fit a width.
  package func elided(_ text: String, to width: Double) -> String {
    TextWidth.elided(text, to: max(1, Int(width / characterWidth)))
  }
}
