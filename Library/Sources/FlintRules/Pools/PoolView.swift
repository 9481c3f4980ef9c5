package import FlintCalendar

/// A pool and a profile's counters in it.
package struct PoolView: Sendable {
  /// A rarity's counter.
  package struct Counter: Sendable {
    /// The rarity.
    package var rarity: CardRarity
    /// The rolls since the last card of the rarity or better, or of the rarity alone where the pool says so.
    package var since: Int64
    /// Whether the next card of the rarity is featured.
    package var isGuaranteed: Bool
    /// Whether pity raises the rate of the rarity.
    package var hasPity: Bool
    /// The rolls until a card of the rarity or better is certain; `nil` where none is.
    package var certainIn: Int64?
    /// The chances of a featured card lost in a row, where the share depends on them.
    package var lost: Int64?
    /// The rolls of the current round, where the rate stays as it is during one.
    package var turn: Int64?
  }

  /// The pool, with the defaults of the rulebook.
  package var pool: PoolTable
  /// Whether it is open on the day.
  package var isOpen: Bool
  /// The number of rolls so far.
  package var rolls: Int64
  /// The counters, commonest rarity first.
  package var counters: [Counter]
  /// The points for an exchange.
  package var points: Int64
  /// The number of exchanges so far.
  package var exchanges: Int64
  /// The position of the chosen card.
  package var chosen: Int?
  /// The other cards of its rarity since.
  package var path: Int64
  /// The rolls since the last featured card of the rarest such rarity.
  package var sinceFeatured: Int64
  /// Whether such a card has come.
  package var hasFeatured: Bool
  /// The copies left in the box, by the position of the card.
  package var box: [(card: Int, count: Int64)]

  /// The points that the cheapest card in exchange costs; `nil` where none is offered.
  package var cheapestExchange: Int64? { pool.offered.map(\.price).min() }

  /// The card of a cycle that comes next, by its position; `nil` without a cycle.
  package var nextInCycle: Int? {
    pool.cycle.isEmpty ? nil : pool.cycle[Int(rolls % Int64(pool.cycle.count))]
  }

  /// The rolls until a featured card of the rarest such rarity is certain; `nil` where none is.
  package var featuredCertainIn: Int64? {
    guard let featured = pool.definition.featured, let hard = featured.hard,
      !(featured.isHardOnce && hasFeatured)
    else { return nil }
    return max(1, hard - sinceFeatured)
  }

  /// The rolls until the next card of the rarest featured rarity is featured, the coming roll being 1; `nil` where none
  /// makes it so.
  package var featuredNextIn: Int64? {
    guard let featured = pool.definition.featured, let from = featured.from,
      !(featured.isHardOnce && hasFeatured)
    else { return nil }
    return max(1, from + 1 - sinceFeatured)
  }
}

extension PoolsState.Totals {
  /// Whether the next card of the rarest featured rarity is featured since enough rolls have passed without.
  fileprivate func isFeaturedNext(_ featured: FeaturedDefinition?) -> Bool {
    guard let featured, let from = featured.from, !(featured.isHardOnce && hasFeatured) else {
      return false
    }
    return Int64(sinceFeatured) >= from
  }
}

extension PoolsState.Counters {
  /// Returns the rolls until a card of a rarity or better is certain by a rule; `nil` where none is.
  fileprivate func certainIn(_ rarity: Int, _ rule: PityWeight, hasHad: Bool) -> Int64? {
    let hard = rule.certain(hasHad: hasHad)
    if hard == .max { return nil }
    if rule.round <= 1 { return max(1, hard - Int64(since[rarity])) }
    if coming(rarity, round: rule.round) >= hard { return 1 }
    // The rate is found anew at the beginning of each round.
    let round = Int64(rule.round)
    let (since, turn) = (Int64(since[rarity]), Int64(turns[rarity]))
    let missing = max(0, hard - 1 - since)
    let rest = turn == 0 ? 0 : round - turn
    return rest + (max(0, missing - rest) + round - 1) / round * round + 1
  }
}

/// A currency and its balance.
package struct BalanceView: Sendable {
  /// The currency.
  package var currency: CurrencyDefinition
  /// The balance.
  package var balance: Int64
  /// What was spent.
  package var spent: Int64
  /// What was taken back after it was spent, and reduces what is granted next.
  package var owed: Int64
}

extension Rulebook {
  /// Returns the pools of the rulebook, in its order, with the counters of a state.
  package func pools(in state: ProfileState, on day: CivilDay) -> [PoolView] {
    pools.pools.enumerated().map { position, table in
      let counters = state.pools.counters[pools.groups[position]]
      let totals = state.pools.totals[position]
      return PoolView(
        pool: table, isOpen: table.definition.season.contains(day), rolls: totals.rolls,
        counters: definition.rarities.enumerated().map { index, rarity in
          let rule = table.pityWeights[index]
          let hasCome = counters.come & (1 << UInt32(index)) != 0
          let featured =
            table.cards[index].contains(where: \.isFeatured)
            ? table.definition.featured : nil
          let lost = Int64(counters.lost[index])
          let isGuaranteed =
            counters.guaranteed & (1 << UInt32(index)) != 0
            || featured?.isCertain(afterLosing: lost) ?? false
            || index == table.rarestFeatured && totals.isFeaturedNext(featured)
          return PoolView.Counter(
            rarity: rarity, since: Int64(counters.since[index]), isGuaranteed: isGuaranteed,
            hasPity: rule != nil,
            certainIn: rule.flatMap { counters.certainIn(index, $0, hasHad: hasCome) },
            lost: featured?.laterShares.isEmpty == false ? lost : nil,
            turn: (rule?.round ?? 1) > 1 ? Int64(counters.turns[index]) : nil)
        }, points: totals.points, exchanges: totals.exchanges,
        chosen: totals.chosen < 0 ? nil : Int(totals.chosen), path: Int64(totals.path),
        sinceFeatured: Int64(totals.sinceFeatured), hasFeatured: totals.hasFeatured,
        box: zip(table.box, totals.box.isEmpty ? table.box.map(\.count) : totals.box).map {
          ($0.card, $1)
        })
    }
  }

  /// Returns the currencies of the rulebook, by id, with the balances of a state.
  package func balances(in state: ProfileState) -> [BalanceView] {
    definition.currencies.enumerated().map { index, currency in
      BalanceView(
        currency: currency, balance: state.wallet.balances[index],
        spent: state.wallet.spent[index], owed: state.wallet.owed[index])
    }
  }
}
