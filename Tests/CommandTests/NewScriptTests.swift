import Foundation
import Testing

/// Tests of `flint new`.
struct `A new script` {
  @Test(arguments: ["weekly", "weekly/", "scripts/weekly", "./weekly"])
  func `a new script runs, passes its tests and shows its own path`(name: String) throws {
    let scratch = try Scratch()
    let made = try Shell.run("flint new \(name)", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    let path = name.hasSuffix("/") ? String(name.dropLast()) : name
    #expect(
      made.output == """
        created \(path): main.lua, main_test.lua, flint.d.lua, .luarc.json
        try: flint run --scratch \(path); flint test \(path)

        """)
    let run = try Shell.run("flint run --scratch --now 2026-03-07 \(path)", in: scratch.url)
    #expect(run.output == "2026-03-01 to 2026-03-07: 0 sparks, 0 points, streak of 0 days\n")
    let tested = try Shell.run("flint test \(path)", in: scratch.url)
    #expect(tested.status == 0, "\(tested.output)")
    let checked = try Shell.run(
      "flint check \(path) \(path)/main_test.lua", in: scratch.url)
    #expect((checked.status, checked.output) == (0, ""))
    let text = try String(
      contentsOfFile: scratch.url.path + "/\(path)/main.lua", encoding: .utf8)
    #expect(text.contains("-- flint run \(path) "), "\(text)")
    // A variable with the module's name would hide the module.
    #expect(!text.contains("for spark in"))
    // The comments after the commands are aligned.
    let columns = text.split(separator: "\n").filter { $0.hasPrefix("-- flint ") }
      .compactMap { line in
        line.firstMatch(of: #/\S( {2,})\S/#).map {
          line.distance(from: line.startIndex, to: $0.1.endIndex)
        }
      }
    #expect(columns.count == 4 && Set(columns).count == 1, "\(text)")
  }

  @Test func `a new script refuses an invalid number of days`() throws {
    let scratch = try Scratch()
    #expect(try Shell.run("flint new weekly", in: scratch.url).status == 0)
    for days in ["0", "-3"] {
      let result = try Shell.run(
        "flint run --scratch weekly -- --days=\(days)", in: scratch.url)
      #expect(result.status == 1)
      #expect(result.output == "flint: --days: expected 1 or more, got \(days)\n")
    }
    let one = try Shell.run(
      "flint run --scratch --now 2026-03-07 weekly -- --days 1", in: scratch.url)
    #expect(one.output.hasPrefix("2026-03-07 to 2026-03-07: "))
  }

  @Test func `a new script prints counts with singular and plural`() throws {
    let scratch = try Scratch()
    #expect(try Shell.run("flint new weekly", in: scratch.url).status == 0)
    _ = try Shell.run(
      "flint eval --create --db p.db --seed 7 --zone UTC --now 2026-03-07T10:00 'spark.add{title = \"Read\", category = \"idea\"}'",
      in: scratch.url)
    let result = try Shell.run("flint run --db p.db --now 2026-03-07T11:00 weekly", in: scratch.url)
    #expect(
      result.output == "2026-03-01 to 2026-03-07: 1 spark, 12 points, streak of 1 day\n")
  }

  @Test func `a script that cannot be created leaves no files and reports the reason`() throws {
    let scratch = try Scratch()
    try "".write(
      to: scratch.url.appendingPathComponent("file"), atomically: true, encoding: .utf8)
    let beneath = try Shell.run("flint new file/weekly", in: scratch.url)
    #expect(beneath.status == 74)
    #expect(beneath.output == "flint: file/weekly: cannot be created: Not a directory\n")
    #expect(try Shell.run("flint new weekly", in: scratch.url).status == 0)
    for name in ["weekly", "weekly/"] {
      let again = try Shell.run("flint new \(name)", in: scratch.url)
      #expect(again.status == 1)
      #expect(again.output == "flint: weekly already exists; nothing was changed\n")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
        == ["file", "weekly"])
  }

  @Test func `a new script uses a flint.d.lua of the parent folder`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      "mkdir scripts && flint api --format luals >scripts/flint.d.lua && flint new scripts/weekly",
      in: scratch.url)
    #expect(made.output.hasPrefix("created scripts/weekly: main.lua, main_test.lua, .luarc.json\n"))
    let settings = try String(
      contentsOfFile: scratch.url.path + "/scripts/weekly/.luarc.json", encoding: .utf8)
    #expect(settings.contains(#""workspace.library": ["../flint.d.lua"]"#))
  }

  @Test func `a dry run creates no script`() throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint new --dry-run weekly", in: scratch.url)
    #expect(result.status == 0)
    #expect(
      result.output
        == "dry run: would create weekly: main.lua, main_test.lua, flint.d.lua, .luarc.json\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
  }
}
