package import Rules
import Schema

/// The set of cards that a player waits for.
///
/// With `copies` of m, each card of the goal is wanted m times; `first` waits for any m cards of its
/// rarity.
package enum Goal: Hashable, Sendable, CustomStringConvertible {
  /// Every card that can be drawn.
  case complete
  /// A card of exactly this rarity.
  case first(Rarity)
  /// Every card of a rarity.
  case all(Rarity)
  /// Every card of a category.
  case category(Category)
  /// The card with an id.
  case card(String)
  /// A number of different cards.
  case distinct(Int)

  /// Returns whether a card counts towards the goal.
  package func includes(_ card: CardDefinition) -> Bool {
    switch self {
    case .complete, .distinct: true
    case .first(let rarity), .all(let rarity): card.rarity == rarity
    case .category(let category): card.category == category
    case .card(let id): card.id == id
    }
  }

  /// The keywords that goals begin with.
  package static let keywords = ["complete", "first", "all", "category", "card", "distinct"]

  /// The syntax of goals, for messages.
  package static let forms =
    "complete, first:RARITY, all:RARITY, category:NAME, card:ID or distinct:K"

  /// Parses `complete`, `first:legendary`, `all:rare`, `category:idea`, `card:the-lantern` or
  /// `distinct:40`. The id of a card is not checked against a rulebook.
  ///
  /// - Throws: `OddsError` of code `invalid`, with the nearest keyword.
  package init(parsing text: String) throws(OddsError) {
    let components = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let word = components[0]
    guard Goal.keywords.contains(word) else {
      throw .invalid(
        "goal",
        "unknown goal \"\(text)\"\(Goal.hint(for: word)); expected " + Goal.forms)
    }
    if word == "complete" {
      guard components.count == 1 else {
        throw .invalid("goal", "complete takes nothing after it, got \"\(text)\"")
      }
      self = .complete
      return
    }
    guard components.count == 2, !components[1].isEmpty else {
      throw .invalid("goal", "\(word) needs \(Goal.needs[word] ?? "a name")")
    }
    self = try Goal.named(word, components[1])
  }

  /// Returns the goal that a word probably means: a keyword, or what a keyword precedes.
  private static func hint(for word: String) -> String {
    if Rarity(name: word) != nil { return " (did you mean \"first:\(word)\"?)" }
    if Category(name: word) != nil { return " (did you mean \"category:\(word)\"?)" }
    return NearestName.hint(for: word, among: keywords)
  }

  /// What follows each keyword, with an example.
  private static let needs = [
    "first": "a rarity, as in first:legendary", "all": "a rarity, as in all:legendary",
    "category": "a category, as in category:idea", "card": "a card's id, as in card:the-lantern",
    "distinct": "a number of cards, as in distinct:40",
  ]

  private static func named(_ word: String, _ name: String) throws(OddsError) -> Goal {
    switch word {
    case "category":
      guard let category = Category(name: name) else {
        throw unknown("category", name, Category.ignitionNames)
      }
      return .category(category)
    case "card":
      return .card(name)
    case "distinct":
      guard let count = Int(name), count >= 1 else {
        throw .invalid(
          "goal", "expected a whole number of cards from 1 up after distinct:, got \"\(name)\"")
      }
      return .distinct(count)
    default:
      guard let rarity = Rarity(name: name) else {
        throw unknown("rarity", name, Rarity.ignitionNames)
      }
      return word == "first" ? .first(rarity) : .all(rarity)
    }
  }

  static func unknown(_ kind: String, _ name: String, _ names: [String]) -> OddsError {
    let last = names.last ?? ""
    return .invalid(
      "goal",
      "unknown \(kind) \"\(name)\"\(NearestName.hint(for: name, among: names)); expected "
        + names.dropLast().joined(separator: ", ") + " or " + last)
  }

  /// The goal in the syntax of `init(parsing:)`.
  package var description: String {
    switch self {
    case .complete: "complete"
    case .first(let rarity): "first:\(rarity.name)"
    case .all(let rarity): "all:\(rarity.name)"
    case .category(let category): "category:\(category.name)"
    case .card(let id): "card:\(id)"
    case .distinct(let count): "distinct:\(count)"
    }
  }
}
