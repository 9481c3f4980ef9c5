public import Rules

/// A comparison of the moods of days with a factor and of days without it.
public struct Relation: Equatable, Sendable {
  /// The strength of the evidence, by the q-value.
  public enum Evidence: String, Sendable {
    /// At most 0.05: of all relations shown as clear, about 1 in 20 is a coincidence.
    case clear
    /// At most 0.2: about 1 in 5.
    case possible
    /// Above: what a coincidence often yields.
    case none
  }

  /// The number of some rated days, and their mean mood.
  public struct Side: Equatable, Sendable {
    /// The number of rated days.
    public let days: Int
    /// The mean rating, 0–4.
    public let mean: Double

    init(_ sum: RatingSum) {
      days = sum.days
      mean = sum.mean
    }
  }

  /// The kind of the factor.
  public let kind: DayFactor.Kind
  /// The name of the factor.
  public let name: String
  /// The number of days from the factor to the mood.
  public let lag: Int
  /// The rated days with the factor.
  public let with: Side
  /// The rated days without it.
  public let without: Side
  /// The interval of the difference at 95 %; `nil` when permutations too often leave a side empty.
  public let interval: Interval?
  /// The probability of a difference at least as great among permutations of the moods in blocks of days.
  public let pValue: Double
  /// The p-value adjusted to the number of comparisons.
  public internal(set) var qValue: Double

  /// The mean mood with the factor less that without it, −4 to 4.
  public var difference: Double { with.mean - without.mean }

  /// The strength of the evidence.
  public var evidence: Evidence { qValue <= 0.05 ? .clear : qValue <= 0.2 ? .possible : .none }
}

/// A comparison that was not made, because too few rated days are on one of its sides.
public struct UntestedRelation: Equatable, Sendable {
  /// The kind of the factor.
  public let kind: DayFactor.Kind
  /// The name of the factor.
  public let name: String
  /// The number of days from the factor to the mood.
  public let lag: Int
  /// The number of rated days with the factor.
  public let with: Int
  /// The number of rated days without it.
  public let without: Int
}
