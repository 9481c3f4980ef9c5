public import Rules

/// Measures one player at a time under one of a plan's rulebooks, for players that are played
/// elsewhere: it is shown every event and what it brought, and the state at the end.
public final class PlayerMeter {
  private let plan: Plan
  private let rulebook: Rulebook
  private var readings: Readings
  /// Sparks seen so far.
  public private(set) var sparks: Int64 = 0

  /// Readies a meter.
  ///
  /// - Throws: `PlanProblem` when the rulebook lacks what is to be measured.
  public init(_ plan: Plan, variant: Int) throws(PlanProblem) {
    self.plan = plan
    rulebook = plan.variants[variant].rulebook
    readings = try Readings(plan, rulebook)
  }

  /// Begins with a player.
  public func begin() {
    sparks = 0
    readings.reset()
  }

  /// Whether it has to be shown every event, and not the last state alone.
  public var looksAtEvents: Bool {
    if case .sparks = plan.horizon { return true }
    return !readings.watches.isEmpty
  }

  /// Looks at an event, what it brought, and the state behind it.
  @inline(__always)
  public func look(
    at event: Event, _ outcome: Outcome, _ state: borrowing ProfileState
  ) {
    if case .spark = event.action { sparks += 1 }
    if readings.watches.isEmpty { return }
    readings.look(
      card: outcome.card ?? -1, isNew: outcome.isNewCard, state, sparks: sparks,
      day: Int64(event.day - plan.start) + 1)
  }

  /// Whether a player is at the end of the horizon, after a number of days.
  public func isOver(after days: Int64) -> Bool {
    switch plan.horizon {
    case .days(let all): days >= all
    case .sparks(let all): sparks >= all || days >= Horizon.mostDays
    case .until(_, let most): readings.isAtGoal || days >= most
    }
  }

  /// What is measured of the player.
  ///
  /// - Parameters:
  ///   - state: the state after the last event.
  ///   - days: how many days were played; they are opened in the state.
  ///   - scripted: what the plan's own functions said, in the order of the measures they are.
  public func values(
    of state: inout ProfileState, days: Int64, scripted: [Int64?]
  ) -> [Measured] {
    rulebook.open(through: plan.start + Int(days - 1), in: &state)
    readings.lookAtUnlocks(state, sparks: sparks)
    var values: [Measured] = []
    readings.values(
      of: state, start: plan.start, played: Played(sparks: sparks, days: days),
      scripted: scripted, into: &values)
    return values
  }
}
