package import FlintCalendar
import GRDB
package import FlintRules

/// The events of all tables in the order of the fold.
package struct FoldOrder: TableAccess {
  let access: StoreAccess

  /// Reads events in the order of the fold: sparks, rolls and others merged.
  ///
  /// - Parameters:
  ///   - after: the instant after which events are read; `nil` for all.
  ///   - through: the instant up to which events are read; later events are read too if they were
  ///     recorded by then: a session gives consecutive milliseconds to events without a time, so
  ///     that the last of them are a little ahead.
  package func forEachEvent(
    after: Instant?, through: Instant, _ body: (ProfileEvent) throws -> Void
  ) throws {
    try forEachEvent(after: after, through, "(at <= ?2 OR recorded_at <= ?2)", body)
  }

  /// Returns whether any event is later than one instant and either not later than another or
  /// recorded by then.
  package func hasEvents(after instant: Instant, through: Instant) throws -> Bool {
    try Self.laterEvents.contains { sql in
      try access.withStatement(sql) { statement in
        statement.bind(instant.milliseconds, at: 1)
        statement.bind(through.milliseconds, at: 2)
        return try statement.step() && statement.integer(0) == 1
      }
    }
  }

  private static let laterEvents = Records.eventTables.map { table in
    """
    SELECT EXISTS (SELECT 1 FROM \(table) WHERE removed = 0 AND at > ?1
      AND (at <= ?2 OR recorded_at <= ?2))
    """
  }

  /// Returns the events later than one instant, up to and including another, in the order of the
  /// fold.
  package func events(after: Instant?, through: Instant) throws -> [ProfileEvent] {
    var events: [ProfileEvent] = []
    try forEachEvent(after: after, through, "at <= ?2") { events.append($0) }
    return events
  }

  /// Reads events in the order of the fold.
  ///
  /// - Parameters:
  ///   - end: an instant.
  ///   - isWanted: the SQL condition on the wanted events, in which `?2` is that instant.
  private func forEachEvent(
    after: Instant?, _ end: Instant, _ isWanted: String, _ body: (ProfileEvent) throws -> Void
  ) throws {
    // The smallest instant, where all events are wanted.
    let start = after.map { $0.milliseconds + 1 } ?? .min
    func withRows(
      _ columns: String, read: @escaping (RawStatement) throws -> ProfileEvent,
      _ body: (inout OrderedRows) throws -> Void
    ) throws {
      try access.withStatement(
        """
        SELECT id, at, "offset", \(columns)
        WHERE removed = 0 AND at >= ?1 AND \(isWanted) ORDER BY at
        """
      ) { statement in
        statement.bind(start, at: 1)
        statement.bind(end.milliseconds, at: 2)
        var rows = OrderedRows(statement, read: read)
        try body(&rows)
      }
    }
    try withRows("category, intensity FROM spark", read: Self.spark) { sparks in
      try withRows(Self.eventColumns, read: Self.event) { others in
        try withRows("category FROM card_roll", read: Self.roll) { rolls in
          try Self.merge(&sparks, &others, &rolls, body)
        }
      }
    }
  }

  /// The columns of events behind the first three, with whether the definition of a quest set is damaged: it
  /// decides what later events are worth, so it is used only as it was recorded.
  private static let eventColumns = """
    kind, content,
    CASE WHEN kind = \(EventKind.questLoad.rawValue) THEN \(RowSum.isDamaged("event")) ELSE 0 END
    FROM event t
    """

  private static func event(_ row: RawStatement) throws -> ProfileEvent {
    let event = try ProfileEvent(row)
    guard row.integer(5) == 0 else {
      throw Damage("the quest set of event \(event.id) is damaged: it is not as it was recorded")
    }
    return event
  }

  private static func spark(_ row: RawStatement) throws -> ProfileEvent {
    let head = try row.sparkHead(1)
    return ProfileEvent(
      id: row.id(0), at: head.at, offset: head.offset,
      action: .spark(head.category, head.intensity))
  }

  private static func roll(_ row: RawStatement) throws -> ProfileEvent {
    guard let category = SparkCategory(number: row.integer(3)), let time = row.time(1)
    else { throw Damage("a stored roll has an unknown category or an impossible time") }
    return ProfileEvent(id: row.id(0), at: time.at, offset: time.offset, action: .roll(category))
  }

  private static func merge(
    _ sparks: inout OrderedRows, _ others: inout OrderedRows, _ rolls: inout OrderedRows,
    _ body: (ProfileEvent) throws -> Void
  ) throws {
    var spark = try sparks.next()
    var other = try others.next()
    var roll = try rolls.next()
    while true {
      // The first in the order of the fold. Mostly it is a spark, or mostly another event.
      if let first = spark, other.map({ first.foldPosition < $0.foldPosition }) ?? true,
        roll.map({ first.foldPosition < $0.foldPosition }) ?? true
      {
        try body(first)
        spark = try sparks.next()
      } else if let first = other, roll.map({ first.foldPosition < $0.foldPosition }) ?? true {
        try body(first)
        other = try others.next()
      } else if let first = roll {
        try body(first)
        roll = try rolls.next()
      } else {
        return
      }
    }
  }

  /// Returns the instant of the first event that is later than another instant and was recorded
  /// later; `nil` if there is none.
  package func firstInstant(after instant: Instant) throws -> Instant? {
    let earliest = Records.eventTables.map { table in
      "SELECT min(at) AS at FROM \(table) WHERE removed = 0 AND at > ?1 AND recorded_at > ?1"
    }.joined(separator: " UNION ALL ")
    return try Int64.fetchOne(
      database, sql: "SELECT min(at) FROM (\(earliest))", arguments: [instant.milliseconds]
    ).map { Instant(milliseconds: $0) }
  }

  /// Returns the instant of the event that has fewer than a number of events after it, counted from the
  /// last; `nil` if there are fewer in all.
  package func instant(ofLatest number: Int64) throws -> Instant? {
    let latest = Records.eventTables.map { table in
      "SELECT at FROM (SELECT at FROM \(table) WHERE removed = 0 ORDER BY at DESC LIMIT ?1)"
    }.joined(separator: " UNION ALL ")
    return try Int64.fetchOne(
      database, sql: "SELECT at FROM (\(latest)) ORDER BY at DESC LIMIT 1 OFFSET ?1 - 1",
      arguments: [number]
    ).map { Instant(milliseconds: $0) }
  }
}

/// The events of rows that are ordered by instant, in the order of the fold. With the full order in
/// its query, SQLite would pass every row through its sorter.
private struct OrderedRows {
  let statement: RawStatement
  private let read: (RawStatement) throws -> ProfileEvent
  private var isAtEnd = false
  /// The event after the last one returned, if it was read already.
  private var following: ProfileEvent?
  /// The remaining events of the last instant, in reverse order.
  private var rest: [ProfileEvent] = []

  init(_ statement: RawStatement, read: @escaping (RawStatement) throws -> ProfileEvent) {
    self.statement = statement
    self.read = read
  }

  mutating func next() throws -> ProfileEvent? {
    if let event = rest.popLast() { return event }
    guard let first = try following ?? row() else { return nil }
    following = try row()
    guard following?.at == first.at else { return first }
    rest = [first]
    while let event = following, event.at == first.at {
      rest.append(event)
      following = try row()
    }
    rest.sort { $1.foldPosition < $0.foldPosition }
    return rest.popLast()
  }

  private mutating func row() throws -> ProfileEvent? {
    // Another step would restart the statement.
    if isAtEnd { return nil }
    if try statement.step() { return try read(statement) }
    isAtEnd = true
    return nil
  }
}
