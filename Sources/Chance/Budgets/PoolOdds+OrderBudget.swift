import FlintRules

extension [PoolTable] {
  /// Returns the price of a roll in each pool, where each has one in the same currency, of which cards give nothing back;
  /// `nil` otherwise.
  func singlePrices(_ rulebook: RulebookDefinition) -> [Int64]? {
    guard let currency = first?.currencies.first,
      PoolRefunds(of: currency, in: self, rulebook) == nil
    else { return nil }
    let prices = compactMap { pool -> Int64? in
      guard pool.currencies == [currency], pool.definition.bundle == nil,
        !pool.definition.priceChanges, let price = pool.poolPrice(inBundles: false)?.roll, price > 0
      else { return nil }
      return price
    }
    return prices.count == count ? prices : nil
  }
}

extension PoolOdds {
  /// Returns the chance of reaching all goals with an amount of currency, where the rolls of each stage have a price of
  /// their own.
  ///
  /// - Parameter prices: the price of a roll of each stage, above 0.
  /// - Throws: `OddsError` as `distribution` does, and where the amount is too large to follow in steps of the prices.
  package func chance(within amount: Int64, prices: [Int64]) throws(OddsError) -> Double {
    let chain = try PoolChain(machine(), reach)
    if chain.isDoneAtStart { return 1 }
    let unit = prices.reduce(0, greatestCommonDivisor)
    guard unit > 0, amount >= 0, let most = prices.max() else { return 0 }
    // The shares of players in each state, by what they have paid: as many amounts as one price spans.
    let (units, steps) = (amount / unit, prices.map { Int($0 / unit) })
    let span = Int(most / unit) + 1
    let (work, isTooLong) = units.multipliedReportingOverflow(
      by: Int64(chain.ends.count + chain.count))
    guard !isTooLong, work <= 1_000_000_000,
      span.multipliedReportingOverflow(by: chain.count).partialValue <= 50_000_000,
      span < 50_000_000
    else { throw .tooLong(chain.count) }
    var shares = [[Double]](
      repeating: [Double](repeating: 0, count: chain.count), count: span)
    shares[0][0] = 1
    var done = 0.0
    for paid in 0...Int(units) {
      let slot = paid % span
      for state in 0..<chain.count where shares[slot][state] > 0 {
        let share = shares[slot][state]
        shares[slot][state] = 0
        let step = steps[chain.stagesOfStates.isEmpty ? 0 : chain.stagesOfStates[state]]
        guard paid + step <= Int(units) else { continue }
        done += share * chain.finishing[state]
        let next = (paid + step) % span
        for edge in Int(chain.starts[state])..<Int(chain.starts[state + 1]) {
          shares[next][Int(chain.ends[edge])] += share * chain.weights[edge]
        }
      }
    }
    return min(1, done)
  }
}
