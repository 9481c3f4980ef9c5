/// The law of the number of days until a goal is reached, with as many sparks on every day.
public struct DayLaw: Sendable {
  /// How many sparks a day has.
  public let sparksPerDay: Int64
  /// The expected number of days, the last one counted whole.
  public let mean: Double
  /// The standard deviation of the number of days.
  public let standardDeviation: Double
  private let law: OddsLaw

  /// The most days that are added up one by one.
  private static let mostDays: Int64 = 3000

  init(_ law: OddsLaw, sparksPerDay: Int64) throws(OddsError) {
    guard (1...1_000_000).contains(sparksPerDay) else {
      throw .invalid("per_day", "expected 1 to 1000000, got \(sparksPerDay)")
    }
    self.law = law
    self.sparksPerDay = sparksPerDay
    if sparksPerDay == 1 {
      (mean, standardDeviation) = (law.mean, law.standardDeviation)
      return
    }
    let sums = try Self.sums(law, sparksPerDay)
    mean = sums.first
    standardDeviation = max(0, sums.second - sums.first * sums.first).squareRoot()
  }

  /// The least number of days that reach the goal with at least a chance.
  public func quantile(_ probability: Double) -> Int64 {
    let sparks = law.quantile(probability)
    return sparks / sparksPerDay + (sparks % sparksPerDay == 0 ? 0 : 1)
  }

  /// The sums of S(dK) and (2d + 1)·S(dK) over all days d, S(n) being the chance that n sparks do
  /// not do.
  private static func sums(
    _ law: OddsLaw, _ step: Int64
  ) throws(OddsError) -> (first: Double, second: Double) {
    func left(_ sparks: Int64) -> Double { law.law.probability(notWithin: sparks) }
    // Few days: one after the other, until what is left adds nothing.
    var (first, second) = (0.0, 0.0)
    var day: Int64 = 0
    let end = law.law.guess(1 - 1e-15) / Double(step)
    let isSummable = end < Double(mostDays) || law.law is StepLaw
    if isSummable || step > 300 {
      while true {
        let share = left(day * step)
        first += share
        second += Double(2 * day + 1) * share
        if share < 1e-16 { return (first, second) }
        day += 1
        if day > 2_000_000 / (isSummable ? 1 : 10) {
          throw OddsError(
            .noExactMethod, field: "per_day",
            "no exact method within reach for days: there are too many to add up; leave it out")
        }
      }
    }
    // Many days: those at the beginning, then the difference between the sum over days and that
    // over sparks, which is known, by the formula of Euler and Maclaurin.
    let days = max(64, 1000 / step)
    var (partial, weighted) = (0.0, 0.0)
    let from = days * step
    for sparks in 0..<from {
      let share = left(sparks)
      partial += share
      weighted += Double(sparks) * share
      if sparks % step == 0 {
        first += share
        second += Double(2 * (sparks / step) + 1) * share
      }
    }
    // Σ S(n) = E N and Σ (2n + 1)·S(n) = E N² over all n.
    let (mean, deviation) = (law.mean, law.standardDeviation)
    let rest = mean - partial
    let restWeighted = (deviation * deviation + mean * mean - mean) / 2 - weighted
    let width = Double(step)
    let plain = (-4...4).map { left(from + Int64($0) * step) }
    let linear = (-4...4).map { Double(2 * (days + Int64($0)) + 1) * plain[$0 + 4] }
    first += (rest + correction(plain, width)) / width
    second += (2 * restWeighted / width + rest + correction(linear, width)) / width
    return (first, second)
  }

  /// What the sum at every K-th number, times K, has more than the sum over all, from the middle of
  /// nine values at steps of K on.
  private static func correction(_ values: [Double], _ width: Double) -> Double {
    func difference(_ offset: Int) -> Double { values[4 + offset] - values[4 - offset] }
    let (one, two, three, four) = (difference(1), difference(2), difference(3), difference(4))
    // Derivatives of odd order from central differences, times the width to that order.
    let slope = (672 * one - 168 * two + 32 * three - 3 * four) / 840
    let third = (-488 * one + 338 * two - 72 * three + 7 * four) / 240
    let fifth = (29 * one - 26 * two + 9 * three - four) / 6
    func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { value, _ in value / width } }
    return (width - 1) / 2 * values[4]
      - (width - power(1)) / 12 * slope
      + (width - power(3)) / 720 * third
      - (width - power(5)) / 30_240 * fifth
  }
}

extension OddsLaw {
  /// The law of the number of days, with as many sparks on every day.
  ///
  /// - Throws: `OddsError` when there are none or too many sparks a day, or too many days to add up.
  public func days(sparksPerDay: Int64) throws(OddsError) -> DayLaw {
    try DayLaw(self, sparksPerDay: sparksPerDay)
  }
}
