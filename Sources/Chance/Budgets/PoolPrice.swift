/// The prices of rolls in a currency.
package struct PoolPrice: Hashable, Sendable {
  /// The price of one roll; `nil` where rolls are sold in bundles only.
  package var roll: Int64?
  /// The price of a bundle, and its number of rolls; `nil` without bundles.
  package var bundle: (price: Int64, size: Int64)? {
    get { bundlePrice.map { ($0, bundleSize) } }
    set {
      bundlePrice = newValue?.price
      bundleSize = newValue?.size ?? 0
    }
  }
  private var bundlePrice: Int64?
  private var bundleSize: Int64 = 0

  package init(roll: Int64?, bundle: (price: Int64, size: Int64)? = nil) {
    self.roll = roll
    bundlePrice = bundle?.price
    bundleSize = bundle?.size ?? 0
  }

  /// Returns the maximum number of rolls that an amount buys; `Int64.max` where they are free.
  package func mostRolls(for amount: Int64) -> Int64 {
    guard amount > 0 || roll == 0 || bundlePrice == 0 else { return 0 }
    let amount = max(0, amount)
    if let roll, roll <= 0 { return .max }
    guard let bundlePrice, bundleSize > 0 else { return roll.map { amount / $0 } ?? 0 }
    if bundlePrice <= 0 { return .max }
    // Where a bundle costs no more than its rolls, as many as possible are best; otherwise none is.
    if let roll {
      let (single, overflow) = roll.multipliedReportingOverflow(by: bundleSize)
      if !overflow && single < bundlePrice { return amount / roll }
    }
    let (bundles, rest) = amount.quotientAndRemainder(dividingBy: bundlePrice)
    let (rolls, overflow) = bundles.multipliedReportingOverflow(by: bundleSize)
    if overflow { return .max }
    let (sum, isBeyond) = rolls.addingReportingOverflow(roll.map { rest / $0 } ?? 0)
    return isBeyond ? .max : sum
  }
}
