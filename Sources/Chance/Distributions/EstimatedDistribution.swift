/// The distribution of an estimate: the shares of its players, within their 95 % intervals.
struct EstimatedDistribution: ArrivalDistribution {
  let estimate: PoolEstimate
  package let least: Int64
  let boundedMean: BoundedValue
  let boundedDeviation: BoundedValue

  /// Creates a distribution; its numbers are NaN where a player did not reach the goal.
  init(_ estimate: PoolEstimate) {
    self.estimate = estimate
    least = estimate.rolls.first ?? 0
    boundedMean =
      estimate.mean.map { BoundedValue($0.value, within: $0.high - $0.value) }
      ?? BoundedValue(.nan, error: .nan)
    // Of a normal distribution, which that of many rolls is near.
    boundedDeviation = BoundedValue(
      estimate.standardDeviation ?? .nan,
      error: Normal.reach(0.95) / (2 * Double(estimate.players)).squareRoot())
  }

  func chance(doneWithin rolls: Int64) -> BoundedValue {
    let chance = estimate.chance(within: rolls)
    return BoundedValue(
      chance.value, within: max(chance.high - chance.value, chance.value - chance.low))
  }

  func probability(notWithin rolls: Int64) -> Double { 1 - estimate.chance(within: rolls).value }

  func guess(_ probability: Double) -> Double {
    Double(least).addingProduct(2 * probability, max(0, mean - Double(least)))
  }
}
