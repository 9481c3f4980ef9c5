import Rules

extension PoolOdds {
  /// Returns the roll by which the goals are reached for certain; `nil` if there is none, or it is not known.
  package func certainRoll() -> Int? {
    var certain: Int?
    if let machine = try? machine(), let chain = try? PoolChain(machine) {
      certain = chain.longestPath
    }
    guard let exchanges, let stage = stages.first, case .copies(let cards, let count) = stage.goal,
      stage.pool.canExchange(cards)
    else { return certain }
    // The points of that many rolls buy all copies, unless the number of exchanges is limited.
    guard let at = stage.pool.definition.exchange?.points, exchanges(at * count) >= count else {
      return certain
    }
    let bought = max(0, at * count - stage.start.exchangePoints)
    return certain.map { min($0, bought) } ?? bought
  }
}

extension PoolTable {
  /// Whether an exchange can give a card of a set.
  func canExchange(_ set: PoolCards) -> Bool {
    guard let exchange = definition.exchange else { return false }
    return allCards.contains { exchange.offers($0.card) && set.contains($0.card, tier: $0.tier) }
  }
}

extension PoolChain {
  /// The greatest number of rolls that can pass before the goals are reached; `nil` where rolls can go round for
  /// ever.
  ///
  /// Unlike a distribution, whose rest may be too small to be noticed, the paths tell a rare event from an impossible
  /// one.
  var longestPath: Int? {
    if isDoneAtStart { return 0 }
    var incoming = [Int32](repeating: 0, count: count)
    for end in ends { incoming[Int(end)] += 1 }
    // Every state is reached from the first.
    guard incoming[0] == 0 else { return nil }
    var depth = [Int](repeating: 0, count: count)
    var open = [0]
    var visited = 0
    var longest = 0
    while let state = open.popLast() {
      visited += 1
      longest = max(longest, depth[state] + 1)
      let edges = Int(starts[state])..<Int(starts[state + 1])
      if edges.isEmpty, finishing[state] <= 0 { return nil }
      for edge in edges {
        let end = Int(ends[edge])
        depth[end] = max(depth[end], depth[state] + 1)
        incoming[end] -= 1
        if incoming[end] == 0 { open.append(end) }
      }
    }
    return visited == count ? longest : nil
  }
}
