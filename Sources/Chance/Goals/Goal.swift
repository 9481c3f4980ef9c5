package import FlintRules
import FlintSchema

/// The set of cards that a player waits for in sparks.
///
/// With `copies` of m, each card of the goal is wanted m times; `first` and `any` wait for any m cards of theirs. Goals
/// of sparks are those of pools without featured cards, and are read by `PoolTarget`.
package enum Goal: Hashable, Sendable, CustomStringConvertible {
  /// Every card that can be drawn.
  case complete
  /// A card of exactly this rarity.
  case first(CardRarity)
  /// Every card of a rarity.
  case all(CardRarity)
  /// Every card of a category.
  case category(SparkCategory)
  case card(String)
  /// A card of some.
  case any([String])
  case cards([String])
  /// A number of different cards.
  case distinct(Int)

  package var isAnyCard: Bool {
    switch self {
    case .first, .any: true
    default: false
    }
  }

  package var ids: [String] {
    switch self {
    case .card(let id): [id]
    case .any(let ids), .cards(let ids): ids
    default: []
    }
  }

  /// Returns whether a card counts towards the goal.
  package func includes(_ card: CardDefinition) -> Bool {
    switch self {
    case .complete, .distinct: true
    case .first(let rarity), .all(let rarity): card.rarity == rarity
    case .category(let category): card.category == category
    case .card, .any, .cards: ids.contains(card.id)
    }
  }

  package static let keywords = PoolTarget.keywords.filter { $0 != "featured" }

  /// The syntax of goals, for messages.
  package static let forms = PoolTarget.commonForms + " or distinct:K"

  /// Parses a goal: `complete`, `first:legendary`, `card:the-lantern`. The ids of cards are not checked against a
  /// rulebook.
  ///
  /// - Throws: `OddsError` of code `invalid`.
  package init(parsing text: String) throws(OddsError) {
    let target = try PoolTarget(parsing: text, keywords: Goal.keywords, forms: Goal.forms)
    guard target.copies == 1 else {
      throw .invalid("goal", "the number of copies is given apart, got \"\(text)\"")
    }
    switch target.kind {
    case .complete: self = .complete
    case .first(let name): self = .first(try Goal.rarity(name))
    case .all(let name): self = .all(try Goal.rarity(name))
    case .category(let name):
      guard let category = SparkCategory(name: name) else {
        throw Goal.unknown("category", name, SparkCategory.ignitionNames)
      }
      self = .category(category)
    case .card(let id): self = .card(id)
    case .any(let ids): self = .any(ids)
    case .cards(let ids): self = .cards(ids)
    case .distinct(let count): self = .distinct(count)
    case .featured, .allFeatured, .copies:
      throw .invalid(
        "goal", "\(text) is a goal of pools; expected \(Goal.forms), or a pool beside it")
    }
  }

  private static func rarity(_ name: String) throws(OddsError) -> CardRarity {
    if let rarity = CardRarity(name: name) { return rarity }
    throw unknown("rarity", name, CardRarity.ignitionNames)
  }

  private static func unknown(_ kind: String, _ name: String, _ names: [String]) -> OddsError {
    .invalid(
      "goal",
      "unknown \(kind) \"\(name)\"\(NearestName.hint(for: name, among: names)); expected "
        + names.alternatives)
  }

  /// The goal in the syntax of `init(parsing:)`.
  package var description: String {
    switch self {
    case .complete: "complete"
    case .first(let rarity): "first:\(rarity.name)"
    case .all(let rarity): "all:\(rarity.name)"
    case .category(let category): "category:\(category.name)"
    case .card(let id): "card:\(id)"
    case .any(let ids): "any:" + ids.joined(separator: "+")
    case .cards(let ids): "cards:" + ids.joined(separator: "+")
    case .distinct(let count): "distinct:\(count)"
    }
  }
}
