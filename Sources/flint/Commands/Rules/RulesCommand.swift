import ArgumentParser
import JSON
import Rules
import Schema
import Scripting
import Views

/// Groups the commands for rulebooks.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", _superCommandName: "flint",
    abstract: "Show, check, compare and set rulebooks.",
    subcommands: [
      RulesShowCommand.self, RulesCheckCommand.self, RulesDiffCommand.self, RulesSetCommand.self,
    ],
    defaultSubcommand: RulesShowCommand.self)
}

/// Shows a rulebook.
struct RulesShowCommand: ParsableCommand {
  /// The output format of a rulebook.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case lua
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a rulebook: points, drop rates, levels, missions, cards, ladders.",
    discussion: """
      Rates are shown twice. Nominal rates are those of the drop table. Effective
      rates are shown for each category; they include the drop chance and the rule
      for empty cells (rarities of which the category has no card).

      Examples:
        flint rules show
        flint rules show ignition-shipped --format json
        flint rules show my.lua
        flint rules show current --format lua > mine.lua
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(
    help: ArgumentHelp(
      "The rulebook: ignition, ignition-shipped, a Lua file, or current, the profile's own.",
      discussion: "Default: the profile's own if a profile exists, otherwise ignition."))
  var rulebook: RulebookOption?
  @Option(
    help: ArgumentHelp(
      "The output format; lua is a complete rulebook file without extends.",
      valueName: "text|json|lua"))
  var format = Format.text

  func run() throws {
    try Sandbox.enter(profile: profile.path)
    let compiled = try (rulebook ?? .byDefault(in: profile)).rulebook(in: profile)
    let text =
      switch format {
      case .text: compiled.page
      case .json: compiled.json.text(indented: true) + "\n"
      case .lua: compiled.definition.lua
      }
    StandardOutput.shared.write(text)
  }
}

extension Rulebook {
  /// The rulebook as a page of text.
  fileprivate var page: String {
    let points = zip(Category.allCases, definition.basePoints).map { category, base in
      [Cell.text(category.name), .integer(base)]
        + Intensity.allCases.map { .integer(self.points(for: category, $0)) }
    }
    let rates = Category.allCases.map { category in
      [Cell.text(category.name)] + self.rates(for: category).map { .text(percent($0.effective)) }
    }
    let nominal =
      [Cell.text("nominal")] + definition.drops.rates.map { .text(percent($0)) }
    let levels = definition.levels.enumerated().map { index, level in
      [Cell.integer(Int64(index + 1)), .text(level.title), .text(grouped(level.threshold))]
    }
    let missions = definition.missions.map { mission in
      [
        Cell.text(mission.id), .text(mission.window.name),
        .text(
          ([mission.metric.name] + mission.metric.filters.map { "\($0.name)=\($0.value)" })
            .joined(separator: " ")), .integer(mission.target), .integer(mission.reward),
        .text(mission.difficulty.name),
      ] + (hasSeasons ? [.text(mission.season.shown)] : [])
    }
    let cards = definition.cards.map { card in
      [Cell.text(card.id), .text(card.name), .text(card.category.name), .text(card.rarity.name)]
        + (hasSeasons ? [.text(card.season.shown)] : [])
    }
    let rungs = definition.ladders.flatMap { ladder in
      ladder.rungs.map { rung in
        [
          Cell.text(ladder.id), .text(rung.id), .text(rung.title),
          .text(rung.conditions.map(\.shown).joined(separator: ", ")),
        ]
      }
    }
    let sections: [(String, [String], [[Cell]])] = [
      ("Points of a spark", ["category", "base"] + Intensity.names, points),
      (
        "Drop rates, drop chance \(percent(definition.drops.chance)), empty cell: "
          + definition.drops.emptyCell.rawValue, ["effective"] + Rarity.names, [nominal] + rates
      ),
      ("Levels", ["level", "title", "from"], levels),
      (
        "Missions (\(definition.missions.count))",
        ["id", "window", "metric", "target", "reward", "difficulty"]
          + (hasSeasons ? ["season"] : []), missions
      ),
      (
        "Cards (\(definition.cards.count))",
        ["id", "name", "category", "rarity"] + (hasSeasons ? ["season"] : []), cards
      ),
      ("Task scores", TaskPriority.names, [definition.tasks.scores.map { .integer($0) }]),
      (
        "Achievements (\(rungs.count)), at most one per ladder and day",
        ["ladder", "id", "title", "conditions"], rungs
      ),
    ]
    let duplicates = zip(Rarity.names, definition.duplicatePoints).map { "\($0) \(grouped($1))" }
    return "Rulebook \(definition.id), hash \(hash)\n"
      + "Fuel: \(grouped(definition.fuelCapacity)) per overload · roll tokens: "
      + "\(definition.initialTokens) at first, \(definition.tokensPerOverload) per overload\n"
      + "Duplicates: \(duplicates.joined(separator: ", ")) points\n"
      + sections.map { title, columns, rows in
        "\n\(title)\n" + TerminalTable(columns: columns, rows: rows).text
      }.joined()
  }

  /// Whether a card or a mission of the rulebook has a season.
  private var hasSeasons: Bool { eras.count > 1 }

  private func percent(_ fraction: Fraction) -> String {
    // Multiplying by 100 is exact; only values without a short decimal are rounded for display.
    let (hundredfold, overflow) = fraction.numerator.multipliedReportingOverflow(by: 100)
    guard !overflow, let scaled = Fraction(hundredfold, over: fraction.denominator) else {
      return "\(fraction.approximation * 100) %"
    }
    return "\(scaled) %"
  }
}

extension LadderCondition {
  /// The condition as a table shows it.
  fileprivate var shown: String {
    let name = metric.name.replacing("_", with: " ")
    guard metric.isScore else { return "\(name) \(grouped(atLeast))" }
    // Scores are mostly whole percents.
    return "\(name) \(decimalText(atLeast * 100, places: atLeast % 10_000 == 0 ? 0 : 4)) %"
  }
}
