public import Rules
import Storage

extension Session {
  /// Folds the profile's events under two rulebooks, side by side, without touching anything.
  ///
  /// - Parameters:
  ///   - new: the one rulebook.
  ///   - old: the other; the profile's own if not given.
  public func replay(
    under new: Rulebook, against old: Rulebook? = nil
  ) throws(SessionError) -> Replay {
    try begin()
    var replay = Replay(old: old ?? rulebook, new: new, seed: profile.seed)
    try storing { () throws(StoreError) in
      try access.forEachEvent(after: nil, through: now) { replay.apply($0) }
    }
    replay.open(through: today)
    return replay
  }

  /// Why a rulebook cannot become the profile's: ids that its history has used and that would come
  /// to mean something else. Empty when it can.
  public func obstacles(to new: RulebookDefinition) throws(SessionError) -> [RulebookFault] {
    let state = try state()
    let definition = rulebook.definition
    let cards = zip(definition.cards, state.holdings).filter { $1.copies > 0 }.map(\.0.id)
    let missions = state.completions.map { definition.missions[Int($0.mission)].id }
    let rungs = state.journey.unlocks.map {
      definition.ladders[Int($0.ladder)].rungs[Int($0.rung)].id
    }
    return definition.incompatibilities(
      with: new, usedCards: Set(cards), completedMissions: Set(missions),
      unlockedRungs: Set(rungs))
  }

  /// Makes a rulebook the one that the profile is folded with, from the next session on, and folds
  /// the profile with it. The profile keeps the definition.
  public func setRulebook(_ new: Rulebook) throws(SessionError) {
    try begin()
    // What this session would cache is the state under the old one.
    fold.forget()
    let (seed, records) = (profile.seed, records)
    try storing { () throws(StoreError) in
      try access.setRulebook(
        id: new.definition.id, hash: new.hash, definition: new.definition.json.text())
      // A state that lacks what comes after now is none of all records.
      guard try access.firstInstant(after: now) == nil else { return }
      var state = new.initialState()
      try access.forEachEvent(after: nil, through: now) { event in
        new.apply(event, to: &state, seed: seed)
      }
      try access.cache(state, records: records, rulebook: new)
    }
  }
}
