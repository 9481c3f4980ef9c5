public import Calendar
import Foundation
import GRDB
public import Rules

extension EventQuery {
  fileprivate var condition: (sql: String, arguments: StatementArguments) {
    var terms = ["removed = 0"]
    var arguments = StatementArguments()
    if !kinds.isEmpty {
      terms.append("kind IN (\(kinds.map { String($0.rawValue) }.joined(separator: ", ")))")
    }
    if let since {
      terms.append("at >= ?")
      arguments += [since.milliseconds]
    }
    if let before {
      terms.append("at < ?")
      arguments += [before.milliseconds]
    }
    for member in members {
      let values = member.values.map { _ in "?" }.joined(separator: ", ")
      terms.append("content ->> ? IN (\(values))")
      arguments += [member.name]
      arguments += StatementArguments(member.values)
    }
    if let text = text?.lowercased() {
      terms.append(
        "EXISTS (SELECT 1 FROM json_tree(content) WHERE type = 'text' "
          + "AND flint_contains(value, ?))")
      arguments += [text]
    }
    return (terms.joined(separator: " AND "), arguments)
  }
}

extension StoreAccess {
  private static let eventColumns =
    "seq, id, kind, at, \"offset\", content, key, recorded_at, removed"

  /// Adds an event other than a spark or roll, unless its id exists.
  ///
  /// - Parameter content: the action's canonical content.
  /// - Returns: whether it was added.
  public func insert(
    _ event: Event, content: String, key: String?, _ provenance: Provenance
  ) throws(StoreError) -> Bool {
    try translating {
      let statement = try insertEventStatement ?? makeInsertEventStatement()
      statement.bind(provenance.sequence, at: 1)
      statement.bind(event.id, at: 2)
      statement.bind(Int64(event.action.kind.rawValue), at: 3)
      statement.bind(event.at.milliseconds, at: 4)
      statement.bind(Int64(event.offset.seconds), at: 5)
      statement.bind(content, at: 6)
      statement.bind(key, at: 7)
      statement.bind(provenance.recordedAt.milliseconds, at: 8)
      statement.bind(provenance.batch, at: 9)
      try statement.run()
      return statement.changes == 1
    }
  }

  private func makeInsertEventStatement() throws -> RawStatement {
    let statement = try RawStatement(
      database,
      sql: RowSum.insertion(
        into: "event",
        ["seq", "id", "kind", "at", "offset", "content", "key", "recorded_at", "batch"])
        + " ON CONFLICT (id) DO NOTHING")
    insertEventStatement = statement
    return statement
  }

  /// Returns the event with an id, removed or not; `nil` if there is none, or if it is a spark or
  /// roll.
  public func event(id: EventID) throws(StoreError) -> StoredEvent? {
    try translating {
      try Row.fetchOne(
        database.cachedStatement(sql: "SELECT \(Self.eventColumns) FROM event WHERE id = ?"),
        arguments: [id.data]
      ).map { try storedEvent($0) }
    }
  }

  /// Returns whether an event other than a spark or roll exists with an id and is not removed.
  public func hasEvent(id: EventID) throws(StoreError) -> Bool {
    try translating {
      try withStatement("SELECT 1 FROM event WHERE id = ? AND removed = 0") { statement in
        statement.bind(id, at: 1)
        return try statement.step()
      }
    }
  }

  /// Returns the stored event with an event's id, as far as comparing the two needs it; `nil` if
  /// there is none, or if it is a spark or roll.
  ///
  /// - Parameter content: the action's canonical content, with which the stored content is
  ///   compared.
  public func existing(
    _ event: Event, content: String
  ) throws(StoreError) -> ExistingEvent? {
    try translating {
      try withStatement("SELECT seq, removed, at, \"offset\", content FROM event WHERE id = ?") {
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
  }

  /// Returns an event as it was recorded, if it has been corrected since; `nil` otherwise.
  public func originalEvent(id: EventID) throws(StoreError) -> Event? {
    try translating {
      try Row.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT e.id, e.kind, o.at, o."offset", o.content FROM event e
            JOIN event_original o USING (seq) WHERE e.id = ?
            """), arguments: [id.data]
      ).map { try event($0) }
    }
  }

  /// Returns the sequence numbers of the events that a query finds, in its order.
  public func eventSequences(_ query: EventQuery) throws(StoreError) -> [Int64] {
    try translating {
      let (condition, arguments) = query.condition
      let direction = query.isNewestFirst ? " DESC" : ""
      let limit = query.limit.map { " LIMIT \(max(0, $0))" } ?? ""
      return try Int64.fetchAll(
        database,
        sql: "SELECT seq FROM event WHERE \(condition) "
          + "ORDER BY at\(direction), id\(direction)\(limit)",
        arguments: arguments)
    }
  }

  /// Returns the events with some sequence numbers, in that order; removed events are omitted.
  public func events(sequences: ArraySlice<Int64>) throws(StoreError) -> [StoredEvent] {
    try translating {
      let statement = try database.cachedStatement(
        sql: "SELECT \(Self.eventColumns) FROM event WHERE seq = ? AND removed = 0")
      return try sequences.compactMap { sequence in
        try Row.fetchOne(statement, arguments: [sequence]).map { try storedEvent($0) }
      }
    }
  }

  /// Deletes an event of this session that the rules refused, as if it had never been recorded.
  public func deleteEvent(id: EventID) throws(StoreError) {
    try translating {
      try database.cachedStatement(sql: "DELETE FROM event WHERE id = ?")
        .execute(arguments: [id.data])
    }
  }

  private func storedEvent(_ row: Row) throws -> StoredEvent {
    StoredEvent(
      sequence: try row.read("seq"), event: try event(row), key: try row.read("key"),
      recordedAt: try row.instant("recorded_at"), isRemoved: try row.read("removed"))
  }

  func event(_ row: Row) throws -> Event {
    let id = try row.id("id")
    guard let kind = EventKind(rawValue: try row.narrow("kind")),
      let time = StoredTime.checked(at: try row.read("at"), offset: try row.read("offset"))
    else {
      throw StoreError(
        .corrupted, path: path, detail: "event \(id) has an unknown kind or an impossible time")
    }
    let content: String = try row.read("content")
    return Event(
      id: id, at: time.at, offset: time.offset,
      action: try action(kind, Array(content.utf8), of: id))
  }

  func action(_ kind: EventKind, _ content: [UInt8], of id: EventID) throws -> Event.Action {
    do {
      return try Event.Action(kind, content: content)
    } catch {
      throw StoreError(.corrupted, path: path, detail: "event \(id): \(error)")
    }
  }
}

/// The stored event with the id of an event that is to be recorded.
public struct ExistingEvent: Sendable {
  /// The sequence number.
  public var sequence: Int64
  /// The current instant of the event.
  public var at: Instant
  /// The offset of local clocks at that instant.
  public var offset: UTCOffset
  /// Whether the event has been removed.
  public var isRemoved: Bool
  /// Whether its current content equals, byte by byte, the one with which it was compared.
  public var isSame: Bool
}
