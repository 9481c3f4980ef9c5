package import Chance

/// An estimate of one measure.
///
/// Where some players do not reach a goal within the horizon, there is no mean of all players, but the
/// share that reached it, the restricted mean (those who did not reach it count with the time that they
/// were played) and quantiles, in which they lie beyond every value. The mean of only those who reached
/// it does not describe all players, and has a name of its own.
package struct Estimate: Sendable {
  package let measure: String
  /// The tally of the players' values.
  package let tally: Tally
  /// A description of the horizon that may end before a player reaches the goal; `nil` where the measure
  /// is not a goal, or players are played until they reach it.
  package let bound: String?
  /// The mean of all players; `nil` where one of them has no value.
  package let ofAll: MeanEstimate?
  /// The restricted mean; `nil` where there is no `bound`.
  package let restricted: MeanEstimate?
  /// The mean of the players that have a value; NaN if there are none.
  package let ofReached: MeanEstimate
  /// The exact value of the measure; `nil` where it is not known.
  package let exact: ExactValue?
  /// Whether the mean is a share of the players.
  package let isShare: Bool

  /// The shares whose quantiles are reported.
  package static let shares: [Double] = [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
  /// The confidence level of the intervals.
  package static let level = 0.95

  package init(
    _ measure: String, _ tally: Tally, bound: String?, _ adjustment: Adjustment?,
    exact: ExactValue?, isShare: Bool = false
  ) {
    self.measure = measure
    self.tally = tally
    self.bound = bound
    self.exact = exact
    self.isShare = isShare
    let isWhole = tally.absent == 0
    ofReached =
      isShare
      ? MeanEstimate(shareOf: tally.sums)
      : MeanEstimate(tally.sums, isWhole ? adjustment : nil, exact: exact?.mean)
    ofAll = isWhole ? ofReached : nil
    restricted = bound.map { _ in
      MeanEstimate(
        tally.restricted, adjustment, exact: exact?.restricted,
        // Nobody reached it: a player who did would differ by up to a whole horizon.
        unit: tally.count == 0 ? abs(tally.restricted.mean) : 1)
    }
  }

  /// Whether some players may have no value: for a goal within a horizon, or a function that returned
  /// none.
  package var isPartial: Bool { bound != nil || tally.absent > 0 }

  /// The one mean to show: that of all players; the restricted one of a goal within a horizon; where a
  /// function returned no value, that of the players who have one.
  package var principal: MeanEstimate { restricted ?? ofAll ?? ofReached }

  /// The deviation of the mean of all players from the exact one, in standard errors; `nil` where either
  /// is unknown, or the standard error is 0.
  package var zScore: Double? { ofAll?.zScore(exact?.mean) }

  /// The deviation of the restricted mean from the exact one, in standard errors.
  package var restrictedZScore: Double? { restricted?.zScore(exact?.restricted) }

  /// The deviation of the share of players that have a value from the exact one, in standard errors.
  package var reachedZScore: Double? {
    guard let exact = exact?.reached, exact > 0, exact < 1 else { return nil }
    return (reached - exact) / (exact * (1 - exact) / Double(tally.players)).squareRoot()
  }

  package var reached: Double { Double(tally.count) / Double(tally.players) }

  /// The 95 % interval of `reached` (Wilson).
  package var reachedInterval: Interval {
    Proportion.wilson(successes: tally.count, trials: tally.players, level: Self.level)
  }
}
