import ArgumentParser
import Commands
import Glibc
import Scripting

/// Prints the reference of the Lua API and of the files that users write.
struct APICommand: Subcommand, PagedCommand {
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case lua
    case rulebook
    case quests
    case mapping
    case plan
    case tests
    case tables
    case answers
    case words
  }

  /// The output format of the reference.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown
    case luals
    case json
  }

  static let name = "api"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Print the reference of the Lua API, of a file format or answers.",
    discussion: """
      Examples:
        flint api | less
        flint api spark       (a module)
        flint api spark.add   (a function: its fields, results and an example)
        flint api rulebook    (the format of rulebook files)
        flint api quests      (the JSON format of quest sets)
        flint api mapping     (the format of mappings for imports)
        flint api plan        (the format of simulation plans)
        flint api tests       (functions for tests of scripts)
        flint api tables      (the columns of exported tables)
        flint api days        (the columns of one exported table, or of sqlite)
        flint api answers     (JSON Schema of the answers of --format json)
        flint api words       (what the words of the game mean)
        flint api --format luals > flint.d.lua   (for the Lua language server)
      """)

  @Argument(
    help: ArgumentHelp(
      "The reference to print: lua, rulebook, quests, mapping, plan, tests, tables, answers or words; "
        + "or the name of a module, a function or an exported table.", valueName: "topic"),
    completion: .list(APICommand.topics))
  var name = Topic.lua.rawValue

  /// The accepted topics, except functions.
  private static let topics =
    Topic.allCases.map(\.rawValue) + Reference().moduleNames
    + TablesPage.topics.filter { Topic(rawValue: $0) == nil }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The output format; luals and json are available only for lua.",
      valueName: "markdown|luals|json"))
  var format = Format.markdown

  func validate() throws {
    if format != .markdown && name != Topic.lua.rawValue {
      throw ValidationError(
        "--format \(format.rawValue) is available only for lua, not for \(name)")
    }
  }

  func run() throws {
    guard let topic = Topic(rawValue: name) else { return try showEntry() }
    let text =
      switch (topic, format) {
      case (.lua, .markdown): Reference().markdown
      case (.lua, .luals): Reference().luaLS
      case (.lua, .json): Reference().json
      case (.rulebook, _): RulebookPage.markdown
      case (.quests, _): QuestPage.markdown
      case (.mapping, _): MappingPage.markdown
      case (.plan, _): PlanPage.markdown
      case (.tests, _): Reference.testPage
      case (.tables, _): TablesPage.markdown
      case (.answers, _): AnswerSchema.json
      case (.words, _): Words.markdown
      }
    StandardOutput.shared.write(text)
  }

  /// Prints the reference of one module, function or exported table.
  private func showEntry() throws {
    if let table = TablesPage.text(of: name) {
      return StandardOutput.shared.write(table + "\n")
    }
    let columns = isatty(STDOUT_FILENO) == 1 ? TerminalLine.columns(of: STDOUT_FILENO) : 80
    guard let text = ConsoleHelp.text(for: name, columns: columns) else {
      throw ValidationError(
        ConsoleHelp.unknown(name, besides: Topic.allCases.map(\.rawValue) + TablesPage.topics)
          + "; flint api lists everything")
    }
    StandardOutput.shared.write(text + "\n")
  }
}
