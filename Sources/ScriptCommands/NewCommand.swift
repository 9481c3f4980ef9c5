import ArgumentParser
import Commands
import Foundation
import Lua
import Scripting
import Storage
import Transfer

/// Creates a new script from a template.
struct NewCommand: Subcommand {
  static let name = "new"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Create a new script with a test and editor settings.",
    discussion: """
      Creates a directory with main.lua, main_test.lua, flint.d.lua (definitions of
      the API for the Lua language server) and .luarc.json (settings that load these
      definitions). If the parent directory has a flint.d.lua (written by
      flint api --format luals > flint.d.lua), the settings load that one instead.

      Example:
        flint new weekly
        flint run --scratch weekly
        flint test weekly
      """)

  @Argument(
    help: "The path of the script; its name consists of letters, digits, - and _.",
    completion: .directory)
  var name: String

  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  private var path: String { ProfilePath.withoutSlashes(name) }

  private var title: String { path.split(separator: "/").last.map(String.init) ?? "" }

  func validate() throws {
    let isPlain = title.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || LuaName.isPart($0)
    }
    guard !title.isEmpty, isPlain, title.first != "-" else {
      throw ValidationError(
        "expected a name of letters, digits, - and _, with an optional path, got \"\(name)\"")
    }
  }

  func run() throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: path) else {
      throw CommandFailure(.failure, "\(path) already exists; nothing was changed")
    }
    let definitions = "flint.d.lua"
    let isShared = manager.fileExists(atPath: ScriptText.folder(of: path) + "/" + definitions)
    var files = [
      ("main.lua", NewScript.main(title, path: path)),
      ("main_test.lua", NewScript.test(path: path)),
    ]
    if !isShared {
      files.append((definitions, Reference().luaLS + "\n" + Reference.tests.luaLS))
    }
    files.append(
      (".luarc.json", NewScript.settings(definitions: (isShared ? "../" : "") + definitions)))
    let names = files.map(\.0).joined(separator: ", ")
    if dryRun { return note("dry run: would create \(path): \(names)") }
    // The directory is written under a temporary name first, so that it appears complete or not at all.
    let temporary = TemporaryName.random(for: path)
    do {
      try manager.createDirectory(atPath: temporary, withIntermediateDirectories: true)
      for (file, text) in files {
        try text.write(toFile: temporary + "/" + file, atomically: false, encoding: .utf8)
      }
      try manager.moveItem(atPath: temporary, toPath: path)
    } catch {
      try? manager.removeItem(atPath: temporary)
      throw CommandFailure(.storage, "\(path): cannot be created" + systemReason(of: error))
    }
    if !quiet {
      note("created \(path): \(names)")
      note("try: flint run --scratch \(path); flint test \(path)")
    }
  }
}

/// The contents of the files of a new script.
enum NewScript {
  static func main(_ title: String, path: String) -> String {
    let commands = [
      ("flint run \(path)", "runs it on your profile"),
      ("flint run --dry-run \(path)", "runs it and saves nothing"),
      ("flint run \(path) -- --days 30", "passes arguments; --help lists them"),
      ("flint api", "prints the reference of the API"),
    ]
    let usage = labelled(commands.map { ("-- " + $0, $1) })
    return """
      -- \(title): what happened in the last days.
      --
      \(usage)
      local given = args.parse{
        summary = "Shows what happened in the last days.",
        {"--days", type = "integer", default = 7, help = "How many days, today included."},
      }
      if given.days < 1 then fail("--days: expected 1 or more, got " .. given.days) end

      local function counted(number, noun)
        return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
      end

      local first = clock.add_days(clock.day(), 1 - given.days)
      local points, count = 0, 0
      for s in spark.each{since = first} do
        points = points + s.points
        count = count + 1
      end

      print(("%s to %s: %s, %s, streak of %s"):format(
        first, clock.day(), counted(count, "spark"), counted(points, "point"),
        counted(profile().streak, "day")))

      """
  }

  static func test(path: String) -> String {
    """
    -- flint test \(path)

    test("a week without sparks", function(t)
      require("main")
      t.eq(t.output(), "2025-12-26 to 2026-01-01: 0 sparks, 0 points, streak of 0 days\\n")
    end)

    test("older sparks are left out", function(t)
      spark.add{title = "Read", category = "idea"}
      t.clock("2026-01-10T09:00")
      spark.add{title = "Ran", category = "energy"}
      require("main")
      t.ok(t.output():find("2026-01-04 to 2026-01-10: 1 spark,", 1, true), t.output())
    end)

    """
  }

  static func settings(definitions: String) -> String {
    """
    {
      "runtime.version": "Lua 5.4",
      "runtime.builtin": {
        "debug": "disable", "ffi": "disable", "io": "disable", "jit": "disable", "os": "disable",
        "package": "disable"
      },
      "workspace.library": ["\(definitions)"]
    }

    """
  }
}
