import GRDB
public import Rules

/// Which records of the log are wanted.
public struct LogQuery: Sendable {
  /// Only those about events of these kinds; all when empty.
  public var kinds: [EventKind] = []
  /// Only those recorded from this instant on.
  public var since: Instant?
  /// Only those recorded before this instant.
  public var until: Instant?
  /// Only those of this batch.
  public var batch: Int64?
  /// Only those about this event.
  public var event: EventID?
  /// Only corrections.
  public var isCorrectionsOnly = false
  /// At most so many.
  public var limit: Int?

  /// Makes a query for all records, the latest first.
  public init() {}
}

/// A line of the log: an event as it was recorded, or a correction.
public struct LogRecord: Sendable {
  /// The place in the order of recording.
  public var sequence: Int64
  /// The event it is, or is about.
  public var event: EventID
  /// The kind of that event.
  public var kind: EventKind?
  /// What it was recorded for; `nil` for the event itself.
  public var cause: Correction.Cause?
  /// When the event happened, as this record says; `nil` for a removal.
  public var at: Instant?
  /// The offset of the local clock then.
  public var offset: UTCOffset
  /// When it was recorded.
  public var recordedAt: Instant
  /// The batch.
  public var batch: Int64
  /// What it says: a title, or a JSON object.
  public var text: String
  /// Whether the event is taken back now.
  public var isRemoved: Bool
}

extension StoreAccess {
  private static let log = """
    SELECT * FROM (
      SELECT seq, id, 1 AS kind, 0 AS cause, at, "offset", recorded_at, batch, title AS text,
        removed FROM spark
      UNION ALL SELECT seq, id, 2, 0, at, "offset", recorded_at, batch,
        json_object('category', category), removed FROM card_roll
      UNION ALL SELECT seq, id, kind, 0, at, "offset", recorded_at, batch, content, removed
        FROM event
      UNION ALL SELECT c.seq, c.event,
        CASE WHEN s.seq IS NOT NULL THEN 1 WHEN r.seq IS NOT NULL THEN 2 ELSE e.kind END,
        c.change, ifnull(se.at, ee.at), ifnull(ifnull(se."offset", ee."offset"), 0),
        c.recorded_at, c.batch, ifnull(ifnull(se.title, ee.content), ''),
        ifnull(ifnull(s.removed, r.removed), e.removed)
        FROM correction c LEFT JOIN spark s ON s.id = c.event
        LEFT JOIN card_roll r ON r.id = c.event LEFT JOIN event e ON e.id = c.event
        LEFT JOIN spark_edit se ON se.seq = c.seq LEFT JOIN event_edit ee ON ee.seq = c.seq)
    """

  /// The records that a query finds, the latest first.
  public func log(_ query: LogQuery) throws(StoreError) -> [LogRecord] {
    try translating {
      var parts: [String] = []
      var arguments = StatementArguments()
      if !query.kinds.isEmpty {
        parts.append("kind IN (\(query.kinds.map { String($0.rawValue) }.joined(separator: ", ")))")
      }
      func add(_ sql: String, _ value: (any DatabaseValueConvertible)?) {
        guard let value else { return }
        parts.append(sql)
        arguments += [value]
      }
      add("recorded_at >= ?", query.since?.milliseconds)
      add("recorded_at < ?", query.until?.milliseconds)
      add("batch = ?", query.batch)
      add("id = ?", query.event?.data)
      if query.isCorrectionsOnly { parts.append("cause > 0") }
      let condition = parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
      let limit = query.limit.map { " LIMIT \(max(0, $0))" } ?? ""
      return try Row.fetchAll(
        database, sql: Self.log + condition + " ORDER BY seq DESC" + limit, arguments: arguments
      ).map { row in
        LogRecord(
          sequence: row["seq"], event: EventID(data: row["id"]) ?? EventID(high: 0, low: 0),
          kind: (row["kind"] as Int64?).flatMap { EventKind(rawValue: UInt8(clamping: $0)) },
          cause: Correction.Cause(rawValue: row.narrow("cause")),
          at: (row["at"] as Int64?).map { Instant(milliseconds: $0) },
          offset: UTCOffset(seconds: row.narrow("offset")),
          recordedAt: Instant(milliseconds: row["recorded_at"]), batch: row["batch"],
          text: row["text"], isRemoved: row["removed"])
      }
    }
  }
}
