package import FlintRules

/// A comparison of the moods of days with a factor and of days without it.
package struct Relation: Equatable, Sendable {
  /// The strength of the evidence, by the q-value.
  package enum Evidence: String, Sendable {
    /// At most 0.05: of all relations shown as clear, about 1 in 20 is a coincidence.
    case clear
    /// At most 0.2: about 1 in 5.
    case possible
    /// Above: what a coincidence often yields.
    case none

    init(qValue: Double) { self = qValue <= 0.05 ? .clear : qValue <= 0.2 ? .possible : .none }
  }

  /// The number of some rated days, and their mean mood.
  package struct Side: Equatable, Sendable {
    package let days: Int
    /// The mean rating, 0–4.
    package let mean: Double

    init(_ sum: RatingSum) {
      days = sum.days
      mean = sum.mean
    }
  }

  package let kind: DayFactor.Kind
  package let name: String
  /// The number of days from the factor to the mood.
  package let lag: Int
  /// The rated days with the factor.
  package let with: Side
  /// The rated days without it.
  package let without: Side
  /// The interval of the difference at 95 %; `nil` when permutations too often leave a side empty.
  package let interval: Interval?
  /// The probability of a difference at least as great among permutations of the moods in blocks of days.
  package let pValue: Double
  /// The p-value adjusted to the number of comparisons.
  package internal(set) var qValue: Double

  /// The mean mood with the factor less that without it, −4 to 4.
  package var difference: Double { with.mean - without.mean }
}

/// A comparison that was not made, because too few rated days are on one of its sides.
package struct UntestedRelation: Equatable, Sendable {
  package let kind: DayFactor.Kind
  package let name: String
  /// The number of days from the factor to the mood.
  package let lag: Int
  /// The number of rated days with the factor.
  package let with: Int
  /// The number of rated days without it.
  package let without: Int
}
