import FlintSchema

/// The lowest prices in money of amounts of a currency, by offers that each can be bought as often as one likes.
package struct OfferPrices: Sendable {
  private struct Sold: Sendable {
    var amount: Int64
    var money: Int64
  }

  private let sold: [Sold]
  /// The offer with the lowest price per unit.
  private let best: Sold
  /// The greatest common divisor of the amounts.
  private let step: Int64
  /// The lowest price of 0, 1, 2, … steps, each as much or more.
  private let costs: [Int64]

  /// The maximum number of steps for which the cheapest combination is sought.
  private static let mostSteps: Int64 = 200_000

  /// Creates the prices of a currency; `nil` where no offer sells it.
  package init?(_ offers: [OfferDefinition], of currency: String) {
    sold = offers.compactMap { offer in
      offer.grants.first { $0.name == currency }
        .flatMap { $0.value > 0 ? Sold(amount: $0.value, money: offer.millionths) : nil }
    }
    let best = sold.min {
      Double($0.money) / Double($0.amount) < Double($1.money) / Double($1.amount)
    }
    guard let best else { return nil }
    self.best = best
    let step = sold.reduce(0) { greatestCommonDivisor($0, $1.amount) }
    self.step = max(1, step)
    // Of the others, fewer are bought than the best has steps: as many of them would have a part whose sum is
    // a multiple of the best, which is not dearer.
    let largest = (sold.map(\.amount).max() ?? 0) / self.step
    let (all, overflow) = largest.multipliedReportingOverflow(by: best.amount / self.step)
    let most = overflow ? Self.mostSteps : min(Self.mostSteps, all)
    var costs = [Int64](repeating: .max, count: Int(most) + 1)
    costs[0] = 0
    for index in costs.indices.dropFirst() {
      for offer in sold {
        let before = costs[max(0, index - Int(clamping: offer.amount / self.step))]
        costs[index] = min(costs[index], before + offer.money)
      }
    }
    self.costs = costs
  }

  /// Returns the lowest price of at least an amount, in millionths; `nil` beyond all bounds.
  ///
  /// For amounts of more than `mostSteps` steps whose offers are many and large, it may be a little above the
  /// lowest.
  package func cheapest(for amount: Int64) -> Int64? {
    if amount <= 0 { return 0 }
    var steps = amount / step + (amount % step == 0 ? 0 : 1)
    var money: Int64 = 0
    let last = Int64(costs.count - 1)
    if steps > last {
      let each = best.amount / step
      let bought = (steps - last + each - 1) / each
      let (price, overflow) = bought.multipliedReportingOverflow(by: best.money)
      if overflow { return nil }
      money = price
      steps = max(0, steps - bought * each)
    }
    let (sum, overflow) = money.addingReportingOverflow(costs[Int(steps)])
    return overflow ? nil : sum
  }
}
