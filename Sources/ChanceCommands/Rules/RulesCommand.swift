import ArgumentParser
import Commands
import FlintJSON
import FlintRules
import FlintSchema
import Scripting
import Views

/// Groups the commands for rulebooks.
struct RulesCommand: Subcommand {
  static let name = "rules"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Show, check, compare, create and set rulebooks.",
    subcommands: [
      RulesShowCommand.self, RulesCheckCommand.self, RulesDiffCommand.self, RulesSetCommand.self,
      RulesNewCommand.self, RulesImportCommand.self,
    ],
    defaultSubcommand: RulesShowCommand.self)
}

struct RulesShowCommand: PagedCommand {
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
      "The rulebook: ignition, ignition-shipped, everyday, a Lua file, or current, the profile's own.",
      discussion: "Default: the profile's own if a profile exists, otherwise "
        + "\(RulebookDefinition.newProfileDefault.id)."))
  var rulebook: RulebookOption?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The output format; lua is a complete rulebook file without extends.",
      valueName: "text|json|lua"))
  var format = Format.text
  @OptionGroup var sandbox: SandboxOptions

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
  fileprivate var page: String {
    let duplicates = zip(definition.rarities.names, definition.points.duplicates).map {
      "\($0) \(grouped($1))"
    }
    var text =
      "Rulebook \(definition.id), hash \(hash)\n"
      + "Fuel: \(grouped(definition.fuelCapacity)) per overload · roll tokens: "
      + "\(definition.tokens.initial) at first, \(definition.tokens.perOverload) per overload\n"
      + "Duplicates: \(duplicates.joined(separator: ", ")) points\n"
    func add<Row>(_ title: String, _ rows: some Sequence<Row>, _ columns: [Column<Row>]) {
      text += "\n\(title)\n" + TerminalTable(rows, columns).text
    }
    add(
      "Points of a spark", zip(definition.categories, definition.points.base),
      [Column("category", \.0.name), Column("base", \.1)]
        + definition.intensities.map { intensity in
          Column(intensity.name) { self.points(for: $0.0, intensity) }
        })
    let rates =
      [("nominal", definition.drops.rates)]
      + definition.categories.map { ($0.name, self.rates(for: $0).map(\.effective)) }
    add(
      "Drop rates, drop chance \(percent(definition.drops.chance)), empty cell: "
        + definition.drops.emptyCell.rawValue, rates,
      [Column("effective", \.0)]
        + definition.rarities.names.enumerated().map { index, name in
          Column(name) { self.percent($0.1[index]) }
        })
    if !definition.currencies.isEmpty {
      add(
        "Currencies", definition.currencies,
        [
          Column("id", \.id), Column("name") { $0.title ?? "" }, Column("start", \.start),
          Column("per day", \.perDay),
        ])
    }
    if !definition.offers.isEmpty {
      add(
        "Offers", definition.offers,
        [
          Column("id", \.id),
          Column("money") { "\($0.money)" + (definition.moneyUnit.map { " \($0)" } ?? "") },
          Column("grants", \.grants.text),
        ])
    }
    text += definition.poolRatesText
    add(
      "Levels", definition.levels.enumerated(),
      [
        Column("level") { $0.offset + 1 }, Column("title", \.element.title),
        Column("from") { grouped($0.element.threshold) },
      ])
    add(
      "Missions (\(definition.missions.count))", definition.missions,
      [
        Column("id", \.id), Column("window", \.period.name),
        Column("metric") { mission in
          ([mission.metric.name] + mission.metric.filters.map { "\($0.name)=\($0.value)" })
            .joined(separator: " ")
        },
        Column("target", \.target), Column("reward", \.reward),
        Column("difficulty", \.difficulty.name), Column("season", if: hasSeasons, \.season.shown),
        Column("requires", if: definition.missions.contains { !$0.requires.isEmpty }) {
          $0.requires.joined(separator: ", ")
        },
      ])
    add(
      "Cards (\(definition.cards.count))", definition.cards,
      [
        Column("id", \.id), Column("name", \.name), Column("category", \.category.name),
        Column("rarity", \.rarity.name),
        Column("weight", if: definition.cards.contains { $0.weight != 1 }, \.weight),
        Column("season", if: hasSeasons, \.season.shown),
      ])
    add(
      "Task scores", [definition.tasks.scores],
      TaskPriority.names.enumerated().map { index, name in Column(name) { $0[index] } })
    if !definition.earn.isEmpty {
      add(
        "Earning, by the first rule that selects an event", definition.earn,
        [
          Column("event", \.selector.event.name), Column("filters", \.filterText),
          Column("points", \.points), Column("per", \.amountText), Column("cap", \.cap),
          Column("per day", \.perDay), Column("roll") { $0.roll?.name ?? "" },
        ])
    }
    let rungs = definition.ladders.flatMap { ladder in
      ladder.rungs.map { (ladder: ladder.id, rung: $0) }
    }
    add(
      "Achievements (\(rungs.count)), at most one per ladder and day", rungs,
      [
        Column("ladder", \.ladder), Column("id", \.rung.id), Column("title", \.rung.title),
        Column("conditions") { $0.rung.conditions.map(\.shown).joined(separator: ", ") },
      ])
    return text
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

extension EarningRule {
  /// The filters as a table shows them.
  fileprivate var filterText: String {
    selector.filters.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  /// The size of the groups that are paid for.
  fileprivate var amountText: String { amount.map { "\($0.per) \($0.unit.rawValue)" } ?? "" }
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
