import Rules

/// Waits for a milestone while a player is played.
///
/// Looked at after every event; what cannot have changed costs a comparison.
struct Watch {
  private enum Target {
    /// So many of the cards that are marked have to be there so many times.
    case cards(marked: [Bool], copies: Int32, needed: Int)
    /// So many cards of those that are marked, whichever they are.
    case anyCards(marked: [Bool], needed: Int)
    case level(Int)
    case points(Int64)
    case mission(Int)
    case achievement(ladder: Int32, rung: Int32)
  }

  private let target: Target
  /// The player's first day.
  private let start: CivilDay
  /// Cards or copies that there are already; unlocks that have been looked at.
  private var reached = 0
  /// The sparks up to the one that brought it, and the days; `nil` as long as it has not come.
  private(set) var sparks: Int64?
  private(set) var days: Int64?

  /// What it needs a state to keep beside totals.
  var keeping: ProfileState.Keeping { if case .achievement = target { .journey } else { [] } }

  /// Whether it has come.
  var isOver: Bool { sparks != nil }

  /// Compiles a milestone for a rulebook.
  ///
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
          "",
          "level:\(level) cannot be reached: rulebook \(definition.id) has "
            + "\(definition.levels.count) levels")
      }
      target = .level(level)
    case .points(let points): target = .points(points)
    case .mission(let id):
      guard let position = rulebook.missionPosition(id: id) else {
        throw PlanProblem(
          "",
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
        "",
        "rulebook \(definition.id) has no achievement \"\(id)\""
          + NearestName.hint(for: id, among: definition.ladders.flatMap { $0.rungs.map(\.id) }))
    }
  }

  private static func target(
    _ goal: Goal, _ copies: Int32, _ rulebook: Rulebook
  ) throws(PlanProblem) -> Target {
    let cards = rulebook.definition.cards
    let marked = cards.map(goal.isAbout)
    let count = marked.count { $0 }
    guard count > 0 else {
      if case .card(let id) = goal {
        throw PlanProblem(
          "",
          "rulebook \(rulebook.definition.id) has no card \"\(id)\""
            + NearestName.hint(for: id, among: cards.map(\.id)))
      }
      throw PlanProblem(
        "", "\(goal) cannot be reached: rulebook \(rulebook.definition.id) has no such card")
    }
    switch goal {
    case .first: return .anyCards(marked: marked, needed: Int(copies))
    case .distinct(let wanted):
      guard wanted <= count else {
        throw PlanProblem(
          "",
          "\(goal) cannot be reached: rulebook \(rulebook.definition.id) has \(count) cards")
      }
      return .cards(marked: marked, copies: copies, needed: wanted)
    default: return .cards(marked: marked, copies: copies, needed: count)
    }
  }

  /// Forgets the player before.
  mutating func reset() {
    reached = 0
    sparks = nil
    days = nil
  }

  /// Looks at what an event brought.
  ///
  /// - Parameters:
  ///   - card: the position of the card that it gave; -1 for none.
  ///   - isNew: whether that is a first copy.
  ///   - state: the state after it.
  ///   - count: sparks so far, this one included.
  ///   - day: days begun, this one included.
  @inline(__always)
  mutating func look(
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
    case .achievement: return lookAtUnlocks(state, sparks: count)
    }
    sparks = count
    days = day
  }

  /// Looks at achievements, which are also unlocked when a day opens.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - count: sparks so far, the one just applied included.
  @inline(never)
  mutating func lookAtUnlocks(_ state: ProfileState, sparks count: Int64) {
    guard sparks == nil, case .achievement(let ladder, let rung) = target else { return }
    let unlocks = state.journey.unlocks
    while reached < unlocks.count {
      let unlock = unlocks[reached]
      reached += 1
      guard unlock.ladder == ladder, unlock.rung == rung else { continue }
      // What the opening of a day unlocks comes before the spark.
      sparks = unlock.at == nil ? count - 1 : count
      days = Int64(unlock.day - start) + 1
      return
    }
  }
}
