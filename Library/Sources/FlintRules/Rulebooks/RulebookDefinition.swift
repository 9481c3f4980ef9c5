package import FlintSchema

/// A rulebook as written: all numbers and names of the rules, as plain data.
///
/// A definition may be invalid; `Rulebook.init(_:)` validates and compiles it.
public struct RulebookDefinition: Hashable, Sendable {
  /// The id: lower-case letters, digits, `-` and `_`.
  public var id: String
  /// The categories of sparks and cards.
  package var categories = SparkCategory.ignition
  /// The intensities of sparks, weakest first.
  package var intensities = SparkIntensity.ignition
  /// The rarities of cards, commonest first.
  package var rarities = CardRarity.ignition
  /// The points of sparks and of duplicates.
  package var points: PointRules
  /// The cards that can be collected, in the order they are listed and drawn.
  package var cards: [CardDefinition]
  /// The drop table.
  package var drops: DropDefinition
  /// Levels, lowest first.
  package var levels: [LevelDefinition]
  /// The amount of fuel that causes an overload.
  package var fuelCapacity: Int64
  /// The roll tokens of profiles.
  package var tokens: TokenRules
  /// The missions, in the order of evaluation.
  package var missions: [MissionDefinition]
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
  package var defaultIntensity: SparkIntensity {
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
  package func position(of category: SparkCategory) -> Int {
    categories.position(of: category) ?? 0
  }

  /// Returns the position of an intensity that the rulebook has; that of the weakest for any other.
  package func position(of intensity: SparkIntensity) -> Int {
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
  package func position(of rarity: CardRarity) -> Int { rarities.position(of: rarity) ?? 0 }

  /// Returns the step of a rarity on a scale of four, from 0 (commonest), for signs and colours.
  package func rank(of rarity: CardRarity) -> Int {
    let position = position(of: rarity)
    return rarities.count <= 4 ? position : position * 3 / (rarities.count - 1)
  }
}

/// The points of sparks and of duplicates.
package struct PointRules: Hashable, Sendable {
  /// The base points of a spark, one per category.
  package var base: [Int64]
  /// The multipliers of base points, one per intensity, weakest first.
  package var multipliers: [Fraction]
  /// The bonus points of a duplicate, one per rarity, commonest first.
  package var duplicates: [Int64]
}

/// The numbers of roll tokens that profiles receive.
package struct TokenRules: Hashable, Sendable {
  /// The number of roll tokens of a new profile.
  package var initial: Int64
  /// The number of roll tokens that an overload grants.
  package var perOverload: Int64

  /// Creates the rules.
  package init(initial: Int64, perOverload: Int64) {
    self.initial = initial
    self.perOverload = perOverload
  }
}

/// The rules of drawing a card.
package struct DropDefinition: Hashable, Sendable {
  /// The probability that any card drops.
  package var chance: Fraction
  /// The probability of each rarity given that a card drops, commonest first; they sum to 1.
  package var rates: [Fraction]
  /// The rule for a category without a card of the rarity drawn.
  package var emptyCell: EmptyCell
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
package enum EmptyCell: String, Sendable, CaseIterable {
  /// The next lower rarity that has a card is given.
  case demote
  /// No card is given.
  case none
  /// The rarity is drawn again among those that have a card.
  case reroll
}

/// A card that can be collected.
package struct CardDefinition: Hashable, Sendable {
  /// The id, stable across profiles and releases.
  package var id: String
  /// The display name.
  package var name: String
  /// The category of the sparks that can drop the card.
  package var category: SparkCategory
  /// The rarity.
  package var rarity: CardRarity
  /// The weight among the cards of its category and rarity.
  package var weight: Int64
  /// The season in which the card can be drawn.
  package var season: Season
  /// A sentence about the card, if it has one.
  package var text: String?
  /// The id of the set that the card belongs to, if any.
  package var set: String?
  /// Whether only pools that name the card draw it.
  package var isExclusive = false

  /// Creates a card.
  package init(
    id: String, name: String, category: SparkCategory, rarity: CardRarity, weight: Int64 = 1,
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
package struct LevelDefinition: Hashable, Sendable {
  /// The title of a profile at this level.
  package var title: String
  /// The total points at which the level begins.
  package var threshold: Int64
  /// What reaching the level grants, once.
  package var grants: [CurrencyAmount] = []

  /// Creates a level.
  package init(title: String, threshold: Int64) {
    self.title = title
    self.threshold = threshold
  }
}
