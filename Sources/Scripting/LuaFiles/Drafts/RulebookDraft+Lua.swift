package import Design
import FlintJSON
import FlintRules

extension RulebookDraft {
  /// The text of a rulebook file with a comment for each section.
  ///
  /// - Parameter source: the name of the file from which the rulebook is drafted.
  package func lua(source: String) -> String {
    var lines = [
      "-- Drafted by flint rules import from \(source.commentText).",
      "-- Check it after every change: flint rules check \(definition.id).lua",
    ]
    lines += remarks.map { "--   \($0.commentText)" }
    var text = lines.joined(separator: "\n") + "\nreturn {\n"
    guard case .object(let members) = tree else { return text + "}\n" }
    for (name, value) in members {
      if let comment = Self.comments[name] {
        text += comment.split(separator: "\n").map { "\n  -- \($0)" }.joined() + "\n"
      }
      text += "  \(name) = "
      value.writeLua(to: &text, indent: "  ")
      text += ",\n"
    }
    return text + "}\n"
  }

  /// The comments above the sections of a file.
  private static let comments = [
    "rarities":
      "The rarities, commonest first, with exact rates that sum to 1; a further copy of a card "
      + "brings\nthe points of duplicate.",
    "categories": "What sparks are about: a spark draws a card of its category.",
    "drops":
      "Each spark draws a card; where a category has none of the rarity, another one is drawn.\n"
      + "Pity is off: pity = {rarity = {soft_start = 74, soft_step = \"6%\", hard = 90}} raises a rate.",
    "cards": "The cards, each with its weight among those of its category and rarity (default: 1).",
    "pools": "Pools draw from all categories, so that each card has the chance of the table.\n"
      + "A roll costs a token; price = {gems = 160} needs currencies = {gems = {start = 1600}}.\n"
      + "guarantee = true makes the next card of a rarity a featured one after one that was not.",
    "multipliers": "What the table does not say: the factors of points by intensity,",
    "tokens": "the roll tokens of new profiles and of overloads, and the fuel of an overload,",
    "levels": "and the levels, missions, achievements and scores of tasks.",
  ]
}

extension String {
  /// The text on one line, as in a comment.
  fileprivate var commentText: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
