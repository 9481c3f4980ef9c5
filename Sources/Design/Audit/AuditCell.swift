package import Chance

/// One possible outcome of a draw, with its observed and its expected count.
package struct AuditCell: Equatable, Sendable {
  package var label: String
  /// The number of times the cell was drawn.
  package var observed: Int64
  package var expected: Double
  /// The observed share of all draws.
  package var rate: Double
  /// The expected share of all draws.
  package var expectedRate: Double
  /// The rate in the drop table; `nil` for what is no rarity.
  package var nominalRate: Double?
  /// The observed count over the expected one; `nil` where the expected count is 0.
  package var ratio: Double?
  /// (Observed − expected) over the standard deviation of the count: roughly a standard normal
  /// number when the rates are right. `nil` where the count cannot vary.
  package var residual: Double?
  /// Wilson's interval for the rate.
  package var wilson: Interval
  /// Clopper and Pearson's interval for the rate.
  package var clopperPearson: Interval
  /// The range of rates that the test would probably not distinguish from the expected rate with this
  /// number of draws; `nil` where draws differ in their rates, or the count cannot vary.
  package var unseen: Interval?

  /// Whether the cell was drawn although its expected count is 0.
  package var isImpossible: Bool { observed > 0 && expected == 0 }
}
