/// A mean as players showed it: with its standard error, its 95 % interval, and how it was made better
/// than the plain one.
public struct MeanEstimate: Equatable, Sendable {
  /// How its interval is made.
  public enum Method: String, Sendable {
    /// By Student's t.
    case student = "student"
    /// By the rule of three: all players have the same value, so that nothing shows how far others
    /// may be off.
    case ruleOfThree = "rule of three"
  }

  /// The estimated mean; NaN where there is no player.
  public let value: Double
  /// Its standard error; NaN below two players.
  public let standardError: Double
  /// The standard deviation of the values.
  public let standardDeviation: Double
  /// The 95 % interval.
  public let interval: Interval
  /// How that is made.
  public let method: Method
  /// The names of the controls that the mean was adjusted by; empty where it is the plain one.
  public let controls: [String]
  /// Whether chance was integrated out of cards.
  public let isIntegrated: Bool
  /// By what factor controls or integration cut the variance of the mean.
  public let varianceRatio: Double
  /// Whether that factor is the greatest that so many players can show, and not an estimate.
  public let isRatioCapped: Bool

  /// Works out a mean.
  ///
  /// - Parameters:
  ///   - sums: what was tallied.
  ///   - adjustment: what controls say of it.
  ///   - exact: the mean by its law, if that is known: where it is what all players have, nothing is
  ///     left to chance.
  ///   - unit: by how much a value that was not seen is off, for the rule of three.
  init(_ sums: Sums, _ adjustment: Adjustment? = nil, exact: Double? = nil, unit: Double = 1) {
    standardDeviation = sums.variance.squareRoot()
    let plainError = (sums.variance / Double(sums.count)).squareRoot()
    let adjusted = adjustment?.mean(of: sums)
    let mean = adjusted?.mean ?? sums.mean
    let error = adjusted?.standardError ?? plainError
    value = mean
    standardError = error
    isRatioCapped = adjusted?.isCapped ?? false
    if let adjustment, adjusted != nil {
      controls = adjustment.names
      isIntegrated = adjustment.isIntegrated
      varianceRatio = error > 0 ? (plainError / error) * (plainError / error) : .infinity
    } else {
      controls = []
      isIntegrated = false
      varianceRatio = 1
    }
    let isKnown = exact.map { abs($0 - mean) <= 1e-9 * max(1, abs(mean)) } ?? false
    let reach: Double
    if plainError == 0, !isKnown {
      method = .ruleOfThree
      reach = 3 / Double(sums.count) * unit
    } else {
      method = .student
      reach =
        error == 0
        ? 0 : error * StudentT.reach95(adjusted?.degreesOfFreedom ?? Double(sums.count) - 1)
    }
    interval = Interval(low: mean - reach, high: mean + reach)
  }

  /// Half of the interval.
  public var reach: Double { interval.high - value }

  /// Half of the interval over the mean; 0 where everybody has the same value, infinite where there are
  /// fewer than two players or the mean is 0.
  public var precision: Double {
    if standardError == 0 { return 0 }
    return standardError.isFinite ? reach / abs(value) : .infinity
  }

  /// By how many standard errors the estimate lies above an exact value; `nil` where there is none, or
  /// no error.
  func zScore(_ exact: Double?) -> Double? {
    guard let exact, standardError > 0 else { return nil }
    return (value - exact) / standardError
  }
}
