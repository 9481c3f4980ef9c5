import ArgumentParser
import Commands
import Design
import Scripting
import Storage

/// Drafts a rulebook from a table of cards and their chances.
struct RulesImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Draft a rulebook from a drop table or a loot table.",
    discussion: """
      A drop table is a CSV file, or a JSON list of objects, with a row for each
      card: its name (name, item or card), a rate (0.6%, 0.006 or 1/167) or a
      weight, and, if present, id, rarity (tier, grade), category (type,
      element), pool (banner) and featured (yes, no). Rates are those of cards if
      these sum to 1, otherwise those of rarities, which then must. The rulebook
      gives each card exactly the chance of the table.

      A loot table (.csv, .json with Minecraft's form included, .lua) has to draw
      one entry by weight at each opening; flint odds table takes any.

      Examples:
        flint rules import drops.csv -o drops.lua
        flint rules check drops.lua
        flint rules import chest.json --id chest
      """)

  @Argument(help: "The table: a .csv, .json or .lua file.", completion: .file())
  var table: String
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The rulebook file to write; - for standard output (default).", valueName: "path"),
    completion: .file())
  var output: String?
  @Flag(help: .force) var force = false
  @Option(help: ArgumentHelp("The id of the rulebook (default: the file's name).", valueName: "id"))
  var id: String?
  @Option(help: ArgumentHelp("The loot table, if there are several.", valueName: "table"))
  var name: String?
  @Flag(help: "Divide rates by their sum if it is not 1.") var normalize = false
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @OptionGroup var sandbox: SandboxOptions

  /// The path of the file to write; `nil` for standard output.
  private var path: String? { output == "-" ? nil : output }

  func validate() throws {
    if force && path == nil { throw ValidationError("--force requires --output FILE") }
  }

  func run() throws {
    if let path { try PageTarget.checkMayReplace(path, force) }
    try Sandbox.enter(outputs: path.map { [$0] } ?? [])
    let draft = try draft()
    let text = draft.lua(source: table.split(separator: "/").last.map(String.init) ?? table)
    if let path {
      try withCleanupOnInterrupt {
        try Store.writeFile(path, permissionsOf: nil, replacing: force) { write in
          try write(Array(text.utf8).span)
        }
      }
    } else {
      StandardOutput.shared.write(text)
    }
    if quiet { return }
    for remark in draft.remarks { note("\(table): \(remark)") }
    if let path { note("created \(path); flint rules check \(ShellWord.quoted(path)) checks it") }
  }

  /// Returns the rulebook that the table describes.
  private func draft() throws -> RulebookDraft {
    guard let id = id ?? RulebookDraft.id(ofFile: path ?? table) else {
      throw CommandFailure(
        .usage, "\(table): its name has no letter or digit for an id; give --id ID")
    }
    do {
      return try DraftTableFile.draft(
        at: table, id: id, named: name, normalizes: normalize,
        exitStatus: ExitStatus.badInput.rawValue)
    } catch {
      throw CommandFailure(error.isMissing ? .storage : .badInput, error.description)
    }
  }
}
