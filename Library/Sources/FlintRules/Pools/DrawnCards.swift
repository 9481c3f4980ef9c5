/// The counters of pools after cards that were drawn elsewhere, as a log of a game has them.
package struct DrawnCards: Sendable {
  /// What was drawn in a roll.
  package enum Card: Hashable, Sendable {
    /// A card of the pool, by its position in the rulebook.
    case card(Int)
    /// A card of a rarity that the pool does not feature.
    case other(rarity: Int)
    /// A card of a rarity, of which no more is known.
    case unknown(rarity: Int)
  }

  /// What is counted for a pool.
  package struct Counts: Sendable {
    /// By rarity, commonest first.
    package var rarities: [RarityCounts]
    /// The number of rolls.
    package var rolls: Int64
    package var points: Int64
    package var path: Int64
    package var sinceFeatured: Int64
    package var hasFeatured: Bool
    /// The copies drawn from the box since it was filled, by the position of the card.
    package var box: [(card: Int, count: Int64)]
  }

  package struct RarityCounts: Hashable, Sendable {
    package var since: Int64
    package var hasCome: Bool
    package var isGuaranteed: Bool
    package var lost: Int64
    package var turn: Int64
    package var settled: Int64
  }

  private let rulebook: Rulebook
  private var state: ProfileState
  /// The copies of each card, by its position in the rulebook.
  package private(set) var copies: [Int: Int64] = [:]
  /// The number of rolls.
  package private(set) var count = 0
  /// The rarities of which a card came that may have been featured or not, by pool.
  package private(set) var unclear: [Int: Set<Int>] = [:]

  /// The rarities of which a card came that may have been a duplicate, which gives points, or not, by pool.
  package private(set) var unvalued: [Int: Set<Int>] = [:]

  /// - Parameters:
  ///   - chosen: the chosen card of pools with a path, by the positions of both in the rulebook.
  ///   - earlier: the number of rolls before the first that is counted, by the position of the pool.
  package init(_ rulebook: Rulebook, chosen: [Int: Int] = [:], earlier: [Int: Int64] = [:]) {
    self.rulebook = rulebook
    state = rulebook.initialState()
    for (pool, rolls) in earlier where rulebook.pools.pools.indices.contains(pool) {
      let table = rulebook.pools.pools[pool]
      state.pools.totals[pool].rolls = rolls
      guard rulebook.definition.sharers(of: table.definition).isEmpty else { continue }
      for (rarity, rule) in table.pityWeights.enumerated() {
        guard let round = rule?.round, round > 1 else { continue }
        state.pools.counters[rulebook.pools.groups[pool]].turns[rarity] = Int32(
          truncatingIfNeeded: rolls % Int64(round))
      }
    }
    for (pool, card) in chosen where state.pools.totals.indices.contains(pool) {
      state.pools.totals[pool].chosen = Int32(truncatingIfNeeded: card)
    }
  }

  /// Creates the counters of a profile.
  package init(_ rulebook: Rulebook, _ state: ProfileState) {
    (self.rulebook, self.state) = (rulebook, state)
    for (card, holding) in state.cells.holdings.enumerated() where holding.copies > 0 {
      copies[card] = Int64(holding.copies)
    }
  }

  /// Returns the position of the chosen card of a pool.
  package func chosen(in pool: Int) -> Int? {
    guard state.pools.totals.indices.contains(pool) else { return nil }
    let chosen = Int(state.pools.totals[pool].chosen)
    return chosen < 0 ? nil : chosen
  }

  /// Counts a roll, as the fold counts those that it draws.
  ///
  /// - Parameters:
  ///   - cards: what it gave: several cards if the pool has packs.
  ///   - pool: the position of the pool in the rulebook.
  package mutating func append(_ cards: [Card], from pool: Int) {
    guard rulebook.pools.pools.indices.contains(pool) else { return }
    let table = rulebook.pools.pools[pool]
    let group = rulebook.pools.groups[pool]
    count += 1
    state.pools.totals[pool].rolls += 1
    if let exchange = table.definition.exchange {
      state.pools.totals[pool].points &+= exchange.pointsPerRoll
    }
    var rarities: UInt32 = 0
    var hasFeatured = false
    for card in cards {
      let drawn = receive(card, table, pool, group)
      guard table.cells.indices.contains(drawn.rarity) else { continue }
      rarities |= 1 << UInt32(drawn.rarity)
      if drawn.isFeatured, drawn.rarity == table.rarestFeatured { hasFeatured = true }
    }
    rulebook.count(rarities, hasFeatured: hasFeatured, table, pool, &state)
  }

  /// Counts a card for points, the box, guarantees and the chosen card.
  private mutating func receive(
    _ card: Card, _ table: PoolTable, _ pool: Int, _ group: Int
  ) -> PoolDraw.Card {
    var drawn = PoolDraw.Card(rarity: -1)
    switch card {
    case .card(let position):
      drawn.card = position
      drawn.isFeatured = table.featured.contains(position)
      drawn.rarity = rulebook.rarityPosition(ofCard: position)
      copies[position, default: 0] += 1
      let duplicate = table.duplicatePoints(of: drawn.rarity)
      if copies[position, default: 0] > duplicate.from {
        state.pools.totals[pool].points &+= duplicate.points
      }
    case .other(let rarity), .unknown(let rarity): drawn.rarity = rarity
    }
    guard table.cells.indices.contains(drawn.rarity) else { return drawn }
    if drawn.card < 0, table.duplicatePoints(of: drawn.rarity).points > 0 {
      unvalued[pool, default: []].insert(drawn.rarity)
    }
    if table.definition.box != nil {
      take(drawn.card, table, pool)
    } else {
      let draw = PoolDraw(table, seed: 0, identity: 0)
      let cell = table.cells[drawn.rarity]
      let isOpen = !cell.featured.isEmpty && !cell.others.isEmpty
      if case .unknown = card, isOpen {
        unclear[pool, default: []].insert(drawn.rarity)
      } else {
        if case .unknown = card { drawn.isFeatured = cell.others.isEmpty && !cell.featured.isEmpty }
        if isOpen, !isCertain(drawn.rarity, draw, table, pool) {
          let lost = state.pools.counters[group].lost[drawn.rarity]
          state.pools.counters[group].lost[drawn.rarity] = drawn.isFeatured ? 0 : lost &+ 1
        }
        draw.note(
          drawn, of: drawn.rarity, &state.pools.counters[group], &state.pools.totals[pool])
        if drawn.isFeatured { unclear[pool]?.remove(drawn.rarity) }
      }
    }
    return drawn
  }

  /// Returns whether the coming card of a rarity is featured by a rule, so that no chance decides.
  private func isCertain(_ rarity: Int, _ draw: PoolDraw, _ table: PoolTable, _ pool: Int) -> Bool {
    let totals = state.pools.totals[pool]
    let counters = state.pools.counters[rulebook.pools.groups[pool]]
    let featured = table.definition.featured
    if counters.guaranteed & (1 << UInt32(rarity)) != 0 { return true }
    if let path = featured?.path, totals.chosen >= 0, Int64(totals.path) >= path,
      table.cells[rarity].featured.positions.contains(totals.chosen)
    {
      return true
    }
    return rarity == table.rarestFeatured
      && [featured?.hard.map { $0 - 1 }, featured?.from].contains {
        $0.map { draw.isDue(after: $0, totals) } ?? false
      }
  }

  /// Takes a card out of a box, and fills it again by its rule.
  private mutating func take(_ card: Int, _ table: PoolTable, _ pool: Int) {
    var box = state.pools.totals[pool].box
    if box.isEmpty { box = table.box.map(\.count) }
    if let index = table.box.firstIndex(where: { $0.card == card }), box[index] > 0 {
      box[index] -= 1
    }
    let isDone =
      switch table.definition.box?.reset {
      case .empty?: box.allSatisfy { $0 == 0 }
      case .featured?: !zip(box, table.box).contains { $0 > 0 && table.featured.contains($1.card) }
      case .never?, nil: false
      }
    state.pools.totals[pool].box = isDone ? [] : box
  }

  /// Returns what is counted for a pool.
  package func counts(of pool: Int) -> Counts? {
    guard rulebook.pools.pools.indices.contains(pool) else { return nil }
    let table = rulebook.pools.pools[pool]
    let counters = state.pools.counters[rulebook.pools.groups[pool]]
    let totals = state.pools.totals[pool]
    return Counts(
      rarities: counters.since.indices.map { index in
        let bit: UInt32 = 1 << UInt32(index)
        return RarityCounts(
          since: Int64(counters.since[index]), hasCome: counters.come & bit != 0,
          isGuaranteed: counters.guaranteed & bit != 0, lost: Int64(counters.lost[index]),
          turn: Int64(counters.turns[index]), settled: Int64(counters.settled[index]))
      }, rolls: totals.rolls, points: totals.points, path: Int64(totals.path),
      sinceFeatured: Int64(totals.sinceFeatured), hasFeatured: totals.hasFeatured,
      box: totals.box.isEmpty
        ? []
        : zip(table.box, totals.box).compactMap { entry, left in
          entry.count > left ? (entry.card, entry.count - left) : nil
        })
  }
}
