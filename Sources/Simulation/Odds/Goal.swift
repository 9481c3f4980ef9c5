public import Rules

/// What a player is waiting for: which cards must be there.
///
/// With `copies` of m, each card of the goal is wanted m times; `first` waits for m cards of its
/// rarity, whichever they are.
public enum Goal: Hashable, Sendable {
  /// Every card that can be drawn.
  case complete
  /// A card of exactly this rarity.
  case first(Rarity)
  /// Every card of a rarity.
  case all(Rarity)
  /// Every card of a category.
  case category(Category)
  /// The card of an id.
  case card(String)
  /// So many different cards.
  case distinct(Int)

  /// Whether a card is among those that it is about.
  public func isAbout(_ card: CardDefinition) -> Bool {
    switch self {
    case .complete, .distinct: true
    case .first(let rarity), .all(let rarity): card.rarity == rarity
    case .category(let category): card.category == category
    case .card(let id): card.id == id
    }
  }

  /// The words that a goal begins with.
  public static let words = ["complete", "first", "all", "category", "card", "distinct"]

  /// How goals are written, for messages.
  public static let forms =
    "complete, first:RARITY, all:RARITY, category:NAME, card:ID or distinct:K"

  /// Reads `complete`, `first:legendary`, `all:rare`, `category:idea`, `card:the-lantern` or
  /// `distinct:40`. Whether a card of that id exists is for the rulebook to say.
  ///
  /// - Throws: `OddsError` of code `invalid`, with the nearest word there is.
  public init(parsing text: String) throws(OddsError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let word = parts[0]
    guard Goal.words.contains(word) else {
      throw .invalid(
        "goal",
        "unknown goal \"\(text)\"\(NearestName.hint(for: word, among: Goal.words)); expected "
          + Goal.forms)
    }
    if word == "complete" {
      guard parts.count == 1 else {
        throw .invalid("goal", "complete takes nothing after it, got \"\(text)\"")
      }
      self = .complete
      return
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw .invalid(
        "goal", "\(word) needs \(Goal.needs[word] ?? "a name"), as in \(Goal.example(word))")
    }
    self = try Goal.named(word, parts[1])
  }

  private static let needs = [
    "first": "a rarity", "all": "a rarity", "category": "a category", "card": "a card's id",
    "distinct": "a number of cards",
  ]

  private static func example(_ word: String) -> String {
    switch word {
    case "first", "all": "\(word):legendary"
    case "category": "category:idea"
    case "card": "card:the-lantern"
    default: "distinct:40"
    }
  }

  private static func named(_ word: String, _ name: String) throws(OddsError) -> Goal {
    switch word {
    case "category":
      guard let category = Category(name: name) else {
        throw unknown("category", name, Category.names)
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
      guard let rarity = Rarity(name: name) else { throw unknown("rarity", name, Rarity.names) }
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
}

extension Goal: CustomStringConvertible {
  /// The goal as `init(parsing:)` reads it.
  public var description: String {
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
