import GRDB
public import Rules

extension StoreAccess {
  private static let log = """
    SELECT * FROM (
      SELECT s.seq, s.id, 1 AS kind, 0 AS cause, ifnull(o.at, s.at) AS at,
        ifnull(o."offset", s."offset") AS "offset", s.recorded_at, s.batch,
        ifnull(o.title, s.title) AS text, s.removed
        FROM spark s LEFT JOIN spark_original o ON o.seq = s.seq
      UNION ALL SELECT seq, id, 2, 0, at, "offset", recorded_at, batch,
        CAST(category AS TEXT), removed FROM card_roll
      UNION ALL SELECT e.seq, e.id, e.kind, 0, ifnull(o.at, e.at),
        ifnull(o."offset", e."offset"), e.recorded_at, e.batch, ifnull(o.content, e.content),
        e.removed FROM event e LEFT JOIN event_original o ON o.seq = e.seq
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
      add("seq < ?", query.before)
      if query.isCorrectionsOnly { parts.append("cause > 0") }
      let condition = parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
      let limit = query.limit.map { " LIMIT \(max(0, $0))" } ?? ""
      return try Row.fetchAll(
        database, sql: Self.log + condition + " ORDER BY seq DESC" + limit, arguments: arguments
      ).map { logRecord($0) }
    }
  }

  private func logRecord(_ row: Row) -> LogRecord {
    let kind = (row["kind"] as Int64?).flatMap { EventKind(rawValue: UInt8(clamping: $0)) }
    let cause = Correction.Cause(rawValue: row.narrow("cause"))
    var text: String = row["text"]
    if kind == .roll, cause == nil, let category = UInt8(text).flatMap({ Category(rawValue: $0) }) {
      text = Event.Action.roll(category).content
    }
    return LogRecord(
      sequence: row["seq"], event: EventID(data: row["id"]) ?? EventID(high: 0, low: 0),
      kind: kind, cause: cause, at: (row["at"] as Int64?).map { Instant(milliseconds: $0) },
      offset: UTCOffset(seconds: row.narrow("offset")),
      recordedAt: Instant(milliseconds: row["recorded_at"]), batch: row["batch"], text: text,
      // Nothing is known of the event of a correction only where the file is damaged.
      isRemoved: row["removed"] as Bool? ?? false)
  }
}
