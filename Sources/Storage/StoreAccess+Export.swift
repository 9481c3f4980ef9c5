public import Calendar
import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// Reads the rows of sparks that are not removed, in the order of the fold: by instant, then by
  /// id.
  ///
  /// - Parameters:
  ///   - since: the instant from which on sparks are read.
  ///   - before: the instant before which sparks are read.
  ///   - limit: the maximum number of rows.
  ///   - isOnlyReading: whether nothing is written meanwhile; then only a few pages are cached,
  ///     because each is read only once.
  ///   - body: called with each row; returns whether to continue.
  public func forEachSparkRow(
    since: Instant?, before: Instant?, limit: Int?, isOnlyReading: Bool,
    _ body: (SparkRow) -> Bool
  ) throws(StoreError) {
    try translating {
      let cache = try Int64.fetchOne(database, sql: "PRAGMA cache_size")
      if isOnlyReading { try database.execute(sql: "PRAGMA cache_size = -4096") }
      defer {
        if isOnlyReading, let cache {
          try? database.execute(sql: "PRAGMA cache_size = \(cache)")
        }
      }
      let statement = try RawStatement(
        database,
        sql: """
          SELECT id, at, "offset", category, intensity, title, notes, tags, estimated, actual, key
          FROM spark WHERE removed = 0 AND at >= ?1 AND at < ?2 ORDER BY at
          """)
      defer { statement.reset() }
      statement.bind(since?.milliseconds ?? .min, at: 1)
      statement.bind(before?.milliseconds ?? .max, at: 2)
      var tied = TiedSparkRows()
      var left = limit ?? .max
      func emit(_ row: SparkRow) -> Bool {
        left -= 1
        return left >= 0 && body(row)
      }
      while left > 0, try statement.step() {
        guard let category = Category(rawValue: UInt8(clamping: statement.integer(3))),
          let intensity = Intensity(rawValue: UInt8(clamping: statement.integer(4))),
          let time = StoredTime.checked(at: statement.integer(1), offset: statement.integer(2))
        else {
          throw StoreError(
            .corrupted, path: path,
            detail: "spark \(statement.id(0)) has an unknown category or an impossible time")
        }
        let row = SparkRow(
          id: statement.id(0), at: time.at, offset: time.offset, category: category,
          intensity: intensity,
          title: statement.borrowedBytes(5) ?? UnsafeBufferPointer(start: nil, count: 0),
          notes: statement.borrowedBytes(6), tags: statement.borrowedBytes(7),
          estimatedMinutes: statement.optionalInteger(8),
          actualMinutes: statement.optionalInteger(9), key: statement.borrowedBytes(10))
        if tied.at.map({ $0 != row.at }) ?? false, !tied.drain(emit) { return }
        tied.add(row)
      }
      _ = tied.drain(emit)
    }
  }

  /// Reads the events of some kinds, except sparks, that are not removed, in the order of the fold.
  ///
  /// - Parameters:
  ///   - kinds: the kinds; all if empty.
  ///   - since: the instant from which on events are read.
  ///   - before: the instant before which events are read.
  ///   - body: called with each event; returns whether to continue.
  public func forEachExportedEvent(
    of kinds: [EventKind], since: Instant?, before: Instant?, _ body: (StoredEvent) -> Bool
  ) throws(StoreError) {
    let since = since?.milliseconds ?? .min
    let before = before?.milliseconds ?? .max
    try translating {
      let wanted =
        kinds.isEmpty
        ? "" : "AND kind IN (\(kinds.map { String($0.rawValue) }.joined(separator: ", ")))"
      let statement = try RawStatement(
        database,
        sql: """
          SELECT id, at, "offset", kind, content, key, seq, recorded_at FROM event
          WHERE removed = 0 AND at >= ?1 AND at < ?2 \(wanted)
          ORDER BY at, \(Self.rankOfKind), id
          """)
      defer { statement.reset() }
      statement.bind(since, at: 1)
      statement.bind(before, at: 2)
      while try statement.step() {
        let id = statement.id(0)
        guard let kind = EventKind(rawValue: UInt8(clamping: statement.integer(3))),
          let time = StoredTime.checked(at: statement.integer(1), offset: statement.integer(2))
        else {
          throw StoreError(
            .corrupted, path: path, detail: "event \(id) has an unknown kind or an impossible time")
        }
        let event = Event(
          id: id, at: time.at, offset: time.offset,
          action: try action(kind, statement.bytes(4), of: id))
        let key = statement.borrowedBytes(5).map { String(decoding: $0, as: UTF8.self) }
        let stored = StoredEvent(
          sequence: statement.integer(6), event: event, key: key,
          recordedAt: Instant(milliseconds: statement.integer(7)), isRemoved: false)
        if !body(stored) { return }
      }
    }
  }

  /// The SQL expression for the rank of an event's kind, for sorting in the order of the fold.
  private static let rankOfKind: String = {
    let ranks = EventKind.allCases.map { "WHEN \($0.rawValue) THEN \($0.rank)" }
    return "CASE kind \(ranks.joined(separator: " ")) END"
  }()

  /// Returns the card rolls that are not removed, in the order of the fold.
  public func exportedRolls(
    since: Instant?, before: Instant?
  ) throws(StoreError) -> [StoredEvent] {
    try translating {
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, at, "offset", category, key, seq, recorded_at FROM card_roll
          WHERE removed = 0 AND at >= ? AND at < ? ORDER BY at, id
          """,
        arguments: [since?.milliseconds ?? .min, before?.milliseconds ?? .max]
      ).map { row in
        guard let category = Category(rawValue: try row.narrow("category")) else {
          throw UnreadableColumn(column: "category")
        }
        let time = try row.time()
        return StoredEvent(
          sequence: try row.read("seq"),
          event: Event(
            id: try row.id("id"), at: time.at, offset: time.offset, action: .roll(category)),
          key: try row.read("key"), recordedAt: try row.instant("recorded_at"), isRemoved: false)
      }
    }
  }

  /// Returns the original contents of the keyless sparks that have corrections, whose rows do not
  /// contain them.
  public func originalContentsOfKeylessSparks() throws(StoreError) -> OriginalContents {
    try translating {
      var originals = OriginalContents()
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT s.id, s.removed, s.at AS now_at, ifnull(o.at, s.at) AS at,
            ifnull(o."offset", s."offset") AS "offset",
            ifnull(o.category, s.category) AS category,
            ifnull(o.intensity, s.intensity) AS intensity, ifnull(o.title, s.title) AS title,
            iif(o.seq IS NULL, s.notes, o.notes) AS notes,
            iif(o.seq IS NULL, s.tags, o.tags) AS tags,
            iif(o.seq IS NULL, s.estimated, o.estimated) AS estimated,
            iif(o.seq IS NULL, s.actual, o.actual) AS actual
          FROM (SELECT DISTINCT event FROM correction) c JOIN spark s ON s.id = c.event
          LEFT JOIN spark_original o USING (seq) WHERE s.key IS NULL
          """)
      while let row = try rows.next() {
        let spark = try spark(row)
        originals.instants.formUnion([spark.at, try row.instant("now_at")])
        if try !(row.read("removed") as Bool) { originals.sparks[try row.id("id")] = spark }
      }
      return originals
    }
  }

  /// Returns the original contents of the keyless events that have corrections, and the instants of
  /// removed rolls.
  public func originalContentsOfKeylessEvents() throws(StoreError) -> OriginalContents {
    try translating {
      var originals = OriginalContents()
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT s.id, s.removed, s.kind, s.at AS now_at, ifnull(o.at, s.at) AS at,
            ifnull(o."offset", s."offset") AS "offset", ifnull(o.content, s.content) AS content
          FROM (SELECT DISTINCT event FROM correction) c JOIN event s ON s.id = c.event
          LEFT JOIN event_original o USING (seq) WHERE s.key IS NULL
          """)
      while let row = try rows.next() {
        let event = try event(row)
        originals.instants.formUnion([event.at, try row.instant("now_at")])
        if try !(row.read("removed") as Bool) { originals.events[event.id] = event }
      }
      // A roll never changes, but one of several equal rolls may be removed.
      let rolls = try Int64.fetchAll(
        database, sql: "SELECT at FROM card_roll WHERE removed = 1 AND key IS NULL")
      for at in rolls { originals.instants.insert(Instant(milliseconds: at)) }
      return originals
    }
  }

  /// Returns whether any event of some kinds, neither spark nor roll, that is not removed has an id
  /// of its source.
  public func hasKeys(of kinds: [EventKind]) throws(StoreError) -> Bool {
    try translating {
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM event WHERE removed = 0 AND key IS NOT NULL
            AND kind IN (\(kinds.map { String($0.rawValue) }.joined(separator: ", "))))
          """) ?? false
    }
  }
}
