import FlintCalendar
import Chance
import FlintRules
import Testing

/// Invalid questions about odds, with their error messages.
@Suite struct `Refused odds` {
  private func problem(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    (
      "complte",
      "goal: unknown goal \"complte\" (did you mean \"complete\"?); expected complete, "
        + "first:RARITY, all:RARITY, category:NAME, card:ID, any:ID+ID, cards:ID+ID or distinct:K"
    ),
    ("complete:5", "goal: complete takes nothing after it, got \"complete:5\""),
    ("first", "goal: first needs a rarity, as in first:legendary"),
    ("any:", "goal: any needs ids of cards, as in any:sun+moon"),
    (
      "cards:a*2+b",
      "goal: cards:a*2+b is a goal of pools; expected complete, first:RARITY, all:RARITY, "
        + "category:NAME, card:ID, any:ID+ID, cards:ID+ID or distinct:K, or a pool beside it"
    ),
    ("complete*2", "goal: the number of copies is given apart, got \"complete*2\""),
    ("distinct:", "goal: distinct needs a number of cards, as in distinct:40"),
    ("distinct:0", "goal: expected a whole number of cards from 1 up after distinct:, got \"0\""),
    (
      "all:epci",
      "goal: unknown rarity \"epci\" (did you mean \"epic\"?); expected common, rare, "
        + "epic or legendary"
    ),
    (
      "category:ideas",
      "goal: unknown category \"ideas\" (did you mean \"idea\"?); expected "
        + "decision, energy, idea, experiment or challenge"
    ),
  ])
  func `invalid goals are errors`(text: String, expected: String) {
    #expect(problem { _ = try Goal(parsing: text) } == expected)
  }

  @Test(arguments: [
    "complete", "first:rare", "all:epic", "category:energy", "card:x-1", "any:x-1+x-2",
    "cards:x-1+x-2", "distinct:7",
  ])
  func `the description of a goal parses as that goal`(text: String) throws {
    #expect(try Goal(parsing: text).description == text)
  }

  @Test(arguments: [
    ("idea", "mix: expected uniform, or weights such as decision=3,idea=1, got \"idea\""),
    (
      "ideas=1",
      "mix: unknown category \"ideas\" (did you mean \"idea\"?); expected decision, "
        + "energy, idea, experiment or challenge"
    ),
    ("idea=-1", "mix: expected a weight from 0 up for idea, such as 3, 0.25 or 1/3, got \"-1\""),
    ("idea=nan", "mix: expected a weight from 0 up for idea, such as 3, 0.25 or 1/3, got \"nan\""),
    ("idea=1,idea=2", "mix: idea is given twice"),
    ("idea=0", "mix: all weights are 0; at least one category must have sparks"),
    ("idea=99999999999999", "mix: the weights sum to more than 1000000000000; give smaller ones"),
  ])
  func `invalid mixes are errors`(text: String, expected: String) {
    #expect(problem { _ = try CategoryMix(parsing: text) } == expected)
  }

  @Test func `the description of a mix parses as that mix`() throws {
    for text in ["uniform", "decision=3,idea=1", "energy=1"] {
      #expect(try CategoryMix(parsing: text).description == text)
    }
    // Least whole numbers: 1/2 : 1/3 = 3 : 2.
    #expect(try CategoryMix(parsing: "idea=1/2,energy=1/3").weights == [0, 2, 3, 0, 0])
    #expect(try CategoryMix(weights: [5, 5, 5, 5, 5]) == .uniform)
  }

  @Test func `goals that can never be reached are errors`() throws {
    let ignition = try Rulebook.ignition()
    func reason(_ goal: String, _ mix: String = "uniform", _ rulebook: Rulebook? = nil) -> String {
      problem {
        _ = try Odds.distribution(
          of: try Goal(parsing: goal), rulebook: rulebook ?? ignition,
          mix: try CategoryMix(parsing: mix))
      }
    }
    #expect(
      reason("complete", "idea=1,decision=2,energy=1")
        == "goal: complete can never be reached: the mix has no sparks of category experiment, "
        + "challenge")
    #expect(
      reason("first:legendary", "decision=1")
        == "goal: first:legendary can never be reached: the mix has no sparks of category idea, "
        + "experiment, challenge")
    #expect(
      reason("distinct:11", "idea=1")
        == "goal: distinct:11 can never be reached: the mix has no sparks of category decision, "
        + "energy, experiment, challenge; only 10 cards can be drawn")
    #expect(
      reason("distinct:51") == "goal: distinct:51 can never be reached: there are only 50 cards")
    #expect(
      reason("card:idea-the-unwriten-page")
        == "goal: ignition has no card \"idea-the-unwriten-page\" (did you mean "
        + "\"idea-the-unwritten-page\"?); flint rules show lists the cards")
    var definition = RulebookDefinition.ignition
    definition.drops.rates = try fractions("0.62", "0.3", "0.08", "0")
    #expect(
      reason("all:legendary", "uniform", try Rulebook(definition))
        == "goal: all:legendary can never be reached: legendary cards never drop, their rate being "
        + "0")
    definition = .ignition
    definition.drops.chance = .zero
    #expect(
      reason("complete", "uniform", try Rulebook(definition))
        == "goal: complete can never be reached: the drop chance is 0")
    definition = .pitied(legendary: .softLegendary)
    #expect(
      reason("first:legendary", "decision=1", try Rulebook(definition))
        == "goal: first:legendary can never be reached: the mix has no sparks of category idea, "
        + "experiment, challenge")
  }

  @Test func `goals out of season are errors`() throws {
    var definition = RulebookDefinition.ignition
    let day = try #require(CivilDay("2026-12-01"))
    definition.cards.append(
      CardDefinition(
        id: "snow", name: "Snow", category: .idea, rarity: .rare,
        season: Season(from: day, before: day + 31)))
    let rulebook = try Rulebook(definition)
    #expect(
      problem { _ = try Odds.distribution(of: .card("snow"), rulebook: rulebook) }
        == "goal: card:snow can never be reached before every season: it is in season only from "
        + "2026-12-01 on and up to 2026-12-31; give a day in that season")
    #expect(
      problem { _ = try Odds.distribution(of: .distinct(51), rulebook: rulebook) }
        == "goal: distinct:51 can never be reached: there are only 50 cards before every season, 1 "
        + "of 51 being out of season; give a day to choose another")
    // In season the idea's 30 % are shared by four: 1/5 · 3/10 · 1/4.
    let distribution = try Odds.distribution(of: .card("snow"), rulebook: rulebook, day: day)
    #expect(distribution.meanFraction == "200/3")
    #expect(try Odds.distribution(of: .complete, rulebook: rulebook).least == 50)
    #expect(try Odds.distribution(of: .complete, rulebook: rulebook, day: day).least == 51)
  }

  @Test func `weights that do not sum to 1 or lack the goal are errors`() throws {
    func reason(_ goal: Goal, _ weights: String...) -> String {
      problem {
        _ = try Odds.distribution(
          of: goal, weights: weights.map { try Odds.chance(parsing: $0, "weights") })
      }
    }
    #expect(
      reason(.complete, "1/2", "0.4")
        == "weights: they must sum to 1, got 9/10; with --rest (in Lua rest = true), a roll gives "
        + "nothing in the remaining cases")
    #expect(reason(.complete, "1/2", "0.6") == "weights: they must sum to 1, got 11/10")
    #expect(
      problem {
        _ = try Odds.distribution(of: .complete, weights: try fractions("1/2", "0.6"), rest: true)
      } == "weights: they must sum to at most 1, got 11/10")
    #expect(
      reason(.complete, "1/2", "-0.5")
        == "weights: expected a chance from 0 to 1, such as 0.006, 0.6% or 3/500, got \"-0.5\"")
    #expect(
      reason(.complete, "1/2", "1/2", "0")
        == "goal: complete can never be reached: weight 3 is 0")
    #expect(
      reason(.distinct(3), "1/2", "1/2", "0")
        == "goal: distinct:3 can never be reached: only 2 weights are above 0")
    #expect(
      reason(.first(.rare), "1")
        == "goal: weights have no rarities, categories or cards; expected complete or distinct:K, "
        + "got first:rare")
  }

  @Test func `prizes that can never be won, and pity that never takes effect, are errors`() throws {
    func reason(
      _ rate: String, _ start: Int64? = nil, _ step: String? = nil, _ hard: Int64? = nil
    ) -> String {
      problem {
        _ = try Prize(
          rate: try Odds.chance(parsing: rate, "rate"), softStart: start,
          softStep: try step.map { try Odds.chance(parsing: $0, "soft_step") }, hard: hard)
      }
    }
    #expect(
      reason("0") == "rate: a prize of rate 0 is never won; give a rate above 0, or pity")
    #expect(reason("0", nil, nil, 90) == "none")
    #expect(
      reason("nan")
        == "rate: expected a chance from 0 to 1, such as 0.006, 0.6% or 3/500, got \"nan\"")
    #expect(
      reason("0.1", 91, "0.1", 90)
        == "soft_start: pity that can never fire: roll 91 is never reached, since roll 90 is certain "
        + "(hard)")
    #expect(
      reason("0.1", 5, nil, nil)
        == "soft_start: pity that can never fire: the rate does not rise; give soft_step above 0")
    #expect(
      reason("0.1", nil, "0.1", nil)
        == "soft_step: pity that can never fire: 0.1 is added from no roll on; give soft_start")
    #expect(reason("0.1", nil, nil, 0) == "hard: expected 1 to 1000000, got 0")
  }

  @Test func `prizes that take too many rolls to compute are errors`() throws {
    let prize = try Prize(
      rate: .zero, softStart: 1_000_000, softStep: Fraction("0.000000000000001"))
    #expect(
      problem { _ = try Odds.distribution(of: prize) }
        == "rate: no exact method within reach: with so small a rate pity that rises so slowly "
        + "takes too many rolls to follow")
  }

  @Test func `goals with too many states are errors`() throws {
    let rulebook = try Rulebook(.pitied(legendary: .softLegendary))
    // 26 · 16 · 5 · 4 · 4 ways to own cards, times 90.
    #expect(
      problem { _ = try Odds.distribution(of: .complete, rulebook: rulebook) }
        .hasPrefix("goal: no exact method within reach: the counters, guarantees and cards owned"))
    #expect(
      problem { _ = try Odds.distribution(of: .complete, rulebook: rulebook, copies: 0) }
        == "copies: expected 1 to 1000, got 0")
  }

  @Test(arguments: [
    ("0,5", "; decimals have a point: write 0.5"), ("0,6%", "; decimals have a point: write 0.6%"),
    ("1,000,5", ""), ("half", ""), ("1.5", "; 1.5 percent is \"1.5%\""), ("5e-1000", ""),
  ])
  func `of a chance says how it is written`(text: String, advice: String) {
    let failure = #expect(throws: OddsError.self) { _ = try Odds.chance(parsing: text, "rate") }
    #expect(
      failure?.problem
        == "expected a chance from 0 to 1, such as 0.006, 0.6% or 3/500, got \"\(text)\"\(advice)")
  }

  @Test func `of a chance with too many digits says how many there may be`() throws {
    let long = "0.00380165830355313912345"
    let failure = #expect(throws: OddsError.self) { _ = try Odds.chance(parsing: long, "rate") }
    #expect(failure?.problem == "\"\(long)\" has too many digits; round it to 18 decimals")
    #expect(
      try Odds.chance(parsing: "0.003801658303553139", "rate").description
        == "3801658303553139/1000000000000000000")
  }

}
