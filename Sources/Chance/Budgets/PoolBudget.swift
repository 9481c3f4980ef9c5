package import FlintRules

/// The chance of reaching goals with an amount of currency, of which cards give some back.
package struct PoolBudget: Sendable {
  /// The chance of reaching all goals before the currency is used up.
  package let chance: BoundedValue
  /// The chance of having reached them within each number of rolls, from 0 on.
  package let chances: [Double]
  /// The expected number of rolls until the goals are reached or the currency is used up.
  package let meanRolls: BoundedValue
  /// The maximum number of rolls that the currency can last.
  package var mostRolls: Int { chances.count - 1 }
  package let states: Int
}

extension PoolOdds {
  /// Returns the chance of reaching all goals with an amount of currency.
  ///
  /// - Parameters:
  ///   - amount: the currency before the first roll.
  ///   - price: the price of each roll, or of a bundle as a whole where the pool has one and `price.bundle` is
  ///     given.
  ///   - round: the prices of rolls one after the other, where they differ.
  ///   - refunds: the currency that cards give back.
  /// - Throws: `OddsError` as `distribution` does, and where the refunds may be worth more than the rolls.
  package func budget(
    _ amount: Int64, price: PoolPrice, round: PriceRound? = nil,
    refunds: PoolRefunds = PoolRefunds()
  ) throws(OddsError) -> PoolBudget {
    let size = price.bundle.map { Int(clamping: $0.size) } ?? 1
    guard let fixed = price.bundle?.price ?? price.roll, fixed > 0 || round != nil, size > 0 else {
      throw .invalid("price", "expected a price above 0")
    }
    guard refunds.cards.allSatisfy({ $0 >= 0 }), refunds.duplicates.allSatisfy({ $0 >= 0 }),
      (refunds.cards + refunds.duplicates).allSatisfy({ $0 <= 1 << 40 }), amount >= 0
    else { throw .invalid("refunds", "expected amounts from 0 on") }
    guard stages.allSatisfy({ $0.pool.definition.exchange == nil }) || stages.count > 1 else {
      throw OddsError(
        .noExactMethod, field: "budget",
        "no exact method for refunds together with an exchange")
    }
    var odds = self
    odds.refunds = refunds
    let chain = try PoolChain(odds.machine())
    if chain.isDoneAtStart {
      return PoolBudget(
        chance: BoundedValue(1, error: 0), chances: [1], meanRolls: BoundedValue(0, error: 0),
        states: 1)
    }
    let amounts = chain.amounts + (round.map { $0.prices.sorted() } ?? [fixed])
    let unit = amounts.reduce(0, greatestCommonDivisor)
    var front = AmountFront(states: chain.count)
    var chances = [0.0]
    var mean = 0.0
    var left = 1.0
    var paid: Int64 = 0
    while !front.isEmpty {
      let roll = chances.count - 1
      var least = 0
      if roll % size == 0 {
        let cost = round?.cost(of: 1, after: Int64(roll)) ?? fixed
        let (sum, overflow) = paid.addingReportingOverflow(cost)
        if overflow { break }
        paid = sum
        // The refunds so far must cover what the amount does not.
        let lacking = max(0, paid - amount)
        let units = lacking / unit + (lacking % unit == 0 ? 0 : 1)
        least = Int(clamping: units)
      }
      let step = front.advance(chain, unit: unit, least: least)
      left -= step.lost
      mean += max(0, left)
      left -= step.finished
      if front.isEmpty && step.finished == 0 {
        break
      }
      chances.append(chances[roll] + step.finished)
      if front.work > PoolChain.mostAmountWork || front.isTooWide || chances.count > 1 << 20 {
        throw OddsError(
          .noExactMethod, field: "budget",
          "no exact method within reach: the refunds pay for too many rolls to follow",
          states: chain.count)
      }
    }
    let error = 2 * BoundedValue.rounding * Double(chances.count + 16) * Double(chain.cardsOfRoll)
    let chance = chances.last ?? 0
    return PoolBudget(
      chance: BoundedValue(min(1, chance), within: chance * error + 1e-20 * Double(chances.count)),
      chances: chances.map { min(1, $0) },
      meanRolls: BoundedValue(mean, error: error * Double(chances.count)), states: chain.count)
  }
}
