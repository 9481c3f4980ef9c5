/// The pools of a rulebook, compiled.
struct PoolPlan: Sendable {
  let pools: [PoolTable]
  /// The number of sets of counters: one for each pool, or for all pools that carry over.
  let groups: Int
  /// The number of rarities.
  let rarities: Int
  private let positions: [String: Int]

  /// Compiles the pools of a definition; `nil` when a denominator is too large.
  init?(_ definition: RulebookDefinition, _ currencies: CurrencyPlan) {
    var groups: [String: Int] = [:]
    var count = 0
    var pools: [PoolTable] = []
    for pool in definition.pools {
      let group = pool.carry.flatMap { groups[$0] } ?? count
      if group == count { count += 1 }
      if let carry = pool.carry { groups[carry] = group }
      guard
        let table = PoolTable(
          ResolvedPool(pool, in: definition), group: group, currencies: currencies)
      else { return nil }
      pools.append(table)
    }
    self.pools = pools
    self.groups = count
    rarities = definition.rarities.count
    positions = Dictionary(
      pools.enumerated().map { ($1.pool.definition.id, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the position of the pool of an id; `nil` when no such pool exists.
  func position(id: String) -> Int? { positions[id] }
}
