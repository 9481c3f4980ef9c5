import Lua
import Testing

struct `audit` {
  // mpmath 1.3, as in the tests of the statistics.
  @Test func `compares counts with rates`() throws {
    let code = """
      local a = audit.counts{counts = {6031, 2987, 779, 203}, rates = {60, 30, 8, 2},
        labels = {"common", "rare", "epic", "legendary"}, detect = {"legendary=0.025"}}
      local c = a.intervals[4]
      return a.draws, a.df, a.chi_square, a.p_value, a.g, a.g_p_value, a.exact_p_value,
        a.exact_reason, c.label, c.observed, c.clopper_pearson.high, #a.impossible,
        a.detect[1].draws, a.detect[1].draws_alone
      """
    #expect(
      try Playground().run(code).values == [
        .integer(10_000), .integer(3), .number(0.81275), .number(0.846415033935),
        .number(0.81722084739), .number(0.845343754598), .nil,
        .text("there are 166766685001 outcomes to go through, more than 3000000"),
        .text("legendary"), .integer(203), .number(0.023257871693), .integer(0), .integer(8548),
        .integer(6154),
      ])
  }

  @Test func `reads rates as numbers and as texts`() throws {
    let code = """
      local function p(...) return audit.counts{counts = {3, 0, 1}, rates = {...}}.exact_p_value end
      return p("1/2", "1/3", "1/6"), p(0.5, "25%", "1/4") == p(50, 25.0, 25)
      """
    // Python, in fractions: 7/18.
    #expect(try Playground().run(code).values == [.number(0.388888888889), .boolean(true)])
  }

  @Test(arguments: [
    (
      "counts = {1, 2}, rates = {60, 30}",
      "field \"rates\": expected a sum of exactly 1, or of 100 for percentages, got 90"
    ),
    (
      "counts = {1}, rates = {60, 40}",
      "field \"counts\": expected 2, one for each rate, got 1"
    ),
    (
      "counts = {1, 0.5}, rates = {60, 40}",
      "field \"counts\": expected a list of whole numbers, got 0.5"
    ),
    (
      "counts = 3, rates = {60, 40}",
      "field \"counts\": expected a list of whole numbers, got number"
    ),
    (
      "counts = {1, 2}, rates = {60, -40}",
      "field \"rates\": expected a list of numbers or texts such as \"1/3\" or \"0.6%\", got -40"
    ),
    (
      "counts = {1, 2}, rates = {60, 40}, detect = {\"x=1\"}",
      "field \"detect\": expected 1, 2, got \"x\""
    ),
    (
      "counts = {1, 2}, rates = {60, 40}, labels = {\"a\"}",
      "field \"labels\": expected 2, one for each rate, got 1"
    ),
  ]) func `reports invalid arguments`(arguments: String, message: String) throws {
    let error = try #require(try Playground().run("audit.counts{\(arguments)}").error)
    #expect(error.message.hasSuffix(message), "\(error.message)")
  }

  @Test func `compares a profile's drops with effective rates`() throws {
    let code = """
      for n = 1, 40 do
        spark.add{title = "Ran " .. n, category = n % 2 == 0 and "energy" or "idea",
          at = "2026-01-01T08:00"}
      end
      local a = audit.profile{level = 0.9}
      local energy = a.categories[1]
      local sum = 0
      for _, c in ipairs(a.intervals) do sum = sum + c.observed end
      return a.draws, sum, energy.category, energy.draws, energy.intervals[4].nominal_rate,
        energy.intervals[4].expected_rate, a.conditional, a.df, a.level
      """
    // Energy has no legendary card: two degrees of freedom; idea has three.
    #expect(
      try Playground().run(code).values == [
        .integer(40), .integer(40), .text("energy"), .integer(20), .number(0.02), .number(0),
        .boolean(false), .integer(5), .number(0.9),
      ])
  }

  @Test func `returns an error without drops`() throws {
    let code = "local a, error = audit.profile() return a, error.code, error.message"
    #expect(
      try Playground().run(code).values == [
        .nil, .text("no_drops"), .text("the profile has no drops yet: nothing to audit"),
      ])
  }
}
