import FlintCalendar
import Chance
import FlintRules
import FlintSchema

/// A detector of the event at which a player reaches a milestone.
///
/// It is updated after every event; an event that cannot change the outcome costs one comparison.
struct Watch {
  private enum Target {
    /// A number of the marked cards, each in a number of copies.
    case cards(marked: [Bool], copies: Int32, needed: Int)
    /// A number of any marked cards, copies included.
    case anyCards(marked: [Bool], needed: Int)
    case level(Int)
    case points(Int64)
    case mission(Int)
    case achievement(ladder: Int32, rung: Int32)
    case pool(PoolWatch)
  }

  private var target: Target
  /// The player's first day.
  private let start: CivilDay
  /// The number of cards or copies so far; for achievements, the number of unlocks checked.
  private var reached = 0
  /// The number of sparks up to the one that reached the milestone, and the number of days; `nil` before
  /// that.
  private(set) var sparks: Int64?
  private(set) var days: Int64?
  /// The number of rolls in the pool of the milestone, up to the one that reached it.
  private(set) var rolls: Int64?

  /// The position of the pool that the milestone is about; `nil` for other milestones.
  var pool: Int? { if case .pool(let watch) = target { watch.pool } else { nil } }

  /// Whether the milestone is one of the cards owned, wherever they come from.
  var isOfCards: Bool {
    switch target {
    case .cards, .anyCards: true
    default: false
    }
  }

  /// The records that the state needs to keep beside totals.
  var retained: ProfileState.RetainedHistory {
    if case .achievement = target { .journey } else { [] }
  }

  /// Whether the milestone has been reached.
  var isOver: Bool { sparks != nil }

  /// - Throws: `PlanProblem` when the rulebook has nothing of that name, or too little of it.
  init(
    _ milestone: Milestone, _ rulebook: Rulebook, start: CivilDay
  ) throws(PlanProblem) {
    self.start = start
    let definition = rulebook.definition
    switch milestone {
    case .cards(let goal, let copies):
      target = try Watch.target(goal, copies, rulebook)
    case .level(let level):
      guard level <= definition.levels.count else {
        throw PlanProblem(
          "level:\(level) cannot be reached: rulebook \(definition.id) has "
            + "\(definition.levels.count) levels")
      }
      target = .level(level)
    case .points(let points): target = .points(points)
    case .pool(let pool, let goal): target = .pool(try PoolWatch(goal, in: pool, rulebook))
    case .mission(let id):
      guard let position = rulebook.missionPosition(id: id) else {
        throw PlanProblem(
          "rulebook \(definition.id) has no mission \"\(id)\""
            + NearestName.hint(for: id, among: definition.missions.map(\.id)))
      }
      target = .mission(position)
    case .achievement(let id):
      for (ladder, entry) in definition.ladders.enumerated() {
        if let rung = entry.rungs.firstIndex(where: { $0.id == id }) {
          target = .achievement(ladder: Int32(ladder), rung: Int32(rung))
          return
        }
      }
      throw PlanProblem(
        "rulebook \(definition.id) has no achievement \"\(id)\""
          + NearestName.hint(for: id, among: definition.ladders.flatMap { $0.rungs.map(\.id) }))
    }
  }

  private static func target(
    _ goal: Goal, _ copies: Int32, _ rulebook: Rulebook
  ) throws(PlanProblem) -> Target {
    let cards = rulebook.definition.cards
    let marked = cards.map(goal.includes)
    let count = marked.count { $0 }
    guard count > 0 else {
      if let id = goal.ids.first {
        throw PlanProblem(
          "rulebook \(rulebook.definition.id) has no card \"\(id)\""
            + NearestName.hint(for: id, among: cards.map(\.id)))
      }
      throw PlanProblem(
        "\(goal) cannot be reached: rulebook \(rulebook.definition.id) has no such card")
    }
    switch goal {
    case .first, .any: return .anyCards(marked: marked, needed: Int(copies))
    case .distinct(let wanted):
      guard wanted <= count else {
        throw PlanProblem(
          "\(goal) cannot be reached: rulebook \(rulebook.definition.id) has \(count) cards")
      }
      return .cards(marked: marked, copies: copies, needed: wanted)
    default: return .cards(marked: marked, copies: copies, needed: count)
    }
  }

  /// Resets the watch for the next player.
  mutating func reset() {
    reached = 0
    sparks = nil
    days = nil
    rolls = nil
    if case .pool(var watch) = target {
      watch.reset()
      target = .pool(watch)
    }
  }

  /// Updates the watch after an event about a pool.
  ///
  /// - Parameters:
  ///   - draws: the cards that it gave.
  ///   - rolls: the number of rolls in the pool up to this event, and of the event.
  ///   - state: the state after the event.
  @inline(never)
  mutating func update(
    _ draws: [Outcome.Draw], of pool: Int, rolls: (before: Int64, count: Int64),
    _ state: borrowing ProfileState, sparks count: Int64, day: Int64
  ) {
    if sparks != nil { return }
    switch target {
    case .pool(var watch):
      guard watch.pool == pool else { return }
      guard let index = watch.index(ofGoalIn: draws) else {
        target = .pool(watch)
        return
      }
      // A roll gives several cards where it opens a pack.
      let cards = max(1, Int64(draws.count) / max(1, rolls.count))
      self.rolls = rolls.before + min(Int64(index) / cards + 1, rolls.count)
      (sparks, days) = (count, day)
    case .cards(let marked, let copies, let needed):
      // Several copies may have come at once.
      reached = marked.indices.count { marked[$0] && state.holding(of: $0).copies >= copies }
      if reached >= needed { (sparks, days) = (count, day) }
    case .anyCards(let marked, let needed):
      reached += draws.count { $0.card.map { marked[$0] } ?? false }
      if reached >= needed { (sparks, days) = (count, day) }
    default: update(card: -1, isNew: false, state, sparks: count, day: day)
    }
  }

  /// Updates the watch after an event.
  ///
  /// - Parameters:
  ///   - card: the position of the card that the event gave; -1 for none.
  ///   - isNew: whether the card is a first copy.
  ///   - state: the state after the event.
  ///   - count: the number of sparks so far, this one included.
  ///   - day: the number of days started, this one included.
  @inline(__always)
  mutating func update(
    card: Int, isNew: Bool, _ state: borrowing ProfileState, sparks count: Int64, day: Int64
  ) {
    if sparks != nil { return }
    switch target {
    case .cards(let marked, let copies, let needed):
      guard card >= 0, marked[card],
        copies == 1 ? isNew : state.holding(of: card).copies == copies
      else { return }
      reached += 1
      if reached < needed { return }
    case .anyCards(let marked, let needed):
      guard card >= 0, marked[card] else { return }
      reached += 1
      if reached < needed { return }
    case .level(let level): if state.level < level { return }
    case .points(let points): if state.ledger.total < points { return }
    case .mission(let mission):
      if state.timesCompleted(mission) == 0 { return }
    case .achievement: return updateUnlocks(state, sparks: count)
    case .pool: return
    }
    sparks = count
    days = day
  }

  /// Updates the watch from the achievements, which are also unlocked when a day opens.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - count: the number of sparks so far, the one just applied included.
  @inline(never)
  mutating func updateUnlocks(_ state: ProfileState, sparks count: Int64) {
    guard sparks == nil, case .achievement(let ladder, let rung) = target else { return }
    let unlocks = state.journey.unlocks
    while reached < unlocks.count {
      let unlock = unlocks[reached]
      reached += 1
      guard unlock.ladder == ladder, unlock.rung == rung else { continue }
      // An unlock by the opening of a day precedes the spark.
      sparks = unlock.at == nil ? count - 1 : count
      days = Int64(unlock.day - start) + 1
      return
    }
  }
}
