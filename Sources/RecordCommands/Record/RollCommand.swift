import ArgumentParser
import Commands
import Lua
import FlintRules
import FlintSchema
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
      cards, the first of several. A category may be abbreviated; where a pool has
      its name, --token means the category and a COUNT the pool. Each overload of
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
  @Flag(help: "Spend a token, even if a pool has the name of the category.") var token = false

  func validate() throws {
    if let count, !(1...PoolRoll.maximumCount).contains(count) {
      throw ValidationError("expected 1 to \(PoolRoll.maximumCount) rolls, got \(count)")
    }
  }

  func run() throws {
    let words =
      ["roll"] + [what].compactMap(\.self) + (count.map { ["\($0)"] } ?? [])
      + (token ? ["--token"] : [])
    try options.recording(words) { session in
      let pools = session.rulebook.definition.pools.map(\.id)
      if let what, pools.contains(what), !token {
        try checkIsPool(what, session)
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
  private func chosen(_ session: Session, _ pools: [String]) throws -> SparkCategory? {
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
    if pools.contains(name), !token { throw Self.ambiguous(what, name) }
    return categories.named(name)
  }

  /// Throws if the name of a pool is also that of a category, and no number tells which is meant.
  private func checkIsPool(_ name: String, _ session: Session) throws {
    if count == nil, session.rulebook.definition.categories.named(name) != nil {
      throw Self.ambiguous(name, name)
    }
  }

  private static func ambiguous(_ word: String, _ name: String) -> CommandFailure {
    let word = Suggestion.quoted(word)
    let shown = ShellWord.quoted(name)
    return CommandFailure(
      .usage,
      "\(word) means a category and a pool: flint roll \(shown) --token rolls a card of the "
        + "category, and flint roll \(shown) 1 rolls the pool")
  }

  /// Returns the category that lacks most cards.
  private static func poorest(_ session: Session) throws -> SparkCategory {
    let tallies = session.rulebook.tallyByCategory(in: try session.state())
    let missing = zip(session.rulebook.definition.categories, tallies).map {
      ($0, $1.total - $1.owned)
    }
    return missing.reduce(missing[0]) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}
