/// One history folded under two rulebooks, side by side.
public struct Replay: Sendable {
  /// A fold under one of the rulebooks.
  public struct Side: Sendable {
    /// The rulebook.
    public let rulebook: Rulebook
    /// What the events came to so far.
    public internal(set) var state: ProfileState
    fileprivate var retries = EventRetries()
    /// What events brought that are yet to be compared.
    fileprivate var outcomes: [EventID: Outcome] = [:]
    /// How many achievements are among the outcomes so far.
    fileprivate var unlocked = 0

    init(rulebook: Rulebook) {
      self.rulebook = rulebook
      state = rulebook.initialState()
    }
  }

  /// The first event that brought something else under the one than under the other.
  public struct Divergence: Sendable {
    /// The event.
    public var event: Event
    /// What it brought under the rulebook compared with.
    public var old: ReplayOutcome
    /// What it brought under the other.
    public var new: ReplayOutcome
  }

  /// The fold under the rulebook compared with.
  public private(set) var old: Side
  /// The fold under the other rulebook.
  public private(set) var new: Side
  /// The first event that brought something else; `nil` while none did. What a fold begins with,
  /// such as roll tokens, and what the mere passing of days unlocks after the last event is brought
  /// by none.
  public private(set) var divergence: Divergence?
  private let seed: UInt64
  /// The events that are yet to be compared, in order.
  private var waiting: [Event] = []

  /// Begins with a profile without events.
  public init(old: Rulebook, new: Rulebook, seed: UInt64) {
    self.old = Side(rulebook: old)
    self.new = Side(rulebook: new)
    self.seed = seed
  }

  /// Applies the next event of the history under both.
  public mutating func apply(_ event: Event) {
    if divergence == nil { waiting.append(event) }
    old.apply(event, seed: seed)
    new.apply(event, seed: seed)
    compare()
  }

  /// Ends the history: no other event follows.
  public mutating func finish() {
    old.finish(seed: seed)
    new.finish(seed: seed)
    compare()
  }

  /// Opens every day up to one under both.
  public mutating func open(through day: CivilDay) {
    old.state = old.rulebook.opened(old.state, through: day) ?? old.state
    new.state = new.rulebook.opened(new.state, through: day) ?? new.state
  }

  private mutating func compare() {
    while divergence == nil, let event = waiting.first, old.knows(event), new.knows(event) {
      let (brought, brings) = (old.take(event), new.take(event))
      waiting.removeFirst()
      if !brought.isSame(as: brings) {
        divergence = Divergence(event: event, old: brought, new: brings)
        waiting = []
      }
    }
    if divergence == nil { return }
    old.outcomes = [:]
    new.outcomes = [:]
  }
}

extension Replay.Side {
  fileprivate mutating func apply(_ event: Event, seed: UInt64) {
    let rulebook = rulebook
    var results: [Result] = []
    retries.apply(event, to: &state, attempt: { rulebook.apply($0, to: &$1, seed: seed) }) {
      results.append(($0.id, $1, $2.journey.unlocks.count))
    }
    note(results)
  }

  fileprivate mutating func finish(seed: UInt64) {
    let rulebook = rulebook
    var results: [Result] = []
    retries.finish(&state, attempt: { rulebook.apply($0, to: &$1, seed: seed) }) {
      results.append(($0.id, $1, $2.journey.unlocks.count))
    }
    note(results)
  }

  /// An event, what it brought, and how many achievements there are afterwards.
  private typealias Result = (event: EventID, outcome: Outcome, unlocks: Int)

  private mutating func note(_ results: [Result]) {
    for result in results {
      outcomes[result.event] = result.outcome
      // Among what it unlocked is what the days since the last one did.
      outcomes[result.event]?.unlocks = unlocked..<result.unlocks
      unlocked = result.unlocks
    }
  }

  /// Whether it is known what an event brought.
  fileprivate func knows(_ event: Event) -> Bool { outcomes[event.id] != nil }

  fileprivate mutating func take(_ event: Event) -> ReplayOutcome {
    brought(outcomes.removeValue(forKey: event.id) ?? Outcome())
  }
}

extension Rulebook {
  /// The id of the rung that was unlocked.
  func rungID(of unlock: JourneyState.Unlock) -> String {
    definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }
}
