import ArgumentParser
import Foundation
import Lua
import Rules
import Scripting

/// Looks at scripts without running them.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: "flint",
    abstract: "Check scripts for mistakes without running them.",
    discussion: """
      Tells what does not compile, globals that nothing defines, functions and
      fields that the API does not have, globals that a function assigns by
      accident, and files and variables, named in the script, that it is not
      granted: give the --allow options that it is to be run with. Ends with 1
      when something was found.

      Examples:
        flint check weekly.lua
        flint check --allow-write report.md scripts/*.lua
        flint check --luacheckrc > .luacheckrc
      """)

  /// How findings are written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

  @Argument(help: "Scripts; a directory with a main.lua.", completion: .file())
  var scripts: [String] = []

  @Flag(help: "Print a .luacheckrc that knows what scripts find defined, and do nothing else.")
  var luacheckrc = false

  @Option(
    help: ArgumentHelp("How to write findings; json is an object a line.", valueName: "text|json"))
  var format = Format.text

  @OptionGroup(title: "What the scripts may touch") var permissions: PermissionOptions

  func validate() throws {
    if scripts.isEmpty && !luacheckrc { throw ValidationError("expected a script, got none") }
  }

  func run() throws {
    if luacheckrc { return StandardOutput.shared.write(ScriptCheck.luacheckrc) }
    // Nothing is run, but it is Lua that compiles.
    try Sandbox.enter()
    var count = 0
    for script in scripts {
      let path = ScriptText.path(of: script)
      let source = try ScriptText.read(path)
      let check = ScriptCheck(
        isTest: path.hasSuffix("_test.lua"),
        files: permissions.files(
          directory: URL(fileURLWithPath: path).deletingLastPathComponent().path, arguments: [],
          profile: nil),
        environment: permissions.environment)
      let findings = try check.findings(in: source, path: path)
      count += findings.count
      for finding in findings { StandardOutput.shared.write(text(of: finding, path) + "\n") }
    }
    try StandardOutput.shared.flush()
    if count > 0 { throw CommandFailure(status: .failure, message: "") }
  }

  private func text(of finding: ScriptCheck.Finding, _ path: String) -> String {
    switch format {
    case .text:
      let place = "\(path):\(finding.line):" + (finding.column.map { "\($0):" } ?? "")
      return "\(place) \(TerminalText.printable(finding.message)) [\(finding.kind.rawValue)]"
    case .json:
      var members: [(String, JSONValue)] = [
        ("file", .string(path)), ("line", .integer(Int64(finding.line))),
      ]
      if let column = finding.column { members.append(("column", .integer(Int64(column)))) }
      members += [
        ("kind", .string(finding.kind.rawValue)), ("message", .string(finding.message)),
      ]
      return JSONValue.object(members).text()
    }
  }
}
