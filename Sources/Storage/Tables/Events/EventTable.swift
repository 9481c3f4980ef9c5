package import FlintCalendar
import GRDB
package import FlintRules

extension EventQuery {
  fileprivate var conditions: Conditions {
    var conditions = Conditions()
    conditions.add("removed = 0", [])
    if !kinds.isEmpty { conditions.add("kind IN (\(kinds.sqlList))", []) }
    conditions.add("at >= ?", since?.milliseconds)
    conditions.add("at < ?", before?.milliseconds)
    for member in members {
      let values = member.values.map { _ in "?" }.joined(separator: ", ")
      conditions.add(
        "content ->> ? IN (\(values))", [member.name] + StatementArguments(member.values))
    }
    conditions.add(
      "EXISTS (SELECT 1 FROM json_tree(content) WHERE type = 'text' AND flint_contains(value, ?))",
      text?.lowercased())
    return conditions
  }
}

/// The table `event`: the events other than sparks and rolls.
package struct EventTable: TableAccess {
  let access: StoreAccess

  private static let columns = "id, at, \"offset\", kind, content, seq, key, recorded_at, removed"

  /// Adds an event other than a spark or roll, unless its id exists; during a bulk insert of events the
  /// caller knows that it does not.
  ///
  /// - Parameter content: the action's canonical content.
  /// - Returns: whether it was added.
  package func insert(
    _ event: ProfileEvent, content: String, key: String?, _ provenance: Provenance
  ) throws -> Bool {
    if access.hasSmallCache && access.areEventsIndexed { try access.bulk.enlargeCache() }
    return try access.eventInsertion().insert(event, content: content, key: key, provenance)
  }

  /// The number of events other than sparks and rolls, removed or not.
  package func rowCount() throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT count(*) FROM event") ?? 0
  }

  /// Returns the event with an id, removed or not; `nil` if there is none, or if it is a spark or
  /// roll.
  package func find(_ id: EventID) throws -> StoredEvent? {
    try access.bulk.endEvents()
    return try access.withStatement("SELECT \(Self.columns) FROM event WHERE id = ?") { statement in
      statement.bind(id, at: 1)
      return try statement.step() ? try StoredEvent(statement) : nil
    }
  }

  /// Returns whether an event other than a spark or roll exists with an id and is not removed.
  package func has(id: EventID) throws -> Bool {
    try access.bulk.endEvents()
    return try access.withStatement("SELECT 1 FROM event WHERE id = ? AND removed = 0") {
      statement in
      statement.bind(id, at: 1)
      return try statement.step()
    }
  }

  /// Returns the stored event with an event's id, as far as comparing the two needs it; `nil` if
  /// there is none, or if it is a spark or roll.
  ///
  /// - Parameter content: the action's canonical content, with which the stored content is
  ///   compared.
  package func existing(
    _ event: ProfileEvent, content: String
  ) throws -> ExistingEvent? {
    try access.bulk.endEvents()
    return try access.withStatement(
      "SELECT seq, removed, at, \"offset\", content FROM event WHERE id = ?"
    ) {
      statement in
      statement.bind(event.id, at: 1)
      guard try statement.step(),
        let time = StoredTime.checked(at: statement.integer(2), offset: statement.integer(3))
      else { return nil }
      return ExistingEvent(
        sequence: statement.integer(0), at: time.at, offset: time.offset,
        isRemoved: statement.integer(1) != 0, isSame: statement.isText(content, at: 4))
    }
  }

  /// Returns the sequence numbers of the events that a query finds, in its order.
  package func sequences(_ query: EventQuery) throws -> [Int64] {
    let conditions = query.conditions
    let direction = query.isNewestFirst ? " DESC" : ""
    let limit = query.limit.map { " LIMIT \(max(0, $0))" } ?? ""
    return try Int64.fetchAll(
      database,
      sql: "SELECT seq FROM event\(conditions.sql) "
        + "ORDER BY at\(direction), id\(direction)\(limit)",
      arguments: conditions.arguments)
  }

  /// Returns the events with some sequence numbers, in that order; removed events are omitted.
  package func find(sequences: ArraySlice<Int64>) throws -> [StoredEvent] {
    try SequenceRows(access: access, table: "event", columns: Self.columns, sequence: 5)
      .map(sequences) { try StoredEvent($0) }
  }

  /// Returns the removed events of some kinds, in the order of the fold.
  package func removed(of kinds: [EventKind]) throws -> [ProfileEvent] {
    let statement = try RawStatement(
      database,
      sql: """
        SELECT \(Self.columns) FROM (SELECT DISTINCT event AS corrected FROM correction)
          CROSS JOIN event ON id = corrected
        WHERE removed = 1 AND kind IN (\(kinds.sqlList)) ORDER BY at, id
        """)
    defer { statement.reset() }
    var events: [ProfileEvent] = []
    while try statement.step() { events.append(try ProfileEvent(statement)) }
    return events
  }

  /// Deletes an event of this session that the rules refused, as if it had never been recorded.
  package func delete(id: EventID) throws {
    try access.bulk.endEvents()
    try run("DELETE FROM event WHERE id = ?", of: id)
  }
}

extension StoredEvent {
  /// Reads the columns `EventTable.columns`.
  fileprivate init(_ row: RawStatement) throws {
    let recordedAt = Instant(milliseconds: row.integer(7))
    guard StoredTime.isClock(recordedAt) else { throw Damage(column: "recorded_at") }
    _ = try row.storedID(0)
    self.init(
      sequence: row.integer(5), event: try ProfileEvent(row), key: row.text(6),
      recordedAt: recordedAt,
      isRemoved: row.integer(8) != 0)
  }
}

extension ProfileEvent {
  init(_ row: Row) throws {
    try self.init(
      stored: row.id("id"), row.narrow("kind"),
      StoredTime.checked(at: row.read("at"), offset: row.read("offset")),
      Array((row.read("content") as String).utf8))
  }

  /// Reads the first five columns: `id`, `at`, `offset`, `kind` and `content`.
  init(_ row: RawStatement) throws {
    try self.init(stored: row.id(0), UInt8(clamping: row.integer(3)), row.time(1), row.bytes(4))
  }

  private init(
    stored id: EventID, _ kind: UInt8, _ time: (at: Instant, offset: UTCOffset)?,
    _ content: [UInt8]
  ) throws {
    guard let kind = EventKind(rawValue: kind), let time else {
      throw Damage("event \(id) has an unknown kind or an impossible time")
    }
    self.init(
      id: id, at: time.at, offset: time.offset,
      action: try Action(stored: kind, content, of: id))
  }
}

extension ProfileEvent.Action {
  init(stored kind: EventKind, _ content: [UInt8], of id: EventID) throws {
    do {
      try self.init(kind, content: content)
    } catch {
      throw Damage("event \(id): \(error)")
    }
  }
}

/// The stored event with the id of an event that is to be recorded.
package struct ExistingEvent: Sendable {
  package var sequence: Int64
  package var at: Instant
  /// The offset of local clocks at that instant.
  package var offset: UTCOffset
  package var isRemoved: Bool
  /// Whether its current content equals, byte by byte, the one with which it was compared.
  package var isSame: Bool

  package init(sequence: Int64, at: Instant, offset: UTCOffset, isRemoved: Bool, isSame: Bool) {
    self.sequence = sequence
    self.at = at
    self.offset = offset
    self.isRemoved = isRemoved
    self.isSame = isSame
  }
}
