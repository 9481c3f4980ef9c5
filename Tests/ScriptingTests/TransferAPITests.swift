import Foundation
import Lua
import FlintRules
import Scripting
import Testing

struct `import.run` {
  private let folder: ScriptFolder
  private let playground: Playground

  init() throws {
    folder = try ScriptFolder()
    playground = try Playground(reading: folder.path, writing: folder.path)
    try folder.write(
      "a.csv", "d,t,c\n2026-02-01,Ran,energy\n2026-02-02,Sat,rest\n2026-02-03,Read,idea\n")
    try folder.write(
      "map.lua",
      "return {kind = 'spark', columns = {at = 'd', title = 't', category = function(row) "
        + "return row.c end}}")
  }

  private static let map = "{kind = 'spark', columns = {at = 'd', title = 't', category = 'c'}}"

  private func run(_ code: String) throws -> String {
    let result = try playground.run(code.replacing("HERE", with: folder.path))
    if let error = result.error {
      return error.message.replacing(folder.path, with: "HERE")
    }
    return result.output.replacing(folder.path, with: "HERE")
  }

  @Test func `records files in the script's transaction, and reports`() throws {
    #expect(
      try run(
        """
        local r = import.run{file = "HERE/a.csv", map = \(Self.map)}
        print(r.total.read, r.total.added, r.total.rejected, spark.count())
        print(r.sources[1].format, r.sources[1].batch ~= nil, #r.sources[1].hashes)
        for _, x in ipairs(r.rejects) do print(x.line, x.column, x.value) end
        """) == "3\t2\t1\t2\na mapping of the script's\ttrue\t1\n3\tc\trest\n")
    #expect(try run("print(spark.count())") == "2\n")
    #expect(
      try run(
        "print(import.run{files = {'HERE/a.csv'}, map = 'HERE/map.lua'}.total.unchanged)") == "2\n")
  }

  @Test func `advises in Lua where amounts of different kinds would be added up`() throws {
    try folder.write("Checkmarks.csv", "Date,Walk\n2026-02-01,YES_MANUAL\n")
    #expect(
      try run(
        """
        tracker.add{name = "Walk", at = "2026-01-01"}
        tracker.add_entry("Walk", {minutes = 30, at = "2026-01-03"})
        print(select(2, pcall(import.run, {file = "HERE/Checkmarks.csv"})))
        """
      ).contains(
        #"by trackers = {["Walk"] = "Walk (loop)"}, or put them together by "#
          + #"trackers = {["Walk"] = "Walk"}"#))
  }

  @Test func `records nothing if the script fails`() throws {
    #expect(
      try run(
        "import.run{file = 'HERE/a.csv', map = \(Self.map), rejects = 'HERE/r.csv'} error('no')")
        == "script.lua:1: no")
    #expect(try run("print(spark.count())") == "0\n")
    #expect(folder.names == ["a.csv", "map.lua"])
  }

  @Test func `reports rejected rows one by one, and writes them to a file`() throws {
    #expect(
      try run(
        """
        import.run{
          file = "HERE/a.csv", map = \(Self.map), rejects = "HERE/r.csv",
          on_reject = function(row)
            print(row.file, row.line, row.column, row.value, table.concat(row.fields, "|"))
          end,
        }
        """) == "HERE/a.csv\t3\tc\trest\t2026-02-02|Sat|rest\n")
    #expect(folder.text("r.csv")?.hasPrefix("d,t,c,reject_file,") == true)
  }

  @Test func `reads a rejects file with the options that it keeps`() throws {
    try folder.write(
      "d.csv", "full_date,weekday,time,mood,activities,note\n2026-02-01,,10:00,goood,,x\n")
    _ = try run(
      "import.run{file = 'HERE/d.csv', zone = 'America/New_York', rejects = 'HERE/r.csv'}")
    let rejects = try #require(folder.text("r.csv"))
    try folder.write("r2.csv", rejects.replacing("10:00,goood", with: "10:00,good"))
    #expect(
      try run(
        """
        print(import.run{file = "HERE/r2.csv"}.total.added)
        print(mood.get("2026-02-01").recorded_at)
        print(import.run{file = "HERE/r2.csv", zone = "UTC"}.total.skipped)
        """) == "1\n2026-02-01T10:00:00-05:00\n1\n")
    // With others a file is not read otherwise without a word.
    let both = try run("import.run{files = {'HERE/r2.csv', 'HERE/d.csv'}}")
    #expect(
      both.contains("HERE/r2.csv: its rows were read with --zone America/New_York when"), "\(both)")
  }

  @Test func `reads rejected rows of its own mapping only by a mapping`() throws {
    _ = try run("import.run{file = 'HERE/a.csv', map = \(Self.map), rejects = 'HERE/r.csv'}")
    let rejects = try #require(folder.text("r.csv"))
    try folder.write("r2.csv", rejects.replacing(",rest,", with: ",idea,"))
    let refused = try run("import.run{file = 'HERE/r2.csv'}")
    #expect(
      refused.contains(
        "HERE/r2.csv: its rows were read with a mapping inside a script when they were "
          + "rejected; import it in a script with that mapping"), "\(refused)")
    #expect(
      try run("print(import.run{file = 'HERE/r2.csv', map = \(Self.map)}.total.added)") == "1\n")
  }

  @Test func `prevents functions that it calls from using the profile`() throws {
    let output = try run(
      """
      local failure
      import.run{
        file = "HERE/a.csv",
        map = {kind = "spark", columns = {at = "d", title = "t", category = "c",
          notes = function(row) return tostring(select(2, pcall(spark.count))) end}},
        on_reject = function() failure = select(2, pcall(import.run, {file = "HERE/a.csv"})) end,
      }
      for s in spark.each{limit = 1} do print(s.notes) end
      print(failure)
      """)
    let words = "the profile cannot be used while import.run is running\n"
    #expect(output == words + words)
  }

  @Test func `ends the script where it ends before its end`() throws {
    for options in ["on_error = 'stop'", "max_errors = 0", "on_reject = function() error('x') end"]
    {
      let code =
        "print(pcall(import.run, {file = 'HERE/a.csv', map = \(Self.map), \(options)})) print('on')"
      let result = try playground.run(code.replacing("HERE", with: folder.path))
      #expect(result.output == "")
      #expect(result.error?.code == .stopped(.fatal), "\(options)")
      #expect(try run("print(spark.count())") == "0\n")
    }
  }

  @Test func `raises errors after which a script can continue`() throws {
    #expect(
      try run("import.run{file = 'HERE/none.csv'}")
        == "script.lua:1: import.run: HERE/none.csv: no such file")
    #expect(
      try run("import.run{file = '/etc/passwd'}")
        == "script.lua:1: import.run: /etc/passwd: reading is not allowed; allow it with "
        + "--allow-read /etc/passwd")
    #expect(
      try run("import.run{file = 'HERE'}")
        == "script.lua:1: import.run: HERE: not a regular file")
    #expect(
      try run("import.run{}")
        == "script.lua:1: import.run: field \"file\": expected a file, or a list of files as files, "
        + "got nothing")
    #expect(
      try run(
        "print(pcall(import.run, {file = 'HERE/a.csv'})) spark.add{title = 'x', category = 'idea'} "
          + "print(import.run{file = 'HERE/a.csv', map = \(Self.map)}.total.added)"
      )
      .hasSuffix("(flint import --sniff FILE prints a draft for --map)\n2\n"))
    #expect(
      try run("import.run{file = 'HERE/a.csv', map = {kind = 'spark', columns = {at = 1}}}")
        == "script.lua:1: import.run: the mapping has 2 errors\n"
        + "  map.columns.title: expected a column, a function or {value = …}, got nothing\n"
        + "  map.columns.category: expected a column, a function or {value = …}, got nothing")
    #expect(
      try run("import.run{file = 'HERE/a.csv', map = 5}")
        == "script.lua:1: import.run: field \"map\": expected the path of a mapping file or a "
        + "table, got number")
    #expect(
      try run("import.run{file = 'HERE/a.csv', moods = {Gut = 'goood'}}")
        == "script.lua:1: import.run: field \"moods\": expected names mapped to horrible, bad, "
        + "average, good, great, got \"goood\"")
    #expect(
      try run("import.run{file = 'HERE/a.csv', rejects = '/tmp/x.csv'}")
        .contains("writing is not allowed; allow it with --allow-write /tmp/x.csv"))
    #expect(
      try run("import.run{file = 'HERE/a.csv', zone = 'Rome'}")
        == "script.lua:1: import.run: field \"zone\": expected an IANA time zone, got \"Rome\"")
    #expect(
      try run("import.run{file = 'HERE/a.csv', columns = {'at', 'x', 'at'}}")
        == "script.lua:1: import.run: field \"columns\": expected each name once, got \"at\" twice")
  }

  @Test func `stops with the script`() throws {
    var short = playground
    short.limits = LuaLimits(wallTime: .milliseconds(300), exitMessages: [:])
    let result = try short.run(
      "pcall(import.run, {file = '\(folder.path)/a.csv', map = {kind = 'spark', columns = "
        + "{at = 'd', title = function() while true do end end, category = 'c'}}}) print('on')")
    #expect(result.error?.code == .stopped(.time))
    #expect(result.output == "")
  }
}

struct `export.run` {
  private let folder: ScriptFolder
  private let playground: Playground

  init() throws {
    folder = try ScriptFolder()
    playground = try Playground(reading: folder.path, writing: folder.path)
    _ = try playground.run(
      """
      spark.add{title = "A", category = "idea", at = "2026-02-01"}
      spark.add{title = "B", category = "energy", at = "2026-02-02"}
      """)
  }

  private func run(_ code: String) throws -> String {
    let result = try playground.run(code.replacing("HERE", with: folder.path))
    return result.error?.message.replacing(folder.path, with: "HERE") ?? result.output
  }

  @Test func `returns a text, and its columns and rows`() throws {
    #expect(
      try run(
        """
        local r = export.run{kind = "sparks", columns = {"title", "points"}, order = "title:desc"}
        print(r.kind, table.concat(r.columns, ","), r.rows, #r.notes)
        print(r.text)
        """) == "sparks\ttitle,points\t2\t0\ntitle,points\nB,22\nA,12\n\n")
    #expect(
      try run(
        "print(export.run{kind = 'sparks', columns = {'title'}, where = {'category=idea'}, "
          + "format = 'jsonl', since = '2026-01-01', before = '2026-02-02', limit = 5}.text)")
        == "{\"title\":\"A\"}\n\n")
  }

  @Test func `returns rows of months, and columns of trackers`() throws {
    #expect(
      try run(
        """
        tracker.add_entry(tracker.add{name = "Run", at = "2026-02-01"}.id, {minutes = 30, at = "2026-02-02"})
        tracker.add{name = "Swim"}
        print(export.run{kind = "table", by = "month", trackers = {"run"}, columns = {"day", "sparks", "run"}}.text)
        """) == "day,sparks,Run\n2026-02-01,2,30\n\n")
    #expect(
      try run("export.run{kind = 'table', trackers = {'Rnu'}}").contains("(did you mean \"Run\"?)"))
    #expect(
      try run("export.run{kind = 'sparks', by = 'week'}")
        == "script.lua:1: export.run: field \"by\": applies to table, not to sparks")
  }

  @Test func `writes a file that appears at the script's end`() throws {
    #expect(
      try run(
        "print(export.run{kind = 'sparks', file = 'HERE/s.csv', columns = {'title'}}.text)")
        == "nil\n")
    #expect(folder.text("s.csv") == "title\nA\nB\n")
    _ = try run("export.run{kind = 'sparks', file = 'HERE/t.csv'} error('no')")
    #expect(folder.names == ["s.csv"])
    #expect(
      try run("export.run{kind = 'sparks', file = '/tmp/s.csv'}")
        .contains("writing is not allowed; allow it with --allow-write /tmp/s.csv"))
  }

  @Test func `refuses invalid exports`() throws {
    #expect(
      try run("export.run{kind = 'spraks'}").contains("(did you mean \"sparks\"?)"))
    #expect(
      try run("export.run{kind = 'sparks', where = {'x'}}")
        == "script.lua:1: export.run: field \"where\": expected a condition such as category=idea, "
        + "points>=20, title~read or notes!=, got \"x\"")
    #expect(
      try run("export.run{kind = 'sparks', columns = {'titel'}}")
        .hasPrefix("script.lua:1: export.run: field \"columns\": "))
  }

  @Test func `counts a text towards the memory of the script`() throws {
    var small = playground
    small.limits = LuaLimits(wallTime: .seconds(60), memory: 4 << 20, exitMessages: [:])
    let result = try small.run(
      "for i = 1, 2000 do spark.add{title = ('x'):rep(3000) .. i, category = 'idea'} end "
        + "export.run{kind = 'sparks'} print('on')")
    #expect(result.error?.code == .stopped(.memory))
    // And gives it back.
    #expect(
      try run("for i = 1, 3 do export.run{kind = 'sparks'} end print('on')") == "on\n")
  }
}
