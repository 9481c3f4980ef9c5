package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Storage

package struct ProfileReader {
  let session: Session

  // MARK: Sparks

  /// Returns the spark with an id; `nil` if there is none or it was removed.
  package func spark(id: EventID) throws(SessionError) -> StoredSpark? {
    let stored = try session.read { try $0.sparks.find(id) }
    return stored.flatMap { $0.isRemoved ? nil : $0 }
  }

  /// Returns the sequence numbers of the sparks that a query finds, in its order.
  package func sparkSequences(_ query: SparkQuery) throws(SessionError) -> [Int64] {
    try session.read { try $0.sparks.sequences(session.scaled(query)) }
  }

  package func sparks(sequences: ArraySlice<Int64>) throws(SessionError) -> [StoredSpark] {
    try session.read { try $0.sparks.find(sequences: sequences) }
  }

  package func sparkCount(_ query: SparkQuery) throws(SessionError) -> Int {
    try session.read { try $0.sparks.count(session.scaled(query)) }
  }

  package var isEmpty: Bool {
    get throws(SessionError) {
      try session.work {
        try session.beginAdding()
        return session.progress.records.count == 0
      }
    }
  }

  // MARK: Other events

  /// Returns the event with an id, other than a spark or roll; `nil` if there is none or it was
  /// removed.
  package func event(id: EventID) throws(SessionError) -> StoredEvent? {
    let stored = try session.read { try $0.events.find(id) }
    return stored.flatMap { $0.isRemoved ? nil : $0 }
  }

  /// Returns whether an event other than a spark or roll exists with an id and is not removed.
  package func hasEvent(id: EventID) throws(SessionError) -> Bool {
    try session.work {
      try session.beginAdding()
      return try session.access.events.has(id: id)
    }
  }

  /// Returns the sequence numbers of the events that a query finds, in its order.
  package func eventSequences(_ query: EventQuery) throws(SessionError) -> [Int64] {
    try session.read { try $0.events.sequences(query) }
  }

  package func events(sequences: ArraySlice<Int64>) throws(SessionError) -> [StoredEvent] {
    try session.read { try $0.events.find(sequences: sequences) }
  }

  /// Returns the events that a query finds, in its order.
  package func events(_ query: EventQuery) throws(SessionError) -> [StoredEvent] {
    try events(sequences: try eventSequences(query)[...])
  }

  /// Returns the events that loaded a quest set, in the order of their instants.
  package func loadings(of set: String) throws(SessionError) -> [StoredEvent] {
    try events(EventQuery(kinds: [.questLoad])).filter { stored in
      if case .quest(.load(let loaded)) = stored.event.action { loaded.isNamed(set) } else { false }
    }
  }

  /// Returns the stored contents of events, for removed events the last ones.
  package func contents(of ids: Set<EventID>) throws(SessionError) -> [EventID: StoredContent] {
    try session.read { try $0.records.contents(of: ids) }
  }

  // MARK: All events, for export

  /// Reads the rows of sparks that are not removed, in the order of the fold.
  ///
  /// - Parameter body: called with each row; returns whether to continue.
  package func forEachSparkRow(
    since: Instant? = nil, before: Instant? = nil, limit: Int? = nil,
    _ body: (BorrowedSpark) -> Bool
  ) throws(SessionError) {
    try session.read { access in
      try access.sparks.forEachRow(
        since: since, before: before, limit: limit, isOnlyReading: !session.options.isWriting,
        body)
    }
  }

  /// Reads the events of some kinds that are not removed, except sparks, in the order of the fold.
  ///
  /// - Parameters:
  ///   - kinds: the kinds; all but sparks and rolls if empty. Rolls have to be read separately.
  ///   - body: called with each event; returns whether to continue.
  package func forEachExportedEvent(
    of kinds: [EventKind], since: Instant? = nil, before: Instant? = nil,
    _ body: (StoredEvent) -> Bool
  ) throws(SessionError) {
    try session.read { access in
      if kinds == [.roll] {
        _ = try access.rolls.all(since: since, before: before).allSatisfy(body)
      } else {
        try access.events.forEach(of: kinds, since: since, before: before, body)
      }
    }
  }

  /// Returns whether any spark happened at a fraction of a second.
  package func hasFractionsOfSparks(since: Instant?, before: Instant?) throws(SessionError) -> Bool
  {
    try session.read { try $0.sparks.hasFractions(since: since, before: before) }
  }

  /// Returns whether any event of some kinds (all if empty), neither spark nor roll, happened at a
  /// fraction of a second.
  package func hasFractions(
    of kinds: [EventKind], since: Instant?, before: Instant?
  ) throws(SessionError) -> Bool {
    try session.read { try $0.events.hasFractions(of: kinds, since: since, before: before) }
  }

  /// Returns whether any event of some kinds, neither spark nor roll, has an id of its source.
  package func hasKeys(of kinds: [EventKind]) throws(SessionError) -> Bool {
    try session.read { try $0.events.hasKeys(of: kinds) }
  }

  /// Returns the error for a stored spark with a value that Flint cannot have written.
  package func damaged(_ error: FieldError) -> SessionError {
    .store(StoreError(.corrupted, path: session.access.path, detail: "a stored spark: \(error)"))
  }
}

extension Session {
  /// Returns a query that compares intensities as the rulebook does.
  func scaled(_ query: SparkQuery) -> SparkQuery {
    var query = query
    query.scale = rulebook.definition.intensities
    if query.order == .points {
      query.points = rulebook.definition.categories.flatMap { category in
        rulebook.definition.intensities.map {
          (category, $0, rulebook.points(for: category, $0))
        }
      }
    }
    return query
  }
}
