package import Chance

/// An estimate of the difference of one measure between two rulebooks, from the same players and the same
/// random numbers.
package struct Difference: Sendable {
  package let measure: String
  package let pairs: PairTally
  /// The numbers of players who had a value under each rulebook, under both or under neither.
  package let reached: PairedCounts
  /// A description of the horizon that may end before a player reaches the goal; `nil` where the measure
  /// is not a goal, or players are played until they reach it.
  package let bound: String?
  /// The difference of the means: for goals within a horizon that of the restricted means; where a
  /// function returned no value, that of the players who have one under both.
  package let principal: MeanEstimate
  /// The difference of the exact values, where both are known.
  package let exact: ExactValue?

  init(
    _ first: Estimate, _ second: Estimate, _ pairs: PairTally, _ adjustment: Adjustment?
  ) {
    measure = second.measure
    self.pairs = pairs
    bound = second.bound
    let exact = second.exact.flatMap { exact in first.exact.flatMap { exact.less($0) } }
    self.exact = exact
    principal =
      second.isShare
      ? MeanEstimate(
        differenceOfShares: pairs.difference.sums, first: Int64(clamping: first.tally.sum))
      : MeanEstimate(
        pairs.difference.sums, pairs.difference.absent == 0 ? adjustment : nil,
        exact: second.bound == nil ? exact?.mean : exact?.restricted)
    reached = PairedCounts(
      both: pairs.both, onlyFirst: first.tally.count - pairs.both,
      onlySecond: second.tally.count - pairs.both,
      neither: second.tally.players - first.tally.count - second.tally.count + pairs.both)
  }

  /// Whether some players may have no value.
  package var isPartial: Bool { bound != nil || pairs.both < reached.players }

  /// The difference of the means of all players; `nil` where one of them has no value.
  package var ofAll: MeanEstimate? { pairs.both == reached.players ? principal : nil }

  /// The difference of the restricted means; `nil` where the measure is not a goal within a horizon.
  package var restricted: MeanEstimate? { bound == nil ? nil : principal }

  /// The difference of the means of the players who have a value under both; `nil` where `ofAll` or
  /// `restricted` exists.
  package var ofBoth: MeanEstimate? { bound == nil && ofAll == nil ? principal : nil }

  /// The deviation of the difference from that of the exact values, in standard errors.
  package var zScore: Double? { principal.zScore(bound == nil ? exact?.mean : exact?.restricted) }

  /// The deviation of the difference of the shares from that of the exact values, in standard errors.
  package var reachedZScore: Double? {
    guard let exact = exact?.reached, reached.standardError > 0 else { return nil }
    return (reached.difference - exact) / reached.standardError
  }
}
