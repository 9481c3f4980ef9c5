/// What a heat map shows of a day.
package struct DayCell: Hashable, Sendable {
  package var paint: Paint
  /// A sign with the meaning of the colour.
  package var symbol: Character?
  /// The day's facts in words.
  package var tip: String?
  package var isOutline: Bool

  package init(
    _ paint: Paint, symbol: Character? = nil, tip: String? = nil, isOutline: Bool = false
  ) {
    (self.paint, self.symbol, self.tip, self.isOutline) = (paint, symbol, tip, isOutline)
  }

  /// Whether the day has anything, rather than the ground of a day without.
  var isFilled: Bool { paint != .level(0) && paint != .missed }

  func tile(_ frame: Rectangle) -> Mark {
    .tile(Tile(frame: frame, paint: paint, symbol: symbol, tip: tip, isOutline: isOutline))
  }
}
