import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// Reads events in the order of the fold: sparks, rolls and the others merged.
  ///
  /// - Parameters:
  ///   - after: only events later than this instant; `nil` for all.
  ///   - through: only events up to this instant, or recorded by then: a session gives events
  ///     that come without a time a millisecond each, and the last of them are a little ahead.
  ///   - body: called for each event.
  public func forEachEvent(
    after: Instant?, through: Instant, _ body: (Event) throws -> Void
  ) throws(StoreError) {
    try forEachEvent(after: after, through, "(at <= ?2 OR recorded_at <= ?2)", body)
  }

  /// Whether any event is later than an instant, up to another or recorded by then.
  public func hasEvents(after instant: Instant, through: Instant) throws(StoreError) -> Bool {
    try translating {
      try Self.laterEvents.contains { sql in
        try lending(sql) { statement in
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

  /// The events later than one instant, up to and including another, in the order of the fold.
  public func events(after: Instant?, through: Instant) throws(StoreError) -> [Event] {
    var events: [Event] = []
    try forEachEvent(after: after, through, "at <= ?2") { events.append($0) }
    return events
  }

  /// - Parameters:
  ///   - end: an instant.
  ///   - isWanted: which events are wanted, `?2` being that instant.
  private func forEachEvent(
    after: Instant?, _ end: Instant, _ isWanted: String, _ body: (Event) throws -> Void
  ) throws(StoreError) {
    try translating {
      // The first instant there can be, where all are wanted.
      let start = after.map { Instant(milliseconds: $0.milliseconds + 1) }
      let rolls = try self.rolls(since: start, end, isWanted)
      func bound(_ statement: RawStatement) -> RawStatement {
        statement.bind(start?.milliseconds ?? .min, at: 1)
        statement.bind(end.milliseconds, at: 2)
        return statement
      }
      try lending(Self.rows("category, intensity FROM spark", isWanted)) { sparks in
        try lending(Self.rows("kind, content FROM event", isWanted)) { others in
          var sparks = PlacedRows(bound(sparks), read: sparkEvent)
          var others = PlacedRows(bound(others), read: otherEvent)
          try merge(&sparks, &others, rolls, body)
        }
      }
    }
  }

  private func merge(
    _ sparks: inout PlacedRows, _ others: inout PlacedRows, _ rolls: [Event],
    _ body: (Event) throws -> Void
  ) throws {
    var rolls = rolls[...]
    var spark = try sparks.next()
    var other = try others.next()
    while true {
      // Mostly sparks, or mostly others: whichever is first by place.
      if let first = spark, other.map({ first.place < $0.place }) ?? true,
        rolls.first.map({ first.place < $0.place }) ?? true
      {
        try body(first)
        spark = try sparks.next()
      } else if let first = other, rolls.first.map({ first.place < $0.place }) ?? true {
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
    return try lending(sql) { statement in
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

  /// The instant of the first event that is later than another and was recorded later; `nil` when
  /// there is none.
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

  /// The cached state, if it was derived from just these records under this rulebook.
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

  /// Keeps a state together with what it was derived from.
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

  /// Whether there is a cached state for just these records that does not decode.
  public func hasUnreadableCache(
    records: RecordSum, rulebook: Rulebook
  ) throws(StoreError) -> Bool {
    let isThere = try translating {
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
    if !isThere { return false }
    return try cachedState(records: records, rulebook: rulebook) == nil
  }
}

/// The events of rows that come in the order of their instants, in the order of their places. SQLite,
/// asked for that, would put every row through its sorter.
private struct PlacedRows {
  let statement: RawStatement
  private let read: (RawStatement) throws -> Event
  private var isAtEnd = false
  /// The event behind the last one given out, if it was read already.
  private var following: Event?
  /// The rest of the last instant's events, the next one last.
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
    rest.sort { $1.place < $0.place }
    return rest.popLast()
  }

  private mutating func row() throws -> Event? {
    // Stepped once more, the statement would begin anew.
    if isAtEnd { return nil }
    if try statement.step() { return try read(statement) }
    isAtEnd = true
    return nil
  }
}
