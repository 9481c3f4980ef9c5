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

  @Argument(help: "The script; - for standard input.")
  var script: String

  @Argument(
    parsing: .postTerminator,
    help: "What the script is given as arg, behind --.")
  var arguments: [String] = []

  func run() throws {
    let source = try readSource()
    let isInput = script == "-"
    let directory =
      isInput ? "." : URL(fileURLWithPath: script).deletingLastPathComponent().path
    let text = Script(
      source: source, chunkName: isInput ? "=stdin" : "@\(script)",
      name: isInput ? "-" : script, arguments: arguments, moduleDirectory: directory)
    let header = try ScriptHeader(source: source, name: text.name)
    let job = ScriptJob(
      options: options.with(header), directory: isInput ? nil : directory, arguments: arguments)
    _ = try job.run(text)
  }

  private func readSource() throws -> [UInt8] {
    do {
      if script == "-" { return try read(.standardInput) }
      guard let file = FileHandle(forReadingAtPath: script) else {
        throw CommandFailure(
          status: .storage, message: "\(script): \(String(cString: strerror(errno)))")
      }
      return try read(file)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw CommandFailure(
        status: .storage,
        message: "\(script): cannot be read"
          + (reason.map { ": \(String(cString: strerror(Int32($0.code))))" } ?? ""))
    }
  }
}

extension RunCommand {
  /// The bytes of a script, of which there must be an end: devices and pipes need have none.
  private func read(_ file: FileHandle) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try file.read(upToCount: 1 << 20), !more.isEmpty {
      bytes.append(contentsOf: more)
      guard bytes.count <= Script.longest else {
        throw CommandFailure(
          status: .badInput,
          message: "\(script): expected a script of at most \(Script.longest >> 20) MiB, got more")
      }
    }
    return bytes
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
        moduleDirectory: "."), orAs: Array("return \(code)".utf8))
    if !results.isEmpty {
      StandardOutput.shared.write(results.map(\.shown).joined(separator: "\t") + "\n")
    }
  }
}
