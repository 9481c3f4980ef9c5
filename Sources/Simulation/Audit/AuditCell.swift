/// One possible outcome of a draw, with its observed and its expected count.
public struct AuditCell: Equatable, Sendable {
  /// The name of the cell.
  public var label: String
  /// The number of times the cell was drawn.
  public var observed: Int64
  /// The expected count.
  public var expected: Double
  /// The observed share of all draws.
  public var rate: Double
  /// The expected share of all draws.
  public var expectedRate: Double
  /// The observed count over the expected one; `nil` where the expected count is 0.
  public var ratio: Double?
  /// (Observed − expected) over the standard deviation of the count: roughly a standard normal
  /// number when the rates are right. `nil` where the count cannot vary.
  public var residual: Double?
  /// Wilson's interval for the rate.
  public var wilson: Interval
  /// Clopper and Pearson's interval for the rate.
  public var clopperPearson: Interval
  /// The range of rates that the test would probably not distinguish from the expected rate with this
  /// number of draws; `nil` where draws differ in their rates, or the count cannot vary.
  public var unseen: Interval?

  /// Whether the cell was drawn although its expected count is 0.
  public var isImpossible: Bool { observed > 0 && expected == 0 }
}
