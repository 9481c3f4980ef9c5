import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

struct CardsCommand: Subcommand, PagedCommand {
  static let name = "cards"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List the cards of the collection, owned and missing, and their sets.",
    discussion: """
      With words, cards are listed whose name, sentence, category or rarity contains
      them. --sets lists the sets and what is missing; --set one set, with the
      sentences about its cards. flint buy buys a missing card.

      Examples:
        flint cards --owned --rarity legendary
        flint cards --missing --category idea
        flint cards paper lantern
        flint cards --sets
        flint cards --set small-lights
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Flag(help: "List only owned cards.") var owned = false
  @Flag(help: "List only missing cards.") var missing = false
  @Option(name: .shortAndLong, help: "List only cards of this category.") var category:
    SparkCategory?
  @Option(
    help: ArgumentHelp(
      "List only cards of this rarity: \(CardRarity.ignitionNames.alternatives), or one of those of the "
        + "rulebook."), completion: .profile(.rarities))
  var rarity: String?
  @Option(help: "List only cards of the set with this id or title.") var set: String?
  @Flag(help: "List the sets of cards instead.") var sets = false
  @Argument(help: "What the name, the sentence, the category or the rarity contains.")
  var words: [String] = []
  @Option(
    help:
      "List only cards whose name, sentence, category or rarity contains this text (case-insensitive)."
  )
  var search: String?

  func validate() throws {
    if !words.isEmpty { try refuse(["--search": search != nil], with: "a word") }
    if sets {
      try refuse(
        [
          "--owned": owned, "--missing": missing, "--set": set != nil, "--search": search != nil,
          "--category": category != nil, "--rarity": rarity != nil, "a word": !words.isEmpty,
        ], with: "--sets")
    }
    if missing { try refuse(["--owned": owned], with: "--missing") }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let definition = session.rulebook.definition
      try session.rulebook.checkOptions(category)
      if sets {
        let views = session.rulebook.sets(in: state, today: session.today)
        return try ResultList.write(
          session.rows(views), SetView.schema, list, session: session, empty: "no sets")
      }
      let views = session.rulebook.collection(
        in: state,
        filter: CardFilter(
          owned: owned ? true : missing ? false : nil, category: category,
          rarity: try rarity.map { try definition.rarities.option($0, "--rarity") },
          set: try set.map { try Self.id(ofSet: $0, definition) },
          search: words.isEmpty ? search : words.joined(separator: " ")))
      try ResultList.write(
        session.rows(views), CardView.schema, list, session: session, empty: "no cards")
      if list.format == .table {
        if set != nil || views.count <= 5 { Self.writeSentences(views) }
        StandardOutput.shared.write(tallies(state, session.rulebook))
      }
    }
  }

  /// Returns the id of the set that an id or a title means.
  private static func id(ofSet text: String, _ definition: RulebookDefinition) throws -> String {
    let wanted = text.lowercased()
    let match = definition.sets.first { $0.id == wanted || $0.title.lowercased() == wanted }
    guard let match else {
      throw ValidationError(
        "--set: there is no set \(Suggestion.quoted(text))"
          + Suggestion.hint(for: text, among: definition.sets.map(\.id))
          + "; flint cards --sets lists the sets")
    }
    return match.id
  }

  /// Writes the sentences about the cards that are owned; the others are still to be found.
  private static func writeSentences(_ views: [CardView]) {
    let lines = views.compactMap { view in
      view.copies > 0 ? view.definition.text.map { (view.definition.name, $0) } : nil
    }
    if !lines.isEmpty { StandardOutput.shared.write("\n" + labelled(lines)) }
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
