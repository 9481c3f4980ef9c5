package import FlintCalendar
package import FlintRules

package struct PlayerTotals: Sendable {
  /// The number of events, those without effect included.
  package var events: Int64
  /// The number of events without effect, by reason.
  package var voids: [VoidReason: Int64]
  /// The values of the measures, in order.
  package var values: [Int64]

  /// The number of events without effect.
  package var voidCount: Int64 { voids.values.reduce(0, +) }
}

/// Folds the players of a population one after another, in the memory of one of them.
package struct PopulationFold {
  private let measures: PopulationMeasures
  private let through: CivilDay?
  private var readings: Readings
  private var state: ProfileState
  private var measured: [Measured] = []

  /// - Parameter day: the day through which the days of each player are opened; `nil` for that of the
  ///   player's last event.
  package init(_ measures: PopulationMeasures, through day: CivilDay? = nil) {
    self.measures = measures
    through = day
    readings = measures.readings
    state = measures.rulebook.initialState(retaining: readings.retained)
  }

  /// - Parameters:
  ///   - events: the events, in the order of the fold.
  ///   - seed: the seed of the player's profile, the key of every draw.
  package mutating func fold(_ events: [ProfileEvent], seed: UInt64) -> PlayerTotals {
    let rulebook = measures.rulebook
    rulebook.reset(&state)
    readings.reset()
    if readings.needsEvents {
      foldEach(events, seed)
    } else {
      var retries = EventRetries()
      for event in events {
        retries.apply(event, to: &state, by: rulebook, seed: seed)
      }
      retries.finish(&state, by: rulebook, seed: seed)
    }
    if let through { rulebook.advance(to: through, in: &state) }
    readings.values(
      of: state, start: nil, played: Played(sparks: 0, days: 0), into: &measured)
    var totals = PlayerTotals(
      events: Int64(events.count), voids: [:],
      values: measured.map { if case .value(let value) = $0 { value } else { 0 } })
    for void in state.events.voids { totals.voids[void.reason, default: 0] += 1 }
    return totals
  }

  /// Folds the events, and counts the cards of pools.
  private mutating func foldEach(_ events: [ProfileEvent], _ seed: UInt64) {
    let rulebook = measures.rulebook
    var counted: [(pool: Int, rolls: Int64, draws: [Outcome.Draw], day: Int64)] = []
    let attempt: EventRetries.Attempt = { rulebook.apply($0, to: &$1, seed: seed) }
    let result: EventRetries.Result = { event, outcome, _ in
      guard case .pool(let action) = event.action, !outcome.isVoid,
        let roll = PoolUse(action, rulebook)
      else { return }
      let day = event.day(rulebook.dayStart)
      counted.append((roll.pool, roll.rolls, outcome.draws, Int64(day.number)))
    }
    var retries = EventRetries()
    for event in events {
      retries.apply(event, to: &state, attempt: attempt, result: result)
    }
    retries.finish(&state, attempt: attempt, result: result)
    for use in counted {
      readings.update(
        use.draws, of: use.pool, rolls: use.rolls, state, sparks: 0, day: use.day)
    }
  }
}

/// The pool that an event rolls or exchanges in.
private struct PoolUse {
  let pool: Int
  /// The number of rolls; 0 for an exchange.
  let rolls: Int64

  init?(_ action: PoolAction, _ rulebook: Rulebook) {
    switch action {
    case .roll(let roll):
      guard let pool = rulebook.poolPosition(id: roll.pool) else { return nil }
      (self.pool, rolls) = (pool, roll.count)
    case .exchange(let choice):
      guard let pool = rulebook.poolPosition(id: choice.pool) else { return nil }
      (self.pool, rolls) = (pool, 0)
    case .choose, .buy: return nil
    }
  }
}
