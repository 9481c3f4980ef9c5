import ArgumentParser
import Calendar
import Commands
import Rules
import Schema
import Scripting
import Sessions
import Views

struct CardsCommand: Subcommand {
  static let name = "cards"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List the cards of the collection, owned and missing.",
    discussion: """
      Examples:
        flint cards --owned --rarity legendary
        flint cards --missing --category idea
        flint cards --search lantern --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Flag(help: "List only owned cards.") var owned = false
  @Flag(help: "List only missing cards.") var missing = false
  @Option(help: "List only cards of this category.") var category: Category?
  @Option(
    help: ArgumentHelp(
      "List only cards of this rarity: \(Rarity.ignitionNames.alternatives), or one of those of the "
        + "rulebook."), completion: .profile(.rarities))
  var rarity: String?
  @Option(
    help: "List only cards whose name, category or rarity contains this text (case-insensitive).")
  var search: String?

  func validate() throws {
    if missing { try refuse(["--owned": owned], with: "--missing") }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let definition = session.rulebook.definition
      try session.rulebook.checkOptions(category)
      let views = session.rulebook.collection(
        in: state,
        filter: CardFilter(
          owned: owned ? true : missing ? false : nil, category: category,
          rarity: try rarity.map { try definition.rarities.option($0, "--rarity") },
          search: search))
      try ResultList.write(
        session.rows(views), CardView.schema, list, session: session, empty: "no cards")
      if list.format == .table {
        StandardOutput.shared.write(tallies(state, session.rulebook))
      }
    }
  }

  private func tallies(_ state: ProfileState, _ rulebook: Rulebook) -> String {
    func line(_ names: [String], _ tallies: [CardTally]) -> String {
      zip(names, tallies).map { "\($0) \($1.owned)/\($1.total)" }.joined(separator: " · ")
    }
    let total = rulebook.definition.cards.count
    return """

      \(state.ownedCount) of \(total) owned
      \(line(rulebook.definition.rarities.names, rulebook.tallyByRarity(in: state)))
      \(line(rulebook.definition.categories.names, rulebook.tallyByCategory(in: state)))

      """
  }
}
