/// The rules, validated and compiled into the flat form that the fold reads.
///
/// Creating a rulebook may fail; afterwards `apply` cannot.
public struct Rulebook: Sendable {
  /// The rules as written.
  public let definition: RulebookDefinition
  /// A hash of the whole definition, equal for equal ones only: 32 hexadecimal digits.
  public let hash: String
  /// The drop rules, compiled.
  public let drops: DropTable
  /// The periods of days within which the same missions count and the same cards can be drawn.
  public let eras: Eras

  /// Whether a card can be rolled without a token, as in simulations.
  public var rollsAreFree = false

  /// The tables for plain draws, stored apart from the other drop rules for faster access.
  let plainDraws: DropTable.Plain
  /// Whether all draws are plain.
  let drawsPlainly: Bool
  let plan: MissionPlan
  let ladders: LadderPlan
  /// The points of a spark, by category × intensity.
  let sparkPoints: FixedTable<Int64>
  let duplicatePoints: FixedTable<Int64>
  let cards: FixedTable<Card>
  let thresholds: FixedTable<Int64>
  let fuelCapacity: Int64
  /// The positions of cards by id.
  private let cardPositions: [String: Int]
  /// The positions of missions by id.
  private let missionPositions: [String: Int]
  /// The fold's cells before any event.
  private let emptyCells: FoldCells
  /// The owner of the memory of the tables.
  private let storage: TableStorage

  /// The fields of a card that the fold reads.
  struct Card: BitwiseCopyable, Sendable {
    var rarity: Rarity
    /// The index of the card's cell: category × rarity.
    var cell: Int32
  }

  /// Validates and compiles a definition.
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
    plainDraws = drops.plain
    drawsPlainly = drops.isPlain
    self.eras = eras
    hash = definition.contentHash
    ladders = LadderPlan(definition.ladders)
    let plan = MissionPlan(definition.missions, eras: eras)
    self.plan = plan
    let storage = TableStorage()
    sparkPoints = storage.table(
      definition.basePoints.flatMap { base in
        definition.multipliers.map { multiplier in
          // Truncated toward zero; validation keeps the product far below overflow.
          Int64(UInt64(base) * multiplier.numerator / multiplier.denominator)
        }
      })
    duplicatePoints = storage.table(definition.duplicatePoints)
    cards = storage.table(
      definition.cards.map {
        Card(rarity: $0.rarity, cell: Int32($0.category.index * 4 + $0.rarity.index))
      })
    fuelCapacity = definition.fuelCapacity
    thresholds = storage.table(definition.levels.map(\.threshold))
    var cells = FoldCells(
      FoldCells.Counts(
        counters: plan.totalCounters, completed: plan.totalCompletedWords, ready: plan.words,
        holdings: definition.cards.count, missions: definition.missions.count))
    cells.claim()
    for (index, target) in plan.lifetimeTargets.enumerated() {
      cells.counters[index].next = target
    }
    emptyCells = cells
    self.storage = storage
    cardPositions = Dictionary(
      uniqueKeysWithValues: definition.cards.enumerated().map { ($1.id, $0) })
    missionPositions = Dictionary(
      uniqueKeysWithValues: definition.missions.enumerated().map { ($1.id, $0) })
  }

  /// Returns the default rulebook, compiled.
  public static func ignition() throws(RulebookError) -> Rulebook { try Rulebook(.ignition) }

  /// Returns the points of a spark of a category and an intensity.
  public func points(for category: Category, _ intensity: Intensity) -> Int64 {
    sparkPoints[category.index * 4 + intensity.index]
  }

  /// Returns the position of the card of an id; `nil` when no such card exists.
  public func cardPosition(id: String) -> Int? { cardPositions[id] }

  /// Returns the position of the mission of an id; `nil` when no such mission exists.
  public func missionPosition(id: String) -> Int? { missionPositions[id] }

  /// Returns the state of a profile without events.
  ///
  /// - Parameter retained: the details that the state records besides totals; only simulators omit
  ///   any.
  public func initialState(retaining retained: ProfileState.RetainedHistory = .all) -> ProfileState
  {
    ProfileState(tokens: definition.initialTokens, cells: emptyCells, retaining: retained)
  }

  /// Resets a state to that of a profile without events, as `initialState()` returns it, and reuses
  /// its memory, so that a simulator can run many players in the same state.
  ///
  /// - Parameter state: a state under this rulebook.
  public func reset(_ state: inout ProfileState) {
    state.reset(tokens: definition.initialTokens, cells: emptyCells)
  }
}
