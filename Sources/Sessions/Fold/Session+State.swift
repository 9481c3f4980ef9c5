package import FlintCalendar
package import FlintRules
import Storage

extension Session {
  /// Returns the state as of now, folded again if history changed.
  package func state() throws(SessionError) -> ProfileState {
    _ = try folded()
    return fold.state(on: today)
  }

  /// Returns the state on a day if nothing happens until then, with every day opened up to it; for
  /// a past day, the state as of now.
  package func state(on day: CivilDay) throws(SessionError) -> ProfileState {
    _ = try folded()
    return fold.state(on: max(day, today))
  }

  /// Returns the state of the events up to now, without opening the days since the last of them. It
  /// lacks only achievements, and is much cheaper between two events.
  package func folded() throws(SessionError) -> ProfileState {
    if isUpToDate { return fold.current }
    try work {
      try beginAdding()
      if fold.isStale {
        try bulk.flush()
        try refreshState()
      }
    }
    return fold.current
  }

  /// Returns a state with every tracker and quest set as of now, but possibly without all of their
  /// entries and completions: many events may be recorded late, each of which needs the
  /// definitions.
  package func definitions() throws(SessionError) -> ProfileState {
    if isUpToDate { return fold.current }
    try work { try beginAdding() }
    return fold.isUnread || fold.lacksDefinitions ? try folded() : fold.current
  }

  /// Folds the events again if the state is stale.
  func refreshState() throws {
    guard fold.isStale else { return }
    try fold.refold(
      access, records: progress.records, through: progress.clock.present,
      keepsCheckpoints: options.isWriting)
  }

  /// Returns the id of the mission of a completion, given its index in the history of completions.
  package func missionID(ofCompletion position: Int) -> String {
    rulebook.definition.missions[Int(fold.current.missions.completions[position].mission)].id
  }

  /// Returns the id of the achievement of an unlock, given its index in the history of unlocks.
  package func achievementID(ofUnlock position: Int) -> String {
    let unlock = fold.current.journey.unlocks[position]
    return rulebook.definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }

  /// Returns the card that an event draws independently of previous events; `nil` where pity can
  /// change the draw.
  package func certainDraw(of event: ProfileEvent) -> Int? {
    rulebook.certainDraw(of: event, seed: fold.seed)
  }
}
