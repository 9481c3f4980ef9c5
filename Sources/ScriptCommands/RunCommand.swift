import ArgumentParser
import Commands
import Foundation
import Scripting

struct RunCommand: Subcommand {
  static let name = "run"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Run a Lua script on a profile.",
    discussion: """
      The whole script is one transaction: if it succeeds, its changes are saved; if
      it fails, only what checkpoint() committed is saved. The default profile is
      created if it does not exist. flint api prints the API reference.

      Examples:
        flint run import.lua -- march.csv
        flint run --dry-run weekly.lua
        echo 'print(profile().level_title)' | flint run -
        flint run --time 30s --max-memory 64MiB untrusted.lua
      """)

  @OptionGroup var options: ScriptOptions

  @Argument(
    help: "The script, or a directory with a main.lua; - for standard input.",
    completion: .file(extensions: ["lua"]))
  var script: String

  @Argument(
    parsing: .postTerminator,
    help: "Arguments for the script (arg[1], arg[2], …), after --.", completion: .file())
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
      libraries: options.libraries)
    let header = try ScriptHeader(source: source, name: text.name)
    var job = ScriptJob(
      options: options.with(header), directory: isInput ? nil : directory, arguments: arguments)
    if isInput { job.input = .ofScript }
    _ = try job.run(text)
  }
}

/// Evaluates Lua code given on the command line.
struct EvalCommand: Subcommand {
  static let name = "eval"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Evaluate Lua code and print the result.",
    discussion: """
      Examples:
        flint eval 'profile().streak'
        flint eval 'spark.add{title = "Took the stairs", category = "energy"}'
        flint eval --now 2026-03-01 'clock.week()'
        flint eval 'spark.add{title = arg[1], category = "idea"}' -- "Don't stop"
        echo 'profile().streak' | flint eval -

      If the operation is refused (the code returns nil and an error), the error is
      printed and the exit status is 1.
      """)

  @OptionGroup var options: ScriptOptions

  @Argument(help: "The Lua code: an expression or statements; - for standard input.")
  var code: String

  @Argument(
    parsing: .postTerminator, help: "Arguments for the code (arg[1], arg[2], …), after --.",
    completion: .file())
  var arguments: [String] = []

  func run() throws {
    var job = ScriptJob(options: options, arguments: arguments)
    if code == "-" { job.input = .ofScript }
    let source = code == "-" ? try ScriptText.read(code) : Array(code.utf8)
    var script = Script(
      source: source, chunkName: "=(eval)", name: "(eval)", arguments: arguments,
      moduleDirectory: ".", libraries: options.libraries)
    script.printsResults = true
    let results = try job.run(script, orAs: Array("return ".utf8) + source)
    if !results.isEmpty {
      StandardOutput.shared.write(results.map(\.shown).joined(separator: "\t") + "\n")
    }
  }
}

extension ScriptInput {
  /// The standard input from which the script itself was read.
  fileprivate static var ofScript: ScriptInput {
    ScriptInput(absent: "standard input was the script itself; write one of them into a file")
  }
}
