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
    /// What it brought under the rulebook compared with, in words.
    public var old: String
    /// What it brought under the other.
    public var new: String
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
    if !Self.isSame(before, old, after, new) {
      divergence = Divergence(event: event, old: old.text(of: before), new: new.text(of: after))
    }
  }

  /// Opens every day up to one under both.
  public mutating func open(through day: CivilDay) {
    old.state = old.rulebook.opened(old.state, through: day) ?? old.state
    new.state = new.rulebook.opened(new.state, through: day) ?? new.state
  }

  /// Whether an event brought the same under both; what it brought is compared by ids, since one
  /// rulebook may have at another place what the other has.
  private static func isSame(
    _ before: Outcome, _ old: Side, _ after: Outcome, _ new: Side
  ) -> Bool {
    before.void == after.void && before.basePoints == after.basePoints
      && before.duplicatePoints == after.duplicatePoints
      && before.missionPoints == after.missionPoints && before.level == after.level
      && before.overloads == after.overloads && before.taskScore == after.taskScore
      && before.drawnRarity == after.drawnRarity && before.isNewCard == after.isNewCard
      && old.card(of: before) == new.card(of: after)
      && isSame(old.missions(of: before), new.missions(of: after))
      && isSame(old.achievements(of: before), new.achievements(of: after))
  }

  /// Whether ids are the same, in whatever order.
  private static func isSame(_ old: some Sequence<String>, _ new: some Sequence<String>) -> Bool {
    old.elementsEqual(new) || old.sorted() == new.sorted()
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

  fileprivate func card(of outcome: Outcome) -> String? {
    outcome.card.map { rulebook.definition.cards[$0].id }
  }

  fileprivate func missions(of outcome: Outcome) -> some Sequence<String> {
    state.completions[outcome.completions].lazy.map {
      rulebook.definition.missions[Int($0.mission)].id
    }
  }

  fileprivate func achievements(of outcome: Outcome) -> some Sequence<String> {
    state.journey.unlocks[outcome.unlocks].lazy.map { rulebook.rungID(of: $0) }
  }

  /// What an event brought, by the ids of the rulebook.
  fileprivate func text(of outcome: Outcome) -> String {
    if let reason = outcome.void { return "without effect: \(reason.text)" }
    var parts: [String] = []
    let sources = [
      (outcome.duplicatePoints, "for the duplicate"), (outcome.missionPoints, "from missions"),
    ].filter { $0.0 != 0 }.map { "\($0) \($1)" }
    parts.append(
      "\(outcome.points) points"
        + (sources.isEmpty ? "" : " (\(sources.joined(separator: ", ")))"))
    if let card = card(of: outcome) {
      parts.append((outcome.isNewCard ? "new card " : "duplicate card ") + card)
    } else if let rarity = outcome.drawnRarity {
      parts.append("no card, as there is none that is \(rarity.name)")
    }
    if outcome.taskScore != 0 { parts.append("task score \(outcome.taskScore)") }
    parts += missions(of: outcome).map { "mission \($0)" }
    parts += achievements(of: outcome).map { "achievement \($0)" }
    if outcome.overloads > 0 {
      parts.append(outcome.overloads == 1 ? "1 overload" : "\(outcome.overloads) overloads")
    }
    parts.append("level \(outcome.level)")
    return parts.joined(separator: ", ")
  }
}

extension Rulebook {
  /// The id of the rung that was unlocked.
  func rungID(of unlock: JourneyState.Unlock) -> String {
    definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }
}
