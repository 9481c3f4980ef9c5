/// The rules, checked as a whole and compiled into the flat form that the fold reads.
///
/// Building one may fail; afterwards `apply` cannot.
public struct Rulebook: Sendable {
  /// The rules as written.
  public let definition: RulebookDefinition
  /// A hash of everything in the definition: 32 hexadecimal digits. Equal definitions, and only
  /// they, have equal hashes.
  public let hash: String
  /// The drop rules, compiled.
  public let drops: DropTable
  /// The stretches of days within which the same missions count and the same cards can be drawn.
  public let eras: Eras

  let plan: MissionPlan
  let ladders: LadderPlan
  /// Points of a spark, by category × intensity.
  let sparkPoints: [Int64]
  let duplicatePoints: [Int64]
  let cardRarities: [Rarity]
  let cardCells: [Int]
  let thresholds: [Int64]
  let positions: Positions

  /// Where cards and missions are, by id.
  struct Positions: Sendable {
    var cards: [String: Int]
    var missions: [String: Int]
  }

  /// Checks and compiles a definition.
  ///
  /// - Throws: `RulebookError` with every fault at once.
  public init(_ definition: RulebookDefinition) throws(RulebookError) {
    let faults = definition.faults()
    let eras = Eras(definition.seasons)
    guard faults.isEmpty,
      let drops = DropTable(definition.drops, cards: definition.cards, eras: eras)
    else {
      throw RulebookError(rulebook: definition.id, faults: faults)
    }
    self.definition = definition
    self.drops = drops
    self.eras = eras
    hash = definition.contentHash
    ladders = LadderPlan(definition.ladders)
    plan = MissionPlan(definition.missions, eras: eras)
    sparkPoints = definition.basePoints.flatMap { base in
      definition.multipliers.map { multiplier in
        // Truncated toward zero; validation keeps the product far below overflow.
        Int64(UInt64(base) * multiplier.numerator / multiplier.denominator)
      }
    }
    duplicatePoints = definition.duplicatePoints
    cardRarities = definition.cards.map(\.rarity)
    cardCells = definition.cards.map { $0.category.index * 4 + $0.rarity.index }
    thresholds = definition.levels.map(\.threshold)
    positions = Positions(
      cards: Dictionary(
        uniqueKeysWithValues: definition.cards.enumerated().map { ($1.id, $0) }),
      missions: Dictionary(
        uniqueKeysWithValues: definition.missions.enumerated().map { ($1.id, $0) }))
  }

  /// The default rulebook, compiled.
  public static func ignition() throws(RulebookError) -> Rulebook { try Rulebook(.ignition) }

  /// Points of a spark of a category and an intensity.
  public func points(for category: Category, _ intensity: Intensity) -> Int64 {
    sparkPoints[category.index * 4 + intensity.index]
  }

  /// The position of a card by its id; `nil` when there is none.
  public func cardPosition(id: String) -> Int? { positions.cards[id] }

  /// The position of a mission by its id; `nil` when there is none.
  public func missionPosition(id: String) -> Int? { positions.missions[id] }

  /// The state of a profile without events.
  public func initialState() -> ProfileState {
    var state = ProfileState(
      tokens: definition.initialTokens,
      holdings: [ProfileState.Holding](
        repeating: ProfileState.Holding(), count: definition.cards.count),
      counters: [ProfileState.Counter](
        repeating: ProfileState.Counter(), count: plan.totalCounters),
      completed: [UInt64](repeating: 0, count: plan.totalCompletedWords),
      ready: [UInt64](repeating: 0, count: plan.words))
    for counter in plan.counters where counter.window == .life {
      state.counters[counter.index].next = counter.firstTarget
    }
    return state
  }
}
