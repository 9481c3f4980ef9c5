import ArgumentParser
import Commands
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// Buys a missing card of choice.
struct BuyCommand: Subcommand {
  static let name = "buy"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Buy a missing card of choice for its price.",
    usage: "flint buy CARD [OPTION …]",
    discussion: """
      Rulebooks give prices by rarity; in everyday, duplicates bring the embers that
      they cost. flint cards --missing shows the prices. A card with a season can be
      bought in its season only.

      Examples:
        flint buy "Paper Lantern"
        flint buy idea-paper-lantern --dry-run
      """)

  @OptionGroup var options: RecordOptions
  @Argument(help: "The name or the id of the card; quotes may be left out.")
  var card: [String]

  func run() throws {
    let name = card.joined(separator: " ")
    try options.recording(["buy"] + card) { session in
      let action = PoolAction.buy(try CardPurchase(card: try Self.id(name, session)))
      let recorded = try session.record(.pool(action))
      let text = try EventText(session).text(of: .pool(action), .addition)
      var view = try RecordedView(recorded, text, session)
      try view.addCards(of: recorded, session)
      return [view]
    }
  }

  /// Returns the id of the card that a name or an id means.
  private static func id(_ name: String, _ session: Session) throws -> String {
    let cards = session.rulebook.definition.cards
    let wanted = name.lowercased()
    let matches = cards.filter { $0.id == wanted || $0.name.lowercased() == wanted }
    if matches.count == 1 { return matches[0].id }
    let problem =
      matches.isEmpty
      ? "there is no card \(Suggestion.quoted(name))"
        + Suggestion.hint(for: name, among: cards.map(\.name) + cards.map(\.id))
        + "; flint cards lists the cards"
      : "\(Suggestion.quoted(name)) is the name of several cards: \(matches.map(\.id).alternatives)"
    throw CommandFailure(.usage, problem)
  }
}
