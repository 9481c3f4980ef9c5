import Foundation
import GRDB
public import Rules

extension EventQuery {
  fileprivate var condition: (sql: String, arguments: StatementArguments) {
    var parts = ["removed = 0"]
    var arguments = StatementArguments()
    if !kinds.isEmpty {
      parts.append("kind IN (\(kinds.map { String($0.rawValue) }.joined(separator: ", ")))")
    }
    if let since {
      parts.append("at >= ?")
      arguments += [since.milliseconds]
    }
    if let until {
      parts.append("at < ?")
      arguments += [until.milliseconds]
    }
    for member in members {
      let values = member.values.map { _ in "?" }.joined(separator: ", ")
      parts.append("content ->> ? IN (\(values))")
      arguments += [member.name]
      arguments += StatementArguments(member.values)
    }
    if let text = text?.lowercased() {
      parts.append(
        "EXISTS (SELECT 1 FROM json_tree(content) WHERE type = 'text' "
          + "AND flint_contains(value, ?))")
      arguments += [text]
    }
    return (parts.joined(separator: " AND "), arguments)
  }
}

extension StoreAccess {
  private static let eventColumns =
    "seq, id, kind, at, \"offset\", content, key, recorded_at, removed"

  /// Adds an event of any kind but sparks and rolls, unless its id is taken.
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

  /// The event with an id, removed or not; `nil` when there never was one, or it is a spark or a
  /// roll.
  public func event(id: EventID) throws(StoreError) -> StoredEvent? {
    try translating {
      try Row.fetchOne(
        database.cachedStatement(sql: "SELECT \(Self.eventColumns) FROM event WHERE id = ?"),
        arguments: [id.data]
      ).map { try storedEvent($0) }
    }
  }

  /// Whether an event with an id stands, neither spark nor roll.
  public func hasEvent(id: EventID) throws(StoreError) -> Bool {
    try translating {
      try lending("SELECT 1 FROM event WHERE id = ? AND removed = 0") { statement in
        statement.bind(id, at: 1)
        return try statement.step()
      }
    }
  }

  /// What stands under an event's id, as far as meeting it again asks; `nil` when there never was
  /// one, or it is a spark or a roll.
  ///
  /// - Parameter content: the action's canonical content, to be compared.
  public func standing(
    _ event: Event, content: String
  ) throws(StoreError) -> StandingEvent? {
    try translating {
      try lending("SELECT seq, removed, at, \"offset\", content FROM event WHERE id = ?") {
        statement in
        statement.bind(event.id, at: 1)
        guard try statement.step(),
          let time = StoredTime.checked(at: statement.integer(2), offset: statement.integer(3))
        else { return nil }
        return StandingEvent(
          sequence: statement.integer(0), at: time.at, offset: time.offset,
          isRemoved: statement.integer(1) != 0, isSame: statement.isText(content, at: 4))
      }
    }
  }

  /// What an event said when it was recorded, where it has been corrected since.
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

  /// The places in the order of recording of the events that a query finds, in its order.
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

  /// The events at given places in the order of recording, in that order; those removed since are
  /// left out.
  public func events(sequences: ArraySlice<Int64>) throws(StoreError) -> [StoredEvent] {
    try translating {
      let statement = try database.cachedStatement(
        sql: "SELECT \(Self.eventColumns) FROM event WHERE seq = ? AND removed = 0")
      return try sequences.compactMap { sequence in
        try Row.fetchOne(statement, arguments: [sequence]).map { try storedEvent($0) }
      }
    }
  }

  /// Takes back an event of this very session that the rules refused: it never was.
  public func withdrawEvent(id: EventID) throws(StoreError) {
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

/// What stands under the id of an event that is to be recorded.
public struct StandingEvent: Sendable {
  /// The place in the order of recording.
  public var sequence: Int64
  /// When it happened, as it reads now.
  public var at: Instant
  /// The offset that local clocks had then.
  public var offset: UTCOffset
  /// Whether it has been taken back.
  public var isRemoved: Bool
  /// Whether it says now, byte by byte, what it was compared with.
  public var isSame: Bool
}
