import ArgumentParser
import Commands
import Design
import Reports
import Scripting

/// Computes what a loot table gives.
struct OddsTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Compute what a loot table gives, and how many openings a goal takes.",
    usage: "flint odds table FILE [OPTION …]",
    discussion: """
      The table is a Lua, JSON (also Minecraft's form) or CSV file, or a directory
      of such files. Shows for each item the chance of at least one and the expected
      number; with --item, the distribution of the number of one item, or the chances
      of several together; with --until, also how many openings a goal takes.

      Examples:
        flint odds table chest.json --flags night,looting=3 --luck 2
        flint odds table chest.csv --item gem --openings 10 --at 1,2,3
        flint odds table chest.lua --until gem:5 --at 20,50
        flint odds table chest.lua --until all --simulate 100000
      """)

  @Argument(
    help: "A file of loot tables (.lua, .json, .csv) or a directory of such files.",
    completion: .file())
  var file: String
  @Option(help: ArgumentHelp("The loot table, if there are several.", valueName: "table"))
  var name: String?
  @Option(help: ArgumentHelp("The number of openings (default: 1).", valueName: "number"))
  var openings: Int64?
  @Option(
    help: ArgumentHelp(
      "The flags that are set, such as night,looting=3.", valueName: "flag,…"))
  var flags: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The luck, which changes weights by their quality (default: 0).", valueName: "number"))
  var luck: String?
  @Option(
    help: ArgumentHelp(
      "Only this item, with its distribution; may be repeated.", valueName: "item"))
  var item: [String] = []
  @Option(
    help: ArgumentHelp(
      "Also show how many openings it takes until: \(LootGoal.forms).", valueName: "goal"))
  var until: String?
  @Option(
    help: ArgumentHelp(
      "Also show the chances within these numbers of openings; with --item, the chances of these "
        + "numbers of the item.",
      valueName: "n,n,…"))
  var at: String?
  @Option(
    help: ArgumentHelp("Also simulate the openings this number of times.", valueName: "number"))
  var simulate: Int64?
  @Option(help: ArgumentHelp("The seed of simulated openings (default: 1).", valueName: "seed"))
  var seed: UInt64?
  @OptionGroup var estimate: EstimateOptions
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try answer.begin()
    var question = try question()
    question.at = try numbers(at, of: "--at")
    if let seed { question.seed = seed }
    do {
      question.estimate = try estimate.size(seed: seed)
    } catch {
      throw CommandFailure(error)
    }
    let odds: LootAnswer
    do {
      odds = try question.answer()
    } catch {
      throw CommandFailure(error, path: file)
    }
    try answer.write(odds, ReportPage(odds))
  }

  /// Returns the question that the options define.
  private func question() throws -> LootQuestion {
    let tables: LootTables
    do {
      tables = try LootTableFile.tables(at: file, exitStatus: ExitStatus.badInput.rawValue)
    } catch {
      throw CommandFailure(error.isMissing ? .storage : .badInput, error.description)
    }
    do {
      var question = LootQuestion(tables)
      question.name = name
      question.openings = openings ?? 1
      if let flags { try question.circumstances.add(parsing: flags) }
      if let luck { try question.circumstances.setLuck(parsing: luck) }
      question.things = item
      question.until = until
      question.simulated = simulate
      return question
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// Creates the failure for a question about a loot table that has no answer.
  ///
  /// - Parameter path: the file of the table, in which errors are that concern no option.
  init(_ error: LootError, path: String? = nil) {
    let option =
      error.field.map { "--\($0 == "open" ? "openings" : $0): " } ?? path.map { "\($0): " } ?? ""
    let status: ExitStatus =
      switch error.code {
      case .invalid where error.field != nil: .usage
      case .invalid, .unreadable, .broken: .badInput
      case .unreachable, .noExactMethod: .failure
      }
    self.init(status, option + error.problem)
  }
}
