import FlintCalendar
package import FlintRules

/// A meter for one player at a time under one of a plan's rulebooks, for players that are simulated by
/// the caller: it receives every event with its outcome, and the state at the end.
package final class PlayerMeter {
  private let plan: Plan
  private let rulebook: Rulebook
  private var readings: Readings
  /// The number of sparks so far.
  package private(set) var sparks: Int64 = 0

  /// - Throws: `PlanProblem` when the rulebook lacks something that is measured.
  package init(_ plan: Plan, variant: Int) throws(PlanProblem) {
    self.plan = plan
    rulebook = plan.variants[variant].rulebook
    readings = try Readings(plan, rulebook)
  }

  package func begin() {
    sparks = 0
    readings.reset()
  }

  /// Whether the meter needs every event, and not only the last state.
  package var needsEvents: Bool {
    if case .sparks = plan.horizon { return true }
    return readings.needsEvents
  }

  /// Updates the meter with an event, its outcome, and the state after it.
  @inline(__always)
  package func update(
    with event: ProfileEvent, _ outcome: Outcome, _ state: borrowing ProfileState
  ) {
    if case .spark = event.action { sparks += 1 }
    if case .pool(let action) = event.action {
      update(with: action, of: event, outcome, state)
    } else if !readings.watches.isEmpty {
      readings.update(
        card: outcome.draw.card ?? -1, isNew: outcome.draw.isNew, state, sparks: sparks,
        day: day(of: event))
    }
  }

  @inline(never)
  private func update(
    with action: PoolAction, of event: ProfileEvent, _ outcome: Outcome,
    _ state: borrowing ProfileState
  ) {
    if outcome.isVoid { return }
    let id: String
    var rolls: Int64 = 0
    switch action {
    case .roll(let roll): (id, rolls) = (roll.pool, roll.count)
    case .exchange(let choice), .choose(let choice): id = choice.pool
    case .buy:
      for draw in outcome.draws where !readings.watches.isEmpty {
        readings.update(
          card: draw.card ?? -1, isNew: draw.isNew, state, sparks: sparks, day: day(of: event))
      }
      return
    }
    guard let pool = rulebook.poolPosition(id: id) else { return }
    readings.update(
      outcome.draws, of: pool, rolls: rolls, state, sparks: sparks, day: day(of: event))
  }

  private func day(of event: ProfileEvent) -> Int64 {
    Int64(event.day(.midnight) - plan.start) + 1
  }

  /// Returns whether a player is at the end of the horizon, after a number of days.
  package func isOver(after days: Int64) -> Bool {
    switch plan.horizon {
    case .days(let all): days >= all
    case .sparks(let all): sparks >= all || days >= Horizon.mostDays
    case .until(_, let most): readings.isAtGoal || days >= most
    }
  }

  /// - Parameters:
  ///   - state: the state after the last event.
  ///   - days: the number of days played; the state is advanced to the last of them.
  ///   - scripted: the results of the plan's own functions, in the order of their measures.
  package func values(
    of state: inout ProfileState, days: Int64, scripted: [Int64?]
  ) -> [Measured] {
    rulebook.advance(to: plan.start + Int(days - 1), in: &state)
    readings.updateUnlocks(state, sparks: sparks)
    var values: [Measured] = []
    readings.values(
      of: state, start: plan.start, played: Played(sparks: sparks, days: days),
      scripted: scripted, into: &values)
    return values
  }
}
