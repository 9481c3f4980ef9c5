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
    /// What it brought, in words, under either.
    public var old: String
    /// What it brought under the other.
    public var new: String
  }

  /// The fold under the rulebook compared with.
  public private(set) var old: Side
  /// The fold under the other rulebook.
  public private(set) var new: Side
  /// The first event that brought something else; `nil` while none did.
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
    let before = old.rulebook.apply(event, to: &old.state, seed: seed)
    let after = new.rulebook.apply(event, to: &new.state, seed: seed)
    guard divergence == nil else { return }
    let texts = (old.text(of: before), new.text(of: after))
    if texts.0 != texts.1 {
      divergence = Divergence(event: event, old: texts.0, new: texts.1)
    }
  }

  /// Opens every day up to one under both.
  public mutating func open(through day: CivilDay) {
    old.state = old.rulebook.opened(old.state, through: day) ?? old.state
    new.state = new.rulebook.opened(new.state, through: day) ?? new.state
  }
}

extension Replay.Side {
  /// What an event brought, by the ids of the rulebook.
  fileprivate func text(of outcome: Outcome) -> String {
    if let reason = outcome.void { return "without effect: \(reason.text)" }
    var parts: [String] = ["\(outcome.points) points"]
    if let card = outcome.card {
      parts.append(
        (outcome.isNewCard ? "card " : "again card ") + rulebook.definition.cards[card].id)
    } else if outcome.drawnRarity != nil {
      parts.append("no card")
    }
    if outcome.taskScore != 0 { parts.append("score \(outcome.taskScore)") }
    for completion in outcome.completions {
      parts.append(
        "mission " + rulebook.definition.missions[Int(state.completions[completion].mission)].id)
    }
    for unlock in outcome.unlocks {
      let unlock = state.journey.unlocks[unlock]
      parts.append(
        "achievement "
          + rulebook.definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id)
    }
    if outcome.overloads > 0 { parts.append("overload") }
    parts.append("level \(outcome.level)")
    return parts.joined(separator: ", ")
  }

  /// Ids of the cards owned, with the instants of their first copies.
  var cards: [(id: String, at: Instant)] {
    zip(rulebook.definition.cards, state.holdings)
      .compactMap { $1.copies > 0 ? ($0.id, $1.first) : nil }
  }

  /// Ids of the missions completed, with how often and when first.
  var missions: [(id: String, times: Int, at: Instant)] {
    var places: [Int32: Int] = [:]
    var found: [(id: String, times: Int, at: Instant)] = []
    for completion in state.completions {
      if let place = places[completion.mission] {
        found[place].times += 1
      } else {
        places[completion.mission] = found.count
        found.append(
          (rulebook.definition.missions[Int(completion.mission)].id, 1, completion.at))
      }
    }
    return found
  }

  /// Ids of the achievements unlocked, with their days.
  var achievements: [(id: String, day: CivilDay)] {
    state.journey.unlocks.map {
      (rulebook.definition.ladders[Int($0.ladder)].rungs[Int($0.rung)].id, $0.day)
    }
  }
}
