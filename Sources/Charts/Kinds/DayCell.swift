/// What a heat map shows of a day.
public struct DayCell: Hashable, Sendable {
  /// The colour.
  public var paint: Paint
  /// A sign that says the same as the colour.
  public var symbol: Character?
  /// The day's facts in words.
  public var tip: String?
  /// Whether only an outline is drawn.
  public var isOutline: Bool

  /// Creates the cell of a day.
  public init(
    _ paint: Paint, symbol: Character? = nil, tip: String? = nil, isOutline: Bool = false
  ) {
    (self.paint, self.symbol, self.tip, self.isOutline) = (paint, symbol, tip, isOutline)
  }

  func tile(_ frame: Rectangle) -> Mark {
    .tile(Tile(frame: frame, paint: paint, symbol: symbol, tip: tip, isOutline: isOutline))
  }
}
