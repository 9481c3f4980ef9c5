package import FlintRules

/// The number of sparks that a simulated player has on a day.
package enum DayCount: Hashable, Sendable, CustomStringConvertible {
  /// The same number every day.
  case constant(Int64)
  /// A Poisson-distributed number with this mean.
  case poisson(Fraction)

  /// The maximum number of sparks a day, and the greatest mean.
  package static let most: Int64 = 100_000

  package var mean: Double {
    switch self {
    case .constant(let count): Double(count)
    case .poisson(let mean): mean.approximation
    }
  }

  /// Whether the number is 0 on every day.
  var isNever: Bool {
    switch self {
    case .constant(let count): count == 0
    case .poisson(let mean): mean.numerator == 0
    }
  }

  /// Parses `3` or `poisson:2.5`.
  package init(parsing text: String) throws(PlanProblem) {
    if let count = Int64(text), (0...Self.most).contains(count) {
      self = .constant(count)
      return
    }
    if text.hasPrefix("poisson:"), let mean = Fraction(String(text.dropFirst(8))),
      mean.approximation <= Double(Self.most)
    {
      self = .poisson(mean)
      return
    }
    throw PlanProblem(
      "expected a whole number a day up to \(Self.most), or poisson:MEAN, got \"\(text)\"")
  }

  /// The number in the syntax of `init(parsing:)`.
  package var description: String {
    switch self {
    case .constant(let count): "\(count)"
    case .poisson(let mean): "poisson:\(mean)"
    }
  }
}
