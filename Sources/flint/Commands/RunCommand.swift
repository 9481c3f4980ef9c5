import ArgumentParser
import Foundation
import Scripting

/// Runs a script.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a Lua script on a profile.",
    discussion: """
      The whole script is one transaction: it ends well and is kept, or fails and
      leaves no trace. A profile that does not exist yet is made. What scripts can
      call: flint api.

      Examples:
        flint run import.lua -- march.csv
        flint run --dry-run weekly.lua
        echo 'print(profile().level_title)' | flint run -
        flint run --time 30s --max-memory 64MiB untrusted.lua
      """)

  @OptionGroup var options: ScriptOptions

  @Argument(help: "The script; a directory with a main.lua; - for standard input.")
  var script: String

  @Argument(
    parsing: .postTerminator,
    help: "What the script is given as arg, behind --.")
  var arguments: [String] = []

  func run() throws {
    let isInput = script == "-"
    let path = isInput ? script : ScriptText.path(of: script)
    let source = try ScriptText.read(path)
    let directory =
      isInput ? "." : URL(fileURLWithPath: path).deletingLastPathComponent().path
    let text = Script(
      source: source, chunkName: isInput ? "=stdin" : "@\(path)",
      name: path, arguments: arguments, moduleDirectory: directory,
      libraries: options.modules.libraries)
    let header = try ScriptHeader(source: source, name: text.name)
    let job = ScriptJob(
      options: options.with(header), directory: isInput ? nil : directory, arguments: arguments)
    _ = try job.run(text)
  }
}

/// Runs a line of code.
struct EvalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Run a line of Lua and print what it comes to.",
    discussion: """
      Examples:
        flint eval 'profile().streak'
        flint eval 'spark.add{title = "Took the stairs", category = "energy"}'
        flint eval --now 2026-03-01 'clock.week()'
      """)

  @OptionGroup var options: ScriptOptions

  @Argument(help: "The code: an expression or statements.")
  var code: String

  @Argument(parsing: .postTerminator, help: "What the code is given as arg, behind --.")
  var arguments: [String] = []

  func run() throws {
    let job = ScriptJob(options: options, arguments: arguments)
    let results = try job.run(
      Script(
        source: Array(code.utf8), chunkName: "=(eval)", name: "(eval)", arguments: arguments,
        moduleDirectory: ".", libraries: options.modules.libraries),
      orAs: Array("return \(code)".utf8))
    if !results.isEmpty {
      StandardOutput.shared.write(results.map(\.shown).joined(separator: "\t") + "\n")
    }
  }
}
