/// A rulebook as written: every number and name of the rules, as plain data.
///
/// It says nothing of being sound; `Rulebook.init(_:)` checks it as a whole and compiles it.
public struct RulebookDefinition: Hashable, Sendable {
  /// What the rulebook is called: lower-case words joined by `-`.
  public var id: String
  /// Base points of a spark, one per category in the order of `Category.allCases`.
  public var basePoints: [Int64]
  /// What intensity multiplies the base by, one per intensity in the order of
  /// `Intensity.allCases`.
  public var multipliers: [Fraction]
  /// The cards that can be collected, in the order they are listed and drawn.
  public var cards: [CardDefinition]
  /// The drop table.
  public var drops: DropDefinition
  /// Bonus points for a duplicate, one per rarity, commonest first.
  public var duplicatePoints: [Int64]
  /// Levels, lowest first.
  public var levels: [LevelDefinition]
  /// How much fuel makes an overload.
  public var fuelCapacity: Int64
  /// Roll tokens that a new profile has.
  public var initialTokens: Int64
  /// Roll tokens that an overload grants.
  public var tokensPerOverload: Int64
  /// Missions, in the order they are scanned.
  public var missions: [MissionDefinition]
  /// What tasks are worth.
  public var tasks = TaskRules()
  /// Ladders of achievements, in the order they are examined.
  public var ladders: [LadderDefinition] = []
}

/// How a card is drawn.
public struct DropDefinition: Hashable, Sendable {
  /// The chance that there is a card at all.
  public var chance: Fraction
  /// The chance of each rarity given that there is a card, commonest first; they sum to 1.
  public var rates: [Fraction]
  /// What happens when the category has no card of the rarity drawn.
  public var emptyCell: EmptyCell
  /// Pity, one per rarity, commonest first; `nil` where a rarity has none.
  public var pity: [PityDefinition?]

  /// Makes a drop table.
  public init(
    chance: Fraction = .one, rates: [Fraction], emptyCell: EmptyCell = .demote,
    pity: [PityDefinition?] = [nil, nil, nil, nil]
  ) {
    self.chance = chance
    self.rates = rates
    self.emptyCell = emptyCell
    self.pity = pity
  }
}

/// What happens when a category has no card of the rarity drawn.
public enum EmptyCell: String, Sendable, CaseIterable {
  /// The next lower rarity that has a card is given.
  case demote
  /// No card is given.
  case none
  /// The rarity is drawn anew among those that have a card.
  case reroll
}

/// How a rarity's rate rises while it stays away.
///
/// At the k-th card since the last of the rarity or better, the rate is
/// base + `softStep` · max(0, k − `softStart` + 1), and 1 at k = `hard`.
public struct PityDefinition: Hashable, Sendable {
  /// The first card whose rate is raised, if rates are raised.
  public var softStart: Int64?
  /// How much the rate rises from one card to the next.
  public var softStep: Fraction
  /// The card that is certain, if one is.
  public var hard: Int64?

  /// Makes a pity rule.
  public init(softStart: Int64? = nil, softStep: Fraction = .zero, hard: Int64? = nil) {
    self.softStart = softStart
    self.softStep = softStep
    self.hard = hard
  }
}

/// A card that can be collected.
public struct CardDefinition: Hashable, Sendable {
  /// What the card is known by, in every profile and release.
  public var id: String
  /// What it is called.
  public var name: String
  /// The category whose sparks can bring it.
  public var category: Category
  /// How scarce it is.
  public var rarity: Rarity
  /// When it can be drawn.
  public var season: Season

  /// Makes a card.
  public init(
    id: String, name: String, category: Category, rarity: Rarity, season: Season = .always
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.rarity = rarity
    self.season = season
  }
}

/// A level and where it begins.
public struct LevelDefinition: Hashable, Sendable {
  /// What a profile of this level is called.
  public var title: String
  /// The total points at which it begins.
  public var threshold: Int64

  /// Makes a level.
  public init(title: String, threshold: Int64) {
    self.title = title
    self.threshold = threshold
  }
}
