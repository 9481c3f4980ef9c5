/// One history folded under two rulebooks, side by side.
public struct Replay: Sendable {
  /// A fold under one of the rulebooks.
  public struct Side: Sendable {
    /// The rulebook.
    public let rulebook: Rulebook
    /// What the events came to so far.
    public internal(set) var state: ProfileState
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

  /// Begins with a profile without events.
  public init(old: Rulebook, new: Rulebook, seed: UInt64) {
    self.old = Side(rulebook: old, state: old.initialState())
    self.new = Side(rulebook: new, state: new.initialState())
    self.seed = seed
  }

  /// Applies the next event of the history under both.
  public mutating func apply(_ event: Event) {
    if divergence != nil {
      old.rulebook.apply(event, to: &old.state, seed: seed)
      new.rulebook.apply(event, to: &new.state, seed: seed)
      return
    }
    let before = old.apply(event, seed: seed)
    let after = new.apply(event, seed: seed)
    let (brought, brings) = (old.brought(before), new.brought(after))
    if !brought.isSame(as: brings) {
      divergence = Divergence(event: event, old: brought, new: brings)
    }
  }

  /// Opens every day up to one under both.
  public mutating func open(through day: CivilDay) {
    old.state = old.rulebook.opened(old.state, through: day) ?? old.state
    new.state = new.rulebook.opened(new.state, through: day) ?? new.state
  }
}

extension Replay.Side {
  /// Applies an event; among what it unlocked is what the days since the last one did.
  fileprivate mutating func apply(_ event: Event, seed: UInt64) -> Outcome {
    let unlocked = state.journey.unlocks.count
    var outcome = rulebook.apply(event, to: &state, seed: seed)
    outcome.unlocks = unlocked..<state.journey.unlocks.count
    return outcome
  }
}

extension Rulebook {
  /// The id of the rung that was unlocked.
  func rungID(of unlock: JourneyState.Unlock) -> String {
    definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }
}
