import ArgumentParser
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
        flint api rulebook    (what a rulebook file may say)
        flint api quests      (what a quest set's JSON file may say)
        flint api mapping     (what a mapping for imports may say)
        flint api plan        (what a plan of a simulation may say)
        flint api tests       (what tests of scripts can call)
        flint api --format luals > flint.d.lua   (for the Lua language server)
      """)

  @Argument(help: ArgumentHelp("Of what.", valueName: "lua|rulebook|quests|mapping|plan|tests"))
  var topic = Topic.lua

  @Option(
    help: ArgumentHelp(
      "How to write it; luals and json are for what scripts can call.",
      valueName: "markdown|luals|json"))
  var format = Format.markdown

  func validate() throws {
    if format != .markdown && topic != .lua {
      throw ValidationError("--format \(format.rawValue) is for lua alone, got \(topic.rawValue)")
    }
  }

  func run() {
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
}
