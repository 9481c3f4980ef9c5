/// A range that a number is believed to lie in, both ends included.
public struct Interval: Equatable, Sendable {
  /// The lower end.
  public var low: Double
  /// The upper end.
  public var high: Double

  /// Makes an interval.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Whether a number lies in it.
  public func contains(_ number: Double) -> Bool { low <= number && number <= high }
}
