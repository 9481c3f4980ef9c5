import RealModule
import FlintRules
import TestSupport
import Testing
@testable import Chance
@testable import Design

@Suite struct `A sequential audit` {
  /// Beta(2, 2) over the chance of 1/2 by hand: B(2 + w, 2 + l)/B(2, 2)·2^(w + l); B(5, 2) is 1/30, B(4, 3) 1/60.
  @Test(arguments: [([0, 0, 0], 1.6), ([0, 0, 1], 0.8), ([1, 0, 0], 0.8), ([Int](), 1.0)])
  func `a mixture over constant chances is a ratio of beta functions`(
    outcomes: [Int], expected: Double
  ) {
    var mixture = DirichletMixture([0.5, 0.5])
    for outcome in outcomes { mixture.add(outcome) }
    #expect(isClose(Double.exp(mixture.logarithm), expected, within: 1e-12))
  }

  @Test func `a mixture over three outcomes has the expected value 1`() {
    let chances = [0.5, 0.3, 0.2]
    var sum = 0.0
    for (first, second) in pairs(3) {
      var mixture = DirichletMixture(chances)
      mixture.add(first)
      mixture.add(second)
      sum += chances[first] * chances[second] * Double.exp(mixture.logarithm)
    }
    #expect(isClose(sum, 1, within: 1e-12))
  }

  @Test func `a mixture over multiplied odds has the expected value 1 where chances vary`() {
    let chances = [0.006, 0.066]
    var sum = 0.0
    for (first, second) in pairs(2) {
      var mixture = TiltMixture(base: 0.006, isRaised: true)
      mixture.add(first == 1, chance: chances[0])
      mixture.add(second == 1, chance: chances[1])
      sum +=
        (first == 1 ? chances[0] : 1 - chances[0]) * (second == 1 ? chances[1] : 1 - chances[1])
        * Double.exp(mixture.logarithm)
    }
    #expect(isClose(sum, 1, within: 1e-12))
  }

  @Test func `what is certain and does not come is impossible, and stays so`() {
    var mixture = TiltMixture(base: 0.5, isRaised: true)
    mixture.add(true, chance: 1)
    #expect(isClose(Double.exp(mixture.logarithm), 1, within: 1e-12))
    mixture.add(false, chance: 1)
    mixture.add(true, chance: 0.5)
    #expect(mixture.logarithm == .infinity)
  }

  /// The same logs and formulas in Python: a loop over draws with counters of its own.
  @Test(
    arguments: [
      ("wish", -0.1200720107, 0.183415088685, 0.655518437338, nil),
      ("beginning", -0.0259324298264, 0.302779003324, 0.497990429743, nil),
      ("flat", -0.359904888347, 0.02551696523, 0.942937775927, nil),
      ("players", -0.133353942857, 0.0389928716951, 0.914128245417, nil),
    ] as [(String, Double, Double, Double, Int?)])
  func `e-values under pity and the guarantee`(
    name: String, now: Double, greatest: Double, pValue: Double, passed: Int?
  ) throws {
    let audit = try SequentialAudit(try DrawCase.named(name).log)
    #expect(isClose(audit.decimalLogarithm, now, within: 1e-9))
    #expect(isClose(audit.greatestDecimalLogarithm, greatest, within: 1e-9))
    #expect(isClose(audit.pValue, pValue, within: 1e-9))
    #expect(audit.passing?.draw == passed)
    #expect(audit.course.last?.logarithm == audit.logarithm)
  }

  @Test func `one part alone is neither averaged nor corrected`() throws {
    let log = try DrawCase.named("wish").log
    let audit = try SequentialAudit(log, only: ["number:epic"])
    #expect(audit.parts.map(\.subject) == ["epic"])
    #expect(isClose(audit.decimalLogarithm, 0.1624469187, within: 1e-8))
    #expect(audit.parts[0].adjusted == audit.parts[0].pValue)
  }

  @Test func `a broken guarantee is impossible at its draw`() throws {
    let model = try DrawModel(
      tiers: [DrawModel.Tier("prize", rate: .percent(50))],
      featured: DrawModel.Featured(["hero"], share: .percent(50), isGuaranteed: true))
    var log = DrawLog(model, isComplete: true)
    for item in ["dust", "other", "dust", "other", "hero"] {
      #expect(log.append(item, rarity: item == "dust" ? "dust" : "prize") == nil)
    }
    let audit = try SequentialAudit(log)
    #expect(audit.passing?.draw == 4)
    #expect(audit.pValue == 0)
    #expect(audit.greatest == .infinity)
    let broken = try #require(audit.parts.first { $0.kind == .guarantee })
    // The hero of the last draw was guaranteed, too.
    #expect(broken.observed == 1 && broken.trials == 2)
    #expect(audit.parts.filter { $0.adjusted == 0 }.map(\.kind) == [.guarantee])
    #expect(try SequentialAudit(log, only: ["guarantee"]).passing?.draw == 4)
  }

  /// Draws 3 to 5 are left out: gold is certain at the third and comes at the fifth.
  @Test func `after a certain draw that gave nothing only its own rule is broken`() throws {
    let model = try DrawModel(tiers: [
      DrawModel.Tier("gold", rate: .percent(10), pity: PityDefinition(hard: 3)),
      DrawModel.Tier("silver", rate: .percent(20)),
    ])
    var log = DrawLog(model, isComplete: true)
    for item in ["other", "silver", "silver", "other", "gold", "silver", "other", "gold"] {
      #expect(log.append(item, rarity: item) == nil)
    }
    let audit = try SequentialAudit(log)
    #expect(audit.passing?.draw == 3)
    #expect(audit.parts.filter { $0.adjusted == 0 }.map(\.kind) == [.certainty])
    let silver = try #require(audit.parts.first { $0.subject == "silver" && $0.kind == .rate })
    #expect(silver.trials == 5 && silver.observed == 2)
    #expect(isClose(try #require(silver.expected), 0.8, within: 1e-12))
    let whole = try DrawAudit(log)
    #expect(whole.knownDraws == 5 && whole.overdue == 3)
    #expect(whole.tiers[1].knownObserved == 2)
    #expect(isClose(whole.tiers[1].knownExpected, 0.8, within: 1e-12))
    #expect(try whole.test(.certainty, "gold").pValue == 0)
  }

  private func pairs(_ count: Int) -> [(Int, Int)] {
    (0..<count).flatMap { first in (0..<count).map { (first, $0) } }
  }
}
