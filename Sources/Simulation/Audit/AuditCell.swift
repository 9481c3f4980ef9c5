/// One sort of thing that a draw can bring, as it was observed and as it was to be expected.
public struct AuditCell: Equatable, Sendable {
  /// What it is called.
  public var label: String
  /// How often it was drawn.
  public var observed: Int64
  /// How often it was to be expected.
  public var expected: Double
  /// The share of the draws that brought it.
  public var rate: Double
  /// The share that was to be expected.
  public var expectedRate: Double
  /// Observed over expected; `nil` where nothing was expected.
  public var ratio: Double?
  /// (Observed − expected) over the standard deviation of the count: roughly a standard normal
  /// number when the rates are right. `nil` where the count cannot vary.
  public var residual: Double?
  /// Wilson's interval for the rate.
  public var wilson: Interval
  /// Clopper and Pearson's interval for the rate.
  public var clopperPearson: Interval
  /// The rates between which a deviation would probably not be seen with so many draws; `nil` where
  /// draws differ in their rates, or this one cannot vary.
  public var unseen: Interval?

  /// Whether it was observed although it cannot be drawn.
  public var isImpossible: Bool { observed > 0 && expected == 0 }
}
