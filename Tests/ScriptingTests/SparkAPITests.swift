import Lua
import FlintRules
import FlintSchema
import Testing
import Views

@testable import Scripting

struct `spark` {
  @Test func `returns the outcome of a spark`() throws {
    // 15 × 1.5, truncated; morning-spark 50 and first-card 100, by the rules of the domain.
    let outcome = try Playground().value(
      "spark.add{title = ' Ran ', category = 'energy', at = '2026-03-01T08:00'}")
    #expect(outcome["base_points"] == .integer(22))
    #expect(outcome["points"] == .integer(172))
    #expect(outcome["missions"] == .array([.text("morning-spark"), .text("first-card")]))
    #expect(outcome["new"] == .boolean(true))
    #expect(outcome["status"] == .text("added"))
    #expect(outcome["streak"] == .integer(1))
    #expect(outcome["level"] == .integer(1))
    #expect(outcome["level_up"] == nil)
  }

  @Test func `returns a level that is reached`() throws {
    let code = """
      local ups = {}
      for i = 1, 20 do
        local got = spark.add{
          title = 'Day ' .. i, category = 'challenge', intensity = 'extreme',
          at = clock.add_days('2026-02-01', i - 1) .. 'T09:00'}
        if got.level_up then ups[#ups + 1] = got.level end
      end
      return ups[1], profile().level >= ups[#ups]
      """
    #expect(try Playground().run(code).values == [.integer(2), .boolean(true)])
  }

  @Test func `recording the same again changes nothing`() throws {
    let playground = try Playground()
    let add = "spark.add{title = 'Once', category = 'idea', at = '2026-02-01T10:00'}"
    let first = try playground.value(add)
    #expect(try playground.value(add)["status"] == .text("unchanged"))
    #expect(try playground.value(add)["id"] == first["id"])
    #expect(try playground.value("spark.count()") == .integer(1))
    // Twice in one script are two.
    _ = try playground.run("\(add) \(add)")
    #expect(try playground.value("spark.count()") == .integer(2))
  }

  @Test func `a removed spark is restored with its old id and card`() throws {
    let code = """
      local add = function() return spark.add{
        title = 'Back', category = 'idea', at = '2026-02-01T10:00', key = 'k1'} end
      local first = add()
      spark.remove(first.id)
      local gone = profile().points.total
      local again = add()
      return first.id == again.id, first.card == again.card, gone, again.status,
        profile().points.total == first.points
      """
    #expect(
      try Playground().run(code).values == [
        .boolean(true), .boolean(true), .integer(0), .text("restored"), .boolean(true),
      ])
  }

  @Test func `iterates over sparks by filter and order`() throws {
    let code = """
      spark.add{title = 'Alpha', category = 'idea', intensity = 'low', at = '2026-02-01T10:00',
        tags = {'Home', 'a, b'}, notes = 'ÉCLAIR'}
      spark.add{title = 'Beta', category = 'energy', intensity = 'high', at = '2026-02-02T10:00'}
      spark.add{title = 'Gamma', category = 'idea', intensity = 'extreme', at = '2026-02-03T10:00'}
      local function titles(filter)
        local list = {}
        for s in spark.each(filter) do list[#list + 1] = s.title end
        return table.concat(list, ' ')
      end
      return titles(), titles{category = 'idea', order = 'newest'}, titles{min_intensity = 'high'},
        titles{tag = 'A, B'}, titles{text = 'éclair'}, titles{since = '2026-02-02', limit = 1},
        titles{before = '2026-02-02T10:00'}, titles{order = 'intensity'},
        spark.count{intensity = 'low'}
      """
    #expect(
      try Playground().run(code).values == [
        .text("Alpha Beta Gamma"), .text("Gamma Alpha"), .text("Beta Gamma"), .text("Alpha"),
        .text("Alpha"), .text("Beta"), .text("Alpha"), .text("Gamma Beta Alpha"), .integer(1),
      ])
  }

  @Test func `changing sparks while iterating over them is safe`() throws {
    let code = """
      for i = 1, 600 do
        spark.add{title = 'S' .. i, category = 'idea', at = 1767225600 + i}
      end
      local seen = 0
      for s in spark.each() do
        seen = seen + 1
        spark.remove(s.id)
        if seen % 2 == 0 then
          spark.add{title = 'Late ' .. seen, category = 'energy', at = 1767225600 + seen}
        end
      end
      return seen, spark.count{category = 'idea'}, spark.count()
      """
    #expect(
      try Playground().run(code).values == [.integer(600), .integer(0), .integer(300)])
  }

  @Test func `update changes given fields, and false clears them`() throws {
    let code = """
      local got = spark.add{title = 'Old', category = 'idea', at = '2026-02-01T10:00',
        notes = 'n', actual = 5}
      local new = spark.update(got.id, {title = 'New', intensity = 'extreme', notes = false,
        actual = false, tags = {'x'}})
      return new.title, new.points, new.notes, new.actual, new.tags[1], new.id == got.id
      """
    #expect(
      try Playground().run(code).values == [
        .text("New"), .integer(20), .nil, .nil, .text("x"), .boolean(true),
      ])
  }

  @Test func `refusals are returned as values`() throws {
    let id = String(repeating: "0", count: 32)
    let code = """
      local gone, why = spark.remove('\(id)')
      spark.add{title = 'A', category = 'idea', key = 'k', at = '2026-02-01'}
      local other, clash = spark.add{title = 'B', category = 'idea', key = 'k', at = '2026-02-01'}
      return gone, why.code, other, clash.code, spark.get('\(id)')
      """
    #expect(
      try Playground().run(code).values == [
        .nil, .text("not_found"), .nil, .text("conflict"), .nil,
      ])
  }

  @Test(arguments: [
    (
      "spark.add{title = 'x', category = 'idea', intensity = 'hgih'}",
      "spark.add: field \"intensity\": expected low, medium, high or extreme, got \"hgih\" "
        + "(did you mean \"high\"?)"
    ),
    (
      "spark.add{title = ' ', category = 'idea'}",
      "spark.add: field \"title\": expected a title that is not empty, got \" \""
    ),
    (
      "spark.add{title = 'x', category = 'idea', at = '2027-01-01'}",
      "spark.add: field \"at\": expected a time that is not later than now "
        + "(2026-03-01T12:00:00+01:00), got 2027-01-01T12:00:00+01:00"
    ),
    (
      "spark.add{title = 'x', category = 'idea', at = 'soon'}",
      "spark.add: field \"at\": expected a time such as 14:30, yesterday 14:30, -3h or "
        + "2026-03-01T09:30, got \"soon\""
    ),
    (
      "spark.add{title = 'x', category = 'idea', points = 1000}",
      "spark.add: field \"points\" cannot be set: points are computed by the rulebook"
    ),
    (
      "spark.add{title = 'x'}",
      "spark.add: field \"category\": expected decision, energy, idea, "
        + "experiment or challenge, got nothing"
    ),
    (
      "card.roll = nil",
      "card.roll: cards cannot be written: they come from sparks, card.roll and card.buy"
    ),
    (
      "mission.each = nil",
      "mission.each: missions cannot be written: they complete by themselves when a target is reached"
    ),
  ])
  func `errors state the function, the argument and the fix`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }

  @Test func `a script that fails records nothing`() throws {
    let playground = try Playground()
    let result = try playground.run(
      "spark.add{title = 'x', category = 'idea'} error('no')")
    #expect(result.error?.message == "script.lua:1: no")
    #expect(try playground.value("spark.count()") == .integer(0))
  }

  @Test func `a checkpoint is kept if the rest of the script fails`() throws {
    let playground = try Playground()
    _ = try playground.run(
      """
      spark.add{title = 'kept', category = 'idea'}
      checkpoint()
      spark.add{title = 'lost', category = 'idea'}
      error('no')
      """)
    #expect(try playground.value("spark.count()") == .integer(1))
  }

  @Test func `local times that clocks skip or show twice are noted`() throws {
    let code = """
      local skipped = spark.add{title = 'a', category = 'idea', at = '2025-03-30T02:30'}
      local twice = spark.add{title = 'b', category = 'idea', at = '2025-10-26T02:30'}
      return skipped.note, spark.get(skipped.id).at, twice.note, spark.get(twice.id).at
      """
    // Rome: 02:00 became 03:00 on 2025-03-30, and 03:00 became 02:00 on 2025-10-26.
    #expect(
      try Playground().run(code).values == [
        .text("skipped"), .text("2025-03-30T02:30:00+01:00"), .text("ambiguous"),
        .text("2025-10-26T02:30:00+02:00"),
      ])
  }

  /// Returns a value in Lua that no spark has by default, and no other field.
  private static func sample(_ field: FieldDeclaration) -> String {
    switch field.type {
    case .choice(let choice): "'\(choice.names.last ?? "")'"
    case .integer(let range): "\(range.upperBound - Int64(field.name.utf8.count))"
    case .list: "{'\(field.name)'}"
    default: "'\(field.name)'"
    }
  }

  @Test func `sets and returns each declared field`() throws {
    let fields = Spark.schema.declarations.map { "\($0.name) = \(Self.sample($0))" }
    let code = """
      local given = {\(fields.joined(separator: ", "))}
      local added = spark.get(spark.add(given).id)
      local other = spark.add{title = 'Other', category = 'idea', key = 'k'}
      local names = {}
      for name in pairs(spark.update(other.id, given)) do names[#names + 1] = name end
      for _, got in ipairs{added, spark.get(other.id)} do
        for name, value in pairs(given) do
          local found = got[name]
          if type(value) == 'table' then value, found = value[1], found[1] end
          if found ~= value then error(name .. ' is ' .. tostring(found)) end
        end
      end
      return table.concat(names, ' ')
      """
    #expect(
      try Playground().run(code).values == [
        .text(SparkRow.schema.shape.fields.map(\.name).sorted().joined(separator: " "))
      ])
  }

  @Test func `update describes what false could clear`() throws {
    let playground = try Playground()
    let add = "local id = spark.add{title = 'a', category = 'idea'}.id"
    for (name, type) in [("notes", "string"), ("estimated", "integer"), ("actual", "integer")] {
      #expect(
        try playground.failure("\(add) spark.update(id, {\(name) = true})")
          == "script.lua:1: spark.update: argument 2 \"changes\": field \"\(name)\": expected \(type) or false, "
          + "got true")
    }
  }
}
