import ArgumentParser
import Commands
import Scripting
import Simulation

/// The options that define a question about a loot table.
struct LootOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of loot tables (.lua, .json, .csv) or a folder of such files, instead of a goal.",
      valueName: "file"), completion: .file())
  var table: String?
  @Option(help: ArgumentHelp("The table to open, if there are several.", valueName: "table"))
  var name: String?
  @Option(help: ArgumentHelp("The number of openings (default: 1).", valueName: "n")) var open:
    Int64?
  @Option(
    help: ArgumentHelp(
      "The flags that are set, some with a level, such as night,looting=3.", valueName: "flag,…"))
  var flags: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The luck, which changes weights by their quality (default: 0).", valueName: "x"))
  var luck: String?
  @Option(
    help: ArgumentHelp(
      "Only this item, with the law of its number; may be repeated.", valueName: "item"))
  var item: [String] = []
  @Option(
    help: ArgumentHelp(
      "Also show how many openings it takes until: \(LootGoal.forms).", valueName: "goal"))
  var until: String?
  @Option(
    help: ArgumentHelp("Also simulate the openings this number of times.", valueName: "n"))
  var simulate: Int64?

  /// Returns the question that the options define.
  func question() throws -> LootQuestion {
    guard let table else { throw ValidationError("--table is missing") }
    let tables: LootTables
    do {
      tables = try LootTableFile.tables(at: table, exitStatus: ExitStatus.badInput.rawValue)
    } catch {
      throw CommandFailure(error.isMissing ? .storage : .badInput, error.description)
    }
    do {
      var question = LootQuestion(tables)
      question.name = name
      question.openings = open ?? 1
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
    let option = error.field.map { "--\($0): " } ?? path.map { "\($0): " } ?? ""
    let status: ExitStatus =
      switch error.code {
      case .invalid where error.field != nil: .usage
      case .invalid, .unreadable, .broken: .badInput
      case .unreachable, .noExactMethod: .failure
      }
    self.init(status, option + error.problem)
  }
}
