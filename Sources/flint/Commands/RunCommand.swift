import ArgumentParser
import Foundation
import Scripting

/// Runs a script.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", _superCommandName: "flint",
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

  @Option(
    name: .customLong("profile"),
    help: ArgumentHelp(
      "Write where the script spent its time: looked at each millisecond, a line for each stack, as "
        + "flame graphs are drawn from it (flamegraph.pl, inferno, speedscope).",
      valueName: "file"), completion: .file())
  var samples: String?

  @Flag(
    help: """
      Run it again whenever the script, a module beside it or below it, or a file named in its \
      arguments changes, until Ctrl-C.
      """)
  var watch = false

  @Argument(
    help: "The script; a directory with a main.lua; - for standard input.", completion: .file())
  var script: String

  @Argument(
    parsing: .postTerminator,
    help: "Arguments of the script, after --: arg[1], arg[2] and so on.", completion: .file())
  var arguments: [String] = []

  func validate() throws {
    if samples != nil && options.limits.maxInstructions != nil {
      throw ValidationError(
        "--profile looks at the script between instructions, and --max-instructions would count that; "
          + "give one of them")
    }
    if watch && script == "-" {
      throw ValidationError("--watch: standard input cannot be read again; name a script's file")
    }
  }

  func run() throws {
    if watch { return try WatchedRun(self).run() }
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
    job.samples = try samples.map { try SampleFile(path: $0, besides: path) }
    _ = try job.run(text)
  }
}

/// Runs a line of code.
struct EvalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", _superCommandName: "flint",
    abstract: "Evaluate Lua and print the result.",
    discussion: """
      Examples:
        flint eval 'profile().streak'
        flint eval 'spark.add{title = "Took the stairs", category = "energy"}'
        flint eval --now 2026-03-01 'clock.week()'
        flint eval 'spark.add{title = arg[1], category = "idea"}' -- "Don't stop"

      A refusal as the result (nil and an error) is printed as an error; the status
      is 1 then.
      """)

  @OptionGroup var options: ScriptOptions

  @Argument(help: "The code: an expression or statements.")
  var code: String

  @Argument(
    parsing: .postTerminator, help: "Arguments of the code, after --: arg[1], arg[2] and so on.",
    completion: .file())
  var arguments: [String] = []

  func run() throws {
    let job = ScriptJob(options: options, arguments: arguments)
    var script = Script(
      source: Array(code.utf8), chunkName: "=(eval)", name: "(eval)", arguments: arguments,
      moduleDirectory: ".", libraries: options.libraries)
    script.printsResults = true
    let results = try job.run(script, orAs: Array("return \(code)".utf8))
    if !results.isEmpty {
      StandardOutput.shared.write(results.map(\.shown).joined(separator: "\t") + "\n")
    }
  }
}
