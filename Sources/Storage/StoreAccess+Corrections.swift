import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// Records a correction and makes the event's row say what it says now.
  ///
  /// - Returns: whether the correction is the one that counts: a later one may be there already.
  public func insert(
    _ correction: Correction, hash: EventID, _ provenance: Provenance
  ) throws(StoreError) -> Bool {
    try translating {
      try database.execute(
        sql: """
          INSERT INTO correction (seq, hash, event, change, recorded_at, batch)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          provenance.sequence, hash.data, correction.event.data, Int64(correction.change.code),
          correction.recordedAt.milliseconds, provenance.batch,
        ])
      if case .edit(let spark) = correction.change {
        try database.execute(
          sql: """
            INSERT INTO spark_edit (seq, at, "offset", category, intensity, title, notes, tags,
              estimated, actual)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [provenance.sequence] + (try content(spark)))
      }
      let counting = try Int64.fetchOne(
        database,
        sql: "SELECT seq FROM correction WHERE event = ? ORDER BY recorded_at DESC, hash DESC",
        arguments: [correction.event.data])
      guard counting == provenance.sequence else { return false }
      try carryOut(correction)
      return true
    }
  }

  /// When the correction that counts for an event was recorded; `nil` when it has none.
  public func latestCorrection(of event: EventID) throws(StoreError) -> Instant? {
    try translating {
      try Int64.fetchOne(
        database, sql: "SELECT max(recorded_at) FROM correction WHERE event = ?",
        arguments: [event.data]
      ).map { Instant(milliseconds: $0) }
    }
  }

  private func carryOut(_ correction: Correction) throws {
    let id = correction.event.data
    switch correction.change {
    case .remove:
      try database.execute(sql: "UPDATE spark SET removed = 1 WHERE id = ?", arguments: [id])
      try database.execute(sql: "UPDATE card_roll SET removed = 1 WHERE id = ?", arguments: [id])
    case .edit(let spark):
      try database.execute(
        sql: """
          INSERT INTO spark_original
          SELECT seq, at, "offset", category, intensity, title, notes, tags, estimated, actual
          FROM spark WHERE id = ?
          ON CONFLICT (seq) DO NOTHING
          """, arguments: [id])
      try database.execute(
        sql: """
          UPDATE spark SET removed = 0, at = ?, "offset" = ?, category = ?, intensity = ?,
            title = ?, notes = ?, tags = ?, estimated = ?, actual = ?
          WHERE id = ?
          """, arguments: try content(spark) + [id])
    }
  }

  private func content(_ spark: Spark) throws -> StatementArguments {
    [
      spark.at.milliseconds, Int64(spark.offset.seconds), Int64(spark.category.rawValue),
      Int64(spark.intensity.rawValue), spark.title, spark.notes, try Tags.encoded(spark.tags),
      spark.estimatedMinutes, spark.actualMinutes,
    ]
  }

  /// What a spark said when it was recorded: its original where it has been corrected since.
  public func originalSpark(id: EventID) throws(StoreError) -> Spark? {
    try translating {
      let row =
        try Row.fetchOne(
          database,
          sql: """
            SELECT o.* FROM spark_original o JOIN spark s ON s.seq = o.seq WHERE s.id = ?
            """, arguments: [id.data])
        ?? Row.fetchOne(database, sql: "SELECT * FROM spark WHERE id = ?", arguments: [id.data])
      return try row.map { try spark($0) }
    }
  }

  /// Events whose row does not say what their records say; empty in a sound profile.
  public func correctionProblems() throws(StoreError) -> [String] {
    try translating {
      try Row.fetchAll(
        database,
        sql: """
          WITH counting AS (
            SELECT event, seq, change, row_number() OVER (
              PARTITION BY event ORDER BY recorded_at DESC, hash DESC) AS place
            FROM correction)
          SELECT hex(s.id) AS id FROM spark s LEFT JOIN counting c
            ON c.event = s.id AND c.place = 1
            LEFT JOIN spark_edit e ON e.seq = c.seq
          WHERE s.removed <> (ifnull(c.change, 1) = 2)
            OR (c.change = 1 AND (e.at, e."offset", e.category, e.intensity, e.title,
              ifnull(e.notes, ''), ifnull(e.tags, ''), ifnull(e.estimated, -1),
              ifnull(e.actual, -1)) IS NOT (s.at, s."offset", s.category, s.intensity, s.title,
              ifnull(s.notes, ''), ifnull(s.tags, ''), ifnull(s.estimated, -1),
              ifnull(s.actual, -1)))
          """
      ).map { row in
        let id: String = row["id"]
        return "spark \(id.lowercased()) does not say what its corrections say"
      }
    }
  }
}
