import FlintCalendar
import GRDB
package import FlintRules

/// A table of records, as a source of log entries.
private struct LogSource {
  /// The SELECT and FROM clauses.
  var sql: String
  /// The column with the id of the event that a record is about.
  var event: String
  /// The kind of all events in the table; `nil` if it varies.
  var kind: EventKind?
  /// The SQL expression for the kind, if it varies.
  var kindColumn: String?
  var isCorrections = false

  static let all = [
    LogSource(
      sql: """
        SELECT t.seq, t.id, 1 AS kind, 0 AS cause, ifnull(o.at, t.at) AS at,
          ifnull(o."offset", t."offset") AS "offset", t.recorded_at, t.batch,
          ifnull(o.title, t.title) AS text, t.removed, 0 AS restores
        FROM spark t LEFT JOIN spark_original o ON o.seq = t.seq
        """, event: "t.id", kind: .spark),
    LogSource(
      sql: """
        SELECT t.seq, t.id, 2 AS kind, 0 AS cause, t.at, t."offset", t.recorded_at, t.batch,
          CAST(t.category AS TEXT) AS text, t.removed, 0 AS restores
        FROM card_roll t
        """, event: "t.id", kind: .roll),
    LogSource(
      sql: """
        SELECT t.seq, t.id, t.kind, 0 AS cause, ifnull(o.at, t.at) AS at,
          ifnull(o."offset", t."offset") AS "offset", t.recorded_at, t.batch,
          ifnull(o.content, t.content) AS text, t.removed, 0 AS restores
        FROM event t LEFT JOIN event_original o ON o.seq = t.seq
        """, event: "t.id", kindColumn: "t.kind"),
    LogSource(
      sql: """
        SELECT t.seq, t.event AS id,
          iif(s.seq IS NOT NULL, 1, iif(r.seq IS NOT NULL, 2, e.kind)) AS kind, t.change AS cause,
          ifnull(se.at, ee.at) AS at, ifnull(ifnull(se."offset", ee."offset"), 0) AS "offset",
          t.recorded_at, t.batch, ifnull(ifnull(se.title, ee.content), '') AS text,
          ifnull(ifnull(s.removed, r.removed), e.removed) AS removed,
          ifnull(se.seq, ee.seq) IS NOT NULL AND ifnull(
            (SELECT NOT EXISTS (SELECT 1 FROM spark_edit WHERE seq = p.seq)
              AND NOT EXISTS (SELECT 1 FROM event_edit WHERE seq = p.seq)
            FROM correction p
            WHERE p.event = t.event AND (p.recorded_at, p.hash) < (t.recorded_at, t.hash)
            ORDER BY p.recorded_at DESC, p.hash DESC LIMIT 1), 0) AS restores
        FROM correction t LEFT JOIN spark s ON s.id = t.event
        LEFT JOIN card_roll r ON r.id = t.event LEFT JOIN event e ON e.id = t.event
        LEFT JOIN spark_edit se ON se.seq = t.seq LEFT JOIN event_edit ee ON ee.seq = t.seq
        """, event: "t.event",
      kindColumn: "iif(s.seq IS NOT NULL, 1, iif(r.seq IS NOT NULL, 2, e.kind))",
      isCorrections: true),
  ]
}

extension LogQuery {
  /// Returns the query of one source, the latest records first; `nil` when the source cannot
  /// contain wanted records.
  fileprivate func statement(_ source: LogSource) -> (sql: String, arguments: StatementArguments)? {
    if isCorrectionsOnly && !source.isCorrections { return nil }
    if let kind = source.kind, !kinds.isEmpty, !kinds.contains(kind) { return nil }
    var conditions = Conditions()
    conditions.add("t.recorded_at >= ?", since?.milliseconds)
    conditions.add("t.recorded_at < ?", before?.milliseconds)
    conditions.add("t.batch = ?", batch)
    if let event {
      conditions.add(
        """
        \(source.event) IN (SELECT ? UNION ALL SELECT id FROM event
          WHERE kind IN (\(Self.taskKinds.sqlList)) AND content ->> 'task' = ?)
        """, [event.data, event.description])
    }
    conditions.add("t.seq < ?", beforeSequence)
    if let column = source.kindColumn, !kinds.isEmpty {
      conditions.add("\(column) IN (\(kinds.sqlList))", [])
    }
    return (
      source.sql + conditions.sql + " ORDER BY t.seq DESC" + limitation, conditions.arguments
    )
  }

  /// The kinds of the events that refer to a task.
  private static let taskKinds = EventKind.referring(by: "task")

  fileprivate var limitation: String { limit.map { " LIMIT \(max(0, $0))" } ?? "" }
}

extension Records {
  /// Returns the records that a query finds, the latest first.
  package func log(_ query: LogQuery) throws -> [LogRecord] {
    // A separate query for each source, so that each is read backwards and only as far as the limit requires.
    var cursors = try LogSource.all.compactMap { query.statement($0) }.map {
      try LogCursor(RawStatement(database, sql: $0.sql, arguments: $0.arguments))
    }
    defer { for cursor in cursors { cursor.statement.reset() } }
    var records: [LogRecord] = []
    while records.count < query.limit ?? .max,
      let next = cursors.indices.max(by: { cursors[$0].sequence < cursors[$1].sequence }),
      !cursors[next].isAtEnd
    {
      records.append(try LogRecord(cursors[next].statement))
      try cursors[next].advance()
    }
    return records
  }
}

/// The records of a source that have not been read yet.
private struct LogCursor {
  let statement: RawStatement
  private(set) var isAtEnd = false

  /// Begins at the latest record.
  init(_ statement: RawStatement) throws {
    self.statement = statement
    try advance()
  }

  /// The sequence number of the next record; less than any if there is none.
  var sequence: Int64 { isAtEnd ? .min : statement.integer(0) }

  /// Continues with the record before.
  mutating func advance() throws { isAtEnd = try !statement.step() }
}

extension LogRecord {
  /// Reads the columns of a source.
  fileprivate init(_ row: RawStatement) throws {
    let kind = row.optionalInteger(2).flatMap { EventKind(rawValue: UInt8(clamping: $0)) }
    let text = row.text(8) ?? ""
    let times = (
      at: row.optionalInteger(4).map { Instant(milliseconds: $0) },
      recorded: Instant(milliseconds: row.integer(6))
    )
    guard times.at.map(StoredTime.isClock) ?? true else { throw Damage(column: "at") }
    guard StoredTime.isClock(times.recorded) else { throw Damage(column: "recorded_at") }
    self.init(
      sequence: row.integer(0), event: try row.storedID(1), kind: kind,
      cause: Correction.Cause(rawValue: UInt8(clamping: row.integer(3))), at: times.at,
      offset: UTCOffset(seconds: Int32(clamping: row.integer(5))), recordedAt: times.recorded,
      batch: row.integer(7), text: kind.map { StoredContent(kind: $0, stored: text).text } ?? text,
      // The event of a correction is missing only in a damaged file: then this is NULL.
      isRemoved: row.integer(9) != 0, isRestoring: row.integer(10) != 0)
  }
}
