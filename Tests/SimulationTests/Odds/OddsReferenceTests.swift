import FlintJSON
import FlintRules
import FlintSchema
import Testing
@testable import Chance

/// Distributions with values from other programs: Python's fractions (inclusion and exclusion over the lattice
/// of rates, exactly) unless mpmath's quadrature is named.
@Suite struct `Odds without pity` {
  @Test func `of fifty equal cards`() throws {
    let distribution = try Odds.distribution(
      of: .complete, weights: Array(repeating: .percent(2), count: 50))
    // 50 · (1 + 1/2 + … + 1/50)
    #expect(agrees(distribution.mean, 224.960266916471))
    #expect(distribution.meanFraction == "13943237577224054960759/61980890084919934128")
    #expect(distribution.quantile(0.95) == 341)
    // Newman & Shepp's double dixie cup; mpmath.
    let twice = try Odds.distribution(
      of: .complete, weights: Array(repeating: .percent(2), count: 50), copies: 2)
    #expect(agrees(twice.mean, 324.7972682322545))
    #expect(agrees(twice.standardDeviation, 70.64260637047477))
  }

  @Test func `of ignition, first legendary and all fifty`() throws {
    let rulebook = try Rulebook.ignition()
    let first = try Odds.distribution(of: .first(.legendary), rulebook: rulebook)
    #expect(agrees(first.mean, 83.3333333333333))
    #expect(first.meanFraction == "250/3")
    // Geometric: the variance is (1 − p)/p².
    #expect(agrees(first.standardDeviation, (0.988).squareRoot() / 0.012))
    #expect(first.quantiles == [58, 191, 249, 382])
    let all = try Odds.distribution(of: .complete, rulebook: rulebook)
    #expect(agrees(all.mean, 489.252461235148507))
    #expect(agrees(all.standardDeviation, 269.390745806231290))
    #expect(all.quantiles == [418, 843, 1019, 1423])
    #expect(all.meanFraction == nil)
    let chances = [
      (60, 8.360231208792146e-15), (100, 5.954184564316201e-06), (200, 0.04864912026442262),
      (489, 0.6138443012033145), (1000, 0.946296785784181),
    ]
    for (sparks, chance) in chances {
      #expect(agrees(all.probability(doneWithin: Int64(sparks)), chance), "\(sparks)")
    }
    #expect(all.probability(doneWithin: 49) == 0)
    #expect(all.probability(doneWithin: 0) == 0)
    #expect(agrees(all.probability(doneWithin: 1_000_000), 1))
  }

  /// mpmath's quadrature.
  @Test func `of ignition, three copies of each and forty different ones`() throws {
    let rulebook = try Rulebook.ignition()
    let thrice = try Odds.distribution(of: .complete, rulebook: rulebook, copies: 3)
    #expect(agrees(thrice.mean, 1133.300849286215))
    #expect(agrees(thrice.standardDeviation, 423.9617780156353))
    let forty = try Odds.distribution(of: .distinct(40), rulebook: rulebook)
    #expect(agrees(forty.mean, 86.38541450721671))
    #expect(agrees(forty.standardDeviation, 13.02179731386932))
  }

  @Test func `of three unequal cards`() throws {
    let weights = try fractions("1/2", "1/3", "1/6")
    let distribution = try Odds.distribution(of: .complete, weights: weights)
    #expect(distribution.meanFraction == "73/10")
    #expect(distribution.mean == 7.3)
    // By hand: after the first, 1/2·(1/(1 − 1/2)) + 1/3·(1/(2/3)) + 1/6·(1/(5/6)) = 1.7 more.
    let two = try Odds.distribution(of: .distinct(2), weights: weights)
    #expect(two.meanFraction == "27/10")
    #expect(try Odds.distribution(of: .distinct(1), weights: weights).meanFraction == "1")
    #expect(try Odds.distribution(of: .distinct(1), weights: weights).standardDeviation == 0)
    // Two heads and two tails: 4 + ways to be late; 11/2.
    let halves = try Odds.distribution(
      of: .complete, weights: try fractions("1/2", "1/2"), copies: 2)
    #expect(halves.meanFraction == "11/2")
  }

  @Test func `of weights beside which a roll gives nothing`() throws {
    // By hand: 2 rolls to the first of the two, 4 more to the other.
    let two = try Odds.distribution(of: .complete, weights: try fractions("1/4", "1/4"), rest: true)
    #expect(two.meanFraction == "6")
    #expect(agrees(two.probability(doneWithin: 2), 1.0 / 8))
    // Five wanted things of a shop, by GGanalysis.
    let five = try fractions("0.012", "0.02", "1/120", "1/120", "1/120")
    #expect(
      agrees(try Odds.distribution(of: .complete, weights: five, rest: true).mean, 236.16028147))
    // With the sum of 1 there is no remainder.
    let whole = try fractions("1/2", "1/3", "1/6")
    #expect(
      try Odds.distribution(of: .complete, weights: whole, rest: true).meanFraction == "73/10")
    let question = OddsQuestion(.weights(.complete, try fractions("1/4", "1/4"), rest: true))
    #expect(try question.answer().json.text().contains("\"rest\":true"))
  }

  @Test func `of goals that take millions of rolls`() throws {
    let distribution = try Odds.distribution(
      of: .complete, weights: try fractions("0.5", "0.499999", "0.000001"))
    #expect(agrees(distribution.mean, 1_000_000.000007))
    #expect(agrees(distribution.standardDeviation, 999_999.499992875))
    #expect(distribution.quantiles == [693_147, 2_302_584, 2_995_731, 4_605_168])
    #expect(agrees(distribution.probability(doneWithin: 100), 9.99950501616961e-5))
  }

  /// A median of exactly 1/2 must not depend on the last digit: 1 − 1/2 = 1/2 after one roll.
  @Test func `have exact quantiles`() throws {
    let coin = try Odds.distribution(of: try Prize(rate: try #require(Fraction("1/2"))))
    #expect(coin.quantile(0.5) == 1)
    #expect(coin.quantile(0.75) == 2)
    #expect(coin.quantile(0.7500001) == 3)
    // Of two equal cards 1 − 2/2ⁿ: exactly 1/2 after two rolls.
    let pair = try Odds.distribution(of: .complete, weights: try fractions("1/2", "1/2"))
    #expect(pair.quantile(0.5) == 2)
    #expect(pair.quantile(0.75) == 3)
  }

  /// Days d with S(dK) added up exactly.
  @Test func `have the distribution of the number of days`() throws {
    let distribution = try Odds.distribution(of: .complete, rulebook: try Rulebook.ignition())
    let expected: [(Int64, Double, Double)] = [
      (3, 163.4174870783828, 89.79732772112999), (7, 70.32178017644979, 38.48545283770499),
      (100, 5.387287503795448, 2.709956397334336),
    ]
    for (sparks, mean, deviation) in expected {
      let days = try DayDistribution(distribution, sparksPerDay: sparks)
      #expect(agrees(days.mean, mean), "\(sparks)")
      #expect(agrees(days.standardDeviation, deviation), "\(sparks)")
    }
    #expect(try DayDistribution(distribution, sparksPerDay: 3).quantile(0.5) == 140)
    #expect(try DayDistribution(distribution, sparksPerDay: 1).mean == distribution.mean)
    let long = try Odds.distribution(
      of: .complete, weights: try fractions("0.5", "0.499999", "0.000001"))
    let days = try DayDistribution(long, sparksPerDay: 3)
    #expect(agrees(days.mean, 333_333.6666688481))
    #expect(agrees(days.standardDeviation, 333_333.1666645547))
    #expect(throws: OddsError(.invalid, field: "per_day", "expected 1 to 1000000, got 0")) {
      try DayDistribution(distribution, sparksPerDay: 0)
    }
  }

  /// Σ (1 − (1 − p)ⁿ) over the cards, by hand for one spark: 1 card.
  @Test func `have the expected number of different cards`() throws {
    let rulebook = try Rulebook.ignition()
    let distinct = try #require(Odds.distinctCards(rulebook: rulebook, mix: .uniform))
    #expect(distinct.expected(after: 0) == 0)
    #expect(agrees(distinct.expected(after: 1), 1))
    #expect(agrees(distinct.expected(after: 100), 41.7367963696745908))
  }

  /// Of two cards with chances p and q, one takes 1/(p + q) rolls, both 1/p + 1/q − 1/(p + q).
  @Test(arguments: [nil, PityDefinition(hard: 1000)] as [PityDefinition?])
  func `of one or each of some cards follow from those of the cards`(pity: PityDefinition?) throws {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .percent(50)
    definition.drops.pity[2] = pity
    let rulebook = try Rulebook(definition)
    let ids = ["idea-the-unwritten-page", "decision-crown-of-choices"]
    let means = try ids.map { try Odds.distribution(of: .card($0), rulebook: rulebook).mean }
    let first = 1 / (1 / means[0] + 1 / means[1])
    let any = try Odds.distribution(
      of: try Goal(parsing: "any:" + ids.joined(separator: "+")), rulebook: rulebook)
    #expect(agrees(any.mean, first))
    let twice = try Odds.distribution(of: .any(ids), rulebook: rulebook, copies: 2)
    #expect(agrees(twice.mean, 2 * first))
    let each = try Odds.distribution(of: .cards(ids), rulebook: rulebook)
    #expect(agrees(each.mean, means[0] + means[1] - first))
  }
}
