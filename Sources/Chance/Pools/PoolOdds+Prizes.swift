package import FlintRules

extension PoolOdds {
  /// Returns the distribution of how many cards of a set a number of rolls gives.
  ///
  /// - Parameters:
  ///   - prizes: the cards that count, each copy.
  ///   - pool: the pool.
  ///   - rolls: the number of rolls, up to 1,000,000.
  ///   - start: the state before the first.
  package static func prizes(
    _ prizes: PoolCards, in pool: PoolTable, rolls: Int, from start: PoolStart = PoolStart()
  ) throws(OddsError) -> CountDistribution {
    try PoolLimits.check("rolls", rolls, in: 0...PoolLimits.rolls)
    var odds = PoolOdds(pool, until: nil, from: start)
    odds.prizes = prizes
    return try PoolChain(odds.machine()).prizeDistribution(rolls: rolls)
  }
}
