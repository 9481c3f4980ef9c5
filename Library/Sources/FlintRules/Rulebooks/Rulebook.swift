public import FlintCalendar
package import FlintSchema

/// The rules, validated and compiled into the flat form that the fold reads.
///
/// Creating a rulebook may fail; afterwards `apply` cannot.
public struct Rulebook: Sendable {
  /// The rules as written.
  public let definition: RulebookDefinition
  /// A hash of the whole definition, equal for equal ones only: 32 hexadecimal digits.
  public let hash: String
  /// The periods of days within which the same missions count and the same cards can be drawn.
  package let eras: Eras

  /// The local time at which civil days start: a setting of the profile, on which every day, week,
  /// window and streak depends.
  public var dayStart = DayStart.midnight

  /// Whether a card can be rolled without a token, as in simulations.
  package var rollsAreFree = false

  /// The categories, by their codes.
  let categories: NamePositions<SparkCategory>
  /// The intensities, by their codes.
  let intensities: NamePositions<SparkIntensity>
  let cards: CardTable
  let pointTable: PointTable
  let plan: MissionPlan
  let ladders: LadderPlan
  let earning: EarningPlan
  let eventPlan: EventMissionPlan
  let currencies: CurrencyPlan
  let pools: PoolPlan
  private let missionPositions: [String: Int]
  /// The fold's cells before any event.
  private let emptyCells: FoldCells

  /// Validates and compiles a definition.
  ///
  /// - Parameters:
  ///   - definition: the rulebook as written.
  ///   - dayStart: the local time at which civil days start.
  public init(
    _ definition: RulebookDefinition, dayStart: DayStart = .midnight
  ) throws(RulebookError) {
    let faults = definition.faults()
    guard faults.isEmpty else { throw RulebookError(rulebook: definition.id, faults: faults) }
    let eras = Eras(definition.seasons)
    let currencies = CurrencyPlan(definition)
    guard let cards = CardTable(definition, eras: eras),
      let pools = PoolPlan(definition, currencies)
    else {
      throw RulebookError(rulebook: definition.id, faults: faults)
    }
    self.definition = definition
    self.dayStart = dayStart
    categories = NamePositions(definition.categories)
    intensities = NamePositions(definition.intensities)
    self.cards = cards
    self.currencies = currencies
    self.pools = pools
    pointTable = PointTable(definition)
    self.eras = eras
    hash = definition.contentHash
    ladders = LadderPlan(definition.ladders)
    earning = EarningPlan(definition)
    eventPlan = EventMissionPlan(definition)
    let plan = MissionPlan(definition, eras: eras)
    self.plan = plan
    var cells = FoldCells(
      FoldCells.Counts(
        counters: plan.totalCounters, completed: plan.totalCompletedWords, ready: plan.words,
        holdings: definition.cards.count, missions: definition.missions.count,
        categories: definition.categories.count))
    cells.claim()
    for (index, target) in plan.lifetimeTargets.enumerated() {
      cells.counters[index].next = target
    }
    emptyCells = cells
    missionPositions = Dictionary(
      uniqueKeysWithValues: definition.missions.enumerated().map { ($1.id, $0) })
  }

  /// Returns the rulebook `ignition`, compiled.
  public static func ignition() throws(RulebookError) -> Rulebook { try Rulebook(.ignition) }

  package var drops: DropTable { cards.drops }

  /// Returns the points of a spark of a category and an intensity; 0 for those that the rulebook does
  /// not list.
  public func points(for category: SparkCategory, _ intensity: SparkIntensity) -> Int64 {
    guard lists(category, intensity) else { return 0 }
    return pointTable.points(
      ofSpark: SparkCell.index(categories[category], intensities[intensity]))
  }

  /// Returns whether the rulebook lists a category and an intensity: sparks of others are void.
  package func lists(_ category: SparkCategory, _ intensity: SparkIntensity) -> Bool {
    categories[category] >= 0 && intensities[intensity] >= 0
  }

  /// - Throws: `FieldError` about `category` or `intensity`.
  package func check(_ category: SparkCategory, _ intensity: SparkIntensity? = nil)
    throws(FieldError)
  {
    if categories[category] < 0 {
      _ = try definition.categories.entry(category.name, field: "category")
    }
    if let intensity, intensities[intensity] < 0 {
      _ = try definition.intensities.entry(intensity.name, field: "intensity")
    }
  }

  /// Returns the position of the card of an id; `nil` when no such card exists.
  package func cardPosition(id: String) -> Int? { cards.position(id: id) }

  /// Returns the position of the mission of an id; `nil` when no such mission exists.
  package func missionPosition(id: String) -> Int? { missionPositions[id] }

  /// Returns the state of a profile without events.
  public func initialState() -> ProfileState { initialState(retaining: .all) }

  /// Returns the state of a profile without events.
  ///
  /// - Parameter retained: the details that the state records besides totals; only simulators omit
  ///   any.
  package func initialState(retaining retained: ProfileState.RetainedHistory) -> ProfileState {
    ProfileState(
      tokens: definition.tokens.initial,
      rarities: definition.rarities.count, cells: emptyCells, wallet: WalletState(currencies),
      pools: PoolsState(pools), retaining: retained)
  }

  /// Resets a state to that of a profile without events, as `initialState()` returns it, and reuses
  /// its memory, so that a simulator can run many players in the same state.
  ///
  /// - Parameter state: a state under this rulebook.
  package func reset(_ state: inout ProfileState) {
    state.reset(tokens: definition.tokens.initial, cells: emptyCells)
    if !currencies.isEmpty { state.wallet = WalletState(currencies) }
    if !pools.pools.isEmpty { state.pools = PoolsState(pools) }
  }
}
