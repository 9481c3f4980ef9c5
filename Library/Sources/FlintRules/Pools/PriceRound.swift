import FlintSchema

/// The prices of rolls in a currency, one after the other: those of a round, which begins again after the last.
package struct PriceRound: Sendable {
  /// The sums of the prices of a round, before each roll and after the last.
  private let sums: [Int64]
  /// What a profile's first roll costs less than the first of another round.
  private let discount: Int64

  package init(_ prices: [Int64], first: Int64? = nil) {
    sums = prices.reduce(into: [0]) { sums, price in
      sums.append((sums.last ?? 0).addingClamped(price))
    }
    discount = first.map { (prices.first ?? 0) - $0 } ?? 0
  }

  /// The prices that occur.
  package var prices: Set<Int64> {
    let steps = zip(sums.dropFirst(), sums).map { $0 - $1 }
    return Set(steps + steps.prefix(1).map { $0 - discount })
  }

  /// The mean of the prices of a round.
  package var mean: Double {
    sums.count > 1 ? Double(sums[sums.count - 1]) / Double(sums.count - 1) : 0
  }

  /// Returns the price of a profile's first rolls.
  private func total(_ rolls: Int64) -> Int64 {
    guard rolls > 0, sums.count > 1, let all = sums.last else { return 0 }
    let (rounds, rest) = rolls.quotientAndRemainder(dividingBy: Int64(sums.count - 1))
    let (product, overflow) = rounds.multipliedReportingOverflow(by: all)
    return overflow ? .max : product.addingClamped(sums[Int(rest)]).addingClamped(-discount)
  }

  /// Returns the price of a number of rolls after those so far; `Int64.max` where it is beyond all balances.
  package func cost(of rolls: Int64, after before: Int64 = 0) -> Int64 {
    let all = total(before.addingClamped(rolls))
    return all == .max ? .max : all - total(before)
  }

  /// Returns how many rolls an amount buys after those so far, up to a maximum.
  package func rolls(for amount: Int64, after before: Int64 = 0, most: Int64) -> Int64 {
    var (enough, above) = (Int64(0), max(0, most).addingClamped(1))
    while above - enough > 1 {
      let rolls = enough + (above - enough) / 2
      if cost(of: rolls, after: before) <= amount { enough = rolls } else { above = rolls }
    }
    return enough
  }
}

extension PoolDefinition {
  /// Returns the prices of its rolls in a currency; `nil` where they cost none of it.
  package func round(of currency: String) -> PriceRound? {
    prices.first { $0.name == currency }.map { price in
      PriceRound(
        price.value, first: firstPrice.map { $0.first { $0.name == currency }?.value ?? 0 })
    }
  }
}

extension Int64 {
  /// The sum, at most the largest number.
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
