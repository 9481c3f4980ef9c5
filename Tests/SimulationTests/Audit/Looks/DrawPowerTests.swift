import RealModule
import FlintRules
import TestSupport
import Testing
@testable import Chance
@testable import Design

@Suite struct `The power of an audit` {
  private static func model() throws -> DrawModel {
    try DrawModel(
      tiers: [DrawModel.Tier("prize", rate: .percent(20))],
      featured: DrawModel.Featured(["hero"], share: .percent(50), isGuaranteed: true))
  }

  /// Exact power of a two-sided binomial test of 20 % in 40 draws against 40 %: the chance, under 40 %, of the numbers
  /// whose p-value is below 5 %.
  @Test func `of a number of prizes is that of the binomial test`() throws {
    let model = try Self.model()
    let study = try DrawPower(
      model, against: try model.altered(by: ["rate:prize=40%"]), draws: 40, logs: 400,
      only: ["number:prize"], isSearched: false)
    var chance = 0.0
    for count in Int64(0)...40
    where Binomial.pValue(count, trials: 40, chance: 0.2) < 0.05 {
      chance +=
        Binomial.cdf(count, trials: 40, chance: 0.4)
        - (count == 0 ? 0 : Binomial.cdf(count - 1, trials: 40, chance: 0.4))
    }
    let error = (chance * (1 - chance) / 400).squareRoot()
    #expect(abs(study.power.share - chance) < 4 * error)
    #expect(study.tests.map(\.name.description) == ["number:prize"])
  }

  /// By a chain of its own: without the guarantee, two prizes in succession that are not featured break it.
  @Test func `of a guarantee is the chance that it is broken`() throws {
    let model = try Self.model()
    let study = try DrawPower(
      model, against: try model.altered(by: ["guarantee=no"]), draws: 20, logs: 400,
      only: ["guarantee"], isSearched: false)
    var (free, lost, broken) = (1.0, 0.0, 0.0)
    for _ in 0..<20 {
      (free, lost, broken) = (
        free * 0.9 + lost * 0.1, free * 0.1 + lost * 0.8, broken + lost * 0.1
      )
    }
    let error = (broken * (1 - broken) / 400).squareRoot()
    #expect(abs(study.power.share - broken) < 4 * error)
  }

  @Test func `logs by the rules are found no more often than the level says`() throws {
    let model = try Self.model()
    let trial = try PowerTrial(
      model, model, players: 2, draws: 50, logs: 200, ruledLogs: 200, AuditPower(), seed: 7,
      only: [])
    #expect(trial.foundSequentially <= 10)
    // 5 % of 200 and four standard deviations.
    #expect(trial.foundUnderRules <= 22)
  }

  /// The certain twelfth draw of the rarer tier does not come; that of the other always does.
  @Test func `a broken pity of a rarer tier is not found in another`() throws {
    let model = try DrawModel(tiers: [
      DrawModel.Tier("gold", rate: .percent(5), pity: PityDefinition(hard: 12)),
      DrawModel.Tier("silver", rate: .percent(20), pity: PityDefinition(hard: 4)),
    ])
    let names = ["certain-draw:gold", "gaps:silver or better", "certain-draw:silver or better"]
    let study = try DrawPower(
      model, against: try model.altered(by: ["pity:gold=none"]), draws: 400, logs: 200,
      only: names, isSearched: false)
    #expect(study.tests.map(\.name.description) == names)
    #expect(study.tests[0].alone.share > 0.99)
    #expect(study.tests[2].alone.share == 0)
    // 5 % of 200 and four standard deviations.
    #expect(study.tests[1].alone.share < 0.112)
  }

  @Test func `the same wrong rate of all players is no difference between them`() throws {
    let model = try Self.model()
    let study = try DrawPower(
      model, against: try model.altered(by: ["rate:prize=40%"]), players: 10, draws: 100, logs: 200,
      only: ["differences"], isSearched: false)
    #expect(study.power.share < 0.112)
  }

  /// Four prizes of four draws and none of four, where two are expected of each: (2² + 2²) / 2 from player to player,
  /// over the variance that the gaps show, 4 · (1 − 1/2)² + 2²: 3.2. Three prizes each are the same ratio.
  @Test(arguments: [([4, 0], 3.2), ([3, 3], 0.0)] as [([Int], Double)])
  func `differences are measured from the common ratio`(prizes: [Int], expected: Double) throws {
    let model = try DrawModel(tiers: [DrawModel.Tier("prize", rate: .percent(50))])
    var log = DrawLog(model, isComplete: true)
    for (player, count) in prizes.enumerated() {
      for draw in 0..<4 {
        let rarity = draw < count ? "prize" : DrawModel.rest
        #expect(log.append(rarity, rarity: rarity, player: "\(player)") == nil)
      }
    }
    let test = try #require(try DrawAudit(log).tests.first { $0.kind == .players })
    #expect(abs(try #require(test.statistic) - expected) < 1e-12)
  }

  @Test func `an alternative with the same rules is one`() throws {
    let model = try Self.model()
    for (changes, isSame) in [(["rate:prize=20%"], true), (["rate:prize=21%"], false)] {
      let study = try DrawPower(
        model, against: try model.altered(by: changes), draws: 10, logs: 100, isSearched: false)
      #expect(study.isSame == isSame)
    }
  }

  /// The root of the number is half of the way between 10 and 20 where the quantile is half of the way from −1 to 1.
  @Test func `the draws needed lie on the line of a z test`() {
    let course = [(draws: 100, power: 0.158655253931457), (draws: 400, power: 0.841344746068543)]
    #expect(DrawPower.needed(course, for: 0.5) == 225)
    #expect(DrawPower.needed(course, for: 0.9) == nil)
  }

  @Test(arguments: [
    ("rate:prise=3%", "\"prise\" (did you mean \"prize\"?)"), ("share=x", "\"share=x\""),
    ("rate:prize=100%", "about 1.0"), ("pity:prize=1:2", "\"pity:prize=1:2\""),
  ])
  func `an alternative that cannot be drawn is refused`(change: String, found: String) throws {
    let model = try Self.model()
    let error = #expect(throws: AuditError.self) { try model.altered(by: [change]) }
    #expect(error?.subject == .alternative)
    #expect(error?.found == found)
  }

  @Test func `of two changes of one rule neither is chosen`() throws {
    let model = try Self.model()
    let error = #expect(throws: AuditError.self) {
      try model.altered(by: ["rate:prize=3%", "share=40%", "rate:prize=4%"])
    }
    #expect(error?.found == "\"rate:prize=4%\", too")
  }
}
