extension PoolOdds {
  /// Returns the law of how many cards of a set a number of rolls gives.
  ///
  /// - Parameters:
  ///   - prizes: the cards that count, each copy.
  ///   - pool: the pool.
  ///   - rolls: the number of rolls, up to 1,000,000.
  ///   - start: the state before the first.
  package static func prizes(
    _ prizes: PoolCards, in pool: PoolModel, rolls: Int, from start: PoolStart = PoolStart()
  ) throws(OddsError) -> PrizeLaw {
    try PoolModel.check("rolls", rolls, in: 0...Int(PoolModel.Most.rolls))
    let machine = try PoolMachine(PoolSubject(stages: [(pool, nil, start)], prizes: prizes))
    return try PoolChain(machine).prizeLaw(rolls: rolls)
  }
}
