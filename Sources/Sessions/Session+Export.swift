public import Rules
import Storage

/// Reading of everything that stands, for whoever writes it down.
extension Session {
  /// Goes through the rows of sparks that stand, in the order of the fold.
  ///
  /// - Parameters:
  ///   - since: only from this instant on.
  ///   - until: only before this instant.
  ///   - limit: at most so many.
  ///   - body: called with each; whether to go on.
  public func forEachSparkRow(
    since: Instant? = nil, until: Instant? = nil, limit: Int? = nil,
    _ body: (SparkRow) -> Bool
  ) throws(SessionError) {
    try begin()
    try storing { () throws(StoreError) in
      try access.forEachSparkRow(
        since: since, until: until, limit: limit, isOnlyReading: !options.isWriting, body)
    }
  }

  /// What a value means of a stored spark that is not such as Flint writes.
  public func damaged(_ error: FieldError) -> SessionError {
    .store(StoreError(.corrupted, path: access.path, detail: "a stored spark: \(error)"))
  }

  /// Goes through the events of some kinds that stand, sparks excepted, in the order of the fold.
  ///
  /// - Parameters:
  ///   - kinds: the kinds; all but sparks and rolls when empty. Rolls are asked for alone.
  ///   - since: only from this instant on.
  ///   - until: only before this instant.
  ///   - body: called with each; whether to go on.
  public func forEachExportedEvent(
    of kinds: [EventKind], since: Instant? = nil, until: Instant? = nil,
    _ body: (StoredEvent) -> Bool
  ) throws(SessionError) {
    try begin()
    try storing { () throws(StoreError) in
      if kinds == [.roll] {
        for roll in try access.exportedRolls(since: since, until: until) where !body(roll) {
          return
        }
        return
      }
      try access.forEachExportedEvent(of: kinds, since: since, until: until, body)
    }
  }

  /// What is to be known of keyless sparks whose rows do not tell all.
  public func pastsOfKeylessSparks() throws(SessionError) -> KeylessPasts {
    try begin()
    return try storing { () throws(StoreError) in try access.pastsOfKeylessSparks() }
  }

  /// What is to be known of keyless events of other kinds whose rows do not tell all.
  public func pastsOfKeylessEvents() throws(SessionError) -> KeylessPasts {
    try begin()
    return try storing { () throws(StoreError) in try access.pastsOfKeylessEvents() }
  }

  /// Whether any event of some kinds, neither sparks nor rolls, came with an id of its source's.
  public func hasKeys(of kinds: [EventKind]) throws(SessionError) -> Bool {
    try begin()
    return try storing { () throws(StoreError) in try access.hasKeys(of: kinds) }
  }

  /// Folds every event up to now, from nothing, and reports what each brought.
  ///
  /// - Parameter body: called with each event, its outcome and the state behind it, in the order in
  ///   which they had their effects: within one instant not always that of their places.
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
    try storing { () throws(StoreError) in
      try access.forEachEvent(after: nil, through: now) { event in
        retries.apply(event, to: &state, attempt: attempt, result: body)
      }
      retries.finish(&state, attempt: attempt, result: body)
    }
  }
}
