/// What is believed of one measure.
///
/// Where some players do not reach a goal within the horizon, there is no mean of all players: what
/// there is are the share that reached it, the restricted mean (those who did not reach it count with
/// how long they were played) and quantiles, in which they lie beyond every value. The mean of those
/// alone who reached it says nothing of all, and goes by its own name.
public struct Estimate: Sendable {
  /// What is measured.
  public let measure: String
  /// What was tallied.
  public let tally: Tally
  /// The horizon that may end before a player reaches the goal, in words; `nil` where the measure is no
  /// goal, or players are played until they reach it.
  public let bound: String?
  /// The mean of all players; `nil` where one of them has no value.
  public let ofAll: MeanEstimate?
  /// The restricted mean; `nil` where there is no `bound`.
  public let restricted: MeanEstimate?
  /// The mean of the players that have a value, however few.
  public let ofReached: MeanEstimate
  /// What it comes to by its law, where that is known.
  public let exact: ExactValue?

  /// The shares of which quantiles are reported.
  public static let shares: [Double] = [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
  /// How often intervals hold what they are about.
  public static let level = 0.95

  init(
    _ measure: String, _ tally: Tally, bound: String?, _ adjustment: Adjustment?, exact: ExactValue?
  ) {
    self.measure = measure
    self.tally = tally
    self.bound = bound
    self.exact = exact
    let isWhole = tally.absent == 0
    ofReached = MeanEstimate(tally.sums, isWhole ? adjustment : nil, exact: exact?.mean)
    ofAll = isWhole ? ofReached : nil
    restricted = bound.map { _ in
      MeanEstimate(
        tally.restricted, adjustment, exact: exact?.restricted,
        // Nobody reached it: whoever did would be off by as much as a whole horizon.
        unit: tally.count == 0 ? abs(tally.restricted.mean) : 1)
    }
  }

  /// Whether some players may have no value: a goal within a horizon, or a function that gave none.
  public var isPartial: Bool { bound != nil || tally.absent > 0 }

  /// The one mean to show: that of all players, the restricted one of a goal within a horizon, and
  /// where a function gave no value, that of the players who have one.
  public var principal: MeanEstimate { restricted ?? ofAll ?? ofReached }

  /// The mean of all players; NaN where one of them has no value.
  public var mean: Double { ofAll?.value ?? .nan }

  /// Its standard error.
  public var standardError: Double { ofAll?.standardError ?? .nan }

  /// The standard deviation of the values of all players.
  public var standardDeviation: Double { ofAll?.standardDeviation ?? .nan }

  /// By how many standard errors the mean of all players lies above the exact one; `nil` where one of
  /// them is not known, or there is no error.
  public var zScore: Double? { ofAll?.zScore(exact?.mean) }

  /// The same for the restricted mean.
  public var restrictedZScore: Double? { restricted?.zScore(exact?.restricted) }

  /// The same for the share of players that have a value.
  public var reachedZScore: Double? {
    guard let exact = exact?.reached, exact > 0, exact < 1 else { return nil }
    return (reached - exact) / (exact * (1 - exact) / Double(tally.players)).squareRoot()
  }

  /// The share of players that have a value.
  public var reached: Double { Double(tally.count) / Double(tally.players) }

  /// Its 95 % interval (Wilson).
  public var reachedInterval: Interval {
    Proportion.wilson(successes: tally.count, trials: tally.players, level: Self.level)
  }
}
