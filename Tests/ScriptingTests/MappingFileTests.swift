import FlintCalendar
import Foundation
import Lua
import FlintRules
import Scripting
import Sessions
import Storage
import Testing
import Transfer

struct `A mapping file` {
  private static func mapping(
    _ text: String, path: String = "map.lua", wallTime: Duration = MappingFile.wallTime
  ) throws -> Mapping {
    try MappingFile.mapping(of: Array(text.utf8), path: path, wallTime: wallTime)
  }

  private static func failure(_ text: String) -> String {
    do {
      _ = try withScriptThread { () throws in try mapping(text) }
      return "none"
    } catch {
      return "\(error)"
    }
  }

  /// Returns the result of an import by a mapping: errors of rows, recorded sparks, and the counts.
  private static func result(
    _ text: String, _ rows: String, wallTime: Duration = MappingFile.wallTime
  ) throws -> [String] {
    try withScriptThread { () throws in
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("flint-\(UUID().uuidString).csv").path
      try rows.write(toFile: path, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let store = try Store.inMemory(
        profile: .new(
          seed: 7, zone: "UTC", rulebook: .ignition, now: Instant(milliseconds: 0)))
      var options = ImportOptions()
      try mapping(text, wallTime: wallTime).fill(&options)
      return try store.session(SessionOptions(now: Timestamp("2026-07-01"))) { session in
        let report = try ImportJob([path], options, session).run()
        let sparks = try session.reader.sparks(
          sequences: try session.reader.sparkSequences(SparkQuery())[...])
        return report.rejects.map { "\($0.line): \($0.problem)" }
          + sparks.map { "\($0.spark.title) \($0.spark.category.name) \($0.spark.tags)" }
      }
    }
  }

  private static let head = """
    local function first(text) return text:match("%a+") end
    return {
      kind = "spark",
      columns = {at = "d", title = "t",

    """

  @Test func `may have functions of the row`() throws {
    let result = try Self.result(
      Self.head + """
            category = function(row)
              if row.c == "" then return nil, "no category" end
              return row.c:lower()
            end,
            tags = function(row) return {first(row.t), "x"} end,
          },
          skip = function(row) return row.t == "-" end,
          defaults = {category = "idea"},
        }
        """, "d,t,c\n2026-04-01,Ran far,ENERGY\n2026-04-02,-,\n2026-04-03,Sat,\n2026-04-04,Q,q\n")
    #expect(
      result == [
        "4: category: no category",
        "5: category \"q\": expected decision, energy, idea, experiment or challenge; the mapping "
          + "can define the meaning of such texts: values = {category = {[\"q\"] = …}}",
        "Ran far energy [\"ran\", \"x\"]",
      ])
  }

  @Test func `passes each function a separate row`() throws {
    let result = try Self.result(
      Self.head + """
            category = function(row) row.t = "changed" row.c = nil return "idea" end,
            notes = function(row) kept = kept or row return row.c end,
            tags = function(row) return {row.t, tostring(kept == row), #row == 0 and "named"} end,
          },
        }
        """, "d,t,c\n2026-04-01,a,b\n2026-04-02,c,d\n")
    #expect(
      result == [
        "a idea [\"a\", \"false\", \"named\"]", "c idea [\"c\", \"false\", \"named\"]",
      ])
  }

  @Test func `reads columns in its functions by the names with which it names them`() throws {
    let head = "return {kind = \"spark\", columns = {at = \"d\", title = \"t\", "
    let rows = "d,t, Paid Out ,t\n2026-04-01,a,5,b\n"
    func result(_ category: String) throws -> [String] {
      try Self.result(head + "category = function(row) \(category) end}}", rows)
    }
    #expect(
      try result(
        "return row[\"paid out\"] == \"5\" and row.T == \"a\" and row.t == \"a\" and \"idea\"")
        == ["a idea []"])
    #expect(
      try result("row.x = 1 row.t = nil return row.x == 1 and row.t == nil and \"idea\"")
        == ["a idea []"])
    #expect(
      try result("return row[\"Paid Uot\"]") == [
        "2: category: map.lua:1: there is no column \"Paid Uot\" (did you mean \"Paid Out\"?)"
      ])
    #expect(
      try result("return row.q") == [
        "2: category: map.lua:1: there is no column \"q\"; the columns are d, t, Paid Out, t (2)"
      ])
    #expect(
      try result("return row[1]") == [
        "2: category: map.lua:1: the fields of a row have names, and the name of none is a number"
      ])
    #expect(
      try result("return pcall(getmetatable(row) or error, 1) and \"x\" or \"idea\"") == [
        "a idea []"
      ])
  }

  @Test func `reads members of JSON in its functions by path, named or not`() throws {
    func result(_ category: String, header: String = "") throws -> [String] {
      try Self.result(
        "return {kind = \"spark\", \(header) columns = {at = \"d\", title = \"t\", "
          + "category = function(row) \(category) end}}",
        "[{\"d\": \"2026-04-01\", \"t\": \"a\", \"in\": {\"kind\": \"IDEA\", \"n\": [4, 2]}, \"s\": null}]"
      )
    }
    #expect(try result("return row[\"in.kind\"]:lower()") == ["a idea []"])
    #expect(
      try result("return row[\"in.n[0]\"] == \"4\" and row[\"in.n\"] == \"4,2\" and \"idea\"") == [
        "a idea []"
      ])
    #expect(
      try result("return row.s == \"\" and row.elsewhere == \"\" and \"idea\"") == ["a idea []"])
    #expect(
      try result("return row[\"in.kind\"]:lower()", header: "header = {\"in.n[0]\"},") == [
        "a idea []"
      ])
    #expect(
      try result("return row[\"in.kidn\"]") == [
        "1: category: map.lua:1: there is no member \"in.kidn\" (did you mean \"in.kind\"?); if only "
          + "some rows have it, list it in header"
      ])
    #expect(
      try result("return row[\"in\"]") == [
        "1: category: map.lua:1: in \"a table\": expected a value, got an object; name a member of it "
          + "in the path"
      ])
  }

  @Test func `reads a row in the call to which it was passed`() throws {
    let result = try Self.result(
      "return {kind = \"spark\", columns = {at = \"d\", title = \"t\", category = {value = \"idea\"},"
        + "notes = function(row) kept = kept or row return kept.t .. kept.T end}}",
      "d,t\n2026-04-01,a\n2026-04-02,b\n")
    #expect(
      result == [
        "3: notes: map.lua:1: field 'T' of a row that was passed to an earlier call; read it in that "
          + "call", "a idea []",
      ])
  }

  @Test func `has rows rejected by errors of its functions, with the position`() throws {
    let result = try Self.result(
      Self.head + """
            category = function(row) return (nil).x end,
            notes = function(row) return {a = 1} end,
          },
        }
        """, "d,t,c\n2026-04-01,a,b\n")
    #expect(
      result == [
        "2: category: map.lua:5: attempt to index a nil value"
      ])
    #expect(
      try Self.result(
        Self.head + "category = {value = \"idea\"}, notes = function() return {a = 1} end}}",
        "d,t\n2026-04-01,a\n")
        == ["2: notes: expected a text, a number or a list from the function, got a table"])
    #expect(
      try Self.result(
        Self.head + "category = {value = \"idea\"}, notes = function() return \"\\xff\" end}}",
        "d,t\n2026-04-01,a\n") == ["2: notes: the function returned a text that is not UTF-8"])
  }

  @Test func `reports all its errors with their lines`() {
    #expect(
      Self.failure(
        """
        local columns = {
          titel = "Name",
          at = function(row) return 1 end,
          category = {value = "idee"},
        }
        return {
          kind = "spark",
          columns = columns,
          values = {
            category = {Work = "decisoin"},
          },
        }
        """) == """
          map.lua: 4 errors
            map.lua:2: columns.titel: unknown name (did you mean "title"?)
            map.lua:4: columns.category: expected decision, energy, idea, experiment or challenge, got "idee" (did you mean "idea"?)
            map.lua:8: columns.title: expected a column, a function or {value = …}, got nothing
            map.lua:10: values.category.Work: expected decision, energy, idea, experiment or challenge, got "decisoin" (did you mean "decision"?)
          """)
  }

  @Test(arguments: [
    ("return 1", "map.lua: expected the file to return a table; it should end with return {…}"),
    ("x = {}", "map.lua: expected the file to return a table; it should end with return {…}"),
    (
      "return function() end",
      "map.lua: expected the file to return a table; it should end with return {…}"
    ),
    ("return {", "map.lua:1: unexpected symbol near <eof>\n  1 | return {\n    | ^"),
    (
      "return {kind = os.time()}",
      "map.lua:1: os.time: a mapping file has no access to the clock and the environment\n"
        + "  1 | return {kind = os.time()}\n    |                ^~~~~~~"
    ),
    (
      "print(1)",
      "map.lua:1: print: a mapping file cannot print; it returns the mapping\n"
        + "  1 | print(1)\n    | ^~~~~"
    ),
    (
      "return {kind = spark.add{}}",
      "map.lua:1: attempt to index a nil value (global 'spark')\n"
        + "  1 | return {kind = spark.add{}}\n    |                ^~~~~"
    ),
  ])
  func `is refused when it is no table or wants more than it has`(text: String, expected: String) {
    #expect(Self.failure(text) == expected)
  }

  @Test func `cannot contain itself`() {
    #expect(
      Self.failure("local t = {} t.columns = t return t").contains(
        "expected a table without cycles, got one that contains itself"))
  }

  @Test func `has functions without access to clock, random numbers and profile`() throws {
    for expression in [
      "os.time()", "math.random()", "io.read()", "require('x')", "print(1)", "spark.add{}",
      "mapping({})",
    ] {
      let result = try Self.result(
        Self.head + "category = function() local x = \(expression) return x end}}",
        "d,t\n2026-04-01,a\n")
      #expect(result.first?.hasPrefix("2: category: map.lua:5: ") == true, "\(result)")
    }
  }

  @Test(arguments: [
    ("string.rep('x', 1 << 30)", StopReason.memory),
    ("(function() while true do end end)()", .time),
  ])
  func `ends the import where a function uses too much`(
    expression: String, reason: StopReason
  ) throws {
    #expect {
      _ = try Self.result(
        Self.head + "category = function() return \(expression) end}}",
        "d,t\n2026-04-01,a\n2026-04-02,b\n", wallTime: .milliseconds(500))
    } throws: { error in
      (error as? LuaError)?.code == .stopped(reason)
    }
  }

  @Test func `can be drafted from a file`() throws {
    for text in [
      "Date,Category,Title,Tags,ID\n2026-04-01,idea,\"a \"\"b\"\"\",x|y,1\n",
      "Task,Due,Completed,Priority\na,2026-04-01,,1\n", "day,mood,note\n2026-04-01,good,a\n",
      "Date,Mood\n13.04.2026,Zwischendrin\n", "Date,Weight\n2026-04-01,\"72,5\"\n",
      "2026-04-01,3\n2026-04-02,4\n", "Day,Clock,v\\x\n2026-04-01,08:00,3\n",
    ] {
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("flint-\(UUID().uuidString).csv").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let draft = try SuggestedMapping(try FileSniff(path, ImportOptions()))
      try withScriptThread { () throws in
        let mapping = try Self.mapping(draft.lua)
        let preview = try MappedPreview(
          path, mapping, ImportOptions(), zone: try CivilZone(name: "UTC"),
          now: Instant(milliseconds: 1_800_000_000_000))
        // The user's own names of moods have to be mapped by the user.
        let isOpen = text.contains("Zwischendrin")
        #expect(preview.rows.allSatisfy { ($0.refusal == nil) != isOpen }, "\(draft.lua)")
      }
    }
  }
}
