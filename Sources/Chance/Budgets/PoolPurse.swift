import FlintRules
import FlintSchema

/// What a player buys in a pool with an amount of one currency: bundles where they cost no more than their rolls, and
/// single rolls.
struct PoolPurse {
  /// The number of the pool among those of an order.
  let pool: Int
  /// The prices of single rolls; `nil` where rolls are bought in bundles alone.
  private let round: PriceRound?
  private let bundle: (price: Int64, size: Int64)?
  /// The maximum number of rolls.
  private let limit: Int64

  /// Creates the purchases of a pool; `nil` where it has not one price above 0 in the currency.
  init?(_ pool: PoolTable, number: Int, currency: String, inBundles: Bool) {
    guard pool.currencies == [currency] else { return nil }
    self.pool = number
    round = inBundles ? nil : pool.definition.round(of: currency)
    // Where prices change from roll to roll, a bundle is not compared with them.
    bundle =
      inBundles || !pool.definition.priceChanges
      ? pool.poolPrice(inBundles: true)?.bundle : nil
    limit = pool.definition.limit ?? .max
    guard round != nil || bundle != nil, bundle.map({ $0.price > 0 && $0.size > 0 }) ?? true,
      round?.prices.contains(where: { $0 > 0 }) ?? true
    else { return nil }
  }

  /// Returns the next purchase after a number of rolls; `nil` where an amount or the limit does not cover one.
  func purchase(with amount: Int64, after rolls: Int64) -> (rolls: Int64, price: Int64)? {
    let left = limit - rolls
    let single = round?.cost(of: 1, after: rolls)
    if let bundle, bundle.price <= amount, bundle.size <= left {
      let singles = single.map { $0.multipliedReportingOverflow(by: bundle.size) }
      if singles.map({ $0.overflow || $0.partialValue >= bundle.price }) ?? true {
        return (bundle.size, bundle.price)
      }
    }
    return single.flatMap { $0 <= amount && left > 0 ? (1, $0) : nil }
  }
}

extension [PoolTable] {
  /// Returns what is bought in each pool of an order with its only currency; `nil` where there is none that all have.
  func purses(inBundles: Bool) -> [PoolPurse]? {
    guard let currency = first?.currencies.first else { return nil }
    let ids = map(\.definition.id)
    let purses = compactMap { pool in
      PoolPurse(
        pool, number: ids.firstIndex(of: pool.definition.id) ?? 0, currency: currency,
        inBundles: inBundles)
    }
    return purses.count == count ? purses : nil
  }
}
