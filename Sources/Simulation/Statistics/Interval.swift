/// A range that contains a number with some confidence, both ends included.
package struct Interval: Equatable, Sendable {
  /// The lower end.
  package var low: Double
  /// The upper end.
  package var high: Double
}
