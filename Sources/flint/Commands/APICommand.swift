import ArgumentParser
import Glibc
import Scripting

/// Prints the reference of what scripts can call, and of the files that people write.
struct APICommand: ParsableCommand {
  /// What the reference is of.
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case lua
    case rulebook
    case quests
    case mapping
    case plan
    case tests
  }

  /// How the reference is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown
    case luals
    case json
  }

  static let configuration = CommandConfiguration(
    commandName: "api", _superCommandName: "flint",
    abstract: "Print the reference of everything that scripts can call, or of a kind of file.",
    discussion: """
      Examples:
        flint api | less
        flint api spark       (a module)
        flint api spark.add   (a function: its fields, results and an example)
        flint api rulebook    (what a rulebook file may say)
        flint api quests      (what a quest set's JSON file may say)
        flint api mapping     (what a mapping for imports may say)
        flint api plan        (what a plan of a simulation may say)
        flint api tests       (what tests of scripts can call)
        flint api --format luals > flint.d.lua   (for the Lua language server)
      """)

  @Argument(
    help: ArgumentHelp(
      "Which reference to print: lua, rulebook, quests, mapping, plan or tests; or the name of a module "
        + "or function.", valueName: "topic"),
    completion: .list(APICommand.topics))
  var name = Topic.lua.rawValue

  /// What the reference can be asked for, but for functions.
  private static let topics =
    Topic.allCases.map(\.rawValue) + Reference().moduleNames

  @Option(
    help: ArgumentHelp(
      "How to write it; luals and json are for what scripts can call.",
      valueName: "markdown|luals|json"))
  var format = Format.markdown

  func validate() throws {
    if format != .markdown && name != Topic.lua.rawValue {
      throw ValidationError("--format \(format.rawValue) is for lua alone, got \(name)")
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
      }
    StandardOutput.shared.write(text)
  }

  /// Prints what there is of one name.
  private func showEntry() throws {
    let columns = isatty(STDOUT_FILENO) == 1 ? TerminalLine.columns(of: STDOUT_FILENO) : 80
    guard let text = ConsoleHelp.text(for: name, columns: columns) else {
      throw ValidationError(
        ConsoleHelp.unknown(name, besides: Topic.allCases.map(\.rawValue))
          + "; flint api lists everything")
    }
    StandardOutput.shared.write(text + "\n")
  }
}
