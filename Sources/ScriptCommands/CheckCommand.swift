import ArgumentParser
import Commands
import FlintJSON
import Lua
import FlintRules
import Scripting

/// Checks scripts without running them.
struct CheckCommand: Subcommand {
  static let name = "check"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Check scripts for errors without running them.",
    discussion: """
      Reports, as far as the script shows it: syntax errors; undefined, accidental
      and replaced globals; unknown functions and fields, also of results; arguments
      that are missing, too many or wrong, down to the words of a choice, days and
      the directives of string.format; operators, calls, loops and comparisons whose
      values do not fit; locals, parameters, values and results that nothing uses;
      names that hide others; code that is never reached or never repeated;
      duplicate keys, empty branches; modules that require does not find; and files
      and environment variables that the script names but may not access. Give the
      same --lib and --allow options as for flint run. Names that the API
      had before still answer, and alone do not change the exit status, which is 1 if
      a problem was found.

      A name that begins with _ may be unused. -- flint: ignore, behind a line or
      alone before it, silences it; kinds may follow: -- flint: ignore unused-local.

      Examples:
        flint check weekly.lua
        flint check --lib lua main.lua
        flint check --allow-write report.md scripts/*.lua
        flint check --luacheckrc > .luacheckrc
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

  @Argument(
    help: "Scripts, or directories with a main.lua.", completion: .file(extensions: ["lua"]))
  var scripts: [String] = []

  @Flag(help: "Print a .luacheckrc that declares the globals of scripts, and exit.")
  var luacheckrc = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The output format; json writes one object per line.", valueName: "text|json"))
  var format = Format.text

  @OptionGroup var modules: LibraryOptions
  @OptionGroup var sandbox: SandboxOptions
  @OptionGroup(title: "Permissions") var permissions: PermissionOptions

  func validate() throws {
    if scripts.isEmpty && !luacheckrc { throw ValidationError("expected a script, got none") }
  }

  func run() throws {
    if luacheckrc { return StandardOutput.shared.write(ScriptCheck.luacheckrc) }
    // Nothing is run, but Lua compiles the scripts.
    try Sandbox.enter()
    var count = 0
    let paths = scripts.map(ScriptText.path)
    let folders = paths.map(ScriptText.folder)
    for (path, folder) in zip(paths, folders) {
      let source = try ScriptText.read(path)
      let check = ScriptCheck(
        isTest: path.hasSuffix("_test.lua"),
        files: permissions.files(directory: folder, arguments: [], profile: nil),
        environment: permissions.environment,
        // A module is searched in the directory of the script that is run, which may be another one.
        directories: [folder] + folders + modules.libraries)
      let findings = try check.findings(in: source, path: path)
      count += findings.count { $0.kind != .formerName }
      for finding in findings { StandardOutput.shared.write(text(of: finding, path) + "\n") }
    }
    try StandardOutput.shared.flush()
    if count > 0 { throw CommandFailure(.failure, "") }
  }

  private func text(of finding: ScriptCheck.Finding, _ path: String) -> String {
    switch format {
    case .text:
      let position = "\(path):\(finding.line):" + (finding.column.map { "\($0):" } ?? "")
      return "\(position) \(TerminalText.printable(finding.message)) [\(finding.kind.rawValue)]"
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
