public import Calendar
import GRDB
public import Rules

/// The table `correction`, and the contents that corrections give to events: `spark_edit` and
/// `event_edit`. The row of an event has its current content; from its first change on,
/// `…_original` has the one with which it was recorded.
public struct CorrectionTable: TableAccess {
  let access: StoreAccess

  /// Records a correction and updates the event's row.
  ///
  /// - Returns: whether the correction is the one that counts: a later one may exist already.
  public func insert(
    _ correction: Correction, hash: EventID, _ provenance: Provenance
  ) throws -> Bool {
    let id = correction.event.data
    try run(
      Self.insertion,
      [
        provenance.sequence, hash.data, id, Int64(correction.cause.rawValue),
        correction.recordedAt.milliseconds, provenance.batch,
      ])
    switch correction.content {
    case .spark(let spark):
      try run(
        """
        INSERT INTO spark_edit (seq, \(SparkTable.content))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, [provenance.sequence] + spark.columns())
    case .event(let at, let offset, let action):
      try run(
        "INSERT INTO event_edit (seq, at, \"offset\", content) VALUES (?, ?, ?, ?)",
        [provenance.sequence, at.milliseconds, Int64(offset.seconds), action.content])
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

  static let insertion = RowSum.insertion(
    into: "correction", ["seq", "hash", "event", "change", "recorded_at", "batch"])

  /// Returns the instant at which the correction that counts for an event was recorded; `nil` if
  /// the event has no correction.
  public func latest(of event: EventID) throws -> Instant? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT max(recorded_at) FROM correction WHERE event = ?"),
      arguments: [event.data]
    ).map { milliseconds in
      let instant = Instant(milliseconds: milliseconds)
      guard StoredTime.isClock(instant) else {
        throw Damage("a correction of \(event) has an impossible time")
      }
      return instant
    }
  }

  /// Updates an event's row to the content of a correction.
  func apply(_ correction: Correction) throws {
    let id = correction.event.data
    switch correction.content {
    case nil:
      for table in Records.eventTables {
        try run("UPDATE \(table) SET removed = 1 WHERE id = ?", [id])
        // Ids are unique among all kinds.
        if try database.changesCount > 0 { break }
      }
    case .spark(let spark):
      try run(
        """
        INSERT INTO spark_original SELECT seq, \(SparkTable.content) FROM spark WHERE id = ?
        ON CONFLICT (seq) DO NOTHING
        """, [id])
      try run(
        """
        UPDATE spark SET removed = 0, at = ?, "offset" = ?, category = ?, intensity = ?,
          title = ?, notes = ?, tags = ?, estimated = ?, actual = ?
        WHERE id = ?
        """, spark.columns() + [id])
    case .event(_, _, .roll):
      // A roll cannot be changed, only removed and restored.
      try run("UPDATE card_roll SET removed = 0 WHERE id = ?", [id])
    case .event(let at, let offset, let action):
      try run(
        """
        INSERT INTO event_original SELECT seq, at, "offset", content FROM event WHERE id = ?
        ON CONFLICT (seq) DO NOTHING
        """, [id])
      try run(
        "UPDATE event SET removed = 0, at = ?, \"offset\" = ?, content = ? WHERE id = ?",
        [at.milliseconds, Int64(offset.seconds), action.content, id])
    }
  }

  /// Returns the events that have a correction.
  public func correctedEvents() throws -> Set<EventID> {
    let statement = try RawStatement(database, sql: "SELECT event FROM correction")
    defer { statement.reset() }
    var events: Set<EventID> = []
    while try statement.step() { events.insert(statement.id(0)) }
    return events
  }

  /// The query for all corrections with their contents; a condition and an order may follow.
  static let contents = """
    SELECT c.seq, c.batch, c.hash, c.event, c.change, c.recorded_at, s.title,
      ifnull(s.at, e.at) AS at, ifnull(s."offset", e."offset") AS "offset", s.category,
      s.intensity, s.notes, s.tags, s.estimated, s.actual, e.content,
      (SELECT kind FROM event WHERE id = c.event) AS kind,
      (SELECT undoes FROM batch WHERE seq = c.batch) AS undoes
    FROM correction c LEFT JOIN spark_edit s ON s.seq = c.seq
    LEFT JOIN event_edit e ON e.seq = c.seq
    """
}

extension Correction {
  /// Reads a row of `CorrectionTable.contents`.
  init(_ row: Row) throws {
    let id = try row.id("event")
    guard let cause = Cause(rawValue: try row.narrow("change")) else {
      throw Damage("a correction cannot be read")
    }
    var content: Content?
    if try row.read("title") as String? != nil {
      content = .spark(try Spark(row))
    } else if let text = try row.read("content") as String? {
      let kind = (try row.read("kind") as Int64?).flatMap {
        EventKind(rawValue: UInt8(clamping: $0))
      }
      let time = try row.time()
      content = .event(
        at: time.at, offset: time.offset,
        try Event.Action(stored: kind ?? .roll, Array(text.utf8), of: id))
    }
    // A removal has no content, and only an undo or redo may have none as well.
    let isSound =
      switch cause {
      case .edit: content != nil
      case .remove: content == nil
      case .undo, .redo: true
      }
    guard isSound else {
      throw Damage("a correction of \(id) cannot be read")
    }
    self.init(
      event: id, cause: cause, content: content,
      recordedAt: try row.instant("recorded_at"))
  }
}
