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
    let path = isInput ? script : Self.file(of: script)
    let source = try readSource(path)
    let directory =
      isInput ? "." : URL(fileURLWithPath: path).deletingLastPathComponent().path
    let text = Script(
      source: source, chunkName: isInput ? "=stdin" : "@\(path)",
      name: path, arguments: arguments, moduleDirectory: directory, libraries: options.libraries)
    let header = try ScriptHeader(source: source, name: text.name)
    let job = ScriptJob(
      options: options.with(header), directory: isInput ? nil : directory, arguments: arguments)
    _ = try job.run(text)
  }

  /// A directory stands for the `main.lua` in it.
  private static func file(of script: String) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: script, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { return script }
    return (script.hasSuffix("/") ? String(script.dropLast()) : script) + "/main.lua"
  }

  private func readSource(_ script: String) throws -> [UInt8] {
    do {
      if script == "-" { return try ScriptText.read(.standardInput, script) }
      guard let file = FileHandle(forReadingAtPath: script) else {
        throw CommandFailure(
          status: .storage, message: "\(script): \(String(cString: strerror(errno)))")
      }
      return try ScriptText.read(file, script)
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
        moduleDirectory: ".", libraries: options.libraries), orAs: Array("return \(code)".utf8))
    if !results.isEmpty {
      StandardOutput.shared.write(results.map(\.shown).joined(separator: "\t") + "\n")
    }
  }
}
