import FlintCalendar

extension Rulebook {
  /// Applies an event about a pool, or a purchase of a card.
  func apply(
    _ action: PoolAction, of event: ProfileEvent, _ moves: MissionPlan.Moves, _ seed: UInt64,
    _ state: inout ProfileState, _ outcome: inout Outcome
  ) -> SubjectEffect {
    let name: String
    switch action {
    case .roll(let roll): name = roll.pool
    case .exchange(let choice), .choose(let choice): name = choice.pool
    case .buy(let purchase): return buy(purchase, of: event, moves, &state, &outcome)
    }
    guard let position = pools.position(id: name) else { return .void(.unknownPool) }
    let table = pools.pools[position]
    guard table.definition.season.contains(state.windows.newestDay.day) else {
      return .void(.poolClosed)
    }
    switch action {
    case .buy: return SubjectEffect()
    case .roll(let roll):
      return self.roll(
        Int(clamping: roll.count), position, of: event, moves, seed, &state, &outcome)
    case .exchange(let choice):
      guard let card = cardPosition(id: choice.card),
        let exchange = table.definition.exchange,
        let price = table.offered.first(where: { $0.card.position == card })?.price,
        exchange.limit.map({ state.pools.totals[position].exchanges < $0 }) ?? true
      else { return .void(.notOffered) }
      guard state.pools.totals[position].points >= price else {
        return .void(.tooFewRolls)
      }
      state.pools.totals[position].points -= price
      state.pools.totals[position].exchanges += 1
      outcome.draws = [
        receive(
          card, rarity: nil, isFeatured: table.featured.contains(card), at: event.at, moves, &state)
      ]
      return SubjectEffect()
    case .choose(let choice):
      guard let card = cardPosition(id: choice.card), table.featured.contains(card),
        table.definition.featured?.path != nil
      else { return .void(.notOffered) }
      if state.pools.totals[position].chosen != Int32(truncatingIfNeeded: card) {
        state.pools.totals[position].chosen = Int32(truncatingIfNeeded: card)
        state.pools.totals[position].path = 0
      }
      return SubjectEffect()
    }
  }

  /// Pays for rolls and gives their cards.
  private func roll(
    _ count: Int, _ position: Int, of event: ProfileEvent, _ moves: MissionPlan.Moves,
    _ seed: UInt64,
    _ state: inout ProfileState, _ outcome: inout Outcome
  ) -> SubjectEffect {
    let table = pools.pools[position]
    let rules = table.definition
    if let limit = rules.limit, state.pools.totals[position].rolls + Int64(count) > limit {
      return .void(.poolLimit)
    }
    if rules.box?.reset == .never {
      let left = state.pools.totals[position].box
      let sum = left.isEmpty ? table.box.reduce(0) { $0 + $1.count } : left.reduce(0, +)
      if sum < Int64(count) { return .void(.boxEmpty) }
    }
    let bundles = table.bundleSize > 0 ? count / table.bundleSize : 0
    if table.costsTokens {
      if !rollsAreFree {
        guard state.fuel.tokens >= Int64(count) else { return .void(.noToken) }
        state.fuel.tokens -= Int64(count)
      }
    } else {
      let singles = count - bundles * table.bundleSize
      // Where only bundles have a price, single rolls cannot be bought.
      if singles > 0 && table.prices.isEmpty { return .void(.notCovered) }
      let price = table.price(of: Int64(singles), after: state.pools.totals[position].rolls)
      guard state.wallet.spend([(table.bundlePrice, Int64(bundles)), (price, 1)]) else {
        return .void(.notCovered)
      }
    }
    var draw = PoolDraw(table, seed: seed, identity: event.id.high)
    var isOwed = false
    for index in 0..<count {
      let isInBundle = index < bundles * table.bundleSize
      if isInBundle && index % table.bundleSize == 0 { isOwed = table.bundleRarity != nil }
      let isLast = isInBundle && (index + 1) % table.bundleSize == 0
      let best = open(
        &draw, isOwed: isOwed && isLast, position, at: event.at, moves, &state, &outcome)
      if let owed = table.bundleRarity, best >= owed { isOwed = false }
      state.pools.totals[position].rolls += 1
      if let exchange = rules.exchange {
        state.pools.totals[position].points &+= exchange.pointsPerRoll
      }
    }
    return SubjectEffect()
  }

  /// Gives the cards of one roll.
  ///
  /// - Parameter isOwed: whether the roll is the last of a bundle that lacks its rarity.
  /// - Returns: the position of the best rarity given; −1 for none.
  private func open(
    _ draw: inout PoolDraw, isOwed: Bool, _ position: Int, at instant: Instant,
    _ moves: MissionPlan.Moves, _ state: inout ProfileState, _ outcome: inout Outcome
  ) -> Int {
    let table = draw.table
    var best = -1
    // One bit for each rarity given.
    var rarities: UInt32 = 0
    var hasFeatured = false
    let owed: UInt32 = isOwed ? table.bundleRarity.map { 1 << UInt32($0) } ?? 0 : 0
    func receive(_ card: PoolDraw.Card, _ state: inout ProfileState) {
      var given = Outcome.Draw()
      if card.card >= 0 {
        let rarity = rarityPosition(ofCard: card.card)
        best = max(best, rarity)
        rarities |= 1 << UInt32(rarity)
        if card.isFeatured, rarity == table.rarestFeatured { hasFeatured = true }
        given = self.receive(
          card.card, rarity: card.rarity, isFeatured: card.isFeatured, at: instant, moves, &state)
        let duplicate = table.duplicatePoints(of: rarity)
        if Int64(state.cells.holdings[card.card].copies) > duplicate.from {
          state.pools.totals[position].points &+= duplicate.points
        }
      }
      outcome.draws.append(given)
    }
    if table.definition.box != nil {
      receive(draw.boxCard(&state.pools.totals[position]), &state)
    } else if !table.cycle.isEmpty {
      receive(draw.cycleCard(after: state.pools.totals[position].rolls), &state)
    } else if table.packs.isEmpty {
      let card = draw.card(
        table.weights, certain: owed, raises: true, &state.pools.counters[pools.groups[position]],
        &state.pools.totals[position], state.cells.holdings)
      receive(card, &state)
    } else {
      let pack = draw.pack()
      let due = dueRarities(table, state.pools.counters[pools.groups[position]]) | owed
      for (index, weights) in pack.weights.enumerated() {
        var certain: UInt32 = 0
        for rarity in weights.indices
        where due & (1 << UInt32(rarity)) != 0 && pack.last[rarity] == index {
          let isExact = table.pityWeights[rarity]?.isExact ?? false
          let isGiven = isExact ? rarities & (1 << UInt32(rarity)) != 0 : best >= rarity
          if !isGiven { certain |= 1 << UInt32(rarity) }
        }
        // As a rarity that is due, a featured card comes last in the pack, and once.
        let isLast = table.rarestFeatured.map { pack.last[$0] == index } ?? false
        draw.begin(index, of: pack)
        let card = draw.card(
          weights, certain: certain, raises: false, canBeCertain: isLast, hasFeatured: hasFeatured,
          &state.pools.counters[pools.groups[position]],
          &state.pools.totals[position], state.cells.holdings)
        receive(card, &state)
      }
    }
    count(rarities, hasFeatured: hasFeatured, table, position, &state)
    return best
  }

  /// Returns one bit for each rarity that pity makes certain in the coming roll.
  private func dueRarities(_ table: PoolTable, _ counters: PoolsState.Counters) -> UInt32 {
    var due: UInt32 = 0
    for (index, rule) in table.pityWeights.enumerated() {
      guard let rule else { continue }
      let hard = rule.certain(hasHad: counters.come & (1 << UInt32(index)) != 0)
      if Int64(counters.since[index]) + 1 >= hard { due |= 1 << UInt32(index) }
    }
    return due
  }

  /// Counts a roll for pity. A roll without a card does not count.
  ///
  /// - Parameter rarities: one bit for each rarity given.
  func count(
    _ rarities: UInt32, hasFeatured: Bool, _ table: PoolTable, _ position: Int,
    _ state: inout ProfileState
  ) {
    if rarities == 0 { return }
    let group = pools.groups[position]
    for rarity in table.weights.indices {
      let rule = table.pityWeights[rarity]
      state.pools.counters[group].turn(rarity, round: rule?.round ?? 1)
      let isExact = rule?.isExact ?? false
      let resetting = isExact ? rarities & (1 << UInt32(rarity)) : rarities >> UInt32(rarity)
      if resetting != 0 {
        state.pools.counters[group].since[rarity] = 0
        state.pools.counters[group].come |= 1 << UInt32(rarity)
      } else {
        state.pools.counters[group].since[rarity] &+= 1
      }
    }
    if hasFeatured {
      state.pools.totals[position].sinceFeatured = 0
      state.pools.totals[position].hasFeatured = true
    } else {
      state.pools.totals[position].sinceFeatured &+= 1
    }
  }

  /// Gives a card of a pool or one that is bought, and what a duplicate brings.
  func receive(
    _ card: Int, rarity: Int?, isFeatured: Bool, at instant: Instant, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState
  ) -> Outcome.Draw {
    let collected = collect(card, at: instant, moves, &state)
    if !collected.isNew { earn(collected.points, moves, &state) }
    return Outcome.Draw(
      rarity: rarity.flatMap { $0 < 0 ? nil : definition.rarities[$0] }, card: card,
      isNew: collected.isNew, duplicatePoints: collected.points, isFeatured: isFeatured)
  }
}
