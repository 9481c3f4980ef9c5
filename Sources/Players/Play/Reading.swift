import FlintCalendar
import FlintRules
import FlintSchema

/// The compiled form of a measure: its positions in the rulebook.
enum Reading {
  case total(Total, cards: [Bool], mission: Int)
  case onDay(Total, day: Int32)
  /// The level by the points at the end of a day.
  case levelOnDay(thresholds: [Int64], day: Int32)
  /// Whether a player has an event so many days after the first day.
  case retention(days: Int32)
  case sparksUntil(watch: Int)
  case daysUntil(watch: Int)
  case rollsUntil(watch: Int)
  case balance(currency: Int)
  case spent(currency: Int)
  case rolls(pool: Int?)
  case featured(pool: Int?)
  case dryDays(pool: Int?)
  case scripted
}

/// The length of a player's simulation.
package struct Played {
  var sparks: Int64
  var days: Int64
}

/// The compiled measures of a plan under one rulebook: the milestones to watch, and a reading for each
/// measure.
package struct Readings {
  private(set) var watches: [Watch] = []
  private(set) var readings: [Reading] = []
  /// The position of the watch that the horizon waits for.
  private(set) var goal: Int?
  /// What is rolled in pools.
  private(set) var record: PoolRecord

  /// Whether anything that is measured or waited for needs every event, not only the last state.
  var needsEvents: Bool {
    !watches.isEmpty
      || readings.contains {
        switch $0 {
        case .rolls, .featured, .dryDays: true
        default: false
        }
      }
  }

  /// Compiles the measures and the horizon of a plan.
  ///
  /// - Throws: `PlanProblem` when the rulebook lacks something that is measured.
  init(_ plan: Plan, _ rulebook: Rulebook) throws(PlanProblem) {
    record = PoolRecord(rulebook)
    var indexes: [Milestone: Int] = [:]
    for (number, measure) in plan.measures.enumerated() {
      let field = "measure[\(number + 1)]"
      guard case .until(let unit, let milestone) = measure.kind else {
        if let reading = try Self.reading(measure, rulebook, field) { readings.append(reading) }
        continue
      }
      let index = try watch(milestone, rulebook, plan.start, &indexes, field)
      switch unit {
      case .sparks: readings.append(.sparksUntil(watch: index))
      case .days: readings.append(.daysUntil(watch: index))
      case .rolls: readings.append(.rollsUntil(watch: index))
      }
    }
    if case .until(let milestone, _) = plan.horizon {
      goal = try watch(milestone, rulebook, plan.start, &indexes, "horizon")
    }
  }

  /// Compiles measures without milestones.
  ///
  /// - Throws: `PlanProblem` when the rulebook lacks something that is measured.
  init(_ measures: [Measure], _ rulebook: Rulebook) throws(PlanProblem) {
    record = PoolRecord(rulebook)
    for (number, measure) in measures.enumerated() {
      guard let reading = try Self.reading(measure, rulebook, "measure[\(number + 1)]") else {
        continue
      }
      readings.append(reading)
    }
  }

  /// Returns the reading of a measure; `nil` for the time until a milestone, which needs a watch.
  private static func reading(
    _ measure: Measure, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> Reading? {
    switch measure.kind {
    case .total(let total): try reading(total, rulebook, field)
    case .totalOnDay(.level, let day):
      .levelOnDay(thresholds: rulebook.definition.levels.map(\.threshold), day: day)
    case .totalOnDay(let total, let day): .onDay(total, day: day)
    case .until: nil
    case .scripted: .scripted
    }
  }

  private mutating func watch(
    _ milestone: Milestone, _ rulebook: Rulebook, _ start: CivilDay,
    _ indexes: inout [Milestone: Int], _ field: String
  ) throws(PlanProblem) -> Int {
    if let index = indexes[milestone] { return index }
    do throws(PlanProblem) {
      watches.append(try Watch(milestone, rulebook, start: start))
    } catch {
      throw PlanProblem(field, error.problem)
    }
    indexes[milestone] = watches.count - 1
    return watches.count - 1
  }

  private static func reading(
    _ total: Total, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> Reading {
    let definition = rulebook.definition
    switch total {
    case .mission(let id):
      guard let position = rulebook.missionPosition(id: id) else {
        throw PlanProblem(
          field,
          "rulebook \(definition.id) has no mission \"\(id)\""
            + NearestName.hint(for: id, among: definition.missions.map(\.id)))
      }
      return .total(total, cards: [], mission: position)
    case .drops(let rarity):
      return .total(
        total, cards: definition.cards.map { rarity == nil || $0.rarity == rarity }, mission: 0)
    case .cards(let rarity, let category):
      let marked = definition.cards.map { card in
        (rarity == nil || card.rarity == rarity) && (category == nil || card.category == category)
      }
      return .total(total, cards: marked, mission: 0)
    case .balance(let id): return .balance(currency: try rulebook.currency(id, field))
    case .spent(let id): return .spent(currency: try rulebook.currency(id, field))
    case .rolls(let id): return .rolls(pool: try rulebook.pool(id, field))
    case .featured(let id): return .featured(pool: try rulebook.pool(id, field))
    case .retention(let days): return .retention(days: days)
    case .dryDays(let id): return .dryDays(pool: try rulebook.pool(id, field))
    default: return .total(total, cards: [], mission: 0)
    }
  }

  /// The records that the state needs to keep beside totals, for all measures.
  var retained: ProfileState.RetainedHistory {
    var retained: ProfileState.RetainedHistory = []
    for watch in watches { retained.formUnion(watch.retained) }
    for reading in readings {
      switch reading {
      case .onDay, .levelOnDay, .retention: retained.insert(.days)
      case .total(let total, _, _):
        switch total {
        case .achievements: retained.insert(.journey)
        case .taskScore, .activeDays: retained.insert(.days)
        default: break
        }
      case .sparksUntil, .daysUntil, .rollsUntil, .scripted, .balance, .spent, .rolls, .featured,
        .dryDays:
        break
      }
    }
    return retained
  }

  /// Resets the watches for the next player.
  mutating func reset() {
    for index in watches.indices { watches[index].reset() }
    record.reset()
  }

  /// Updates the watches after an event.
  @inline(__always)
  mutating func update(
    card: Int, isNew: Bool, _ state: borrowing ProfileState, sparks: Int64, day: Int64
  ) {
    for index in watches.indices {
      watches[index].update(card: card, isNew: isNew, state, sparks: sparks, day: day)
    }
  }

  /// Updates the record and the watches after an event about a pool.
  ///
  /// - Parameters:
  ///   - draws: the cards that it gave.
  ///   - pool: the position of the pool.
  ///   - rolls: the number of rolls; 0 for an exchange.
  mutating func update(
    _ draws: [Outcome.Draw], of pool: Int, rolls: Int64, _ state: borrowing ProfileState,
    sparks: Int64, day: Int64
  ) {
    let before = record.pools[pool].rolls
    record.add(pool: pool, rolls: rolls, draws, day: day)
    for index in watches.indices {
      watches[index].update(
        draws, of: pool, rolls: (before, rolls), state, sparks: sparks, day: day)
    }
  }

  /// Updates the watches from achievements that the opening of days unlocked, after the last spark.
  mutating func updateUnlocks(_ state: ProfileState, sparks: Int64) {
    for index in watches.indices { watches[index].updateUnlocks(state, sparks: sparks + 1) }
  }

  /// Whether the horizon's milestone has been reached.
  var isAtGoal: Bool { goal.map { watches[$0].isOver } ?? false }

  /// Returns the value of a player who did not reach the milestone of a watch.
  ///
  /// - Parameter time: the time that the player was played, as the measure counts it.
  private func lacking(_ watch: Int, _ time: Int64, _ played: Played) -> Measured {
    let watch = watches[watch]
    let isTried =
      record.count(of: watch.pool).rolls > 0
      || watch.pool == nil && (played.sparks > 0 || !watch.isOfCards)
    return isTried ? .unreached(after: time) : .untried(after: time)
  }

  /// - Parameters:
  ///   - start: the player's first day; `nil` for that of the first event.
  ///   - played: the number of sparks and days played.
  ///   - scripted: the results of the plan's own functions, in the order of their measures.
  func values(
    of state: ProfileState, start: CivilDay?, played: Played, scripted: [Int64?] = [],
    into values: inout [Measured]
  ) {
    values.removeAll(keepingCapacity: true)
    var next = 0
    for reading in readings {
      switch reading {
      case .total(let total, let cards, let mission):
        values.append(.value(state.value(of: total, cards, mission)))
      case .onDay(let total, let day):
        let day = (start ?? state.firstActiveDay).map { $0 + Int(day - 1) }
        values.append(.value(day.map { state.value(of: total, through: $0) } ?? 0))
      case .levelOnDay(let thresholds, let day):
        let day = (start ?? state.firstActiveDay).map { $0 + Int(day - 1) }
        let points = day.map { state.value(of: .points(nil), through: $0) } ?? 0
        values.append(.value(Int64(max(1, thresholds.count { $0 <= points }))))
      case .retention(let days):
        let day = (start ?? state.firstActiveDay).map { $0 + Int(days) }
        values.append(.value(day.map { state.isActive(on: $0) } ?? false ? 1 : 0))
      case .sparksUntil(let watch):
        values.append(
          watches[watch].sparks.map { .value($0) } ?? lacking(watch, played.sparks, played))
      case .daysUntil(let watch):
        values.append(
          watches[watch].days.map { .value($0) } ?? lacking(watch, played.days, played))
      case .rollsUntil(let watch):
        values.append(
          watches[watch].rolls.map { .value($0) }
            ?? lacking(watch, record.count(of: watches[watch].pool).rolls, played))
      case .balance(let currency): values.append(.value(state.wallet.balances[currency]))
      case .spent(let currency): values.append(.value(state.wallet.spent[currency]))
      case .rolls(let pool): values.append(.value(record.count(of: pool).rolls))
      case .featured(let pool): values.append(.value(record.count(of: pool).featured))
      case .dryDays(let pool): values.append(.value(record.count(of: pool).dryDays))
      case .scripted:
        values.append(Measured(next < scripted.count ? scripted[next] : nil))
        next += 1
      }
    }
  }
}

extension Rulebook {
  /// - Throws: `PlanProblem` about a field where the rulebook has none of the id.
  func currency(_ id: String, _ field: String) throws(PlanProblem) -> Int {
    if let position = currencyPosition(id: id) { return position }
    throw absence(of: "currency", id, among: definition.currencies.map(\.id), field)
  }

  /// Returns the position of a pool; `nil` for all pools.
  fileprivate func pool(_ id: String?, _ field: String) throws(PlanProblem) -> Int? {
    guard let id else { return nil }
    return try pool(id, field) as Int
  }

  /// - Throws: `PlanProblem` about a field where the rulebook has none of the id.
  func pool(_ id: String, _ field: String) throws(PlanProblem) -> Int {
    if let position = poolPosition(id: id) { return position }
    throw absence(of: "pool", id, among: definition.pools.map(\.id), field)
  }

  /// Returns the error about an id that the rulebook lacks.
  func absence(
    of kind: String, _ id: String, among ids: [String], _ field: String
  ) -> PlanProblem {
    let known = ids.isEmpty ? "" : "; expected \(ids.alternatives)"
    let hint = NearestName.hint(for: id, among: ids)
    return PlanProblem(
      field, "rulebook \(definition.id) has no \(kind) \"\(id)\"" + (hint.isEmpty ? known : hint))
  }
}

extension ProfileState {
  fileprivate func value(of total: Total, _ cards: [Bool], _ mission: Int) -> Int64 {
    switch total {
    case .points(let source):
      switch source {
      case nil: ledger.total
      case .spark: ledger.spark
      case .duplicate: ledger.duplicate
      case .mission: ledger.mission
      case .task: ledger.task
      case .earned: ledger.earned
      }
    case .level: Int64(level)
    case .cards:
      zip(holdings, cards).reduce(into: Int64(0)) { $0 += $1.0.copies > 0 && $1.1 ? 1 : 0 }
    case .drops:
      zip(holdings, cards).reduce(into: Int64(0)) { $0 += $1.1 ? Int64($1.0.copies) : 0 }
    case .duplicates: holdings.reduce(0) { $0 + max(0, Int64($1.copies) - 1) }
    case .sparks: sparkCount
    case .missions: missionsCompleted
    case .mission: timesCompleted(mission)
    case .streak: Int64(sparkDays.longestStreak)
    case .overloads: fuel.overloads
    case .fuel: fuel.amount
    case .tokens: fuel.tokens
    case .achievements: Int64(journey.unlocks.count)
    case .taskScore: history.days.reduce(0) { $0 + $1.subjects.taskScore }
    case .moods: Int64(moods.ratings.count)
    case .activeDays: history.days.reduce(0) { $0 + ($1.events > 0 ? 1 : 0) }
    case .events: events.count
    case .money: wallet.money / 10_000
    // Measures of currencies, pools and retention are readings of their own.
    case .balance, .spent, .rolls, .featured, .dryDays, .retention: 0
    }
  }

  /// The first day with an event.
  fileprivate var firstActiveDay: CivilDay? { history.days.first { $0.events > 0 }?.day }

  /// Returns whether a day has an event.
  fileprivate func isActive(on day: CivilDay) -> Bool {
    history.days.contains { $0.day == day && $0.events > 0 }
  }

  /// Returns a total at the end of a day; the total is one that is recorded by day.
  fileprivate func value(of total: Total, through day: CivilDay) -> Int64 {
    var sum: Int64 = 0
    for totals in history.days {
      if totals.day > day { break }
      switch total {
      case .points(let source):
        switch source {
        case nil: sum += totals.points
        case .spark: sum += totals.ledger.spark
        case .duplicate: sum += totals.ledger.duplicate
        case .mission: sum += totals.ledger.mission
        case .task: sum += totals.ledger.task
        case .earned: sum += totals.ledger.earned
        }
      case .sparks: sum += totals.sparks
      case .missions: sum += totals.missions
      case .drops: sum += totals.cards
      case .duplicates: sum += totals.duplicates
      case .overloads: sum += totals.overloads
      case .taskScore: sum += totals.subjects.taskScore
      case .moods: sum += totals.subjects.moods
      case .activeDays: sum += totals.events > 0 ? 1 : 0
      default: break
      }
    }
    return sum
  }
}
