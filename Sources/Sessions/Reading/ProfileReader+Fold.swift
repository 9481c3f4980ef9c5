import FlintCalendar
package import FlintRules
package import FlintSchema
import Storage

/// What is folded from the beginning, without the session's own state.
extension ProfileReader {
  /// Returns the state as of now, folded from the beginning without caches.
  package func refoldedState() throws(SessionError) -> ProfileState {
    let state = try session.work { try stateOfAllEvents() }
    return session.rulebook.opened(state, through: session.today) ?? state
  }

  /// Returns the state of all events, folded without caches, without opening the days since the
  /// last of them.
  ///
  /// - Parameters:
  ///   - other: the rulebook to fold with; by default that of the session.
  ///   - end: the instant up to which to fold; by default now.
  func stateOfAllEvents(
    under other: Rulebook? = nil, through end: Instant? = nil
  ) throws -> ProfileState {
    try session.begin()
    let seed = session.fold.seed
    var rulebook = other ?? session.rulebook
    rulebook.dayStart = session.rulebook.dayStart
    var state = rulebook.initialState()
    var retries = EventRetries()
    try session.access.foldOrder.forEachEvent(after: nil, through: end ?? session.now) { event in
      retries.apply(event, to: &state, by: rulebook, seed: seed)
    }
    retries.finish(&state, by: rulebook, seed: seed)
    return state
  }

  /// Folds all events up to now from the beginning, and reports their outcomes.
  ///
  /// - Parameter body: called with each event, its outcome and the state after it, in the order in
  ///   which the events took effect; within one instant this may differ from the order of the fold.
  package func forEachOutcome(
    _ body: (ProfileEvent, Outcome, borrowing ProfileState) -> Void
  ) throws(SessionError) {
    let (rulebook, seed) = (session.rulebook, session.fold.seed)
    try replay({ rulebook.apply($0, to: &$1, seed: seed) }, body)
  }

  /// Returns the draws of all sparks and rolls up to now, by category and by the draws that were
  /// possible at each position in the fold.
  package func draws() throws(SessionError) -> DrawTally {
    let (rulebook, seed) = (session.rulebook, session.profile.seed)
    var tally = DrawTally()
    try replay({ tally.apply($0, to: &$1, of: rulebook, seed: seed) }, { _, _, _ in })
    tally.removed = try removedDraws()
    return tally
  }

  private func replay(
    _ attempt: (ProfileEvent, inout ProfileState) -> Outcome,
    _ result: (ProfileEvent, Outcome, borrowing ProfileState) -> Void
  ) throws(SessionError) {
    try session.read { access in
      var state = session.rulebook.initialState()
      var retries = EventRetries()
      try access.foldOrder.forEachEvent(after: nil, through: session.now) { event in
        retries.apply(event, to: &state, attempt: attempt, result: result)
      }
      retries.finish(&state, attempt: attempt, result: result)
    }
  }

  /// Folds the profile's events under two rulebooks, without changing the profile.
  ///
  /// - Parameters:
  ///   - new: the first rulebook.
  ///   - old: the second rulebook; by default that of the profile.
  ///   - isOfAll: whether events later than now are folded too.
  package func replay(
    under new: Rulebook, against old: Rulebook? = nil, ofAll isOfAll: Bool = false
  ) throws(SessionError) -> Replay {
    var (old, new) = (old ?? session.rulebook, new)
    old.dayStart = session.rulebook.dayStart
    new.dayStart = session.rulebook.dayStart
    var replay = Replay(old: old, new: new, seed: session.fold.seed)
    try session.read { access in
      let end = isOfAll ? Self.endOfTime : session.now
      try access.foldOrder.forEachEvent(after: nil, through: end) { replay.apply($0) }
    }
    replay.finish()
    replay.advance(to: session.today)
    return replay
  }

  /// Returns the reasons why a rulebook cannot become the profile's: ids in use by its history
  /// whose meaning would differ from that in its rulebook or in one with which it was folded
  /// before. Empty if there are none.
  package func obstacles(to new: RulebookDefinition) throws(SessionError) -> [TableFault] {
    let rulebook = session.rulebook
    return try session.read { access in
      var found = try obstacles(to: new, after: rulebook)
      // Definitions of a version with other fields cannot be compared.
      for former in try access.rulebooks.all() where former.hash != rulebook.hash {
        for obstacle in try obstacles(to: new, after: former) where !found.contains(obstacle) {
          found.append(obstacle)
        }
      }
      return found
    }
  }

  /// Returns the ids in use by history whose meaning differs between two rulebooks. All of history
  /// counts, including events later than now.
  private func obstacles(
    to new: RulebookDefinition, after old: Rulebook
  ) throws -> [TableFault] {
    let folded = try stateOfAllEvents(under: old, through: Self.endOfTime)
    let state = old.opened(folded, through: session.today) ?? folded
    return old.incompatibilities(with: new, after: state)
  }

  private static let endOfTime = Instant(milliseconds: .max)
}
