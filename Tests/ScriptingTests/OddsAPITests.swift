import Lua
import FlintRules
import Testing

struct `odds` {
  /// By hand: 60, 30, 10 and 0 % for decisions; a legendary idea is 2 % of rolls.
  @Test func `returns the distribution of a goal under a rulebook`() throws {
    let code = """
      local o = odds.goal{goal = 'first:legendary', mix = {idea = 2, challenge = 1.5}, at = {1, 2}}
      return o.mean, o.mean_fraction, o.median, o.p95, o.mix, o.copies, o.rules,
        math.abs(o.at[2].probability - 0.0396) < 1e-15, o.at[2].n, math.abs(o.at[1].distinct - 1) < 1e-12,
        o.rates[4].effective, o.days
      """
    #expect(
      try Playground().run(code).values == [
        .number(50), .text("50"), .integer(35), .integer(149), .text("idea=4,challenge=3"),
        .integer(1), .text("ignition"), .boolean(true), .integer(2), .boolean(true), .number(0.02),
        .nil,
      ])
  }

  /// 73/10 for three unequal weights: Flajolet, Gardy & Thimonier's formula by hand.
  @Test func `returns the distribution of weights given as texts or numbers`() throws {
    let code = """
      local a = odds.weights{weights = {'1/2', '1/3', '1/6'}}
      local b = odds.weights{weights = {0.5, '25%', 0.25}, goal = 'distinct:2', per_day = 2}
      return a.mean, a.mean_fraction, a.goal, b.mean_fraction, b.days.per_day, b.days.median
      """
    // Two of three: 1 + 1/2 · 2 + 1/4 · 4/3 · 2 = 8/3.
    #expect(
      try Playground().run(code).values == [
        .number(7.3), .text("73/10"), .text("complete"), .text("8/3"), .integer(2), .integer(1),
      ])
  }

  /// By hand: 1/2, then certain.
  @Test func `returns the distribution of a prize`() throws {
    let code = """
      local o = odds.prize{rate = 0.5, hard = 2, wins = 2, at = {3}}
      return o.mean, o.rate, o.hard, o.wins, o.at[1].probability, o.at[1].distinct
      """
    #expect(
      try Playground().run(code).values == [
        .number(3), .text("0.5"), .integer(2), .integer(2), .number(0.75), .nil,
      ])
    #expect(
      try Playground().run("return odds.prize{rate = 1e-6}.mean").values == [.number(1_000_000)])
  }

  /// By hand: 1/2, then certain: 3/2. The base rate with pity is the one of the reference (62.297332…).
  @Test func `takes the chances of a prize as texts and as numbers`() throws {
    let code = """
      local texts = odds.prize{rate = "0.6%", soft_start = 74, soft_step = "6%", hard = 90}
      local numbers = odds.prize{rate = 0.006, soft_start = 74, soft_step = 0.06, hard = 90}
      local half = odds.prize{rate = "1/2", hard = 2}
      return texts.mean == numbers.mean, texts.rate, math.abs(texts.mean - 62.297332039631) < 1e-9, half.mean,
        odds.prize{rate = "1e-3"}.mean
      """
    #expect(
      try Playground().run(code).values == [
        .boolean(true), .text("0.006"), .boolean(true), .number(1.5), .number(1000),
      ])
  }

  @Test(arguments: [RulebookDefinition.ignition, .everyday])
  func `uses the profile's own rulebook unless another one is named`(rulebook: RulebookDefinition)
    throws
  {
    let code = """
      local function rules(name) return odds.goal{goal = 'first:rare', rules = name}.rules end
      return rules(), rules('current'), rules('ignition-shipped')
      """
    #expect(
      try Playground(rulebook: rulebook).run(code).values == [
        .text(rulebook.id), .text(rulebook.id), .text("ignition-shipped"),
      ])
  }

  @Test(arguments: [
    (
      "goal{goal = 'complete', mix = 'idea=1'}", "unreachable",
      "odds.goal: complete can never be reached: the mix has no sparks of category decision, "
        + "energy, experiment, challenge"
    ),
    (
      "weights{weights = {'1/2', '1/2', 0}}", "unreachable",
      "odds.weights: complete can never be reached: weight 3 is 0"
    ),
    (
      "prize{rate = 0}", "unreachable",
      "odds.prize: a prize of rate 0 is never won; give a rate above 0, or pity"
    ),
  ])
  func `returns an error for an unreachable goal`(call: String, code: String, message: String)
    throws
  {
    let script = "local o, e = odds.\(call) return o, e.code, e.message"
    #expect(try Playground().run(script).values == [.nil, .text(code), .text(message)])
  }

  @Test(arguments: [
    (
      "goal{goal = 'complte'}",
      "odds.goal: goal: unknown goal \"complte\" (did you mean \"complete\"?); expected complete, "
        + "first:RARITY, all:RARITY, category:NAME, card:ID, any:ID+ID, cards:ID+ID or distinct:K"
    ),
    (
      "goal{goal = 'complete', mix = {ideas = 2}}",
      "odds.goal: mix: unknown category \"ideas\" (did you mean \"idea\"?); expected decision, "
        + "energy, idea, experiment or challenge"
    ),
    (
      "goal{goal = 'complete', rules = 'ignitoin'}",
      "odds.goal: field \"rules\": expected a rulebook or a Lua file (ignition, ignition-shipped, "
        + "everyday, current), got \"ignitoin\" (did you mean \"ignition\"?)"
    ),
    (
      "goal{goal = 'complete', rules = '/etc/none.lua'}",
      "odds.goal: /etc/none.lua: no such file"
    ),
    (
      "goal{goal = 'complete', at = {1.5}}",
      "odds.goal: field \"at\": expected a list of whole numbers, got 1.5"
    ),
    ("goal{goal = 'complete', copies = 0}", "odds.goal: copies: expected 1 to 1000, got 0"),
    (
      "weights{weights = {0.5, 0.4}}",
      "odds.weights: weights: they must sum to 1, got 9/10; with --rest (in Lua rest = true), a "
        + "roll gives nothing in the remaining cases"
    ),
    (
      "weights{weights = {0.5, -0.5}}",
      "odds.weights: weights: expected a chance from 0 to 1, such as 0.006, 0.6% or 3/500, got "
        + "\"-0.5\""
    ),
    (
      "prize{rate = 0.1, soft_start = 5}",
      "odds.prize: soft_start: pity that can never fire: the rate does not rise; give soft_step "
        + "above 0"
    ),
    (
      "prize{rate = 2}",
      "odds.prize: rate: expected a chance from 0 to 1, such as 0.006, 0.6% or 3/500, got \"2\"; "
        + "2 percent is \"2%\""
    ),
  ])
  func `raises an error for an invalid question`(call: String, message: String) throws {
    let script = "local ok, e = pcall(function() return odds.\(call) end) return ok, tostring(e)"
    let values = try Playground().run(script).values
    #expect(values.first == .boolean(false))
    #expect(values.last?.text?.hasSuffix(message) == true, "\(values.last?.text ?? "")")
  }
}

/// `odds.pool`: a coin whose heads are featured and certain at the third roll.
struct `odds of pools in Lua` {
  private let folder: ScriptFolder
  private let playground: Playground

  init() throws {
    folder = try ScriptFolder()
    playground = try Playground(reading: folder.path)
    try folder.write(
      "coins.lua",
      """
      return {
        id = "coins", extends = "ignition", currencies = {gems = {}},
        cards = {
          {id = "tails", name = "Tails", category = "idea", rarity = "common", exclusive = true},
          {id = "heads", name = "Heads", category = "idea", rarity = "legendary", exclusive = true},
        },
        pools = {{
          id = "coin", cards = {"tails"}, rates = {common = "50%", legendary = "50%"},
          pity = {legendary = {hard = 3}}, featured = {cards = {"heads"}}, price = {gems = 2},
        }},
      }
      """)
  }

  private func script(_ code: String) -> String {
    code.replacing("COINS", with: "rules = '\(folder.path)/coins.lua'")
  }

  /// By hand: 1/2, 1/4, then certain: 7/4 rolls. After two tails it is certain at once. Two rolls give
  /// 0, 1 or 2 heads with 1/4, 1/2 and 1/4.
  @Test func `are those of the command`() throws {
    let code = """
      local o = odds.pool{COINS, pool = "coin", at = {1, 2}, rolls = {2}, quantiles = {0.5, "60%"},
        state = {["pity.legendary"] = 0}, budget = {gems = 5}}
      local s = odds.pool{COINS, pool = "coin", goal = "card:heads", state = "pity.legendary=2"}
      return o.mean, o.exact, o.at[2].probability, o.at[2].price.gems, o.quantiles[2].rolls,
        o.prizes[1].probabilities[2], o.budget.rolls, o.budget.probability, s.mean
      """
    #expect(
      try playground.run(script(code)).values == [
        .number(1.75), .boolean(true), .number(0.75), .integer(4), .integer(2), .number(0.5),
        .integer(2), .number(0.75), .number(1),
      ])
  }

  /// Two tails make the third roll certain; after heads the counter begins again.
  @Test(arguments: [
    (#"{"heads", "tails", "tails"}"#, 1.0), (#"{"tails", "heads"}"#, 1.75),
    (#"{{item = "tails", player = "a"}, {item = "heads", player = "b"}}, player = "a""#, 1.5),
  ])
  func `begin after a log of draws`(log: String, mean: Double) throws {
    let code = "return odds.pool{COINS, pool = 'coin', state_log = \(log)}.mean"
    #expect(try playground.run(script(code)).values == [.number(mean)])
  }

  @Test(arguments: [
    (
      #"{COINS, pool = "coin", player = "a"}"#, "player: requires state_log"
    ),
    (
      #"{COINS, pool = "coin", state_log = {{item = "tails", player = "a"}, {item = "tails", player = "b"}}}"#,
      "state_log: the log has 2 players: a, b; choose one with player"
    ),
    (
      #"{COINS, pool = "coyn"}"#, #"pool: rulebook coins has no pool "coyn" (did you mean "coin"?)"#
    ),
    ("{COINS}", "pool: expected the id of a pool, or an order of pools"),
    (
      #"{COINS, pool = "coin", order = "coin/featured"}"#,
      "order: names its pools, goals and copies; leave out the others"
    ),
    (#"{COINS, pool = "coin", budget = "gold=3"}"#, #"budget: unknown currency "gold""#),
  ])
  func `report what is wrong`(question: String, problem: String) throws {
    let message = try playground.failure(script("odds.pool\(question)"))
    #expect(message.contains("odds.pool: \(problem)"), "\(message)")
  }
}
