import Testing
@testable import Chance

@Suite struct `Intervals for a proportion` {
  // mpmath 1.3 at 50 digits: Wilson's quadratic, and roots of the incomplete beta function.
  static let values:
    [(
      successes: Int64, trials: Int64, level: Double, wilsonLow: Double, wilsonHigh: Double,
      exactLow: Double, exactHigh: Double
    )] = [
      (0, 10, 0.95, 0.0, 0.27753279986288917, 0.0, 0.30849710781876076),
      (
        1, 10, 0.95, 0.017876213095072909, 0.40415002679523843, 0.0025285785444617868,
        0.44501611702819536
      ),
      (
        5, 10, 0.95, 0.23659309051256401, 0.76340690948743599, 0.18708602844739857,
        0.81291397155260143
      ),
      (10, 10, 0.95, 0.72246720013711083, 1.0, 0.69150289218123924, 1.0),
      (
        203, 10000, 0.95, 0.017714572967792835, 0.023253835069034291, 0.017626362927651987,
        0.023257871693041027
      ),
      (
        6031, 10000, 0.99, 0.59043326084997286, 0.61563001829498772, 0.59040070368080011,
        0.61570069722790621
      ),
      (
        1, 1000000000000, 0.95, 1.7652455493517478e-13, 5.66493426573651e-12,
        2.5317807984289578e-14, 5.5716433909261618e-12
      ),
      (0, 1000000000000, 0.95, 0.0, 3.8414588206793677e-12, 0.0, 3.6888794541071315e-12),
      (
        500000000000, 1000000000000, 0.95, 0.49999902001800773, 0.50000097998199227,
        0.49999902001750773, 0.50000097998249227
      ),
      (
        999999999997, 1000000000000, 0.95, 0.99999999999117881, 0.99999999999897973,
        0.99999999999123273, 0.99999999999938133
      ),
      (
        7, 20, 0.999999999, 0.050594129949770369, 0.8447392989525557, 0.009540018037998036,
        0.91536674703174099
      ),
    ]

  @Test(arguments: values) func `Wilson, and Clopper and Pearson`(
    successes: Int64, trials: Int64, level: Double, wilsonLow: Double, wilsonHigh: Double,
    exactLow: Double, exactHigh: Double
  ) {
    let wilson = Proportion.wilson(successes: successes, trials: trials, level: level)
    #expect(isClose(wilson.low, wilsonLow, within: 1e-12))
    #expect(isClose(wilson.high, wilsonHigh, within: 1e-12))
    let exact = Proportion.clopperPearson(successes: successes, trials: trials, level: level)
    #expect(isClose(exact.low, exactLow, within: 1e-12))
    #expect(isClose(exact.high, exactHigh, within: 1e-12))
  }

  @Test func `the interval without trials is 0 to 1`() {
    #expect(Proportion.wilson(successes: 0, trials: 0) == Interval(low: 0, high: 1))
    #expect(Proportion.clopperPearson(successes: 0, trials: 0) == Interval(low: 0, high: 1))
  }

  @Test(arguments: [Int64(1), 3, 20, 45]) func `successes and failures mirror each other`(
    trials: Int64
  ) {
    for k in 0...trials {
      for interval in [Proportion.wilson, Proportion.clopperPearson] {
        let (one, other) = (interval(k, trials, 0.9), interval(trials - k, trials, 0.9))
        #expect(abs(one.low - (1 - other.high)) < 1e-14)
        #expect(one.contains(Double(k) / Double(trials)))
      }
    }
  }

  @Test(arguments: [Int64(5), 30], [0.01, 0.2, 0.5, 0.93])
  func `Clopper and Pearson contain the true probability with at least their level`(
    trials: Int64, chance: Double
  ) {
    var covered = 0.0
    for k in 0...trials
    where Proportion.clopperPearson(successes: k, trials: trials).contains(chance) {
      covered +=
        (Binomial.cdf(k, trials: trials, chance: chance)
          - Binomial.cdf(k - 1, trials: trials, chance: chance))
    }
    #expect(covered >= 0.95)
  }
}

@Suite struct `Differences of paired proportions` {
  // mpmath 1.4 at 30 digits, by the formulas of Newcombe (1998), method 10; the first case is in his
  // table II: 0.0569 to 0.3404.
  static let values: [(counts: [Int64], difference: Double, low: Double, high: Double)] = [
    ([36, 2, 12, 0], 0.2, 0.056929584003238811, 0.3404276029749407),
    ([36, 0, 14, 0], 0.28, 0.15283951785585732, 0.4166512369595656),
    ([2, 0, 2, 50], 0.037037037037037037, -0.039129120115903802, 0.12792132158776035),
    ([20, 2, 12, 16], 0.2, 0.056156424841748287, 0.32920699540014056),
    ([54, 0, 0, 0], 0, -0.0664135880908964, 0.0664135880908964),
    ([0, 0, 54, 0], 1, 0.90607700299599404, 1),
    ([30, 0, 0, 24], 0, -0.035837621934486093, 0.035837621934486093),
    ([12_388, 5130, 5, 2477], -0.25625, -0.26231037352187101, -0.25019192290500273),
    ([0, 37, 0, 263], -0.12333333333333333, -0.16537372402882342, -0.08844585398081229),
  ]

  @Test(arguments: values) func `have Newcombe's interval`(
    counts: [Int64], difference: Double, low: Double, high: Double
  ) {
    let pairs = PairedCounts(
      both: counts[0], onlyFirst: counts[1], onlySecond: counts[2], neither: counts[3])
    #expect(isClose(pairs.difference, difference, within: 1e-15))
    let interval = pairs.interval()
    #expect(isClose(interval.low, low, within: 1e-12))
    #expect(isClose(interval.high, high, within: 1e-12))
    let mirrored = PairedCounts(
      both: counts[0], onlyFirst: counts[2], onlySecond: counts[1], neither: counts[3])
    #expect(isClose(mirrored.interval().high, -low, within: 1e-12))
  }

  @Test func `have McNemar's standard error`() {
    let pairs = PairedCounts(both: 36, onlyFirst: 2, onlySecond: 12, neither: 0)
    // √((12 + 2)/50 − 0.2²)/√50
    #expect(isClose(pairs.standardError, 0.06928203230275509, within: 1e-14))
  }
}

extension Interval {
  fileprivate func contains(_ number: Double) -> Bool { low <= number && number <= high }
}
