import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// Reads events in the order of the fold: sparks, rolls and the others merged.
  ///
  /// - Parameters:
  ///   - after: only events behind this place; `nil` for all.
  ///   - through: only events up to this instant, or recorded by then: a session gives events
  ///     that come without a time a millisecond each, and the last of them are a little ahead.
  ///   - body: called for each event.
  public func forEachEvent(
    after: FoldPlace?, through: Instant, _ body: (Event) throws -> Void
  ) throws(StoreError) {
    try translating {
      let start =
        after ?? FoldPlace(at: Instant(milliseconds: .min), id: EventID(high: 0, low: 0))
      var rolls = try self.rolls(after: start, through: through)[...]
      let sparks = try rows("category, intensity FROM spark", from: start, through)
      let others = try rows("kind, content FROM event", from: start, through)
      defer {
        sparks.reset()
        others.reset()
      }
      func next(
        _ statement: RawStatement, _ read: (RawStatement) throws -> Event
      ) throws -> Event? {
        while try statement.step() {
          let event = try read(statement)
          if after == nil || start < event.place { return event }
        }
        return nil
      }
      var spark = try next(sparks, sparkEvent)
      var other = try next(others, otherEvent)
      while true {
        // Mostly sparks, or mostly others: whichever is first by place.
        if let first = spark, other.map({ first.place < $0.place }) ?? true,
          rolls.first.map({ first.place < $0.place }) ?? true
        {
          try body(first)
          spark = try next(sparks, sparkEvent)
        } else if let first = other, rolls.first.map({ first.place < $0.place }) ?? true {
          try body(first)
          other = try next(others, otherEvent)
        } else if let first = rolls.popFirst() {
          try body(first)
        } else {
          return
        }
      }
    }
  }

  private func rows(
    _ columns: String, from start: FoldPlace, _ through: Instant
  ) throws -> RawStatement {
    let statement = try RawStatement(
      database,
      sql: """
        SELECT id, at, "offset", \(columns)
        WHERE removed = 0 AND at >= ?1 AND (at <= ?2 OR recorded_at <= ?2) ORDER BY at, id
        """)
    statement.bind(start.at.milliseconds, at: 1)
    statement.bind(through.milliseconds, at: 2)
    return statement
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

  private func rolls(after start: FoldPlace, through: Instant) throws -> [Event] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT id, at, "offset", category FROM card_roll
        WHERE removed = 0 AND at >= ?1 AND (at <= ?2 OR recorded_at <= ?2) ORDER BY at, id
        """, arguments: [start.at.milliseconds, through.milliseconds]
    ).compactMap { row in
      guard let id = EventID(data: row["id"]),
        let category = Category(rawValue: row.narrow("category")),
        let time = StoredTime.checked(at: row["at"], offset: row["offset"])
      else {
        throw StoreError(
          .corrupted, path: path,
          detail: "a stored roll has an unknown category or an impossible time")
      }
      let event = Event(id: id, at: time.at, offset: time.offset, action: .roll(category))
      return start < event.place ? event : nil
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
      try Row.fetchOne(
        database,
        sql: """
          SELECT state FROM cached_state WHERE record_count = ? AND record_high = ?
            AND record_low = ? AND rulebook_hash = ? AND coding = ?
          """,
        arguments: [
          records.count, Int64(bitPattern: records.high), Int64(bitPattern: records.low),
          rulebook.hash, ProfileState.codingVersion,
        ]
      ).flatMap { row in
        let bytes: Data = row[0]
        return ProfileState(encoded: Array(bytes), rulebook: rulebook)
      }
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
