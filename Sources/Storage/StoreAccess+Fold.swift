public import Calendar
import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// Reads events in the order of the fold: sparks, rolls and others merged.
  ///
  /// - Parameters:
  ///   - after: the instant after which events are read; `nil` for all.
  ///   - through: the instant up to which events are read; later events are read too if they were
  ///     recorded by then: a session gives consecutive milliseconds to events without a time, so
  ///     that the last of them are a little ahead.
  ///   - body: called with each event.
  public func forEachEvent(
    after: Instant?, through: Instant, _ body: (Event) throws -> Void
  ) throws(StoreError) {
    try forEachEvent(after: after, through, "(at <= ?2 OR recorded_at <= ?2)", body)
  }

  /// Returns whether any event is later than one instant and either not later than another or
  /// recorded by then.
  public func hasEvents(after instant: Instant, through: Instant) throws(StoreError) -> Bool {
    try translating {
      try Self.laterEvents.contains { sql in
        try withStatement(sql) { statement in
          statement.bind(instant.milliseconds, at: 1)
          statement.bind(through.milliseconds, at: 2)
          return try statement.step() && statement.integer(0) == 1
        }
      }
    }
  }

  private static let laterEvents = ["spark", "card_roll", "event"].map { table in
    """
    SELECT EXISTS (SELECT 1 FROM \(table) WHERE removed = 0 AND at > ?1
      AND (at <= ?2 OR recorded_at <= ?2))
    """
  }

  /// Returns the events later than one instant, up to and including another, in the order of the
  /// fold.
  public func events(after: Instant?, through: Instant) throws(StoreError) -> [Event] {
    var events: [Event] = []
    try forEachEvent(after: after, through, "at <= ?2") { events.append($0) }
    return events
  }

  /// Reads events in the order of the fold.
  ///
  /// - Parameters:
  ///   - end: an instant.
  ///   - isWanted: the SQL condition on the wanted events, in which `?2` is that instant.
  private func forEachEvent(
    after: Instant?, _ end: Instant, _ isWanted: String, _ body: (Event) throws -> Void
  ) throws(StoreError) {
    try translating {
      // The smallest instant, where all events are wanted.
      let start = after.map { Instant(milliseconds: $0.milliseconds + 1) }
      let rolls = try self.rolls(since: start, end, isWanted)
      func bound(_ statement: RawStatement) -> RawStatement {
        statement.bind(start?.milliseconds ?? .min, at: 1)
        statement.bind(end.milliseconds, at: 2)
        return statement
      }
      try withStatement(Self.rows("category, intensity FROM spark", isWanted)) { sparks in
        try withStatement(Self.rows("kind, content FROM event", isWanted)) { others in
          var sparks = OrderedRows(bound(sparks), read: sparkEvent)
          var others = OrderedRows(bound(others), read: otherEvent)
          try merge(&sparks, &others, rolls, body)
        }
      }
    }
  }

  private func merge(
    _ sparks: inout OrderedRows, _ others: inout OrderedRows, _ rolls: [Event],
    _ body: (Event) throws -> Void
  ) throws {
    var rolls = rolls[...]
    var spark = try sparks.next()
    var other = try others.next()
    while true {
      // The first in the order of the fold. Mostly it is a spark, or mostly another event.
      if let first = spark, other.map({ first.foldPosition < $0.foldPosition }) ?? true,
        rolls.first.map({ first.foldPosition < $0.foldPosition }) ?? true
      {
        try body(first)
        spark = try sparks.next()
      } else if let first = other, rolls.first.map({ first.foldPosition < $0.foldPosition }) ?? true
      {
        try body(first)
        other = try others.next()
      } else if let first = rolls.popFirst() {
        try body(first)
      } else {
        return
      }
    }
  }

  private static func rows(_ columns: String, _ isWanted: String) -> String {
    """
    SELECT id, at, "offset", \(columns)
    WHERE removed = 0 AND at >= ?1 AND \(isWanted) ORDER BY at
    """
  }

  private func sparkEvent(_ statement: RawStatement) throws -> Event {
    guard let category = Category(rawValue: UInt8(clamping: statement.integer(3))),
      let intensity = Intensity(rawValue: UInt8(clamping: statement.integer(4))),
      let time = StoredTime.checked(at: statement.integer(1), offset: statement.integer(2))
    else {
      throw StoreError(
        .corrupted, path: path,
        detail: "spark \(statement.id(0)) has an unknown category or an impossible time")
    }
    return Event(
      id: statement.id(0), at: time.at, offset: time.offset, action: .spark(category, intensity))
  }

  private func otherEvent(_ statement: RawStatement) throws -> Event {
    let id = statement.id(0)
    guard let kind = EventKind(rawValue: UInt8(clamping: statement.integer(3))),
      let time = StoredTime.checked(at: statement.integer(1), offset: statement.integer(2))
    else {
      throw StoreError(
        .corrupted, path: path, detail: "event \(id) has an unknown kind or an impossible time")
    }
    return Event(
      id: id, at: time.at, offset: time.offset,
      action: try action(kind, statement.bytes(4), of: id))
  }

  private func rolls(
    since start: Instant?, _ end: Instant, _ isWanted: String
  ) throws -> [Event] {
    let sql = """
      SELECT id, at, "offset", category FROM card_roll
      WHERE removed = 0 AND at >= ?1 AND \(isWanted) ORDER BY at, id
      """
    return try withStatement(sql) { statement in
      statement.bind(start?.milliseconds ?? .min, at: 1)
      statement.bind(end.milliseconds, at: 2)
      var events: [Event] = []
      while try statement.step() {
        guard let category = Category(rawValue: UInt8(clamping: statement.integer(3))),
          let time = StoredTime.checked(at: statement.integer(1), offset: statement.integer(2))
        else {
          throw StoreError(
            .corrupted, path: path,
            detail: "a stored roll has an unknown category or an impossible time")
        }
        events.append(
          Event(id: statement.id(0), at: time.at, offset: time.offset, action: .roll(category)))
      }
      return events
    }
  }

  /// Returns the instant of the first event that is later than another instant and was recorded
  /// later; `nil` if there is none.
  public func firstInstant(after instant: Instant) throws(StoreError) -> Instant? {
    try translating {
      try Int64.fetchOne(
        database,
        sql: """
          SELECT min(at) FROM (SELECT min(at) AS at FROM spark WHERE removed = 0
            AND at > ?1 AND recorded_at > ?1
            UNION ALL SELECT min(at) FROM card_roll WHERE removed = 0
            AND at > ?1 AND recorded_at > ?1
            UNION ALL SELECT min(at) FROM event WHERE removed = 0
            AND at > ?1 AND recorded_at > ?1)
          """, arguments: [instant.milliseconds]
      ).map { Instant(milliseconds: $0) }
    }
  }

  /// Returns the cached state if it was derived from exactly these records under this rulebook.
  public func cachedState(
    records: RecordSum, rulebook: Rulebook
  ) throws(StoreError) -> ProfileState? {
    try translating {
      let statement = try RawStatement(
        database,
        sql: """
          SELECT state FROM cached_state WHERE record_count = ?1 AND record_high = ?2
            AND record_low = ?3 AND rulebook_hash = ?4 AND coding = ?5
          """)
      statement.bind(records.count, at: 1)
      statement.bind(Int64(bitPattern: records.high), at: 2)
      statement.bind(Int64(bitPattern: records.low), at: 3)
      statement.bind(rulebook.hash, at: 4)
      statement.bind(ProfileState.codingVersion, at: 5)
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      return ProfileState(encoded: statement.bytes(0), rulebook: rulebook)
    }
  }

  /// Stores a state together with the records and rulebook that it was derived from.
  public func cache(
    _ state: ProfileState, records: RecordSum, rulebook: Rulebook
  ) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "INSERT OR REPLACE INTO cached_state VALUES (1, ?, ?, ?, ?, ?, ?)",
        arguments: [
          records.count, Int64(bitPattern: records.high), Int64(bitPattern: records.low),
          rulebook.hash, ProfileState.codingVersion, Data(state.encoded),
        ])
    }
  }

  /// Returns whether there is a cached state for exactly these records that cannot be decoded.
  public func hasUnreadableCache(
    records: RecordSum, rulebook: Rulebook
  ) throws(StoreError) -> Bool {
    let exists = try translating {
      try Bool.fetchOne(
        database,
        sql: """
          SELECT count(*) > 0 FROM cached_state WHERE record_count = ? AND record_high = ?
            AND record_low = ? AND rulebook_hash = ? AND coding = ?
          """,
        arguments: [
          records.count, Int64(bitPattern: records.high), Int64(bitPattern: records.low),
          rulebook.hash, ProfileState.codingVersion,
        ]) ?? false
    }
    if !exists { return false }
    return try cachedState(records: records, rulebook: rulebook) == nil
  }
}

/// The events of rows that are ordered by instant, in the order of the fold. With the full order in
/// its query, SQLite would pass every row through its sorter.
private struct OrderedRows {
  let statement: RawStatement
  private let read: (RawStatement) throws -> Event
  private var isAtEnd = false
  /// The event after the last one returned, if it was read already.
  private var following: Event?
  /// The remaining events of the last instant, in reverse order.
  private var rest: [Event] = []

  init(_ statement: RawStatement, read: @escaping (RawStatement) throws -> Event) {
    self.statement = statement
    self.read = read
  }

  mutating func next() throws -> Event? {
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

  private mutating func row() throws -> Event? {
    // Another step would restart the statement.
    if isAtEnd { return nil }
    if try statement.step() { return try read(statement) }
    isAtEnd = true
    return nil
  }
}
