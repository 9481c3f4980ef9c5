import FlintJSON
import FlintRules
import TestSupport
import Testing
@testable import Chance
@testable import Design

@Suite struct `An audit of a log of draws` {
  // scipy 1.x, statsmodels and tables of chances: Tests/AuditReference/draws.py.
  @Test(
    arguments: cases(["wish", "beginning", "flat", "players", "other pity"], quick: 2))
  func `rates with the chances that each draw had`(name: String) throws {
    let example = try DrawCase.named(name)
    let audit = try DrawAudit(example.log)
    #expect(audit.knownDraws == Int64(try example.number("known")))
    #expect(audit.tiers.map { Double($0.observed) } == (try example.numbers("observed")))
    for (tier, effective) in zip(audit.tiers, try example.numbers("effective")) {
      #expect(isClose(tier.effective, effective, within: 1e-9), "\(tier.name)")
    }
    let z = try example.numbers("z")
    for (index, expected) in try example.numbers("known_expected").enumerated() {
      let tier = audit.tiers[index]
      #expect(isClose(tier.knownExpected, expected, within: 1e-9))
      #expect(Double(tier.knownObserved) == (try example.numbers("known_observed"))[index])
      #expect(isClose(tier.deviation, try example.numbers("deviation")[index], within: 1e-9))
      let kinds = audit.tests.filter { $0.subject == tier.name && $0.statisticName == "z" }
      #expect(isClose(try #require(kinds.first?.statistic), z[index], within: 1e-9))
    }
  }

  @Test(arguments: [("wish", 1e-9), ("beginning", 1e-9), ("other pity", 1e-9)])
  func `the number of the rarest under pity has the exact distribution of a renewal process`(
    name: String, tolerance: Double
  ) throws {
    let example = try DrawCase.named(name)
    let test = try DrawAudit(example.log).test(.rate, "legendary")
    #expect(test.method == .exact)
    let expected = try example.number("renewal_p")
    // Python leaves out chances below 1e-22.
    #expect(abs(test.pValue - expected) < 1e-12 + tolerance * expected)
  }

  /// By hand: a prize of 1/2 that is certain at the second draw comes once in two draws with 3/4, else twice:
  /// 5/4 a player with the variance 3/16, where 2/3 of draws in the long run would be 4/3.
  @Test func `short complete logs are expected to have the prizes of a beginning`() throws {
    let model = try DrawModel(
      tiers: [
        DrawModel.Tier("prize", rate: .percent(50), pity: PityDefinition(hard: 2)),
        DrawModel.Tier("other", rate: .percent(50)),
      ])
    var log = DrawLog(model, isComplete: true)
    for player in 1...12 {
      for rarity in ["other", "prize"] {
        #expect(log.append("\(rarity) card", rarity: rarity, player: "\(player)") == nil)
      }
    }
    let audit = try DrawAudit(log)
    let tier = try #require(audit.tiers.first)
    #expect(abs(tier.effective - 2.0 / 3) < 1e-12)
    #expect(abs(tier.expected - 15) < 1e-12)
    #expect(abs(tier.spread - (12 * 3.0 / 16).squareRoot()) < 1e-12)
    // No more than 12 prizes have the probability (3/4)¹²; four standard deviations of the share of 9,999 logs.
    let number = try audit.test(.rate, "prize")
    #expect(number.statistic == 12)
    #expect(abs((number.effect?.value ?? 0) - 12.0 / 15) < 1e-12)
    #expect(abs(number.pValue - 2 * 0.0316763520240784) < 0.0142)
  }

  @Test func `without pity the numbers have binomial distributions`() throws {
    let example = try DrawCase.named("flat")
    let audit = try DrawAudit(example.log)
    for (tier, expected) in zip(["legendary", "epic"], try example.numbers("binomial_p")) {
      let test = try audit.test(.rate, tier)
      #expect(test.method == .exact && isClose(test.pValue, expected, within: 1e-10))
    }
  }

  @Test(
    arguments: cases(["wish", "beginning", "flat", "players", "other pity"], quick: 2))
  func `gaps in ranges of about equal probability`(name: String) throws {
    let example = try DrawCase.named(name)
    let gaps = try #require(try DrawAudit(example.log).gaps.first)
    let lengths = try example.numbers("gaps")
    #expect(gaps.count == Int64(lengths.count))
    #expect(gaps.mean == lengths.reduce(0, +) / Double(lengths.count))
    #expect(
      gaps.lengths.flatMap { Array(repeating: Double($0), count: Int($1)) } == lengths.sorted())
    #expect(isClose(gaps.expectedMean, try example.number("gap_mean"), within: 1e-7))
    #expect(gaps.audit.cells.map { Double($0.observed) } == (try example.numbers("gap_observed")))
    for (cell, expected) in zip(gaps.audit.cells, try example.numbers("gap_expected")) {
      #expect(isClose(cell.expected, expected, within: 1e-8))
    }
    #expect(isClose(gaps.audit.chiSquare, try example.number("gap_chi_square"), within: 1e-8))
    #expect(isClose(gaps.audit.pValue, try example.number("gap_p"), within: 1e-7))
    #expect(gaps.overruns == Int64(try example.number("overruns")))
  }

  @Test(
    arguments: cases(["wish", "beginning", "flat", "players", "other pity"], quick: 2))
  func `the featured prizes and their guarantee`(name: String) throws {
    let example = try DrawCase.named(name)
    let featured = try #require(try DrawAudit(example.log).featured)
    let counts = featured.counts
    for (count, name) in [
      (counts.trials, "trials"), (counts.wins, "wins"), (counts.guaranteed, "guaranteed"),
      (counts.violations, "violations"),
    ] {
      #expect(Double(count) == (try example.number("featured", name)), "\(name)")
    }
    #expect(
      isClose(featured.binomialPValue, try example.number("featured", "binomial_p"), within: 1e-10))
    #expect(isClose(featured.interval.low, try example.number("featured", "low"), within: 1e-9))
    #expect(isClose(featured.interval.high, try example.number("featured", "high"), within: 1e-9))
    if example.figures["featured"]?["count_p"] != nil {
      #expect(isClose(featured.pValue, try example.number("featured", "count_p"), within: 1e-10))
    } else {
      #expect(featured.pValue == featured.binomialPValue)
    }
    if example.figures["featured"]?["runs_p"] != nil {
      #expect(Double(counts.runs) == (try example.number("featured", "runs")))
      let pValue = try #require(featured.runsPValue)
      #expect(isClose(pValue, try example.number("featured", "runs_p"), within: 1e-9))
    }
  }

  @Test(
    arguments: cases(["wish", "beginning", "flat", "players", "other pity"], quick: 2))
  func `the greatest change over time`(name: String) throws {
    let example = try DrawCase.named(name)
    let audit = try DrawAudit(example.log)
    guard case .array(let drifts)? = example.figures["drift"] else {
      throw DrawCase.Missing(what: "drift")
    }
    for (change, expected) in zip(audit.changes, drifts) {
      #expect(Double(change.draws) == expected["change"]?.double)
      let test = try audit.test(.drift, change.tier)
      let statistic = try #require(test.statistic)
      #expect(isClose(statistic, try #require(expected["statistic"]?.double), within: 1e-8))
      #expect(
        isClose(
          DrawAudit.bridgeSurvival(statistic), try #require(expected["kolmogorov_p"]?.double),
          within: 1e-9))
    }
  }

  @Test func `logs that the model draws give the p-values of another program's logs`() throws {
    let example = try DrawCase.named("beginning")
    let audit = try DrawAudit(example.log)
    for (test, name) in [
      (try audit.test(.gaps, "legendary"), "gap_p"),
      (try audit.test(.drift, "legendary"), "drift_p"),
    ] {
      #expect(test.method == .monteCarlo(logs: 9999))
      let expected = try example.number("simulated", name)
      // Four standard errors of 9,999 and of 20,000 logs.
      let error = (expected * (1 - expected) * (1 / 9999 + 1 / 20_000)).squareRoot()
      #expect(abs(test.pValue - expected) < 4 * error, "\(name): \(test.pValue), \(expected)")
    }
  }

  @Test func `a log without a single prize, and one of one draw, have no gaps to test`() throws {
    let model = try DrawModel(tiers: [DrawModel.Tier("5", rate: .percent(50))])
    var log = DrawLog(model)
    #expect(throws: AuditError.emptyLog) {
      try DrawAudit(log)
    }
    #expect(log.append("Dust", rarity: "3") == nil)
    let audit = try DrawAudit(log)
    #expect(audit.draws == 1 && audit.gaps.allSatisfy { $0.count == 0 })
    #expect(audit.decisivePValue == 1)
  }

  @Test func `a seed gives the same p-values again, and another gives others`() throws {
    let log = try DrawCase.named("beginning").log
    let first = try DrawAudit(log, seed: 5)
    #expect(first.tests == (try DrawAudit(log, seed: 5)).tests)
    #expect(first.tests != (try DrawAudit(log, seed: 6)).tests)
  }

  @Test func `another pity than the promised one is found`() throws {
    let audit = try DrawAudit(try DrawCase.named("other pity").log)
    #expect(audit.decisivePValue < 1e-9)
    // Drawn without pity for epics: more than ten draws without one are impossible.
    #expect(try audit.test(.certainty, "epic or better").pValue == 0)
    #expect(try audit.test(.gaps, "legendary").adjusted ?? 1 < 0.01)
    let honest = try DrawAudit(try DrawCase.named("wish").log)
    #expect(honest.findings(below: 0.05).isEmpty)
  }
}

@Suite struct `The figures beneath an audit of draws` {
  @Test func `Holm's correction as in statsmodels`() throws {
    let fixture = try DrawCase.fixture()
    guard case .array(let values)? = fixture["holm"]?["p"],
      case .array(let adjusted)? = fixture["holm"]?["adjusted"]
    else { throw DrawCase.Missing(what: "holm") }
    var tests = values.compactMap(\.double).map { pValue in
      DrawTest(
        kind: .rate, subject: "", statisticName: "z", statistic: nil, df: nil, pValue: pValue,
        method: .exact, adjusted: nil, effect: nil)
    }
    tests.append(
      DrawTest(
        kind: .items, subject: "", statisticName: "z", statistic: nil, df: nil, pValue: 1e-9,
        method: .exact, adjusted: nil, effect: nil, decides: false))
    DrawTest.adjust(&tests)
    #expect(tests.last?.adjusted == nil)
    for (test, expected) in zip(tests, adjusted.compactMap(\.double)) {
      #expect(isClose(try #require(test.adjusted), expected, within: 1e-14))
    }
  }

  @Test func `the exact binomial test as in scipy`() throws {
    guard case .array(let rows)? = try DrawCase.fixture()["binomial"] else {
      throw DrawCase.Missing(what: "binomial")
    }
    #expect(rows.count == 13)
    for case .array(let row) in rows {
      guard case .string(let text) = row[2], let chance = Fraction(text)?.approximation,
        let successes = row[0].double, let trials = row[1].double, let expected = row[3].double
      else { throw DrawCase.Missing(what: "a row") }
      let pValue = Binomial.pValue(Int64(successes), trials: Int64(trials), chance: chance)
      #expect(isClose(pValue, expected, within: 1e-9), "\(row)")
    }
  }

  @Test func `the distribution of a Brownian bridge as in scipy`() throws {
    guard case .array(let rows)? = try DrawCase.fixture()["kolmogorov"] else {
      throw DrawCase.Missing(what: "kolmogorov")
    }
    for case .array(let row) in rows {
      guard let x = row[0].double, let expected = row[1].double else { continue }
      #expect(isClose(DrawAudit.bridgeSurvival(x), expected, within: 1e-9), "\(x)")
    }
  }

  // By hand: of two prizes with a free first, one half and one half squared.
  @Test func `featured prizes under a guarantee`() {
    // LL 1/4, Ll 1/4, lL 1/2.
    #expect(FeaturedAudit.featuredDistribution(2, false, 0.5) == [0, 0.75, 0.25])
    #expect(FeaturedAudit.featuredDistribution(2, true, 0.5) == [0, 0.5, 0.5])
    // Of 2 successes and 2 failures in 6 orders: 2 runs twice, 3 twice, 4 twice.
    for (chance, expected) in zip(
      FeaturedAudit.runsDistribution(2, 2), [0, 0, 1, 1, 1].map { $0 / 3.0 })
    {
      #expect(isClose(chance + 1, expected + 1, within: 1e-14))
    }
  }
}
