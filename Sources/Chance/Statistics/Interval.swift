/// A range that contains a number with some confidence, both ends included.
package struct Interval: Equatable, Sendable {
  package var low: Double
  package var high: Double

  package init(low: Double, high: Double) { (self.low, self.high) = (low, high) }
}
