import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// Goes through the rows of sparks that stand, in the order of the fold: their instants, and within
  /// one instant their ids.
  ///
  /// - Parameters:
  ///   - since: only from this instant on.
  ///   - until: only before this instant.
  ///   - limit: at most so many.
  ///   - isOnlyReading: whether nothing is written meanwhile: then few pages are kept in memory, of
  ///     which each is read but once.
  ///   - body: called with each; whether to go on.
  public func forEachSparkRow(
    since: Instant?, until: Instant?, limit: Int?, isOnlyReading: Bool,
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
      statement.bind(until?.milliseconds ?? .max, at: 2)
      var tied = TiedSparkRows()
      var left = limit ?? .max
      func give(_ row: SparkRow) -> Bool {
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
          title: statement.lent(5) ?? UnsafeBufferPointer(start: nil, count: 0),
          notes: statement.lent(6), tags: statement.lent(7),
          estimatedMinutes: statement.optionalInteger(8),
          actualMinutes: statement.optionalInteger(9), key: statement.lent(10))
        if tied.at.map({ $0 != row.at }) ?? false, !tied.give(give) { return }
        tied.add(row)
      }
      _ = tied.give(give)
    }
  }

  /// Goes through the events of some kinds that stand, sparks excepted, in the order of the fold.
  ///
  /// - Parameters:
  ///   - kinds: the kinds; all when empty.
  ///   - since: only from this instant on.
  ///   - until: only before this instant.
  ///   - body: called with each; whether to go on.
  public func forEachExportedEvent(
    of kinds: [EventKind], since: Instant?, until: Instant?, _ body: (StoredEvent) -> Bool
  ) throws(StoreError) {
    let since = since?.milliseconds ?? .min
    let until = until?.milliseconds ?? .max
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
      statement.bind(until, at: 2)
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
        let key = statement.lent(5).map { String(decoding: $0, as: UTF8.self) }
        let stored = StoredEvent(
          sequence: statement.integer(6), event: event, key: key,
          recordedAt: Instant(milliseconds: statement.integer(7)), isRemoved: false)
        if !body(stored) { return }
      }
    }
  }

  /// The rank of an event's kind, for sorting as the fold does.
  private static let rankOfKind: String = {
    let ranks = EventKind.allCases.map { "WHEN \($0.rawValue) THEN \($0.rank)" }
    return "CASE kind \(ranks.joined(separator: " ")) END"
  }()

  /// The card rolls that stand, in the order of the fold.
  public func exportedRolls(
    since: Instant?, until: Instant?
  ) throws(StoreError) -> [StoredEvent] {
    try translating {
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, at, "offset", category, key, seq, recorded_at FROM card_roll
          WHERE removed = 0 AND at >= ? AND at < ? ORDER BY at, id
          """,
        arguments: [since?.milliseconds ?? .min, until?.milliseconds ?? .max]
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

  /// What is to be known of keyless sparks whose rows do not tell all.
  public func pastsOfKeylessSparks() throws(StoreError) -> KeylessPasts {
    try translating {
      var pasts = KeylessPasts()
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
        pasts.instants.formUnion([spark.at, try row.instant("now_at")])
        if try !(row.read("removed") as Bool) { pasts.sparks[try row.id("id")] = spark }
      }
      return pasts
    }
  }

  /// What is to be known of keyless events and rolls whose rows do not tell all.
  public func pastsOfKeylessEvents() throws(StoreError) -> KeylessPasts {
    try translating {
      var pasts = KeylessPasts()
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
        pasts.instants.formUnion([event.at, try row.instant("now_at")])
        if try !(row.read("removed") as Bool) { pasts.events[event.id] = event }
      }
      // A roll says for ever what it said; but one of several equal ones may be taken back.
      let rolls = try Int64.fetchAll(
        database, sql: "SELECT at FROM card_roll WHERE removed = 1 AND key IS NULL")
      for at in rolls { pasts.instants.insert(Instant(milliseconds: at)) }
      return pasts
    }
  }

  /// Whether any event of some kinds, neither sparks nor rolls, that stands came with an id of its
  /// source's.
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
