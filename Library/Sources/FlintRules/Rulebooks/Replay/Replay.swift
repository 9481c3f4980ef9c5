package import FlintCalendar

/// A fold of one history under two rulebooks, side by side.
package struct Replay: Sendable {
  /// The fold under one of the rulebooks.
  package struct Side: Sendable {
    package let rulebook: Rulebook
    /// The state after the events applied so far.
    package internal(set) var state: ProfileState
    fileprivate var retries = EventRetries()
    /// The outcomes of events that have not been compared yet.
    fileprivate var outcomes: [EventID: Outcome] = [:]
    /// The number of achievements counted in the outcomes so far.
    fileprivate var unlocked = 0

    init(rulebook: Rulebook) {
      self.rulebook = rulebook
      state = rulebook.initialState()
    }
  }

  /// The first event whose outcomes under the two rulebooks differ.
  package struct Divergence: Sendable {
    package var event: ProfileEvent
    package var old: ReplayOutcome
    package var new: ReplayOutcome
  }

  /// The fold under the old rulebook.
  package private(set) var old: Side
  /// The fold under the new rulebook.
  package private(set) var new: Side
  /// The first event with different outcomes; `nil` while all are equal. Differences that no event
  /// causes are not included: initial values, such as roll tokens, and achievements that unlock
  /// with the passing of days after the last event.
  package private(set) var divergence: Divergence?
  private let seed: UInt64
  /// The events that have not been compared yet, in order.
  private var waiting: [ProfileEvent] = []

  /// Creates a replay of a profile without events.
  package init(old: Rulebook, new: Rulebook, seed: UInt64) {
    self.old = Side(rulebook: old)
    self.new = Side(rulebook: new)
    self.seed = seed
  }

  /// Applies the next event of the history under both rulebooks.
  package mutating func apply(_ event: ProfileEvent) {
    if divergence == nil { waiting.append(event) }
    advance(by: event)
  }

  /// Ends the history: no other event follows.
  package mutating func finish() { advance(by: nil) }

  private mutating func advance(by event: ProfileEvent?) {
    old.advance(by: event, seed: seed)
    new.advance(by: event, seed: seed)
    compare()
  }

  /// Opens all days up to and including one under both rulebooks.
  package mutating func advance(to day: CivilDay) {
    old.state = old.rulebook.opened(old.state, through: day) ?? old.state
    new.state = new.rulebook.opened(new.state, through: day) ?? new.state
  }

  private mutating func compare() {
    while divergence == nil, let event = waiting.first, old.hasOutcome(of: event),
      new.hasOutcome(of: event)
    {
      let (oldOutcome, newOutcome) = (old.takeOutcome(of: event), new.takeOutcome(of: event))
      waiting.removeFirst()
      if !oldOutcome.isSame(as: newOutcome) {
        divergence = Divergence(event: event, old: oldOutcome, new: newOutcome)
        waiting = []
      }
    }
    if divergence == nil { return }
    old.outcomes = [:]
    new.outcomes = [:]
  }
}

extension Replay.Side {
  /// Applies an event, or ends the history when there is none, and records the final outcomes.
  fileprivate mutating func advance(by event: ProfileEvent?, seed: UInt64) {
    let rulebook = rulebook
    var results: [(event: EventID, outcome: Outcome, unlocks: Int)] = []
    let attempt: EventRetries.Attempt = { rulebook.apply($0, to: &$1, seed: seed) }
    let result: EventRetries.Result = { results.append(($0.id, $1, $2.journey.unlocks.count)) }
    if let event {
      retries.apply(event, to: &state, attempt: attempt, result: result)
    } else {
      retries.finish(&state, attempt: attempt, result: result)
    }
    for result in results {
      outcomes[result.event] = result.outcome
      // Achievements unlocked by the days since the last event are assigned to this event.
      outcomes[result.event]?.unlocks = unlocked..<result.unlocks
      unlocked = result.unlocks
    }
  }

  fileprivate func hasOutcome(of event: ProfileEvent) -> Bool { outcomes[event.id] != nil }

  fileprivate mutating func takeOutcome(of event: ProfileEvent) -> ReplayOutcome {
    replayOutcome(outcomes.removeValue(forKey: event.id) ?? Outcome())
  }
}

extension Rulebook {
  func rungID(of unlock: JourneyState.Unlock) -> String {
    definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }
}
