package import FlintRules
import FlintSchema

extension PoolTable {
  package var currencies: [String] {
    var ids = definition.price.map(\.name)
    for amount in definition.bundle?.price ?? [] where !ids.contains(amount.name) {
      ids.append(amount.name)
    }
    return ids
  }

  private func single(_ currency: String) -> Int64? {
    definition.price.first { $0.name == currency }?.value
  }

  private func bundle(_ currency: String) -> Int64? {
    guard let bundle = definition.bundle else { return nil }
    if bundle.price.isEmpty {
      return single(currency).map { $0.multipliedClamped(by: bundle.size) }
    }
    return bundle.price.first { $0.name == currency }?.value ?? 0
  }

  /// Returns the lowest price of at least a number of rolls: in single rolls, in bundles, or in bundles and
  /// single rolls for the rest; or in whole bundles alone.
  ///
  /// Of prices in several currencies, one is lower than another where it is so in each of them.
  package func price(of rolls: Int64, inBundles: Bool) -> [CurrencyAmount] {
    func amounts(bundles: Int64, singles: Int64) -> [Int64] {
      currencies.map { currency in
        let ten = (bundle(currency) ?? 0).multipliedClamped(by: bundles)
        let one = definition.round(of: currency)?.cost(of: singles) ?? 0
        let (sum, overflow) = ten.addingReportingOverflow(one)
        return overflow ? .max : sum
      }
    }
    let hasSingles = !definition.price.isEmpty && !inBundles
    var lowest = hasSingles ? amounts(bundles: 0, singles: rolls) : nil
    if let size = definition.bundle?.size {
      let (bundles, rest) = rolls.quotientAndRemainder(dividingBy: size)
      let mixed = hasSingles ? amounts(bundles: bundles, singles: rest) : nil
      let whole = amounts(bundles: bundles + (rest > 0 ? 1 : 0), singles: 0)
      for price in [mixed, whole].compactMap(\.self)
      where lowest.map({ zip(price, $0).allSatisfy { $0 <= $1 } }) ?? true {
        lowest = price
      }
    }
    return zip(currencies, lowest ?? []).map { CurrencyAmount($0, $1) }
  }

  /// Whether a bundle costs no more than fewer single rolls, and is bought in their place.
  var bundleReplacesFewer: Bool {
    guard let size = definition.bundle?.size, size > 1, !definition.price.isEmpty else {
      return false
    }
    return price(of: size - 1, inBundles: false) == price(of: size, inBundles: false)
  }

  /// Returns the mean of the price of a random number of rolls, by `price(of:inBundles:)`; by the price of
  /// a single roll where the distribution is not known, or is too long to sum.
  ///
  /// - Parameter rolls: the mean of the number.
  func meanPrice(
    of rolls: Double, _ distribution: Distribution?, inBundles: Bool
  ) -> [NamedValue<Double>] {
    if definition.bundle != nil || definition.priceChanges, let distribution,
      distribution.quantile(1 - 1e-12) <= 100_000
    {
      return meanPrice(inBundles: inBundles) { 1 - distribution.probability(doneWithin: $0 - 1) }
    }
    return currencies.map { currency in
      let size = Double(definition.bundle?.size ?? 1)
      let each =
        (inBundles ? nil : definition.round(of: currency)).map(\.mean)
        ?? bundle(currency).map { Double($0) / size } ?? 0
      return NamedValue(currency, each * rolls)
    }
  }

  /// Sums the steps of the price, each times the probability that its roll is made, which is none at last.
  func meanPrice(
    inBundles: Bool, probability: (_ roll: Int64) -> Double
  ) -> [NamedValue<Double>] {
    var sums = currencies.map { NamedValue($0, 0.0) }
    var before = price(of: 0, inBundles: inBundles)
    var roll: Int64 = 1
    while true {
      let reached = probability(roll)
      if reached < 1e-13 { return sums }
      let price = price(of: roll, inBundles: inBundles)
      for index in sums.indices {
        sums[index].value += (Double(price[index].value) - Double(before[index].value)) * reached
      }
      before = price
      roll += 1
    }
  }

  package func rolls(for amounts: [String: Int64], inBundles: Bool) -> Int64 {
    var most = Int64.max
    for currency in currencies {
      let amount = amounts[currency] ?? 0
      if definition.priceChanges, let round = definition.round(of: currency) {
        most = round.rolls(for: amount, most: min(most, 1_000_000_000))
        continue
      }
      let price = PoolPrice(
        roll: inBundles ? nil : single(currency),
        bundle: bundle(currency).flatMap { ten in definition.bundle.map { (ten, $0.size) } })
      most = min(most, price.mostRolls(for: amount))
    }
    if let limit = definition.limit { most = min(most, limit) }
    return min(most, 1_000_000_000)
  }

  /// Returns the pool with the prices that follow a number of rolls, and what its limit leaves after them.
  func priced(after rolls: Int64) -> PoolTable {
    var pool = self
    pool.definition = definition.priced(after: rolls)
    pool.definition.limit = definition.limit.map { max(0, $0 - max(0, rolls)) }
    return pool
  }

  /// Returns the prices of the only currency.
  func poolPrice(inBundles: Bool) -> PoolPrice? {
    guard let currency = currencies.first else { return nil }
    return PoolPrice(
      roll: inBundles ? nil : single(currency),
      bundle: inBundles
        ? bundle(currency).flatMap { ten in definition.bundle.map { (ten, $0.size) } } : nil)
  }
}

extension Int64 {
  /// The product, at most the largest number.
  fileprivate func multipliedClamped(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
