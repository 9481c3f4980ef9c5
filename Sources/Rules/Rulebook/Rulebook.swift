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

  /// Whether a card can be rolled without a token, as in simulations.
  public var rollsAreFree = false

  /// What most rolls are drawn by, at hand without the rest of the drop rules.
  let plainDraws: DropTable.Plain
  /// Whether all are.
  let drawsPlainly: Bool
  let plan: MissionPlan
  let ladders: LadderPlan
  /// Points of a spark, by category × intensity.
  let sparkPoints: FixedTable<Int64>
  let duplicatePoints: FixedTable<Int64>
  let cards: FixedTable<Card>
  let thresholds: FixedTable<Int64>
  let fuelCapacity: Int64
  let positions: Positions
  /// Cells before any event.
  private let emptyCells: FoldCells
  /// Holds the memory of the tables.
  private let storage: TableStorage

  /// A card as the fold needs it.
  struct Card: BitwiseCopyable, Sendable {
    var rarity: Rarity
    /// Its category × rarity.
    var cell: Int32
  }

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
  ///
  /// - Parameter keeping: what it keeps beside totals; everything but for simulators.
  public func initialState(keeping: ProfileState.Keeping = .all) -> ProfileState {
    ProfileState(tokens: definition.initialTokens, cells: emptyCells, keeping: keeping)
  }

  /// Makes a state the one of a profile without events again, as `initialState()` is, in the memory
  /// that it has: a simulator lets one player after the other live in the same state.
  ///
  /// - Parameter state: a state under this rulebook.
  public func reset(_ state: inout ProfileState) {
    state.reset(tokens: definition.initialTokens, cells: emptyCells)
  }
}
