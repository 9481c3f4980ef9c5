import Chance
import RealModule
import FlintRules

extension DrawAudit {
  static func tiers(
    _ log: DrawLog, _ chain: DrawChain, _ known: KnownDraws, _ statistics: DrawStatistics,
    _ level: Double, _ power: AuditPower
  ) -> [TierResult] {
    let effective = chain.effectiveRates
    let expectation = chain.expectedPrizes(in: log)
    var observed = [Int64](repeating: 0, count: chain.tierCount)
    for draw in log.draws { observed[Int(draw.tier)] += 1 }
    var counted = [Int64](repeating: 0, count: chain.tierCount)
    for tier in known.tiers { counted[Int(tier)] += 1 }
    let reach = Normal.reach(level)
    let unseen = power.noncentrality(df: 1).squareRoot()
    return log.model.tiers.enumerated().map { index, tier in
      // The last tier is not tested by itself: it has what the others leave.
      let isTested = index < statistics.expected.count
      let expected =
        isTested
        ? statistics.expected[index]
        : Double(known.tiers.count) - statistics.expected.reduce(0, +)
      let deviation = isTested ? statistics.variance[index].squareRoot() : 0
      let wanted = expectation?.expected[index] ?? effective[index] * Double(log.count)
      var spread =
        known.tiers.isEmpty
        ? 0 : deviation * (Double(log.count) / Double(known.tiers.count)).squareRoot()
      if index == 0, chain.pityTiers.first == 0 {
        spread = expectation?.deviation ?? chain.renewalDeviation(draws: log.count)
      }
      let count = Double(observed[index])
      var ratio =
        wanted > 0
        ? Interval(
          low: max(0, count - reach * spread) / wanted, high: (count + reach * spread) / wanted)
        : Interval(low: 0, high: .infinity)
      if chain.pityTiers.isEmpty {
        let exact = Proportion.clopperPearson(
          successes: observed[index], trials: Int64(log.count), level: level)
        let rate = tier.rate.approximation
        ratio = Interval(low: exact.low / rate, high: exact.high / rate)
      }
      let reachable = wanted > 0 ? unseen * spread / wanted : 0
      return TierResult(
        name: tier.name, nominal: tier.rate, effective: effective[index], observed: observed[index],
        rate: Double(observed[index]) / Double(log.count), expected: wanted,
        knownObserved: counted[index], knownExpected: expected,
        deviation: deviation, spread: spread, ratio: ratio,
        unseen: isTested && spread > 0
          ? Interval(low: max(0, 1 - reachable), high: 1 + reachable) : nil)
    }
  }

  /// Returns the tests of the numbers of prizes of the tiers but the commonest.
  ///
  /// Without pity the number has a binomial distribution. Under pity the number of prizes less the sum of the chances
  /// that the draws had is compared with its standard deviation; for the rarest tier, the number itself is tested, too:
  /// by the exact distribution of a renewal process for one player, else by logs drawn by the rules.
  static func rateTests(
    _ tiers: [TierResult], _ log: DrawLog, _ chain: DrawChain, _ known: KnownDraws,
    _ statistics: DrawStatistics, _ replicates: DrawReplicates, _ level: Double, overdue: Int64
  ) -> [DrawTest] {
    let reach = Normal.reach(level)
    guard !known.tiers.isEmpty else { return [] }
    let plan = known.plan
    let draws = Int64(known.tiers.count)
    return statistics.expected.indices.flatMap { index in
      let tier = tiers[index]
      let (excess, spread) = (statistics.excess[index], statistics.variance[index].squareRoot())
      let z = spread > 0 ? excess / spread : abs(excess) > 1e-6 ? excess * .infinity : 0
      let known = tier.knownExpected
      var test = DrawTest(
        kind: .rate, subject: tier.name, statisticName: "z", statistic: z, df: nil,
        pValue: 2 * Normal.survival(abs(z)), method: .normal, adjusted: nil,
        effect: DrawTest.Effect(
          // Not the expectation of the long run, which the table of tiers has.
          name: chain.pityTiers.isEmpty ? "observed/expected" : "observed/sum of chances",
          value: known > 0 ? Double(tier.knownObserved) / known : 1,
          neutral: 1,
          interval: known > 0
            ? Interval(
              low: max(0, Double(tier.knownObserved) - reach * spread) / known,
              high: (Double(tier.knownObserved) + reach * spread) / known) : nil))
      if chain.pityTiers.isEmpty {
        test.pValue = Binomial.pValue(
          tier.knownObserved, trials: draws, chance: tier.nominal.approximation)
        test.method = .exact
        test.effect?.interval = tier.ratio
        return [test]
      }
      if replicates.count > 0 {
        test.pValue = replicates.pValue(replicates.rates[index])
        test.method = .monteCarlo(logs: replicates.count)
      }
      guard index == 0, chain.pityTiers.first == 0 else { return [test] }
      guard log.sequences.count == 1 else {
        test.kind = .chances
        return [renewalTest(tier, plan, replicates, reach), test]
      }
      // The number is that of all draws from the first known one on, those without stated chances included.
      let counted = log.draws.dropFirst(log.count - Int(draws + overdue))
      let count = Int64(counted.count { $0.tier == 0 })
      guard let exact = renewalPValue(chain, count: count, draws: draws + overdue) else {
        return [test]
      }
      test.kind = .chances
      let expected =
        log.beginAtZero[0] ? tier.expected : tier.effective * Double(draws + overdue)
      return [
        DrawTest(
          kind: .rate, subject: tier.name, statisticName: "count",
          statistic: Double(count), df: nil, pValue: exact, method: .exact,
          adjusted: nil,
          effect: DrawTest.Effect(
            name: "observed/expected",
            value: expected > 0 ? Double(count) / expected : 1, neutral: 1,
            interval: tier.ratio)), test,
      ]
    }
  }

  /// Returns the test of the number of prizes of the rarest tier in several sequences, each of which begins anew.
  private static func renewalTest(
    _ tier: TierResult, _ plan: DrawPlan, _ replicates: DrawReplicates, _ reach: Double
  ) -> DrawTest {
    let (expected, deviation) = plan.expectedRarest
    let count = Double(tier.knownObserved)
    var (pValue, method) = (1.0, DrawTest.Method.normal)
    if replicates.count > 0 {
      let smaller = min(replicates.prizes.atLeast, replicates.prizes.atMost)
      pValue = min(1, 2 * replicates.pValue(smaller))
      method = .monteCarlo(logs: replicates.count)
    } else if deviation > 0 {
      pValue = 2 * Normal.survival(abs(count - expected) / deviation)
    }
    return DrawTest(
      kind: .rate, subject: tier.name, statisticName: "count", statistic: count, df: nil,
      pValue: pValue, method: method, adjusted: nil,
      effect: DrawTest.Effect(
        name: "observed/expected", value: expected > 0 ? count / expected : 1, neutral: 1,
        interval: expected > 0
          ? Interval(
            low: max(0, count - reach * deviation) / expected,
            high: (count + reach * deviation) / expected) : nil))
  }

  /// Returns the p-value of the number of prizes of the rarest tier in some draws from a beginning: there are at
  /// least m where the first m gaps take no more draws than there are.
  ///
  /// - Returns: `nil` when the distribution is out of reach.
  static func renewalPValue(_ chain: DrawChain, count: Int64, draws: Int64) -> Double? {
    let subject = DrawHistory.Subject(tier: 0, rule: 0)
    let gap = StepDistribution(ends: [0] + chain.gapDistribution(subject, key: 0))
    guard let next = gap.repeated(Int(count) + 1) else { return nil }
    let atMost = next.probability(notWithin: draws)
    guard count > 0 else { return min(1, 2 * atMost) }
    guard let all = gap.repeated(Int(count)) else { return nil }
    let atLeast: Double = all.probability(doneWithin: draws)
    return min(1, 2 * min(atMost, atLeast))
  }

  /// Returns the tests of changes over time.
  static func driftTests(
    _ changes: [Change], _ statistics: DrawStatistics, _ replicates: DrawReplicates
  ) -> [DrawTest] {
    changes.enumerated().compactMap { index, change in
      guard statistics.variance[index] > 0 else { return nil }
      let statistic = statistics.drift[index]
      return DrawTest(
        kind: .drift, subject: change.tier, statisticName: "sup|bridge|", statistic: statistic,
        df: nil,
        pValue: replicates.count > 0
          ? replicates.pValue(replicates.drift[index]) : bridgeSurvival(statistic),
        method: replicates.count > 0 ? .monteCarlo(logs: replicates.count) : .kolmogorov,
        adjusted: nil,
        effect: change.before.flatMap { before in
          change.after.flatMap { after in
            before > 0
              ? DrawTest.Effect(
                name: "ratio after/before", value: after / before, neutral: 1, interval: nil) : nil
          }
        })
    }
  }

  /// Returns the probability that a Brownian bridge gets farther from 0 than a distance (Kolmogorov 1933).
  static func bridgeSurvival(_ distance: Double) -> Double {
    guard distance > 0.2 else { return 1 }
    var (sum, sign) = (0.0, 1.0)
    for index in 1...100 {
      let step = Double(index) * distance
      let term = Double.exp(-2 * step * step)
      sum += sign * term
      sign = -sign
      if term < 1e-17 { break }
    }
    return min(1, max(0, 2 * sum))
  }

  /// Returns the test whether all players have the same rates; `nil` for one player.
  static func playerTest(
    _ plan: DrawPlan, _ statistics: DrawStatistics, _ replicates: DrawReplicates, _ level: Double
  ) -> DrawTest? {
    guard statistics.players.count(where: { $0.variance > 0 }) > 1 else { return nil }
    if replicates.count > 0 {
      return DrawTest(
        kind: .players, subject: "all players", statisticName: "dispersion",
        statistic: statistics.dispersion, df: nil,
        pValue: replicates.pValue(replicates.dispersion),
        method: .monteCarlo(logs: replicates.count), adjusted: nil,
        effect: DrawTest.Effect(
          name: "variance/expected", value: statistics.dispersion, neutral: 1, interval: nil))
    }
    // The chi-square distribution needs players of whom enough is known.
    let steady = statistics.players.filter { $0.variance >= 5 }
    guard steady.count > 1 else { return nil }
    var known = statistics
    known.players = steady
    let ratio = known.commonRatio
    // The variance that the gaps show, over that of the rules.
    let scale =
      steady.reduce(0) { $0 + $1.spread(ratio: ratio) } / steady.reduce(0) { $0 + $1.variance }
    guard scale > 0 else { return nil }
    let sum = steady.reduce(0) { sum, player in
      let distance = player.prizes - ratio * player.expected
      return sum + distance * distance / (player.variance * scale)
    }
    let df = Double(steady.count - 1)
    let tail = (1 - level) / 2
    return DrawTest(
      kind: .players, subject: "players with a variance of at least 5", statisticName: "chi-square",
      statistic: sum, df: steady.count - 1, pValue: ChiSquare.survival(sum, df: df),
      method: .chiSquare,
      adjusted: nil,
      effect: DrawTest.Effect(
        name: "variance/expected", value: sum / df, neutral: 1,
        interval: Interval(
          low: sum / ChiSquare.critical(alpha: tail, df: df),
          high: sum / ChiSquare.critical(alpha: 1 - tail, df: df))))
  }
}

extension FeaturedAudit {
  var tests: [DrawTest] {
    var tests: [DrawTest] = []
    if counts.violations > 0 {
      tests.append(
        DrawTest(
          kind: .guarantee, subject: tier, statisticName: "violations",
          statistic: Double(counts.violations), df: nil, pValue: 0, method: .impossible,
          adjusted: nil,
          effect: DrawTest.Effect(
            name: "share kept",
            value: Double(counts.guaranteed - counts.violations) / Double(counts.guaranteed),
            neutral: 1, interval: nil)))
    }
    guard counts.trials > 0 else { return tests }
    tests.append(
      DrawTest(
        kind: .share, subject: tier, statisticName: "won", statistic: Double(counts.wins), df: nil,
        pValue: pValue, method: method, adjusted: nil,
        effect: DrawTest.Effect(
          name: "share", value: Double(counts.wins) / Double(counts.trials), neutral: share,
          interval: interval)))
    if let runsPValue {
      tests.append(
        DrawTest(
          kind: .runs, subject: tier, statisticName: "runs", statistic: Double(counts.runs),
          df: nil,
          pValue: runsPValue, method: runsMethod, adjusted: nil,
          effect: DrawTest.Effect(
            name: "runs/expected", value: Double(counts.runs) / expectedRuns, neutral: 1,
            interval: nil)))
    }
    return tests
  }
}

extension PrizeGroup {
  /// The name of the group: its tier, whether it is featured, and its pool.
  package var name: String {
    let group = isFeatured.map { $0 ? ", featured" : ", others" } ?? ""
    return tier + group + (pool.isEmpty ? "" : " (\(pool))")
  }

  var test: DrawTest {
    DrawTest(
      kind: .items, subject: name, statisticName: "chi-square", statistic: audit.chiSquare,
      df: audit.df, pValue: pValue, method: method, adjusted: nil,
      effect: DrawTest.Effect(
        name: "Cohen's w", value: (audit.chiSquare / Double(max(1, audit.draws))).squareRoot(),
        neutral: 0, interval: nil), decides: isModelled)
  }
}
