public import Calendar
public import Rules
public import Schema
import Storage

/// Reading of all events that are not removed, for export.
extension Session {
  /// Reads the rows of sparks that are not removed, in the order of the fold.
  ///
  /// - Parameters:
  ///   - since: the instant from which on sparks are read.
  ///   - before: the instant before which sparks are read.
  ///   - limit: the maximum number of rows.
  ///   - body: called with each row; returns whether to continue.
  public func forEachSparkRow(
    since: Instant? = nil, before: Instant? = nil, limit: Int? = nil,
    _ body: (SparkRow) -> Bool
  ) throws(SessionError) {
    try begin()
    try storing {
      try access.sparks.forEachRow(
        since: since, before: before, limit: limit, isOnlyReading: !options.isWriting, body)
    }
  }

  /// Returns the error for a stored spark with a value that Flint cannot have written.
  public func damaged(_ error: FieldError) -> SessionError {
    .store(StoreError(.corrupted, path: access.path, detail: "a stored spark: \(error)"))
  }

  /// Reads the events of some kinds that are not removed, except sparks, in the order of the fold.
  ///
  /// - Parameters:
  ///   - kinds: the kinds; all but sparks and rolls if empty. Rolls have to be read separately.
  ///   - since: the instant from which on events are read.
  ///   - before: the instant before which events are read.
  ///   - body: called with each event; returns whether to continue.
  public func forEachExportedEvent(
    of kinds: [EventKind], since: Instant? = nil, before: Instant? = nil,
    _ body: (StoredEvent) -> Bool
  ) throws(SessionError) {
    try begin()
    try storing {
      if kinds == [.roll] {
        for roll in try access.rolls.all(since: since, before: before) where !body(roll) {
          return
        }
        return
      }
      try access.events.forEach(of: kinds, since: since, before: before, body)
    }
  }

  /// Returns the original contents of the keyless sparks that have corrections.
  public func originalContentsOfKeylessSparks() throws(SessionError) -> OriginalContents {
    try begin()
    return try storing { try access.sparks.keylessOriginals() }
  }

  /// Returns the original contents of the other keyless events that have corrections.
  public func originalContentsOfKeylessEvents() throws(SessionError) -> OriginalContents {
    try begin()
    return try storing { try access.events.keylessOriginals() }
  }

  /// Returns whether any event of some kinds, neither spark nor roll, has an id of its source.
  public func hasKeys(of kinds: [EventKind]) throws(SessionError) -> Bool {
    try begin()
    return try storing { try access.events.hasKeys(of: kinds) }
  }

  /// Folds all events up to now from the beginning, and reports their outcomes.
  ///
  /// - Parameter body: called with each event, its outcome and the state after it, in the order in
  ///   which the events took effect; within one instant this may differ from the order of the fold.
  public func forEachOutcome(
    _ body: (Event, Outcome, borrowing ProfileState) -> Void
  ) throws(SessionError) {
    try begin()
    let (rulebook, seed) = (rulebook, rollSeed)
    var state = rulebook.initialState()
    var retries = EventRetries()
    let attempt = { (event: Event, state: inout ProfileState) in
      rulebook.apply(event, to: &state, seed: seed)
    }
    try storing {
      try access.foldOrder.forEachEvent(after: nil, through: now) { event in
        retries.apply(event, to: &state, attempt: attempt, result: body)
      }
      retries.finish(&state, attempt: attempt, result: body)
    }
  }
}
