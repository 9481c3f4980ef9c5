import FlintRules

extension PoolOdds {
  /// Returns the roll by which the goals are reached for certain; `nil` if there is none, or it is not known.
  package func certainRoll() -> Int? {
    var certain: Int?
    if let machine = try? machine(), let chain = try? PoolChain(machine, reach) {
      certain = chain.longestPath
    }
    guard let exchange, let stage = stages.first, case .copies(let cards, let count) = stage.goal,
      let price = stage.pool.exchangePrice(of: cards), count <= exchange.exchange.most
    else { return certain }
    let lacking = max(0, price * count - exchange.points)
    let each = exchange.exchange.pointsOfRoll
    let bought = lacking / each + (lacking % each == 0 ? 0 : 1)
    return certain.map { min($0, bought) } ?? bought
  }
}

extension PoolTable {
  /// Returns the points that the cheapest card of a set costs in exchange; `nil` where none is offered.
  func exchangePrice(of set: PoolCards) -> Int? {
    allCards.compactMap { tier, card in
      set.contains(card, tier: tier) ? exchangePrice(of: card, rarity: tier) : nil
    }.min().map { Int(clamping: $0) }
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
