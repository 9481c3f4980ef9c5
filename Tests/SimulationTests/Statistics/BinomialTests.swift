import Chance
import Testing

@Suite struct `The binomial distribution` {
  // mpmath 1.3 at 50 digits.
  static let values:
    [(successes: Int64, trials: Int64, chance: Double, below: Double, above: Double)] =
      [
        (0, 10, 0.25, 0.056313514709472656, 0.94368648529052734),
        (3, 10, 0.25, 0.77587509155273438, 0.22412490844726563),
        (9, 10, 0.25, 0.99999904632568359, 9.5367431640625e-7),
        (50, 10000, 0.01, 2.1122399326323791e-8, 0.99999997887760067),
        (150, 10000, 0.01, 0.9999989210525138, 1.0789474862028642e-6),
        (20, 1000000000000, 1e-11, 0.99841173933823526, 0.001588260661764743),
        (
          499998000000, 1000000000000, 0.5, 3.1671375662944194e-5, 0.99996832862433706
        ),
        (
          999999999970, 1000000000000, 0.99999999998, 0.021818238234857257, 0.97818176176514274
        ),
      ]

  @Test(arguments: values) func `cdf and survival`(
    successes: Int64, trials: Int64, chance: Double, below: Double, above: Double
  ) {
    #expect(
      isClose(Binomial.cdf(successes, trials: trials, chance: chance), below, within: 1e-11))
    #expect(
      isClose(Binomial.survival(successes, trials: trials, chance: chance), above, within: 1e-11))
  }

  @Test(arguments: [Int64(1), 2, 7, 60], [0, 0.01, 0.5, 0.83, 1])
  func `probabilities sum to the cdf`(trials: Int64, chance: Double) {
    var sum = 0.0
    var ways = 1.0
    for k in 0...trials {
      let product = (0..<trials).reduce(ways) { $0 * ($1 < k ? chance : 1 - chance) }
      sum += product
      #expect(abs(Binomial.cdf(k, trials: trials, chance: chance) - sum) < 1e-13)
      #expect(abs(Binomial.survival(k, trials: trials, chance: chance) - (1 - sum)) < 1e-13)
      ways *= Double(trials - k) / Double(k + 1)
    }
  }

  @Test func `arguments out of range`() {
    #expect(Binomial.cdf(-1, trials: 5, chance: 0.5) == 0)
    #expect(Binomial.survival(-1, trials: 5, chance: 0.5) == 1)
    #expect(Binomial.cdf(5, trials: 5, chance: 0.5) == 1)
  }
}
