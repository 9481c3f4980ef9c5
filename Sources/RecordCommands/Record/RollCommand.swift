import ArgumentParser
import Commands
import Lua
import Rules
import Schema
import Sessions
import Views

/// Rolls cards: a token's, or those of a pool.
struct RollCommand: Subcommand {
  static let name = "roll"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Roll a card for a token, or cards of a pool.",
    usage: "flint roll [CATEGORY] [OPTION …]\nflint roll POOL [COUNT] [OPTION …]",
    discussion: """
      Without a word, a token is spent on a card of the category that lacks most
      cards, the first of several. A category may be abbreviated. Each overload of
      fuel brings a token; flint status shows how many there are.

      A pool of the rulebook is rolled for its price; flint pools lists pools and
      balances. As many bundles as possible are bought, and nothing is rolled if the
      balances do not cover the whole price.

      Examples:
        flint roll
        flint roll idea
        flint roll dragon-1 10
      """)

  @OptionGroup var options: RecordOptions
  @Argument(
    help: "The category of the card, or the pool.", completion: .profile(.categories, .pools))
  var what: String?
  @Argument(help: "The number of rolls of a pool (default: 1).") var count: Int64?

  func validate() throws {
    if let count, !(1...PoolRoll.maximumCount).contains(count) {
      throw ValidationError("expected 1 to \(PoolRoll.maximumCount) rolls, got \(count)")
    }
  }

  func run() throws {
    let words = ["roll"] + [what].compactMap(\.self) + (count.map { ["\($0)"] } ?? [])
    try options.recording(words) { session in
      let pools = session.rulebook.definition.pools.map(\.id)
      if let what, pools.contains(what) {
        let roll = try PoolRoll(pool: what, count: count ?? 1)
        let recorded = try session.record(.pool(.roll(roll)))
        let text = try EventText(session).text(of: .pool(.roll(roll)), .addition)
        var view = try RecordedView(recorded, text, session)
        try view.addCards(of: recorded, session)
        return [view]
      }
      let category = try chosen(session, pools) ?? Self.poorest(session)
      let recorded = try session.roll(category)
      return [try RecordedView(recorded, "rolled a card of category \(category.name)", session)]
    }
  }

  /// The category that the word means; `nil` without one.
  private func chosen(_ session: Session, _ pools: [String]) throws -> Category? {
    guard let what else { return nil }
    let categories = session.rulebook.definition.categories
    let choice = FieldType.Choice(categories.names)
    guard let name = choice.name(abbreviated: what) else {
      let names = choice.names + pools
      throw ValidationError(
        "expected \(names.alternatives), got \(Suggestion.quoted(what))"
          + Suggestion.hint(for: what, among: names))
    }
    if count != nil {
      throw ValidationError("only pools are rolled several times; remove the number")
    }
    return categories.named(name)
  }

  /// Returns the category that lacks most cards.
  private static func poorest(_ session: Session) throws -> Category {
    let tallies = session.rulebook.tallyByCategory(in: try session.state())
    let missing = zip(session.rulebook.definition.categories, tallies).map {
      ($0, $1.total - $1.owned)
    }
    return missing.reduce(missing[0]) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}
