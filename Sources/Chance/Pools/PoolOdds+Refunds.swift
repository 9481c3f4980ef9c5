package import FlintRules
import FlintSchema

extension PoolOdds {
  /// The number of players that estimate what duplicates give back where there is no exact method.
  private static let refundPlayers = 4096

  /// Returns the expected amount that duplicates give back until the goals are reached, with the half-width of its 95 %
  /// interval where it is estimated; `nil` where players that are simulated do not reach them.
  ///
  /// The expected amounts of the rarities add up: a chain that counts the cards of one alone is within reach where one
  /// that counts those of all is not.
  func meanRefund(
    _ refunds: PoolRefunds, seed: UInt64
  ) throws(OddsError) -> (mean: Double, reach: Double?)? {
    do {
      var sum = 0.0
      for (tier, amount) in refunds.duplicates.enumerated() where amount > 0 {
        var part = self
        part.refunds = PoolRefunds(
          duplicates: refunds.duplicates.indices.map { $0 == tier ? amount : 0 })
        let chain = try PoolChain(part.machine(), reach, isClocked: exchanges != nil)
        sum += try chain.meanAmount(exchanges: exchanges)
      }
      return (sum, nil)
    } catch  where error.code == .noExactMethod {
      return try estimatedRefund(refunds, seed: seed).map { ($0.mean, $0.reach) }
    }
  }

  private func estimatedRefund(
    _ refunds: PoolRefunds, seed: UInt64
  ) throws(OddsError) -> (mean: Double, reach: Double)? {
    var odds = self
    odds.refunds = refunds
    let machine = try odds.machine()
    // As many cards as an estimate of the rolls has at most.
    let most = Int(Precision().mostCards) / (Self.refundPlayers * max(1, machine.cardsOfRoll))
    let population = PoolPopulation(
      machine: machine, exchange: exchange, seed: seed, mostRolls: max(1000, most))
    var amounts: [Double] = []
    for outcome in population.play(0..<Self.refundPlayers) {
      guard let outcome else { return nil }
      amounts.append(outcome.amount)
    }
    let count = Double(amounts.count)
    let mean = amounts.reduce(0, +) / count
    let squares = amounts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (
      mean, (squares / (count - 1) / count).squareRoot() * StudentT.reach95(count - 1)
    )
  }
}

extension PoolRefunds {
  /// Creates what duplicates of the cards of pools give back of a currency; `nil` where they give nothing.
  package init?(of currency: String, in pools: [PoolTable], _ rulebook: RulebookDefinition) {
    let amounts = rulebook.rarities.enumerated().map { tier, rarity -> Int64 in
      guard pools.contains(where: { tier < $0.cards.count && !$0.cards[tier].isEmpty }) else {
        return 0
      }
      let grants = rulebook.duplicateGrants.first { $0.name == rarity.name }?.value
      return grants?.first { $0.name == currency }?.value ?? 0
    }
    guard amounts.contains(where: { $0 > 0 }) else { return nil }
    self.init(duplicates: amounts)
  }
}
