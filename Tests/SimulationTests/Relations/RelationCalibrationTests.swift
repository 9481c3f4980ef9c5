import FlintCalendar
import FlintRules
import TestSupport
import Testing
@testable import Chance

/// The test on series whose relation is known, most of them strongly autocorrelated. `FLINT_TEST_SEED` makes
/// other series; the bounds hold for nearly all of them.
struct `mood relations of synthetic days` {
  @Test func `effects in ten of twenty histories are found, and hardly any elsewhere`() throws {
    print("seed \(SyntheticDays.seed)")
    let count = 400
    var found = 0
    var falseAlarms = 0
    for number in 0..<20 {
      var days = SyntheticDays(number)
      let (cause, isOn) = days.factor("cause", 0.5, days: count)
      let (idle, _) = days.factor("idle", 0.7, days: count)
      let (other, _) = days.factor("other", 0.2, days: count)
      let hasEffect = number % 2 == 0
      let values = days.autoregression(0.6, days: count).enumerated().map { day, value in
        value + (hasEffect ? isOn[day] ? 0.5 : -0.5 : 0)
      }
      let result = MoodRelations(
        days.ratings(values), factors: [cause, idle, other], lags: .sameDay, seed: 1)
      for relation in result.relations where relation.evidence == .clear {
        if hasEffect && relation.name == "cause" {
          found += 1
          // The difference is about 1; rounding and the limits of ratings take little of it.
          #expect(abs(relation.difference - 1) < 0.5, "seed \(SyntheticDays.seed), \(number)")
        } else {
          falseAlarms += 1
        }
      }
    }
    #expect(found == 10, "seed \(SyntheticDays.seed)")
    // At most about 0.05 of each of 20 histories: P(more than 5) is 0.0003.
    #expect(falseAlarms <= 5, "seed \(SyntheticDays.seed)")
  }

  @Test func `an effect two days later is found at its lag`() throws {
    var days = SyntheticDays(100)
    let (cause, isOn) = days.factor("cause", 0.2, days: 500)
    let values = days.autoregression(0.5, days: 500).enumerated().map { day, value in
      value - (day >= 2 && isOn[day - 2] ? 0.9 : 0)
    }
    let result = MoodRelations(
      days.ratings(values), factors: [cause], lags: try LagRange("0..3"), seed: 1)
    let best = try #require(result.relations.first)
    #expect(best.lag == 2 && best.evidence == .clear && best.difference < -0.4)
  }

  @Test(.slow)
  func `without a relation p is below 5 % as often as it should be, unlike that of a t-test`() {
    print("seed \(SyntheticDays.seed)")
    let (sets, count) = (400, 300)
    var blocks = 0
    var naive = 0
    for number in 0..<sets {
      var days = SyntheticDays(1000 + number)
      let (factor, isOn) = days.factor("a", 0.8, days: count)
      let values = days.autoregression(0.8, days: count)
      let ratings = days.ratings(values)
      let result = MoodRelations(ratings, factors: [factor], lags: .sameDay, seed: 1)
      if let p = result.relations.first?.pValue, p < 0.05 { blocks += 1 }
      if Self.isNaivelySignificant(ratings.ratings, isOn) { naive += 1 }
    }
    // Of 400 with probability 0.05: 20, standard deviation 4.36. From 6 to 34 within 3.3 of them.
    print("p < 0.05 in \(blocks) of \(sets); by a t-test in \(naive)")
    #expect((6...34).contains(blocks), "seed \(SyntheticDays.seed)")
    #expect(naive > 60, "seed \(SyntheticDays.seed)")
  }

  @Test(.slow)
  func `the interval contains a known difference at least as often as it should`() throws {
    print("seed \(SyntheticDays.seed)")
    let (sets, count) = (150, 300)
    var contained = 0
    for number in 0..<sets {
      var days = SyntheticDays(3000 + number)
      let (factor, isOn) = days.factor("a", 0.7, days: count)
      let values = days.autoregression(0.7, days: count)
      // Ratings of 1 to 3 without the factor, and exactly one more with it.
      let ratings = days.ratings(values).ratings.enumerated().map { day, rating in
        rating == RatedDays.unrated ? rating : min(3, max(1, rating)) + (isOn[day] ? 1 : 0)
      }
      let result = MoodRelations(
        RatedDays(first: CivilDay(number: 0), ratings), factors: [factor], lags: .sameDay, seed: 1)
      let interval = try #require(result.relations.first?.interval)
      if interval.low <= 1 && 1 <= interval.high { contained += 1 }
    }
    // Of 150 with probability 0.95: 142.5, standard deviation 2.67.
    print("the interval contains the difference in \(contained) of \(sets)")
    #expect(contained >= 134, "seed \(SyntheticDays.seed)")
  }

  /// Whether the means differ by more than 1.96 standard errors of independent days.
  private static func isNaivelySignificant(_ ratings: [UInt8], _ isOn: [Bool]) -> Bool {
    func moments(_ isWith: Bool) -> (n: Double, mean: Double, variance: Double) {
      let values = ratings.indices.filter { isOn[$0] == isWith && ratings[$0] != RatedDays.unrated }
        .map { Double(ratings[$0]) }
      let n = Double(values.count)
      let mean = values.reduce(0, +) / n
      return (n, mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1))
    }
    let (a, b) = (moments(true), moments(false))
    return abs(a.mean - b.mean) > 1.96 * (a.variance / a.n + b.variance / b.n).squareRoot()
  }
}
