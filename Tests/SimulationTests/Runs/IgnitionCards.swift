/// The cards of the `ignition` rulebook as one table, with categories equally likely: in each, a rate
/// of 60/30/8/2 % over five common cards, three rare ones and two more, which are both epic (10 %, for
/// what is legendary is demoted) in two categories, and epic and legendary in three.
enum IgnitionCards {
  static let denominator: UInt64 = 1000

  /// 1000 × 1/5 × rate / (cards of the rarity in the category).
  static let weights: [UInt64] =
    [24, 24, 24, 24, 24, 20, 20, 20, 10, 10] + [24, 24, 24, 24, 24, 20, 20, 20, 10, 10]
    + [24, 24, 24, 24, 24, 20, 20, 20, 16, 4] + [24, 24, 24, 24, 24, 20, 20, 20, 16, 4]
    + [24, 24, 24, 24, 24, 20, 20, 20, 16, 4]

  /// The moments of the number of rolls that complete it, computed by inclusion–exclusion elsewhere.
  static let mean = 489.252461235149
  static let deviation = 269.390745806
  static let median: UInt32 = 418
  static let p95: UInt32 = 1019

  /// Checks the distribution of the rolls until complete: mean within 4 standard errors,
  /// standard deviation within 5 % (its own error at 20,000 is near 0.9 %), and so many players at
  /// most at two quantiles as are within 4 standard errors (0.0035 and 0.0015) and what a quantile can
  /// be off, being whole (its chance is at most 0.002).
  static func fit(_ rolls: [UInt32]) -> Bool {
    let count = Double(rolls.count)
    let mean = rolls.reduce(0.0) { $0 + Double($1) } / count
    let variance = rolls.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
    let atMedian = Double(rolls.count { $0 <= median }) / count
    let atP95 = Double(rolls.count { $0 <= p95 }) / count
    let error = 1 / count.squareRoot()
    return abs(mean - Self.mean) < 4 * deviation * error
      && abs(variance.squareRoot() / deviation - 1) < 0.05
      && abs(atMedian - 0.5) < 2 * error + 0.002 && abs(atP95 - 0.95) < 0.88 * error + 0.002
  }
}
