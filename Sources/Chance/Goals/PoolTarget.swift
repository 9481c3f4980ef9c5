package import FlintRules
import FlintSchema

/// A goal in a pool, as it is written: `featured`, `featured*2`, `card:sun-queen`, `all:legendary`.
package struct PoolTarget: Hashable, Sendable, CustomStringConvertible {
  /// The cards that count, and how.
  package enum Kind: Hashable, Sendable {
    /// Any featured cards, of one rarity or of all.
    case featured(String?)
    case card(String)
    /// Any cards of some.
    case any([String])
    case cards([String])
    /// Any cards of exactly a rarity.
    case first(String)
    /// Each of some cards, in a number of copies of its own.
    case copies([CardCopies])
    /// Every card of a rarity.
    case all(String)
    /// Every card of a category.
    case category(String)
    case allFeatured
    case complete
    /// A number of different cards.
    case distinct(Int)
  }

  /// A card and how many copies of it are wanted.
  package struct CardCopies: Hashable, Sendable {
    package var card: String
    package var copies: Int
  }

  /// The cards that count, and how.
  package var kind: Kind
  package var copies: Int

  /// Whether only cards that are still to come count, whatever is owned.
  package var isOfComingCards: Bool {
    switch kind {
    case .featured, .any, .first: true
    case .card, .cards, .copies, .all, .category, .allFeatured, .complete, .distinct: false
    }
  }

  package init(_ kind: Kind, copies: Int = 1) {
    self.kind = kind
    self.copies = copies
  }

  /// The syntax of goals of sparks as well as of pools, but for the last form, for messages.
  static let commonForms =
    "complete, first:RARITY, all:RARITY, category:NAME, card:ID, any:ID+ID, cards:ID+ID"

  /// The syntax of goals, for messages.
  package static let forms =
    "featured, featured:RARITY, all:featured, \(commonForms) or distinct:K, each with *N for N copies, or "
    + "cards:ID*N+ID*N"

  /// The keywords that goals begin with.
  static let keywords = [
    "complete", "first", "all", "category", "card", "any", "cards", "distinct", "featured",
  ]

  /// What follows each keyword, with an example.
  private static let needs = [
    "first": "a rarity, as in first:legendary", "all": "a rarity, as in all:legendary",
    "category": "a category, as in category:idea", "card": "a card's id, as in card:the-lantern",
    "any": "ids of cards, as in any:sun+moon", "cards": "ids of cards, as in cards:sun+moon",
    "distinct": "a number of cards, as in distinct:40",
  ]

  /// Returns the goal that a word probably means: a keyword, or what a keyword precedes.
  private static func hint(for word: String, among keywords: [String]) -> String {
    if CardRarity(name: word) != nil { return " (did you mean \"first:\(word)\"?)" }
    if SparkCategory(name: word) != nil { return " (did you mean \"category:\(word)\"?)" }
    return NearestName.hint(for: word, among: keywords)
  }

  /// - Parameter copies: the number of copies where the text has none.
  /// - Throws: `OddsError` of code `invalid`.
  package init(parsing text: String, copies: Int = 1) throws(OddsError) {
    try self.init(parsing: text, copies: copies, keywords: Self.keywords, forms: Self.forms)
  }

  /// Parses a goal of some keywords, whose syntax is that of `forms`.
  init(parsing text: String, copies: Int = 1, keywords: [String], forms: String) throws(OddsError) {
    var rest = Substring(text)
    self.copies = copies
    if let kind = try Self.unequalCopies(text) {
      guard copies == 1 else {
        throw .invalid("goal", "\(text) has the copies of each card; leave out the other number")
      }
      self.kind = kind
      return
    }
    if let star = rest.lastIndex(of: "*") {
      guard let number = Int(rest[rest.index(after: star)...]),
        (1...Odds.mostCopies).contains(number)
      else {
        throw .invalid("goal", "expected 1 to \(Odds.mostCopies) copies after *, got \"\(text)\"")
      }
      guard copies == 1 || copies == number else {
        throw .invalid("goal", "\(text) has its copies; leave out the other number, \(copies)")
      }
      self.copies = number
      rest = rest[..<star]
    }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let (word, name) = (parts[0], parts.count == 2 ? parts[1] : nil)
    func required() throws(OddsError) -> String {
      if let name, !name.isEmpty { return name }
      throw .invalid("goal", "\(word) needs \(Self.needs[word] ?? "a name")")
    }
    guard keywords.contains(word) else {
      throw .invalid(
        "goal",
        "unknown goal \"\(text)\"\(Self.hint(for: word, among: keywords)); expected \(forms)")
    }
    func ids() throws(OddsError) -> [String] {
      try required().split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    }
    switch word {
    case "featured": kind = .featured(name)
    case "card": kind = .card(try required())
    case "any": kind = .any(try ids())
    case "cards": kind = .cards(try ids())
    case "first": kind = .first(try required())
    case "all":
      let name = try required()
      kind = name == "featured" ? .allFeatured : .all(name)
    case "category": kind = .category(try required())
    case "distinct":
      let number = try required()
      guard let count = Int(number), count >= 1 else {
        throw .invalid(
          "goal", "expected a whole number of cards from 1 up after distinct:, got \"\(number)\"")
      }
      kind = .distinct(count)
    default:
      guard name == nil else {
        throw .invalid("goal", "complete takes nothing after it, got \"\(text)\"")
      }
      kind = .complete
    }
  }

  /// Returns the goal of cards each of which has a number of copies of its own; `nil` for another goal.
  private static func unequalCopies(_ text: String) throws(OddsError) -> Kind? {
    guard text.hasPrefix("cards:") else { return nil }
    let parts = text.dropFirst(6).split(separator: "+", omittingEmptySubsequences: false)
    // A number at the end alone is that of each card.
    guard parts.dropLast().contains(where: { $0.contains("*") }) else { return nil }
    var wanted: [CardCopies] = []
    for part in parts {
      let sides = part.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
      let card = String(sides[0])
      guard !card.isEmpty, let copies = sides.count == 2 ? Int(sides[1]) : 1,
        (1...PoolLimits.copies).contains(copies)
      else {
        throw .invalid(
          "goal",
          "expected cards:ID*N+ID*N with 1 to \(PoolLimits.copies) copies, got \"\(text)\"")
      }
      guard !wanted.contains(where: { $0.card == card }) else {
        throw .invalid("goal", "card \(card) is given twice")
      }
      wanted.append(CardCopies(card: card, copies: copies))
    }
    return .copies(wanted)
  }

  /// The goal in the syntax of `init(parsing:copies:)`.
  package var description: String {
    let text =
      switch kind {
      case .featured(let rarity): "featured" + (rarity.map { ":\($0)" } ?? "")
      case .card(let id): "card:\(id)"
      case .any(let ids): "any:" + ids.joined(separator: "+")
      case .cards(let ids): "cards:" + ids.joined(separator: "+")
      case .copies(let wanted):
        "cards:" + wanted.map { "\($0.card)*\($0.copies)" }.joined(separator: "+")
      case .first(let rarity): "first:\(rarity)"
      case .all(let rarity): "all:\(rarity)"
      case .category(let category): "category:\(category)"
      case .allFeatured: "all:featured"
      case .complete: "complete"
      case .distinct(let count): "distinct:\(count)"
      }
    return copies == 1 ? text : "\(text)*\(copies)"
  }

  /// - Throws: `OddsError` where the pool lacks a rarity or a card that the goal names.
  package func resolved(
    in pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(OddsError) -> (goal: PoolGoal, cards: PoolCards) {
    func tier(_ name: String) throws(OddsError) -> Int {
      let names = rulebook.rarities.map(\.name)
      if let index = names.firstIndex(of: name) { return index }
      throw .invalid(
        "goal",
        "unknown rarity \"\(name)\"\(NearestName.hint(for: name, among: names)); expected "
          + names.alternatives)
    }
    func known(_ ids: [String]) throws(OddsError) -> PoolCards {
      let all = pool.cards.flatMap { $0.map { rulebook.cards[$0.position].id } }
      for id in ids where !all.contains(id) {
        throw .invalid(
          "goal",
          "pool \(pool.definition.id) has no card \"\(id)\"\(NearestName.hint(for: id, among: all))"
        )
      }
      return .ids(Set(ids))
    }
    func every(_ name: String) throws(OddsError) -> PoolCards {
      let tier = try tier(name)
      guard pool.cards.indices.contains(tier), !pool.cards[tier].isEmpty else {
        throw .unreachable(pool, "the pool has no card of the rarity \(name)")
      }
      return .tier(tier)
    }
    func featured(_ name: String?) throws(OddsError) -> PoolCards {
      guard pool.definition.featured != nil else {
        throw .invalid("goal", "pool \(pool.definition.id) has no featured cards")
      }
      var only: Int?
      if let name { only = try tier(name) }
      return .featured(tier: only)
    }
    switch kind {
    case .featured(let rarity):
      let cards = try featured(rarity)
      return (.copies(of: cards, copies), cards)
    case .card(let id):
      let cards = try known([id])
      return (.copies(of: cards, copies), cards)
    case .any(let ids):
      let cards = try known(ids)
      return (.copies(of: cards, copies), cards)
    case .cards(let ids):
      let cards = try known(ids)
      return (.different(of: cards, copies: copies), cards)
    case .copies(let wanted):
      let cards = try known(wanted.map(\.card))
      return (.each(Dictionary(wanted.map { ($0.card, $0.copies) }, uniquingKeysWith: +)), cards)
    case .first(let rarity):
      let cards = try every(rarity)
      return (.copies(of: cards, copies), cards)
    case .all(let rarity):
      let cards = try every(rarity)
      return (.different(of: cards, copies: copies), cards)
    case .category(let name):
      let names = rulebook.categories.names
      guard names.contains(name) else {
        throw .invalid(
          "goal",
          "unknown category \"\(name)\"\(NearestName.hint(for: name, among: names)); expected "
            + names.alternatives)
      }
      let cards = PoolCards.ids(
        Set(
          pool.cards.joined().map(\.position).filter { rulebook.cards[$0].category.name == name }
            .map { rulebook.cards[$0].id }))
      return (.different(of: cards, copies: copies), cards)
    case .allFeatured:
      let cards = try featured(nil)
      return (.different(of: cards, copies: copies), cards)
    case .complete: return (.different(of: .all, copies: copies), .all)
    case .distinct(let count): return (.different(of: .all, count, copies: copies), .all)
    }
  }
}
