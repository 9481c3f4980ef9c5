import ArgumentParser
import Foundation
import Lua
import Scripting

/// Writes a script to begin with.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", _superCommandName: "flint",
    abstract: "Write a script to begin with, its test, and settings for editors.",
    discussion: """
      Makes a directory of that name with main.lua, main_test.lua, flint.d.lua,
      which tells the Lua language server what scripts can call, and .luarc.json,
      which tells it to look there.

      Example:
        flint new weekly
        flint run --scratch weekly
        flint test weekly
      """)

  @Argument(help: "The script's name: letters, digits, - and _.")
  var name: String

  @Flag(help: "Show no notes.") var quiet = false

  func validate() throws {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    let isPlain = last.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || LuaName.isPart($0)
    }
    guard !last.isEmpty, isPlain, last.first != "-" else {
      throw ValidationError(
        "expected a name of letters, digits, - and _, perhaps behind a path, got \"\(name)\"")
    }
  }

  func run() throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: name) else {
      throw CommandFailure(
        status: .storage, message: "\(name): exists already; nothing was changed")
    }
    let title = name.split(separator: "/").last.map(String.init) ?? name
    // Under another name first, so that it is there whole or not at all.
    let draft = name + ".new-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try manager.createDirectory(atPath: draft, withIntermediateDirectories: true)
      for (file, text) in [
        ("main.lua", NewScript.main(title)), ("main_test.lua", NewScript.test(title)),
        ("flint.d.lua", Reference().luaLS + "\n" + Reference.tests.luaLS),
        (".luarc.json", NewScript.settings),
      ] {
        try text.write(toFile: draft + "/" + file, atomically: false, encoding: .utf8)
      }
      try manager.moveItem(atPath: draft, toPath: name)
    } catch {
      try? manager.removeItem(atPath: draft)
      throw CommandFailure(status: .storage, message: "\(name): cannot be made")
    }
    if !quiet {
      note("made \(name): main.lua, main_test.lua, flint.d.lua, .luarc.json")
      note("try: flint run --scratch \(name); flint test \(name)")
    }
  }
}

/// The files of a new script.
enum NewScript {
  static func main(_ name: String) -> String {
    """
    -- \(name): what happened in the last days.
    --
    -- flint run \(name)                      runs it on your profile
    -- flint run --dry-run \(name)            lets it happen and keeps nothing
    -- flint run \(name) -- --days 30         gives it arguments; --help lists them
    -- flint api                              lists everything that a script can call

    local given = args.parse{
      summary = "Tells what happened in the last days.",
      {"--days", type = "integer", default = 7, help = "How many, today included."},
    }

    local first = clock.add_days(clock.day(), 1 - given.days)
    local points, count = 0, 0
    for spark in spark.each{since = first} do
      points = points + spark.points
      count = count + 1
    end

    print(("%s to %s: %d sparks, %d points, a streak of %d"):format(
      first, clock.day(), count, points, profile().streak))

    """
  }

  static func test(_ name: String) -> String {
    """
    -- flint test \(name)

    test("a quiet week is told as such", function(t)
      require("main")
      t.eq(t.output(), "2025-12-26 to 2026-01-01: 0 sparks, 0 points, a streak of 0\\n")
    end)

    test("what is older is left out", function(t)
      spark.add{title = "Read", category = "idea"}
      t.clock("2026-01-10T09:00")
      spark.add{title = "Ran", category = "energy"}
      require("main")
      t.ok(t.output():find("2026-01-04 to 2026-01-10: 1 sparks", 1, true), t.output())
    end)

    """
  }

  static let settings = """
    {
      "runtime.version": "Lua 5.4",
      "runtime.builtin": {
        "debug": "disable", "ffi": "disable", "io": "disable", "jit": "disable", "os": "disable",
        "package": "disable"
      },
      "workspace.library": ["flint.d.lua"]
    }

    """
}
