/// What is believed of one measure.
public struct Estimate: Sendable {
  /// A quantile, with an interval that holds the true one 95 times in 100 whatever the law.
  public struct Quantile: Sendable, Equatable {
    /// The share of players at most there.
    public var share: Double
    /// The value; `nil` where that share of the players did not come to it.
    public var value: Int64?
    /// The lower end; `nil` where the sample is too small to tell.
    public var low: Int64?
    /// The upper end; `nil` where the sample is too small to tell, or some never come to it.
    public var high: Int64?
  }

  /// What is measured.
  public let measure: String
  /// What was tallied.
  public let tally: Tally
  /// The estimated mean, of the players that have a value.
  public let mean: Double
  /// Its standard error.
  public let standardError: Double
  /// The names of the controls that the mean was adjusted by; empty where it is the plain one.
  public let controls: [String]
  /// Whether chance was integrated out of cards.
  public let isIntegrated: Bool
  /// By what factor controls or integration cut the variance of the mean.
  public let varianceRatio: Double

  /// The shares of which quantiles are told.
  public static let shares: [Double] = [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
  /// How often intervals hold what they are about.
  public static let level = 0.95
  /// So many standard errors to each side: the normal law's quantile of 0.975. As a constant, since a
  /// logarithm may come out differently elsewhere, and the bytes of a result must not.
  static let reach = 1.959963984540054

  /// What it comes to by its law, where that is known.
  public let exact: ExactValue?

  init(_ measure: String, _ tally: Tally, _ adjustment: Adjustment?, exact: ExactValue?) {
    self.measure = measure
    self.tally = tally
    self.exact = exact
    let plainError = (tally.variance / Double(tally.count)).squareRoot()
    if let adjustment, tally.absent == 0, let adjusted = adjustment.mean(of: tally) {
      mean = adjusted.mean
      standardError = adjusted.standardError
      controls = adjustment.names
      isIntegrated = adjustment.isIntegrated
      varianceRatio =
        adjusted.standardError > 0
        ? (plainError / adjusted.standardError) * (plainError / adjusted.standardError) : .infinity
    } else {
      mean = tally.mean
      standardError = plainError
      controls = []
      isIntegrated = false
      varianceRatio = 1
    }
  }

  /// The 95 % interval of the mean.
  public var interval: Interval {
    let reach = Self.reach * standardError
    return Interval(low: mean - reach, high: mean + reach)
  }

  /// Half of that over the mean; 0 where everybody has the same value, infinite where nobody has one
  /// or the mean is 0.
  public var precision: Double {
    if tally.count < 2 { return .infinity }
    let reach = interval.high - mean
    return reach == 0 ? 0 : reach / abs(mean)
  }

  /// By how many standard errors the estimate lies above the exact value; `nil` where there is none,
  /// or no error.
  public var zScore: Double? {
    if let exact = exact?.mean, standardError > 0 { return (mean - exact) / standardError }
    if let exact = exact?.reached, exact > 0, exact < 1 {
      return (reached - exact) / (exact * (1 - exact) / Double(tally.players)).squareRoot()
    }
    return nil
  }

  /// The standard deviation of the values.
  public var standardDeviation: Double { tally.variance.squareRoot() }

  /// The share of players that have a value.
  public var reached: Double { Double(tally.count) / Double(tally.players) }

  /// Its 95 % interval (Wilson).
  public var reachedInterval: Interval {
    Proportion.wilson(successes: tally.count, trials: tally.players, level: Self.level)
  }

  /// A quantile; players without a value count as beyond every value.
  public func quantile(_ share: Double) -> Quantile {
    let players = tally.players
    let rank = max(1, Int64((share * Double(players)).rounded(.up)))
    let ranks = OrderStatistic.ranks(quantile: share, count: players, level: Self.level)
    return Quantile(
      share: share, value: tally.value(atRank: rank),
      low: ranks.lowerBound >= 1 ? tally.value(atRank: ranks.lowerBound) : nil,
      high: tally.value(atRank: ranks.upperBound))
  }

  /// The quantiles that are told.
  public var quantiles: [Quantile] { Self.shares.map(quantile) }
}
