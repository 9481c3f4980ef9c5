/// A range that contains a number with some confidence, both ends included.
public struct Interval: Equatable, Sendable {
  /// The lower end.
  public var low: Double
  /// The upper end.
  public var high: Double
}
