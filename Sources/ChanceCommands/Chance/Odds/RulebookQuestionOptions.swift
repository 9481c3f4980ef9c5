import ArgumentParser
import Chance
import Commands
import FlintRules
import Scripting

struct RulebookQuestionOptions: ParsableArguments {
  @Option(
    name: .customLong("db"), help: ProfileOptions.databaseHelp,
    completion: .file(extensions: ["db"]))
  var database: String?
  @Option(help: .rules)
  var rules: RulebookOption?

  /// The profile whose rulebook is used if none is named.
  var profile: ProfileOptions { .naming(database) }

  func rulebook() throws -> Rulebook {
    try (rules ?? .byDefault(in: profile)).rulebook(in: profile)
  }
}

/// The rulebooks of a question that can be asked under several.
struct RulebookComparisonOptions: ParsableArguments {
  @Option(
    name: .customLong("db"), help: ProfileOptions.databaseHelp,
    completion: .file(extensions: ["db"]))
  var database: String?
  @Option(
    help: ArgumentHelp(
      "The rulebook: ignition, ignition-shipped, everyday, a Lua file or current; repeat it to compare several.",
      valueName: "rulebook"))
  var rules: [RulebookOption] = []

  /// The profile whose rulebook is used if none is named.
  var profile: ProfileOptions { .naming(database) }

  /// Returns the rulebooks with their names: their ids, or where two are equal what the option has.
  func rulebooks() throws -> [(name: String, rulebook: Rulebook)] {
    let options = rules.isEmpty ? [.byDefault(in: profile)] : rules
    let rulebooks = try options.map { try $0.rulebook(in: profile) }
    let areUnique = Set(rulebooks.map(\.definition.id)).count == rulebooks.count
    return zip(options, rulebooks).map { (areUnique ? $1.definition.id : $0.name, $1) }
  }
}

func chance(_ text: String, _ field: String) throws -> Fraction {
  do {
    return try Odds.chance(parsing: text, field)
  } catch {
    throw CommandFailure(error)
  }
}

extension CommandFailure {
  /// Creates the failure for a question that has no answer.
  init(_ error: OddsError) {
    // What a word of the command, the rulebook or a part of the state gives has no option.
    let words: Set = [
      "pool", "pools", "rate", "box", "cards", "protection", "price", "refunds", "counters",
      "chosen", "owned", "points",
      "start",
    ]
    let option = error.field.map { field in
      words.contains(field)
        ? field : field == "order" ? "--goal" : "--\(field.replacing("_", with: "-"))"
    }
    self.init(
      error.code == .invalid ? .usage : .failure, (option.map { $0 + ": " } ?? "") + error.problem)
  }
}
