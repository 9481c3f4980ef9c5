import Chance
import FlintRules
import Testing

/// The number of prizes in a number of rolls, and the chances in the long run.
@Suite struct `Prizes of pools` {
  private struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var prizes: PoolCards
    var pool: PoolModel
    var rolls: Int
    var mean: Double
    var deviation: Double
    /// Some probabilities by the number of prizes.
    var probabilities: [(Int, Double)]
    var start = PoolStart()
    var testDescription: String { name }
  }

  /// Values from Tests/PoolReference/pools.py.
  private static let cases: [Case] = [
    Case(
      name: "featured in 180", prizes: .featured(tier: 2), pool: .characters, rolls: 180,
      mean: 1.5941906544369735, deviation: 0.6945411914004067,
      probabilities: [
        (1, 0.5133154509304094), (2, 0.39118439659042986), (3, 0.08453146520553678),
        (4, 0.01000676443041682),
      ]),
    Case(
      name: "featured in 90, 63 since, guaranteed", prizes: .featured(tier: 2), pool: .characters,
      rolls: 90, mean: 1.3545578805554794, deviation: 0.5380983665720215,
      probabilities: [
        (0, 0), (1, 0.6737123679130852), (2, 0.29998743677522344), (3, 0.024436702428012456),
      ],
      start: {
        var start = PoolStart()
        start.counters = [0, 0, 63]
        start.guarantees = [false, false, true]
        return start
      }()),
    Case(
      name: "featured in 500 with a ceiling", prizes: .featured(), pool: .servants(ceiling: 330),
      rolls: 500, mean: 4.070607658707012, deviation: 1.9133253197681523,
      probabilities: [(1, 0.06598880212020368), (4, 0.20119678310440875)]),
    Case(
      name: "crowns in 1000 packs", prizes: .tier(7), pool: .packets, rolls: 1000,
      mean: 2.130578947368421, deviation: 1.4679985598570533,
      probabilities: [(0, 0.12014662284817798), (5, 0.043797512497135815)]),
    Case(
      name: "four diamonds in 60 packs", prizes: .tier(3), pool: .packets, rolls: 60,
      mean: 4.995501, deviation: 2.1708855114843457,
      probabilities: [(0, 0.005839022285566687), (4, 0.17869489632279753)]),
    Case(
      name: "legendaries in 100 packs", prizes: .tier(3), pool: .hearths(protected: true),
      rolls: 100, mean: 6.470572896933117, deviation: 1.9793206509389623,
      probabilities: [(3, 0.03498074352937169), (8, 0.12331317662321255)]),
    Case(
      name: "r2 in 9 bundles", prizes: .tier(1), pool: .tens, rolls: 90,
      mean: 17.449722061614793, deviation: 3.367408309845144,
      probabilities: [(9, 0.0027852263750247734), (14, 0.07737070867131064)]),
    Case(
      name: "tops in 50 of a box", prizes: .featured(), pool: .chest(tops: 3, reset: .never),
      rolls: 50, mean: 1.5, deviation: 0.8572330399888264,
      probabilities: [(0, 0.12121212121212122), (1, 0.3787878787878788)]),
  ]

  @Test(arguments: cases) private func `have their distribution`(_ known: Case) throws {
    let distribution = try PoolOdds.prizes(
      known.prizes, in: known.pool, rolls: known.rolls, from: known.start)
    #expect(abs(distribution.mean - known.mean) < 1e-9 * known.mean)
    #expect(abs(distribution.standardDeviation - known.deviation) < 1e-9 * known.deviation)
    #expect(!distribution.boundedMean.isImprecise)
    #expect(!distribution.boundedDeviation.isImprecise)
    for (count, probability) in known.probabilities {
      #expect(abs(distribution.probability(of: count).value - probability) <= 1e-9 * probability)
    }
    let median = distribution.quantile(0.5)
    #expect(distribution.probability(atMost: median).value >= 0.5 - 1e-12)
    #expect(distribution.probability(atMost: median - 1).value < 0.5)
    #expect(
      abs(
        distribution.probability(atLeast: 2).value + distribution.probability(atMost: 1).value - 1)
        < 1e-12)
  }

  /// From Tests/PoolReference/pools.py.
  @Test func `come at the long-run rates`() throws {
    let rates = try PoolOdds.rates(of: .characters)
    let known = [0.8604373365296084, 0.12351061168486978, 0.016052051785521756]
    for (rate, expected) in zip(rates.tiers, known) { #expect(abs(rate - expected) < 1e-12) }
    // Two of three cards of the rarest tier are featured, by the guarantee.
    #expect(abs((rates.cards["five-up"] ?? 0) - known[2] * 2 / 3) < 1e-12)
    #expect(abs((rates.cards["five-3"] ?? 0) - known[2] / 21) < 1e-12)
    #expect(abs((rates.cards["four-up-1"] ?? 0) - known[1] * 2 / 9) < 1e-12)
  }

  /// By hand: a box of 100 that is filled again when its top is out gives one in 50.5.
  @Test func `of a box come at the rate of its resets`() throws {
    let rates = try PoolOdds.rates(of: .chest(tops: 1, reset: .whenFeaturedOut))
    #expect(abs(rates.tiers[1] - 1 / 50.5) < 1e-12)
    #expect(try abs(PoolOdds.rates(of: .chest(tops: 3, reset: .whenEmpty)).tiers[1] - 0.03) < 1e-12)
    let error = #expect(throws: OddsError.self) {
      try PoolOdds.rates(of: .chest(tops: 3, reset: .never))
    }
    #expect(
      error?.description == "box: a box that is never filled again gives nothing in the long run")
  }

  /// By the rule: 0.6 %, then 6 % more each from the 74th on, certain at the 90th.
  @Test func `become likelier roll by roll until they are certain`() throws {
    let hazards = try PoolOdds.hazards(of: 2, in: .characters)
    #expect(hazards.certainAt == 90)
    #expect(hazards.chances.count == 90)
    for (since, chance) in [(0, 0.006), (72, 0.006), (73, 0.066), (79, 0.426), (88, 0.966)] {
      #expect(abs(hazards.chances[since] - chance) < 1e-9)
    }
    #expect(hazards.chances[89] == 1)
    #expect(try PoolOdds.hazards(of: 1, in: .servants(), most: 50).certainAt == nil)
  }

  /// The mean by dynamic programming in Python: the first roll t at which no more cards are missing than
  /// ⌊t/50⌋ exchanges buy.
  @Test func `count what an exchange of any card buys`() throws {
    let odds = PoolOdds(.offeringAll(at: 50), until: .different(of: .tier(1)))
    #expect(abs(try odds.distribution().mean - 108.17749431006513) < 1e-9)
  }

  /// Of 10²⁰⁰⁰ players one gets to the roll that is certain.
  @Test func `are certain at a roll that hardly anybody gets to`() throws {
    var pool = PoolModel(
      tiers: [
        .init(rate: fraction("10%"), cards: [.init("c")]),
        .init(rate: fraction("90%"), pity: PityDefinition(hard: 2001), cards: [.init("up")]),
      ])
    pool.tiers[1].cards[0].isFeatured = true
    // What is taken in exchange is no roll.
    pool.exchange = PoolModel.Exchange(at: 50)
    let hazards = try PoolOdds.hazards(of: 1, in: pool, most: 5000)
    #expect(hazards.certainAt == 2001)
    #expect(hazards.chances.count == 2001)
    #expect(hazards.chances[..<2000].allSatisfy { abs($0 - 0.9) < 1e-12 })
    #expect(hazards.chances[2000] == 1)
    #expect(try PoolOdds.hazards(of: 1, in: pool, most: 10).certainAt == 2001)
  }
}
