/// The pools of a rulebook, compiled.
struct PoolPlan: Sendable {
  let pools: [PoolTable]
  /// The set of counters of each pool: one of its own, or that of all pools that carry over.
  let groups: [Int]
  /// The number of rarities.
  let rarities: Int
  private let positions: [String: Int]

  /// Compiles the pools of a definition; `nil` when a denominator is too large.
  init?(_ definition: RulebookDefinition, _ currencies: CurrencyPlan) {
    var shared: [String: Int] = [:]
    var groups: [Int] = []
    var pools: [PoolTable] = []
    for pool in definition.pools {
      let group = pool.carry.flatMap { shared[$0] } ?? (groups.max() ?? -1) + 1
      if let carry = pool.carry { shared[carry] = group }
      groups.append(group)
      guard let table = PoolTable(pool, in: definition, currencies) else { return nil }
      pools.append(table)
    }
    self.pools = pools
    self.groups = groups
    rarities = definition.rarities.count
    positions = Dictionary(
      pools.enumerated().map { ($1.definition.id, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the position of the pool of an id; `nil` when no such pool exists.
  func position(id: String) -> Int? { positions[id] }
}

extension RulebookDefinition {
  /// Returns the other pools whose rolls count for the pity of a pool.
  package func sharers(of pool: PoolDefinition) -> [PoolDefinition] {
    pools.filter { $0.carry != nil && $0.carry == pool.carry && $0.id != pool.id }
  }
}
