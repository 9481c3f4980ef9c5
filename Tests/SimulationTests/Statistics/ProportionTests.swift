import Simulation
import Testing

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

  @Test func `without trials anything is possible`() {
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
  func `Clopper and Pearson hold the true chance at least as often as they say`(
    trials: Int64, chance: Double
  ) {
    var covered = 0.0
    for k in 0...trials
    where Proportion.clopperPearson(successes: k, trials: trials).contains(chance) {
      covered += Binomial.probability(k, trials: trials, chance: chance)
    }
    #expect(covered >= 0.95)
  }
}
