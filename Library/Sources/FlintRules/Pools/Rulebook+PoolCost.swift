extension Rulebook {
  /// What rolls of a pool cost.
  package struct PoolCost: Sendable {
    /// The roll tokens.
    package var tokens: Int64 = 0
    /// The amounts of currencies, by their positions in the rulebook.
    package var amounts: [(currency: Int, amount: Int64)] = []

    /// Returns whether a state can pay the cost, once further amounts are granted to it.
    ///
    /// - Parameter expected: the further amount of each currency, by position; empty for none.
    package func isCovered(by state: borrowing ProfileState, expected: [Int64] = []) -> Bool {
      if state.fuel.tokens < tokens { return false }
      return amounts.allSatisfy { currency, amount in
        let balance = state.wallet.balances[currency]
        return balance + (expected.isEmpty ? 0 : expected[currency]) >= amount
      }
    }
  }

  /// Returns the number of cards that a profile can take in exchange for its rolls of a pool, of those that cost
  /// the least.
  package func exchanges(of position: Int, in state: borrowing ProfileState) -> Int64 {
    let table = pools.pools[position]
    guard let exchange = table.definition.exchange,
      let price = table.offered.map(\.price).min()
    else { return 0 }
    let totals = state.pools.totals[position]
    let most = totals.points / max(1, price)
    return exchange.limit.map { max(0, min(most, $0 - totals.exchanges)) } ?? most
  }

  /// Returns the points of a profile for exchanges of a pool, and how many cards its limit leaves.
  package func exchangeBalance(
    of position: Int, in state: borrowing ProfileState
  ) -> (points: Int64, left: Int64) {
    let totals = state.pools.totals[position]
    let limit = pools.pools[position].definition.exchange?.limit
    return (totals.points, limit.map { max(0, $0 - totals.exchanges) } ?? .max)
  }

  /// Returns the number of rolls of a pool that a profile can pay for, in as many bundles as possible, up to
  /// the pool's limit and what is left in its box.
  package func affordableRolls(of position: Int, in state: borrowing ProfileState) -> Int64 {
    let table = pools.pools[position]
    let totals = state.pools.totals[position]
    var most = table.definition.limit.map { max(0, $0 - totals.rolls) } ?? .max
    if table.definition.box?.reset == .never {
      let left = totals.box.isEmpty ? table.box.map(\.count) : totals.box
      most = min(most, left.reduce(0, +))
    }
    if table.costsTokens { return rollsAreFree ? most : min(most, state.fuel.tokens) }
    var balances = state.wallet.balances
    func buy(_ price: [CurrencyPlan.Amount], most: Int64) -> Int64 {
      let times = price.reduce(most) { min($0, balances[$1.currency] / max(1, $1.amount)) }
      for amount in price { balances[amount.currency] -= amount.amount * times }
      return times
    }
    let size = Int64(table.bundleSize)
    let bundles = size > 0 ? buy(table.bundlePrice, most: most / size) * size : 0
    if table.prices.isEmpty { return bundles }
    return table.prices.reduce(most - bundles) { most, price in
      price.round.rolls(for: balances[price.currency], after: totals.rolls, most: most)
    } + bundles
  }

  /// Returns the position of the pool of an id; `nil` when no such pool exists.
  package func poolPosition(id: String) -> Int? { pools.position(id: id) }

  /// Returns the position of the currency of an id; `nil` when no such currency exists.
  package func currencyPosition(id: String) -> Int? { currencies.position(id: id) }

  /// Returns the cost of rolls of a pool that follow those of a profile; `nil` where they cannot be bought.
  package func cost(
    ofRolls count: Int, pool position: Int, in state: borrowing ProfileState
  ) -> PoolCost? {
    cost(ofRolls: count, pool: position, after: state.pools.totals[position].rolls)
  }

  /// Returns the cost of rolls of a pool that are paid together, with as many bundles as possible; `nil`
  /// where they cannot be bought, since only bundles have a price.
  ///
  /// - Parameter before: the number of rolls of the pool before them.
  package func cost(
    ofRolls count: Int, pool position: Int, after before: Int64 = 0
  ) -> PoolCost? {
    let table = pools.pools[position]
    if table.costsTokens { return PoolCost(tokens: rollsAreFree ? 0 : Int64(count)) }
    let (bundles, singles) =
      table.bundleSize > 0 ? count.quotientAndRemainder(dividingBy: table.bundleSize) : (0, count)
    if singles > 0 && table.prices.isEmpty { return nil }
    var sums = [Int: Int64]()
    let price = table.price(of: Int64(singles), after: before)
    for (prices, times) in [(table.bundlePrice, bundles), (price, 1)] where times > 0 {
      for price in prices {
        let (cost, overflow) = price.amount.multipliedReportingOverflow(by: Int64(times))
        let (sum, isTooLarge) = sums[price.currency, default: 0].addingReportingOverflow(cost)
        sums[price.currency] = overflow || isTooLarge ? .max : sum
      }
    }
    return PoolCost(amounts: sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}
