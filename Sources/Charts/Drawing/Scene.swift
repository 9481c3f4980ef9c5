/// A picture as marks, in the units of a medium.
package struct Scene: Hashable, Sendable {
  package var width: Double
  package var height: Double
  /// The marks; later ones are drawn over earlier ones.
  package var marks: [Mark] = []

  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  mutating func label(
    _ text: String, x: Double, y: Double, _ anchor: Label.Anchor = .start, _ paint: Paint = .ink,
    isBold: Bool = false
  ) {
    if text.isEmpty { return }
    marks.append(
      .label(Label(text: text, position: Point(x, y), anchor: anchor, paint: paint, isBold: isBold))
    )
  }

  mutating func rule(
    from start: Point, to end: Point, _ paint: Paint = .muted, isDashed: Bool = false
  ) {
    marks.append(.rule(Rule(start: start, end: end, paint: paint, isDashed: isDashed)))
  }
}
