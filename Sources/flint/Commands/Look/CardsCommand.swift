import ArgumentParser
import Calendar
import Rules
import Scripting
import Sessions

/// Shows the card collection.
struct CardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cards", _superCommandName: "flint",
    abstract: "List the cards of the collection, owned and missing.",
    discussion: """
      Examples:
        flint cards --owned --rarity legendary
        flint cards --missing --category idea
        flint cards --search lantern --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Flag(help: "Only owned cards.") var owned = false
  @Flag(help: "Only missing cards.") var missing = false
  @Option(help: "Only cards of this category.")
  var category: Category?
  @Option(help: "Only cards of this rarity.")
  var rarity: Rarity?
  @Option(help: "Only cards whose name contains this text (case-insensitive).")
  var search: String?

  func validate() throws {
    if owned && missing { throw ValidationError("--owned and --missing cannot be combined") }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let views = session.rulebook.collection(
        in: state,
        filter: CardFilter(
          owned: owned ? true : missing ? false : nil, category: category, rarity: rarity,
          search: search))
      let isTable = list.format == .table
      let hasSeasons = views.contains { $0.definition.season != .always }
      var listing = Listing(
        list.format,
        columns: (isTable ? [] : ["id"]) + [
          "name", "category", "rarity", "copies", "first", "duplicate_value", "duplicate_points",
        ] + (isTable ? (hasSeasons ? ["season"] : []) : Season.columns))
      for view in views {
        let first = view.first.map {
          isTable ? session.zone.day(of: $0).description : session.zone.text($0)
        }
        let season = view.definition.season
        let isOn = season.contains(session.today)
        listing.append(
          (isTable ? [] : [.text(view.definition.id)]) + [
            .text(view.definition.name), .text(view.definition.category.name),
            .text(view.definition.rarity.name), .integer(Int64(view.copies)), Cell(first),
            .integer(view.duplicateValue), .integer(view.duplicatePoints),
          ]
            + (isTable
              ? (hasSeasons ? [.text(season.shown(isOn: isOn))] : []) : season.cells(isOn: isOn)))
      }
      listing.end(empty: "no cards")
      if isTable { StandardOutput.shared.write(tallies(state, session.rulebook)) }
    }
  }

  private func tallies(_ state: ProfileState, _ rulebook: Rulebook) -> String {
    func line(_ names: [String], _ tallies: [CardTally]) -> String {
      zip(names, tallies).map { "\($0) \($1.owned)/\($1.total)" }.joined(separator: " · ")
    }
    let total = rulebook.definition.cards.count
    return """

      \(state.ownedCount) of \(total) owned
      \(line(Rarity.names, rulebook.tallyByRarity(in: state)))
      \(line(Category.names, rulebook.tallyByCategory(in: state)))

      """
  }
}
