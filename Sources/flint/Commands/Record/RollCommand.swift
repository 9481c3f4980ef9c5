import ArgumentParser
import Rules
import Sessions
import Views

/// Spends a roll token on a card.
struct RollCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "roll", abstract: "Spend a roll token on a card.",
    discussion: """
      Without a category, the card is of the one that lacks most cards, the first of
      several. Each overload of fuel brings a token; flint status shows how many
      there are.

      Examples:
        flint roll
        flint roll idea
      """)

  @OptionGroup var options: RecordOptions
  @Argument(help: "The category of the card.") var category: Category?

  func run() throws {
    try options.recording(["roll"] + (category.map { [$0.name] } ?? [])) { session in
      let category = try category ?? Self.poorest(session)
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
