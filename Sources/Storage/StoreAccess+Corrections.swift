public import Calendar
import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// Records a correction and updates the event's row.
  ///
  /// - Returns: whether the correction is the one that counts: a later one may exist already.
  public func insert(
    _ correction: Correction, hash: EventID, _ provenance: Provenance
  ) throws(StoreError) -> Bool {
    try translating {
      let id = correction.event.data
      let statement = try database.cachedStatement(sql: Self.insertCorrection)
      try statement.execute(arguments: [
        provenance.sequence, hash.data, id, Int64(correction.cause.rawValue),
        correction.recordedAt.milliseconds, provenance.batch,
      ])
      switch correction.content {
      case .spark(let spark):
        try database.cachedStatement(
          sql: """
            INSERT INTO spark_edit (seq, at, "offset", category, intensity, title, notes, tags,
              estimated, actual)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).execute(arguments: [provenance.sequence] + (try columns(of: spark)))
      case .event(let at, let offset, let action):
        try database.cachedStatement(
          sql: "INSERT INTO event_edit (seq, at, \"offset\", content) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [
          provenance.sequence, at.milliseconds, Int64(offset.seconds), action.content,
        ])
      case nil: break
      }
      let counting = try Int64.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT seq FROM correction WHERE event = ?
            ORDER BY recorded_at DESC, hash DESC LIMIT 1
            """), arguments: [id])
      guard counting == provenance.sequence else { return false }
      try apply(correction)
      return true
    }
  }

  static let insertCorrection = RowSum.insertion(
    into: "correction", ["seq", "hash", "event", "change", "recorded_at", "batch"])

  /// Returns the instant at which the correction that counts for an event was recorded; `nil` if
  /// the event has no correction.
  public func latestCorrection(of event: EventID) throws(StoreError) -> Instant? {
    try translating {
      try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT max(recorded_at) FROM correction WHERE event = ?"),
        arguments: [event.data]
      ).map { milliseconds in
        let instant = Instant(milliseconds: milliseconds)
        guard StoredTime.isClock(instant) else {
          throw StoreError(
            .corrupted, path: path, detail: "a correction of \(event) has an impossible time")
        }
        return instant
      }
    }
  }

  /// Updates an event's row to the content of a correction.
  func apply(_ correction: Correction) throws {
    let id = correction.event.data
    switch correction.content {
    case nil:
      for table in ["spark", "card_roll", "event"] {
        try database.cachedStatement(sql: "UPDATE \(table) SET removed = 1 WHERE id = ?")
          .execute(arguments: [id])
        // Ids are unique among all kinds.
        if database.changesCount > 0 { break }
      }
    case .spark(let spark):
      try database.cachedStatement(
        sql: """
          INSERT INTO spark_original
          SELECT seq, at, "offset", category, intensity, title, notes, tags, estimated, actual
          FROM spark WHERE id = ?
          ON CONFLICT (seq) DO NOTHING
          """
      ).execute(arguments: [id])
      try database.cachedStatement(
        sql: """
          UPDATE spark SET removed = 0, at = ?, "offset" = ?, category = ?, intensity = ?,
            title = ?, notes = ?, tags = ?, estimated = ?, actual = ?
          WHERE id = ?
          """
      ).execute(arguments: try columns(of: spark) + [id])
    case .event(_, _, .roll):
      // A roll cannot be changed, only removed and restored.
      try database.cachedStatement(sql: "UPDATE card_roll SET removed = 0 WHERE id = ?")
        .execute(arguments: [id])
    case .event(let at, let offset, let action):
      try database.cachedStatement(
        sql: """
          INSERT INTO event_original SELECT seq, at, "offset", content FROM event WHERE id = ?
          ON CONFLICT (seq) DO NOTHING
          """
      ).execute(arguments: [id])
      try database.cachedStatement(
        sql: "UPDATE event SET removed = 0, at = ?, \"offset\" = ?, content = ? WHERE id = ?"
      ).execute(arguments: [at.milliseconds, Int64(offset.seconds), action.content, id])
    }
  }

  func columns(of spark: Spark) throws -> StatementArguments {
    [
      spark.at.milliseconds, Int64(spark.offset.seconds), Int64(spark.category.rawValue),
      Int64(spark.intensity.rawValue), spark.title, spark.notes, try Tags.encoded(spark.tags),
      spark.estimatedMinutes, spark.actualMinutes,
    ]
  }

  /// Returns the content with which a spark was recorded, before any corrections.
  public func originalSpark(id: EventID) throws(StoreError) -> Spark? {
    try translating {
      let row =
        try Row.fetchOne(
          database.cachedStatement(
            sql: """
              SELECT o.* FROM spark_original o JOIN spark s ON s.seq = o.seq WHERE s.id = ?
              """), arguments: [id.data])
        ?? Row.fetchOne(
          database.cachedStatement(sql: "SELECT * FROM spark WHERE id = ?"), arguments: [id.data])
      return try row.map { try spark($0) }
    }
  }

  /// Returns descriptions of the events whose row differs from their records; empty in a sound
  /// profile.
  public func correctionProblems() throws(StoreError) -> [String] {
    // The correction that counts, found by the index on the corrected events.
    let counting = """
      LEFT JOIN correction c ON c.seq = (SELECT seq FROM correction
        WHERE event = s.id ORDER BY recorded_at DESC, hash DESC LIMIT 1)
      """
    // The row of an event that was changed and then removed equals one of its corrections.
    let removed = { (table: String, columns: [String]) in
      """
      s.removed AND EXISTS (SELECT 1 FROM \(table)_original WHERE seq = s.seq)
        AND NOT EXISTS (SELECT 1 FROM correction k JOIN \(table)_edit d ON d.seq = k.seq
          WHERE k.event = s.id AND \(columns.map { "d.\"\($0)\" IS s.\"\($0)\"" }
            .joined(separator: " AND ")))
      """
    }
    return try translating {
      var problems: [String] = []
      for (noun, sql) in [
        (
          "spark",
          """
          SELECT hex(s.id) AS id FROM spark s \(counting)
          LEFT JOIN spark_edit e ON e.seq = c.seq
          WHERE s.removed <> (c.seq IS NOT NULL AND e.seq IS NULL)
            OR (e.seq IS NOT NULL AND (e.at, e."offset", e.category, e.intensity, e.title,
              ifnull(e.notes, ''), ifnull(e.tags, ''), ifnull(e.estimated, -1),
              ifnull(e.actual, -1)) IS NOT (s.at, s."offset", s.category, s.intensity, s.title,
              ifnull(s.notes, ''), ifnull(s.tags, ''), ifnull(s.estimated, -1),
              ifnull(s.actual, -1)))
            OR (\(removed("spark", RowSum.contents["spark", default: []])))
          """
        ),
        (
          "event",
          """
          SELECT hex(s.id) AS id FROM event s \(counting)
          LEFT JOIN event_edit e ON e.seq = c.seq
          WHERE s.removed <> (c.seq IS NOT NULL AND e.seq IS NULL)
            OR (e.seq IS NOT NULL AND (e.at, e."offset", e.content)
              IS NOT (s.at, s."offset", s.content))
            OR (\(removed("event", RowSum.contents["event", default: []])))
          """
        ),
        (
          "roll",
          """
          SELECT hex(s.id) AS id FROM card_roll s \(counting)
          LEFT JOIN event_edit e ON e.seq = c.seq
          WHERE s.removed <> (c.seq IS NOT NULL AND e.seq IS NULL)
          """
        ),
      ] {
        problems += try Row.fetchAll(database, sql: sql).map { row in
          let id: String = try row.read("id")
          return "\(noun) \(id.lowercased()) differs from its corrections"
        }
      }
      return problems
    }
  }
}
