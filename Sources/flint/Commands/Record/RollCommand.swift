import ArgumentParser
import Lua
import Rules
import Schema
import Sessions
import Views

/// Spends a roll token on a card.
struct RollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roll", _superCommandName: "flint",
    abstract: "Spend a roll token on a card.", usage: "flint roll [CATEGORY] [OPTION …]",
    discussion: """
      Without a category, the card is of the one that lacks most cards, the first of
      several. A category may be abbreviated. Each overload of fuel brings a token;
      flint status shows how many there are.

      Examples:
        flint roll
        flint roll idea
      """)

  @OptionGroup var options: RecordOptions
  @Argument(help: "The category of the card.") var category: String?

  /// The category that the word means; `nil` without one.
  private func chosen() throws -> Category? {
    guard let category else { return nil }
    let choice = FieldType.Choice(Category.names)
    if let name = choice.name(abbreviated: category) { return Category(name: name) }
    throw ValidationError(
      "category: expected \(choice.names.alternatives), got \(Suggestion.quoted(category))"
        + Suggestion.hint(for: category, among: choice.names))
  }

  func validate() throws { _ = try chosen() }

  func run() throws {
    let chosen = try chosen()
    try options.recording(["roll"] + (chosen.map { [$0.name] } ?? [])) { session in
      let category = try chosen ?? Self.poorest(session)
      let recorded = try session.roll(category)
      return [try RecordedView(recorded, "rolled a card of category \(category.name)", session)]
    }
  }

  /// Returns the category that lacks most cards.
  private static func poorest(_ session: Session) throws -> Category {
    let tallies = session.rulebook.tallyByCategory(in: try session.state())
    let missing = zip(Category.allCases, tallies).map { ($0, $1.total - $1.owned) }
    return missing.reduce(missing[0]) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}
