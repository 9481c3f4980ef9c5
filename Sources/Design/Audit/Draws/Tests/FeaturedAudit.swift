package import Chance
internal import RealModule
internal import FlintRules

/// A comparison of the featured prizes of a tier with their share and their guarantee.
package struct FeaturedAudit: Equatable, Sendable {
  package let tier: String
  package let share: Double
  /// Whether the prize after one that was not featured is certainly featured.
  package let isGuaranteed: Bool
  package let counts: FeaturedCounts
  /// The exact p-value of the trials alone, as if their number had been fixed.
  package let binomialPValue: Double
  /// The interval of the share, after Clopper and Pearson.
  package let interval: Interval
  /// The shares that the trials could probably not tell from the promised one; `nil` without trials.
  package let unseen: Interval?
  let pValue: Double
  let method: DrawTest.Method
  /// The p-value of the number of runs; `nil` where all trials are equal.
  let runsPValue: Double?
  let runsMethod: DrawTest.Method
  let expectedRuns: Double

  /// The maximum number of prizes for which the distribution of the number of featured ones is computed.
  private static let mostExact = 4000

  init?(_ log: DrawLog, level: Double, power: AuditPower) {
    guard let rules = log.model.featured, let tier = log.model.featuredTier else { return nil }
    self.tier = log.model.tiers[tier].name
    share = rules.share.approximation
    isGuaranteed = rules.isGuaranteed
    let names = Set(rules.names)
    let isFeatured = log.names.map { names.contains($0) }
    let areOrdered = log.areOrdered
    var courses = log.beginAtZero.map {
      FeaturedCourse(isFree: $0 || !rules.isGuaranteed ? true : nil)
    }
    var counts = FeaturedCounts()
    for (index, draw) in log.draws.enumerated() where Int(draw.tier) == tier {
      let sequence = Int(draw.sequence)
      counts.add(
        isFeatured[Int(draw.name)], to: &courses[sequence], draw: index + 1,
        isGuaranteed: rules.isGuaranteed)
      // Whether the next one is guaranteed is not known where others may be missing before it.
      if rules.isGuaranteed, !areOrdered[sequence] { courses[sequence].isFree = nil }
    }
    for course in courses { counts.addRuns(course.outcomes) }
    self.counts = counts
    let (wins, trials) = (counts.wins, counts.trials)
    binomialPValue = Binomial.pValue(wins, trials: trials, chance: share)
    interval = Proportion.clopperPearson(successes: wins, trials: trials, level: level)
    unseen = trials == 0 ? nil : Self.unseen(share, trials, power)
    (pValue, method) = Self.pValue(
      courses, counts, share, isGuaranteed: isGuaranteed, binomial: binomialPValue)
    (expectedRuns, runsPValue, runsMethod) = Self.runs(courses.map(\.outcomes), counts.runs)
  }

  private static func unseen(_ share: Double, _ trials: Int64, _ power: AuditPower) -> Interval {
    let reach = (power.noncentrality(df: 1) * share * (1 - share) / Double(trials)).squareRoot()
    return Interval(low: max(0, share - reach), high: min(1, share + reach))
  }

  /// Returns the p-value of the number of featured prizes among as many prizes as there are.
  ///
  /// Under a guarantee each lost trial is followed by a prize that is none, so that of a given number of prizes
  /// the number of trials depends on how they ended: the binomial distribution of the trials alone would not be exact.
  private static func pValue(
    _ courses: [FeaturedCourse], _ counts: FeaturedCounts, _ share: Double, isGuaranteed: Bool,
    binomial: Double
  ) -> (Double, DrawTest.Method) {
    guard counts.trials > 0 else { return (1, .exact) }
    let count = courses.reduce(0) { $0 + $1.prizes }
    // What a log without its guarantee says about the share is the trials alone.
    guard isGuaranteed, counts.violations == 0 else { return (binomial, .exact) }
    guard count <= mostExact else {
      let spread = (Double(counts.trials) * share * (1 - share)).squareRoot()
      let off = abs(Double(counts.wins) - Double(counts.trials) * share)
      return (spread > 0 ? 2 * Normal.survival(off / spread) : off > 0 ? 0 : 1, .normal)
    }
    var distribution = [1.0]
    for course in courses where course.prizes > 0 {
      distribution = convolved(
        distribution, featuredDistribution(course.prizes, course.beginsGuaranteed, share))
    }
    let bound = distribution[courses.reduce(0) { $0 + $1.featured }] * (1 + 1e-7)
    return (min(1, distribution.reduce(0) { $1 <= bound ? $0 + $1 : $0 }), .exact)
  }

  /// Returns the distribution of the number of featured prizes among some, the last of which may be lost.
  static func featuredDistribution(_ prizes: Int, _ beginsGuaranteed: Bool, _ share: Double)
    -> [Double]
  {
    var free = [Double](repeating: 0, count: prizes + 1)
    var certain = free
    if beginsGuaranteed { certain[0] = 1 } else { free[0] = 1 }
    for _ in 0..<prizes {
      for count in stride(from: prizes, through: 0, by: -1) {
        let lost = free[count] * (1 - share)
        free[count] = count == 0 ? 0 : free[count - 1] * share + certain[count - 1]
        certain[count] = lost
      }
    }
    return zip(free, certain).map { $0 + $1 }
  }

  private static func convolved(_ left: [Double], _ right: [Double]) -> [Double] {
    var sums = [Double](repeating: 0, count: left.count + right.count - 1)
    for (i, one) in left.enumerated() where one > 0 {
      for (j, other) in right.enumerated() { sums[i + j] += one * other }
    }
    return sums
  }

  /// Returns the expected number of runs, and the p-value of the observed one: of Wald and Wolfowitz's test,
  /// exact for one sequence.
  private static func runs(
    _ courses: [[Bool]], _ observed: Int64
  ) -> (expected: Double, pValue: Double?, DrawTest.Method) {
    var (mean, variance) = (0.0, 0.0)
    let filled = courses.filter { !$0.isEmpty }
    for outcomes in filled {
      let won = Double(outcomes.count { $0 })
      let (lost, count) = (Double(outcomes.count) - won, Double(outcomes.count))
      let product = 2 * won * lost
      mean += 1 + product / count
      if count > 1 { variance += product * (product - count) / (count * count * (count - 1)) }
    }
    guard variance > 0 else { return (mean, nil, .exact) }
    guard filled.count == 1, let only = filled.first else {
      let z = abs(Double(observed) - mean) / variance.squareRoot()
      return (mean, 2 * Normal.survival(z), .normal)
    }
    let won = only.count { $0 }
    let distribution = runsDistribution(won, only.count - won)
    let lower = distribution.prefix(Int(observed) + 1).reduce(0, +)
    let upper = distribution.dropFirst(Int(observed)).reduce(0, +)
    return (mean, min(1, 2 * min(lower, upper)), .exact)
  }

  /// Returns the distribution of the number of runs of some successes and some failures in random order.
  static func runsDistribution(_ successes: Int, _ failures: Int) -> [Double] {
    func choose(_ n: Int, _ k: Int) -> Double {
      guard k >= 0, k <= n else { return -.infinity }
      return .logGamma(Double(n) + 1) - .logGamma(Double(k) + 1) - .logGamma(Double(n - k) + 1)
    }
    let whole = choose(successes + failures, successes)
    return (0...successes + failures).map { runs in
      guard runs >= 2 else { return 0 }
      let half = runs / 2
      if runs % 2 == 0 {
        return 2 * .exp(choose(successes - 1, half - 1) + choose(failures - 1, half - 1) - whole)
      }
      return .exp(choose(successes - 1, half) + choose(failures - 1, half - 1) - whole)
        + .exp(choose(successes - 1, half - 1) + choose(failures - 1, half) - whole)
    }
  }
}
