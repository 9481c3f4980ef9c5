import Foundation
import Testing

/// Tests of `flint test` and its reports.
struct `Tests of scripts` {
  private static let file = #"""
    local shared = 0
    test("a spark brings points", function(t)
      shared = shared + 1
      local s = spark.add{title = "Read", category = "idea"}
      t.ok(s.points > 0)
      t.eq(spark.count(), 1)
      leaked = true
    end)
    test("nothing reaches another", function(t)
      t.eq(spark.count(), 0)
      t.eq(shared, 0)
      t.eq(leaked, nil)
    end)
    test("days go by", function(t)
      for day = 1, 3 do
        t.clock("2027-01-0" .. day .. "T09:00")
        spark.add{title = "Read", category = "idea"}
      end
      t.eq(profile().streak, 3)
      t.fails(function() t.clock("2026-12-31") end, "not before")
    end)
    test("files are there for the test", function(t)
      fs.write("note.txt", "kept")
      t.eq(fs.read("note.txt"), "kept")
      print("to be seen")
      t.eq(t.output(), "to be seen\n")
    end)
    test("modules too", function(t) t.eq(require("seven"), 7) end)
    """#

  private static let failing = #"""
    test("deep", function(t) t.eq({a = {1, {b = 3}}}, {a = {1, {b = 4}}}, "so") end)
    test("missing", function(t) t.eq({a = 1}, {a = 1, b = 2}) end)
    test("too much", function(t) t.eq({a = 1, b = 2}, {a = 1}) end)
    test("floats", function(t) t.eq(1, 1.0) t.near(0/0, 1, 10) end)
    test("no error", function(t) t.fails(function() end) end)
    test("another error", function(t) t.fails(function() error("this") end, "that") end)
    test("same", function(t) t.ne({1}, {1}) end)
    test("false", function(t) t.ok(false, "why") end)
    test("endless", function(t) while true do pcall(error) end end)
    test("raised", function(t) print("seen <before>") error("at once & there") end)
    """#

  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    for (name, text) in [
      "a_test.lua": Self.file, "below/b_test.lua": Self.failing, "seven.lua": "return 7",
      "none.lua": "error()", ".hidden/c_test.lua": "error()",
    ] {
      let place = scratch.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: place, atomically: true, encoding: .utf8)
    }
    return scratch
  }

  @Test func `each test has its own profile, Lua state and clock, and writes nothing`() throws {
    let scratch = try folder()
    let result = try Shell.run("flint test a_test.lua; ls", in: scratch.url)
    #expect(result.output == "5 tests passed, 10 checks\na_test.lua\nbelow\nnone.lua\nseven.lua\n")
  }

  @Test func `a failed test is reported with its position and exits with 1`() throws {
    let scratch = try folder()
    let result = try Shell.run("flint test --time 300ms; echo exit $?", in: scratch.url)
    for line in [
      "FAILED below/b_test.lua:1: deep",
      "  below/b_test.lua:1: t.eq: so: at a[2].b: expected 4, got 3",
      "t.eq: at b: expected 2, got nothing", "t.eq: at b: expected nothing, got 2",
      "t.near: expected 1.0 ± 10.0, got nan", "t.fails: expected an error, got none",
      "t.fails: expected an error with \"that\", got \"", "t.ne: expected anything but {1}",
      "t.ok: why: expected a true value, got false", "stopped: the time limit was reached",
      "  printed:\n    seen <before>", "10 of 15 tests failed\nexit 1",
    ] { #expect(result.output.contains(line), "\(line)\n\(result.output)") }
  }

  @Test func `results are written as TAP`() throws {
    let scratch = try folder()
    let result = try Shell.run("flint test --format tap --filter floats", in: scratch.url)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        """
        TAP version 14
        not ok 1 - below/b_test.lua:4: floats
          ---
          message: |
            below/b_test.lua:4: t.near: expected 1.0 ± 10.0, got nan
        """), "\(result.output)")
    #expect(result.output.contains("\n  ...\n1..1\n"))
  }

  @Test func `results are written as JUnit XML`() throws {
    let scratch = try folder()
    let result = try Shell.run(
      """
      flint test --format junit --time 300ms >report.xml 2>/dev/null
      python3 -c 'import xml.etree.ElementTree as e
      r = e.parse("report.xml").getroot()
      print(r.get("tests"), r.get("failures"), [s.get("name") for s in r], len(r.findall(".//failure")))
      print(r.findall(".//testcase[@name=\\"raised\\"]/failure")[0].get("message"))
      print(r.findall(".//system-out")[0].text)'
      """, in: scratch.url)
    #expect(
      result.output == """
        15 10 ['a_test.lua', 'below/b_test.lua'] 10
        below/b_test.lua:10: at once & there
        seen <before>


        """)
  }

  /// Lua shortens the names of chunks to 59 bytes in messages.
  @Test func `arg[0] is the path of the file, however long it is`() throws {
    let scratch = try Scratch()
    let path = String(repeating: "folder/", count: 27) + "own_test.lua"
    #expect(path.utf8.count == 201)
    let result = try Shell.run(
      """
      mkdir -p $(dirname \(path)); echo '
        local name = arg[0]
        test("name", function(t) t.eq(name, arg[0]) print("<" .. name .. ">") t.eq(1, 2) end)' >\(path)
      flint test \(path)
      """, in: scratch.url)
    #expect(result.status == 1)
    #expect(result.output.contains("<\(path)>"), "\(result.output)")
  }

  @Test func `a run without tests fails`() throws {
    let scratch = try folder()
    #expect(try Shell.run("flint test --filter zzz", in: scratch.url).status == 1)
    #expect(try Shell.run("mkdir empty; flint test empty", in: scratch.url).status == 1)
    #expect(try Shell.run("flint test nowhere", in: scratch.url).status == 74)
  }
}

/// Scripts of several files.
struct `A script of several files` {
  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      mkdir -p app/parts lib/more shared
      echo 'print(require("parts.one"), require("two"), require("more"), arg[0], arg[1])' >app/main.lua
      echo 'return "one"' >app/parts/one.lua; echo 'return "two"' >lib/two.lua
      echo 'return "more"' >lib/more/init.lua; echo 'return "second"' >shared/two.lua
      (echo '#!/usr/bin/env -S flint run'; echo 'print("ran", #arg)') >app/tool; chmod +x app/tool
      """, in: scratch.url)
    #expect(made.output == "")
    return scratch
  }

  @Test func `a directory is run by its main.lua, and libraries are searched in order`() throws {
    let scratch = try folder()
    let run = "flint run --scratch --lib lib --lib shared"
    #expect(
      try Shell.run("\(run) app -- x; \(run) app/ -- y", in: scratch.url).output
        == "one\ttwo\tmore\tapp/main.lua\tx\none\ttwo\tmore\tapp/main.lua\ty\n")
    #expect(
      try Shell.run("flint run --scratch --lib shared --lib lib app", in: scratch.url).output
        .hasPrefix("one\tsecond\tmore"))
  }

  @Test func `a missing module is reported`() throws {
    let scratch = try folder()
    let without = try Shell.run("flint run --scratch app", in: scratch.url)
    #expect(without.status == 1)
    #expect(
      without.output.contains("app/two.lua: no such file"),
      "\(without.output)")
    let library = try Shell.run("flint run --scratch --lib nowhere app", in: scratch.url)
    #expect(library.status == 2)
    #expect(library.output.contains("--lib nowhere: no such directory"))
    #expect(try Shell.run("flint run --scratch lib", in: scratch.url).status == 74)
  }

  @Test func `a script may begin with a shebang line`() throws {
    let scratch = try folder()
    #expect(
      try Shell.run("FLINT_DB=p.db app/tool 2>/dev/null", in: scratch.url).output == "ran\t0\n")
  }
}
