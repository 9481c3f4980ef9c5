/// A range that contains a number with some confidence, both ends included.
public struct Interval: Equatable, Sendable {
  /// The lower end.
  public var low: Double
  /// The upper end.
  public var high: Double

  /// Creates an interval.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Returns whether a number lies in the interval.
  public func contains(_ number: Double) -> Bool { low <= number && number <= high }
}
