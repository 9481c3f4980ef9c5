package import FlintSchema

/// A rulebook as written: all numbers and names of the rules, as plain data.
///
/// A definition may be invalid; `Rulebook.init(_:)` validates and compiles it.
public struct RulebookDefinition: Hashable, Sendable {
  /// The id: lower-case letters, digits, `-` and `_`.
  public var id: String
  /// The categories of sparks and cards.
  public var categories = Category.ignition
  /// The intensities of sparks, weakest first.
  public var intensities = Intensity.ignition
  /// The rarities of cards, commonest first.
  public var rarities = Rarity.ignition
  /// The points of sparks and of duplicates.
  public var points: PointRules
  /// The cards that can be collected, in the order they are listed and drawn.
  public var cards: [CardDefinition]
  /// The drop table.
  public var drops: DropDefinition
  /// Levels, lowest first.
  public var levels: [LevelDefinition]
  /// The amount of fuel that causes an overload.
  public var fuelCapacity: Int64
  /// The roll tokens of profiles.
  public var tokens: TokenRules
  /// The missions, in the order of evaluation.
  public var missions: [MissionDefinition]
  package var tasks = TaskRules()
  /// The ladders of achievements, in the order of evaluation.
  package var ladders: [LadderDefinition] = []
  /// The rules by which events other than sparks earn points; the first that selects one applies.
  package var earn: [EarningRule] = []
  package var currencies: [CurrencyDefinition] = []
  /// The amounts of currencies that are sold for money.
  package var offers: [OfferDefinition] = []
  /// The unit of money, such as `EUR`; `nil` where none is given.
  package var moneyUnit: String?
  /// What a duplicate grants, by the name of its rarity.
  package var duplicateGrants: [NamedValue<[CurrencyAmount]>] = []
  /// What a missing card of choice costs, by the name of its rarity.
  package var cardPrices: [NamedValue<[CurrencyAmount]>] = []
  /// The sets of cards.
  package var sets: [CardSet] = []
  /// The pools, beside those of the categories.
  package var pools: [PoolDefinition] = []
}

extension RulebookDefinition {
  /// The intensity of a spark of which none is given: `medium`, or the weakest where that is not listed.
  package var defaultIntensity: Intensity {
    intensities.contains(.medium) ? .medium : intensities.first ?? .medium
  }

  /// Returns the type of a field with the names that the rulebook lists, where these are open.
  package func type(of field: FieldDeclaration) -> FieldType {
    guard case .choice(var choice) = field.type, choice.isOpen else { return field.type }
    switch field.name {
    case "category": choice.names = categories.names
    case "intensity", "min_intensity":
      choice.names = intensities.names
      if !choice.numbers.isEmpty { choice.numbers = choice.names.indices.map { Int64($0 + 1) } }
    case "rarity": choice.names = rarities.names
    default: break
    }
    choice.isOpen = false
    return .choice(choice)
  }

  /// Returns the position of a category that the rulebook has; that of the first for any other.
  package func position(of category: Category) -> Int { categories.position(of: category) ?? 0 }

  /// Returns the position of an intensity that the rulebook has; that of the weakest for any other.
  package func position(of intensity: Intensity) -> Int {
    intensities.position(of: intensity) ?? 0
  }

  /// Returns the index of a card's cell: those of a category are adjacent, commonest first.
  func cell(of card: CardDefinition) -> Int? {
    guard let category = categories.position(of: card.category),
      let rarity = rarities.position(of: card.rarity)
    else { return nil }
    return category * rarities.count + rarity
  }

  /// Returns the position of a rarity that the rulebook has; that of the commonest for any other.
  package func position(of rarity: Rarity) -> Int { rarities.position(of: rarity) ?? 0 }

  /// Returns the step of a rarity on a scale of four, from 0 (commonest), for signs and colours.
  package func rank(of rarity: Rarity) -> Int {
    let position = position(of: rarity)
    return rarities.count <= 4 ? position : position * 3 / (rarities.count - 1)
  }
}

/// The points of sparks and of duplicates.
public struct PointRules: Hashable, Sendable {
  /// The base points of a spark, one per category.
  public var base: [Int64]
  /// The multipliers of base points, one per intensity, weakest first.
  public var multipliers: [Fraction]
  /// The bonus points of a duplicate, one per rarity, commonest first.
  public var duplicates: [Int64]
}

/// The numbers of roll tokens that profiles receive.
public struct TokenRules: Hashable, Sendable {
  /// The number of roll tokens of a new profile.
  public var initial: Int64
  /// The number of roll tokens that an overload grants.
  public var perOverload: Int64

  /// Creates the rules.
  public init(initial: Int64, perOverload: Int64) {
    self.initial = initial
    self.perOverload = perOverload
  }
}

/// The rules of drawing a card.
public struct DropDefinition: Hashable, Sendable {
  /// The probability that any card drops.
  public var chance: Fraction
  /// The probability of each rarity given that a card drops, commonest first; they sum to 1.
  public var rates: [Fraction]
  /// The rule for a category without a card of the rarity drawn.
  public var emptyCell: EmptyCell
  /// Pity, one per rarity, commonest first; `nil` where a rarity has none.
  package var pity: [PityDefinition?]
  /// The number of sparks of a civil day that draw a card; `nil` where each does.
  package var perDay: Int64?

  package init(
    chance: Fraction = .one, rates: [Fraction], emptyCell: EmptyCell = .demote,
    pity: [PityDefinition?] = [nil, nil, nil, nil]
  ) {
    self.chance = chance
    self.rates = rates
    self.emptyCell = emptyCell
    self.pity = pity
  }
}

/// The rule for a category without a card of the rarity drawn.
public enum EmptyCell: String, Sendable, CaseIterable {
  /// The next lower rarity that has a card is given.
  case demote
  /// No card is given.
  case none
  /// The rarity is drawn again among those that have a card.
  case reroll
}

/// A card that can be collected.
public struct CardDefinition: Hashable, Sendable {
  /// The id, stable across profiles and releases.
  public var id: String
  /// The display name.
  public var name: String
  /// The category of the sparks that can drop the card.
  public var category: Category
  /// The rarity.
  public var rarity: Rarity
  /// The weight among the cards of its category and rarity.
  public var weight: Int64
  /// The season in which the card can be drawn.
  public var season: Season
  /// A sentence about the card, if it has one.
  public var text: String?
  /// The id of the set that the card belongs to, if any.
  public var set: String?
  /// Whether only pools that name the card draw it.
  package var isExclusive = false

  /// Creates a card.
  public init(
    id: String, name: String, category: Category, rarity: Rarity, weight: Int64 = 1,
    season: Season = .always
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.rarity = rarity
    self.weight = weight
    self.season = season
  }
}

/// A level and its threshold.
public struct LevelDefinition: Hashable, Sendable {
  /// The title of a profile at this level.
  public var title: String
  /// The total points at which the level begins.
  public var threshold: Int64
  /// What reaching the level grants, once.
  package var grants: [CurrencyAmount] = []

  /// Creates a level.
  public init(title: String, threshold: Int64) {
    self.title = title
    self.threshold = threshold
  }
}
