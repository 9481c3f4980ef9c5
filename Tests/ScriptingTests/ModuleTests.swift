import Foundation
import Lua
import FlintRules
import Testing

struct `card and mission` {
  @Test func `a token is spent, and without one the missing fuel is returned`() throws {
    let code = """
      local got = card.roll('idea')
      local nothing, why = card.roll('idea')
      return got.new, nothing, why.code, why.missing_fuel, tostring(why), profile().tokens
      """
    // first-card pays 100 fuel.
    #expect(
      try Playground().run(code).values == [
        .boolean(true), .nil, .text("no_token"), .integer(900),
        .text("no roll token; the next one needs 900 more fuel"), .integer(0),
      ])
  }

  @Test func `the collection lists, counts and filters`() throws {
    let code = """
      card.roll('idea')
      local all = card.collection()
      local owned = card.collection{owned = true}
      return all.total, all.owned, #all.cards, #owned.cards, owned.cards[1].category,
        all.by_category.idea.owned, all.by_rarity.legendary.total, #all.rarest,
        #card.collection{text = 'LANTERN'}.cards, #card.collection{rarity = 'epic'}.cards,
        card.get('Paper Lantern').id, card.get('nothing')
      """
    #expect(
      try Playground().run(code).values == [
        .integer(50), .integer(1), .integer(50), .integer(1), .text("idea"), .integer(1),
        .integer(3), .integer(1), .integer(1), .integer(7), .text("idea-paper-lantern"), .nil,
      ])
  }

  @Test func `missions are found by filter, order and day`() throws {
    let code = """
      spark.add{title = 'a', category = 'energy', at = '2026-02-27T15:00'}
      local function ids(filter)
        local list = {}
        for m in mission.each(filter) do list[#list + 1] = m.id .. ' ' .. m.status end
        return #list, list[1]
      end
      local n, first = ids{window = 'day', day = '2026-02-27', status = 'expired'}
      local m = mission.get('energy-boost', '2026-02-27')
      return n, first, m.progress, m.target, m.deadline, select(1, ids{window = 'week'}),
        mission.get('first-card').status, mission.get('nope')
      """
    // Friday's windows are closed on Sunday: four unfinished ones besides energy-boost.
    #expect(
      try Playground().run(code).values == [
        .integer(5), .text("morning-spark expired"), .integer(1), .integer(2),
        .text("2026-02-27"), .integer(10), .text("completed"), .nil,
      ])
  }
}

struct `clock, os and random` {
  @Test(arguments: [
    ("clock.now()", "2026-03-01T12:00:00+01:00"), ("clock.day()", "2026-03-01"),
    ("clock.weekday()", "Sunday"), ("clock.week()", "2026-02-23"), ("clock.zone()", "Europe/Rome"),
    ("clock.add_days('2028-02-28', 1)", "2028-02-29"),
    ("clock.day('2026-03-01T23:30-05:00')", "2026-03-01"), ("clock.day(0)", "1970-01-01"),
    ("os.date('%Y-%m-%d %H:%M:%S', 0)", "1970-01-01 01:00:00"),
    ("os.date('!%c', 1772366400)", "Sun Mar  1 12:00:00 2026"),
    ("os.date('%j %p %I %a %B %%', 1772366400)", "060 PM 01 Sun March %"),
  ])
  func `follow the clock of the session`(expression: String, text: String) throws {
    #expect(try Playground().value(expression) == .text(text))
  }

  @Test(
    arguments: [
      ("os.time()", 1_772_362_800), ("os.time{year = 2026, month = 3, day = 1}", 1_772_362_800),
      // Fields beyond their range carry over: month 14 of 2025 is February 2026.
      ("os.time{year = 2025, month = 14, day = 29}", 1_772_362_800),
      ("clock.days_between('2026-01-01', '2027-01-01')", 365),
      ("clock.seconds('1970-01-02T00:00Z')", 86_400),
    ] as [(String, Int64)])
  func `count seconds and days`(expression: String, number: Int64) throws {
    #expect(try Playground().value(expression) == .integer(number))
  }

  @Test func `two runs draw the same numbers, another seed draws others`() throws {
    let code = "return math.random(1 << 50), math.random(1 << 50)"
    let first = try Playground().run(code).values
    #expect(try Playground().run(code).values == first)
    #expect(first[0] != first[1])
    #expect(try Playground().run("math.randomseed(3) " + code).values != first)
  }
}

struct `json, csv, log and progress` {
  @Test(arguments: [
    ("json.encode({b = 1, a = {1, 2.5, 'x'}, t = true})", #"{"a":[1,2.5,"x"],"b":1,"t":true}"#),
    ("json.encode('\\1\"\\\\')", #""\u0001\"\\""#), ("json.encode(nil)", "null"),
    ("json.encode({})", "{}"),
    ("json.encode(json.decode('[1, {\"k\": null, \"n\": -2e3}]'))", #"[1,{"n":-2000.0}]"#),
    ("select(2, json.decode('{')).code", "not_json"),
  ])
  func `JSON goes both ways`(expression: String, text: String) throws {
    #expect(try Playground().value(expression) == .text(text))
  }

  @Test func `CSV rows come by name with their line`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "name;note\nA;\"two\nlines; here\"\nB;\n".write(
      to: folder.appendingPathComponent("a.csv"), atomically: true, encoding: .utf8)
    try "name,note\nA\n".write(
      to: folder.appendingPathComponent("ragged.csv"), atomically: true, encoding: .utf8)
    let rows = try Playground().run(
      """
      local list = {}
      for row, line in csv.rows('\(folder.path)/a.csv', {delimiter = ';'}) do
        list[#list + 1] = line .. row.name .. row.note
      end
      return table.concat(list, '/')
      """, directory: folder.path)
    #expect(rows.values == [.text("2Atwo\nlines; here/4B")])
    let ragged = try Playground().run(
      "for row in csv.rows('\(folder.path)/ragged.csv') do end", directory: folder.path)
    #expect(
      ragged.error?.message == "script.lua:1: csv.rows: \(folder.path)/ragged.csv: "
        + "line 2, column 1: found 1 field, expected 2")
    let outside = try Playground().run(
      "for row in csv.rows('/etc/passwd') do end", directory: folder.path)
    #expect(
      outside.error?.message == "script.lua:1: csv.rows: /etc/passwd: "
        + "reading is not allowed; allow it with --allow-read /etc/passwd")
    let caught = try Playground().run(
      "return (pcall(csv.rows, '\(folder.path)/missing.csv'))", directory: folder.path)
    #expect(caught.values == [.boolean(false)])
  }

  @Test func `modules are found beside the script and nowhere else`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("lib"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "return {answer = 42}".write(
      to: folder.appendingPathComponent("lib/deep.lua"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("out.lua"),
      withDestinationURL: URL(fileURLWithPath: "/etc/hostname"))
    let found = try Playground().run("return require('lib.deep').answer", directory: folder.path)
    #expect(found.values == [.integer(42)])
    for name in ["..x", "/etc/hostname", "lib/deep", "out", "missing"] {
      let result = try Playground().run("require('\(name)')", directory: folder.path)
      #expect(result.error != nil, "\(name)")
    }
  }

  @Test func `log and progress messages are passed on`() throws {
    let result = try Playground().run(
      "log.info('a') log.warn('b') log.error('c') progress(1, 2, 'half')")
    #expect(result.log == ["info: a", "warn: b", "error: c", "half 1/2"])
  }
}

struct `The arguments of a script` {
  @Test(arguments: [#"{sumary = "Adds up."}"#, #"{summary = "Adds up.", sumary = "Adds up."}"#])
  func `are described by a summary and a list, and nothing else`(description: String) throws {
    #expect(
      try Playground().failure("args.parse\(description)")
        == "script.lua:1: args.parse: argument 1 \"description\": "
        + "expected summary and a list of tables, got \"sumary\"")
  }
}
