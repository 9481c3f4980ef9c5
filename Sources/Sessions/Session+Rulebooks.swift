public import Rules
import Storage

extension Session {
  /// Folds the profile's events under two rulebooks, side by side, without touching anything.
  ///
  /// - Parameters:
  ///   - new: the one rulebook.
  ///   - old: the other; the profile's own if not given.
  ///   - isOfAll: whether events later than now are folded too.
  public func replay(
    under new: Rulebook, against old: Rulebook? = nil, ofAll isOfAll: Bool = false
  ) throws(SessionError) -> Replay {
    try begin()
    var replay = Replay(old: old ?? rulebook, new: new, seed: rollSeed)
    let end = isOfAll ? Self.endOfTime : now
    try storing { () throws(StoreError) in
      try access.forEachEvent(after: nil, through: end) { replay.apply($0) }
    }
    replay.finish()
    replay.open(through: today)
    return replay
  }

  /// Why a rulebook cannot become the profile's: ids that its history has used and that would come
  /// to mean something else than in the profile's rulebook, or in one that it was folded with before.
  /// Empty when it can.
  public func obstacles(to new: RulebookDefinition) throws(SessionError) -> [RulebookFault] {
    try begin()
    let kept = try storing { () throws(StoreError) in try access.rulebookDefinitions() }
    var found = try obstacles(to: new, after: rulebook)
    // Definitions of a version that knew other fields are nothing that one could compare.
    for case let former? in kept.map({ Rulebook(kept: $0) }) where former.hash != rulebook.hash {
      for obstacle in try obstacles(to: new, after: former) where !found.contains(obstacle) {
        found.append(obstacle)
      }
    }
    return found
  }

  /// What history used under one rulebook and would be something else under another. All of history
  /// counts, also what is later than now.
  private func obstacles(
    to new: RulebookDefinition, after old: Rulebook
  ) throws(SessionError) -> [RulebookFault] {
    let folded = try stateOfAllEvents(under: old, through: Self.endOfTime)
    let state = old.opened(folded, through: today) ?? folded
    let definition = old.definition
    let cards = zip(definition.cards, state.holdings).filter { $1.copies > 0 }.map(\.0.id)
    let missions = state.completions.map { definition.missions[Int($0.mission)].id }
    let rungs = state.journey.unlocks.map {
      definition.ladders[Int($0.ladder)].rungs[Int($0.rung)].id
    }
    return definition.incompatibilities(
      with: new, usedCards: Set(cards), completedMissions: Set(missions),
      unlockedRungs: Set(rungs))
  }

  private static let endOfTime = Instant(milliseconds: .max)

  /// Makes a rulebook the one that the profile is folded with, from the next session on, and folds
  /// the profile with it. The profile keeps the definition, and that of the one it had.
  public func setRulebook(_ new: Rulebook) throws(SessionError) {
    try begin()
    // What this session would cache is the state under the old one.
    fold.forget()
    let (records, old) = (records, rulebook)
    let isComplete = try storing { () throws(StoreError) in
      if old.hash == profile.rulebookHash {
        try access.keepRulebook(hash: old.hash, definition: old.definition.json.text())
      }
      try access.setRulebook(
        id: new.definition.id, hash: new.hash, definition: new.definition.json.text())
      return try access.firstInstant(after: now) == nil
    }
    // A state that lacks what comes after now is none of all records.
    guard isComplete else { return }
    let state = try stateOfAllEvents(under: new)
    try storing { () throws(StoreError) in
      try access.cache(state, records: records, rulebook: new)
    }
  }
}

extension Rulebook {
  /// Reads a definition that a profile keeps; `nil` when it is none that this version knows.
  init?(kept definition: String) {
    guard let tree = try? JSONValue(parsing: definition),
      let definition = try? RulebookDefinition(reading: tree, bundled: []),
      let rulebook = try? Rulebook(definition)
    else { return nil }
    self = rulebook
  }
}
