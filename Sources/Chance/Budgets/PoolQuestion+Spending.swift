import FlintRules
import FlintSchema

extension PoolQuestion {
  /// Returns what the budget buys, `nil` where there is none, and the notes of the answer with those on it.
  ///
  /// - Parameters:
  ///   - pools: the pools of the stages, with the prices and limits after the rolls so far.
  ///   - balances: the currencies of the state.
  ///   - hasOnePrice: whether all pools have the same prices.
  ///   - chance: returns the chance of reaching the goals within a number of rolls.
  func spending(
    _ odds: PoolOdds, _ pools: [PoolTable], _ balances: [String: Int64], hasOnePrice: Bool,
    _ chance: (Int64) -> PoolAnswer.Chance, notes: [String]
  ) throws(OddsError) -> (PoolAnswer.Spending?, [String]) {
    guard let budget, let pool = pools.first else { return (nil, notes) }
    var notes = notes
    let currencies = pool.currencies
    let (amounts, offers) = try amounts(budget, pool, balances, &notes)
    var spending = PoolAnswer.Spending(
      amounts: currencies.map { CurrencyAmount($0, amounts[$0] ?? 0) }, offers: offers, rolls: nil,
      chance: 0, interval: nil, hasRefunds: false)
    let rolls = pool.rolls(for: amounts, inBundles: buysBundles)
    let useful = currencies.filter { PoolRefunds(of: $0, in: pools, rulebook) != nil }
    let refunds =
      currencies.count == 1 ? PoolRefunds(of: currencies[0], in: pools, rulebook) : nil
    spending.hasRefunds = refunds != nil
    let isLimited =
      pools.count > 1 && pools.contains { $0.isLimiting(amounts, inBundles: buysBundles) }
    if hasOnePrice, !isLimited {
      spending.rolls = rolls
      if refunds == nil {
        let reached = chance(rolls)
        (spending.chance, spending.interval) = (reached.chance, reached.interval)
        if !useful.isEmpty {
          spending.isLowerBound = true
          notes.append(
            "the budget leaves out what duplicates give back of \(useful.joined(separator: ", ")), so that the chance "
              + "is a lower bound")
        }
        return (spending, notes)
      }
    }
    let amount = amounts[currencies[0]] ?? 0
    if !estimatesBudget,
      let exact = try exactChance(odds, pools, amount, hasOnePrice: hasOnePrice, refunds)
    {
      spending.chance = exact
      return (spending, notes)
    }
    guard let purses = pools.purses(inBundles: buysBundles) else {
      throw OddsError(
        .noExactMethod, field: "budget",
        "the pools are not all paid for with the same currency alone; ask for one pool at a time")
    }
    let estimate = try odds.estimatedBudget(
      amount, purses, refunds: refunds, rolls: rolls, estimateSize)
    (spending.chance, spending.interval) = (estimate.chance, estimate.interval)
    notes.append(
      "the chance with the budget is estimated from \(estimate.players.grouped) simulated players"
        + (refunds == nil ? "" : ", who spend what duplicates give back, too")
        + (estimate.unfinished == 0
          ? ""
          : "; \(estimate.unfinished.grouped) of them could still roll after \(estimate.mostRolls.grouped) rolls and "
            + "count as not done"))
    if !buysBundles, pools.contains(where: { $0.bundleRarity != nil }) {
      notes.append(
        "the chance with the budget leaves out what a bundle certainly has, which counts with whole bundles alone"
      )
    }
    return (spending, notes)
  }

  /// Returns the exact chance of reaching the goals with an amount; `nil` where there is no exact method within reach.
  private func exactChance(
    _ odds: PoolOdds, _ pools: [PoolTable], _ amount: Int64, hasOnePrice: Bool,
    _ refunds: PoolRefunds?
  ) throws(OddsError) -> Double? {
    do throws(OddsError) {
      guard hasOnePrice else {
        guard !buysBundles, let prices = pools.singlePrices(rulebook),
          let currency = pools.first?.currencies.first,
          !pools.contains(where: { $0.isLimiting([currency: amount], inBundles: false) })
        else { return nil }
        return try odds.chance(within: amount, prices: prices)
      }
      let definition = pools[0].definition
      guard let refunds, let price = pools[0].poolPrice(inBundles: buysBundles),
        buysBundles || definition.bundle == nil,
        pools.count == 1 || pools.allSatisfy({ $0.definition.limit == nil })
      else { return nil }
      let spent = try odds.budget(
        amount, price: price,
        round: definition.priceChanges ? definition.round(of: pools[0].currencies[0]) : nil,
        refunds: refunds)
      guard let limit = definition.limit, limit < spent.mostRolls else { return spent.chance.value }
      return spent.chances[Int(limit)]
    } catch {
      guard error.code == .noExactMethod else { throw error }
      return nil
    }
  }

  /// Returns what can be spent by currency, with the offers bought for money.
  private func amounts(
    _ budget: Budget, _ pool: PoolTable, _ balances: [String: Int64], _ notes: inout [String]
  ) throws(OddsError) -> (amounts: [String: Int64], offers: [NamedValue<Int64>]) {
    var amounts = balances
    for amount in budget.amounts {
      guard rulebook.currencies.contains(where: { $0.id == amount.name }) else {
        if amount.name == rulebook.moneyUnit {
          throw .invalid(
            "budget",
            "\(amount.name) is the unit of the money of rulebook \(rulebook.id); write money=\(amount.value)"
          )
        }
        let ids = rulebook.currencies.map(\.id)
        throw .invalid(
          "budget",
          "unknown currency \"\(amount.name)\"\(NearestName.hint(for: amount.name, among: ids)); expected "
            + (ids + ["money"]).alternatives)
      }
      amounts[amount.name, default: 0] += amount.value
    }
    let currencies = pool.currencies
    guard !currencies.isEmpty else {
      throw .invalid("budget", "pool \(pool.definition.id) has no price in a currency")
    }
    let useless = budget.amounts.map(\.name).filter { !currencies.contains($0) }
    guard budget.money > 0 || useless.count < budget.amounts.count else {
      throw .invalid(
        "budget",
        "pool \(pool.definition.id) takes \(currencies.joined(separator: ", ")), got "
          + useless.joined(separator: ", "))
    }
    notes += useless.map { "\($0) buys no rolls in pool \(pool.definition.id)" }
    var offers: [NamedValue<Int64>] = []
    if budget.money > 0 {
      if let unit = budget.moneyUnit, let expected = rulebook.moneyUnit, unit != expected {
        throw .invalid(
          "budget", "the money of rulebook \(rulebook.id) is \(expected), got \(unit)")
      }
      guard currencies.count == 1 else {
        throw .invalid("budget", "money buys one currency, and the price has \(currencies.count)")
      }
      guard
        let best = OfferDefinition.best(
          of: rulebook.offers, for: budget.money, currency: currencies[0])
      else {
        throw .invalid(
          "budget",
          "the offers can be combined exactly for less money only; their prices differ by too little"
        )
      }
      if best.amount == 0 {
        throw .invalid(
          "budget", "no offer of the rulebook sells \(currencies[0]) for so little money")
      }
      amounts[currencies[0], default: 0] += best.amount
      offers = best.bought
    }
    return (amounts, offers)
  }
}

extension PoolTable {
  /// Returns whether amounts buy more rolls than the limit leaves.
  fileprivate func isLimiting(_ amounts: [String: Int64], inBundles: Bool) -> Bool {
    guard let limit = definition.limit else { return false }
    var free = self
    free.definition.limit = nil
    return free.rolls(for: amounts, inBundles: inBundles) > limit
  }
}
