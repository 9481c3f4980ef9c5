import Foundation
import Lua
import Testing

/// Loot tables in Lua, against values worked out by hand.
struct `tables` {
  private static let chest =
    "{entries = {{item = \"gem\"}, {item = \"bread\", weight = 3}}}"

  private func run(_ code: String) throws -> Playground.Result {
    try Playground().run(code)
  }

  @Test func `has the chance and the mean of each item in one roll`() throws {
    // 1/4 and 3/4.
    #expect(
      try run(
        """
        local o = tables.odds{table = \(Self.chest)}
        local a, b = o.items[1], o.items[2]
        return o.table, a.item, a.probability, a.probability_fraction, b.mean, b.mean_fraction
        """
      ).values == [
        .text("table"), .text("gem"), .number(0.25), .text("1/4"), .number(0.75), .text("3/4"),
      ])
  }

  @Test func `has the distribution of the number in several openings`() throws {
    // Binomial of 3 and 1/4: 27/64, 27/64, 9/64, 1/64; σ² = 9/16.
    let values = try run(
      """
      local o = tables.odds{table = \(Self.chest), item = "gem", open = 3, at = {1}}
      local c = o.distribution.counts
      return c[1].probability, c[2].probability, c[3].probability, c[4].probability, o.distribution.mean,
        o.distribution.sd, o.distribution.at[1].at_least
      """
    ).values
    let expected = [27.0 / 64, 27.0 / 64, 9.0 / 64, 1.0 / 64, 0.75, 0.75, 37.0 / 64]
    #expect(values == expected.map { LuaValue.number($0) })
  }

  @Test func `has the time until there is one of everything`() throws {
    // 4 + 4/3 − 1; within two openings 2 · 1/4 · 3/4.
    let values = try run(
      """
      local t = tables.odds{table = \(Self.chest), goal = "all", at = {2}}.time
      return string.format("%.12f", t.mean), t.at[1].probability, t.exact, t.median
      """
    ).values
    // At most 3: 1 − (3/4)³ − (1/4)³ = 36/64.
    #expect(values == [.text("4.333333333333"), .number(0.375), .boolean(true), .integer(3)])
  }

  @Test func `has the chances of several items together`() throws {
    // Two rolls: both 2 · 1/4 · 3/4, only gems 1/16, only bread 9/16.
    #expect(
      try run(
        """
        local j = tables.odds{table = {rolls = 2, entries = {{item = "gem"}, {item = "bread", weight = 3}}},
          item = {"gem", "bread"}}.joint
        return j.all, j.any
        """
      ).values == [.number(0.375), .number(1)])
  }

  @Test func `knows flags as a text, a list and a table, and luck`() throws {
    let table = """
      {entries = {{item = "gem", when = "night"}, {item = "bread", quality = 1}}}
      """
    // By day bread alone; by night 1 of 1 + (1 + luck).
    #expect(
      try run(
        """
        local function gem(flags, luck)
          local o = tables.odds{table = \(table), flags = flags, luck = luck}
          return o.items[1].item == "gem" and o.items[1].probability or 0.0
        end
        return gem(nil), gem("night"), gem({"night"}), gem({night = true}), gem({night = false}), gem("night", 2)
        """
      ).values == [0, 0.5, 0.5, 0.5, 0, 0.25].map { LuaValue.number($0) })
  }

  @Test func `opens by the seed, as often as is asked for`() throws {
    #expect(
      try run(
        """
        local function open() return tables.open{table = \(Self.chest), seed = 7, count = 400} end
        local one, two, gems = open(), open(), 0
        local same = #one == 400 and #two == 400
        for i, gift in ipairs(one) do
          gems = gems + (gift.gem or 0)
          same = same and gift.gem == two[i].gem and (gift.gem or 0) + (gift.bread or 0) == 1
        end
        -- 100 of 400, σ = √75: within five of them.
        return same, gems > 56 and gems < 144
        """
      ).values == [.boolean(true), .boolean(true)])
  }

  @Test func `reads what a file of the checkout has`() throws {
    #expect(
      try run(
        """
        local t = tables.read{table = "examples/data/loot/chest.csv"}
        return t.main, table.concat(t.tables, ","), table.concat(t.flags, ",")
        """
      ).values == [.text("chest"), .text("chest,gems"), .text("night")])
  }

  @Test func `returns an error for a goal that is never reached`() throws {
    #expect(
      try run(
        """
        local o, e = tables.odds{table = {entries = {{item = "gem", when = "night"}, {item = "bread"}}},
          goal = "gem"}
        return o, e and e.code
        """
      ).error?.message.contains("never gives") == true)
  }

  @Test(arguments: [
    ("table = 3", "expected a path or a table"),
    ("table = {entries = {{item = \"gem\", weight = -1}}}", "weight"),
    ("table = {entries = {{itm = \"gem\"}}}", "did you mean \"item\"?"),
    ("table = \"../elsewhere.lua\"", "tables.odds"),
  ])
  func `refuses what is no table`(field: String, part: String) throws {
    let error = try run("tables.odds{\(field)}").error
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "no error")")
  }
}
