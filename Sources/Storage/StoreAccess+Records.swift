import Foundation
import GRDB
public import Rules

extension StoreAccess {
  /// The query for all corrections with their contents; a condition and an order may follow.
  static let corrections = """
    SELECT c.seq, c.batch, c.hash, c.event, c.change, c.recorded_at, s.title,
      ifnull(s.at, e.at) AS at, ifnull(s."offset", e."offset") AS "offset", s.category,
      s.intensity, s.notes, s.tags, s.estimated, s.actual, e.content,
      (SELECT kind FROM event WHERE id = c.event) AS kind,
      (SELECT undoes FROM batch WHERE seq = c.batch) AS undoes
    FROM correction c LEFT JOIN spark_edit s ON s.seq = c.seq
    LEFT JOIN event_edit e ON e.seq = c.seq
    """

  /// Decodes a row of `corrections`.
  func correction(_ row: Row) throws -> Correction {
    let id = try row.id("event")
    guard let cause = Correction.Cause(rawValue: try row.narrow("change")) else {
      throw StoreError(.corrupted, path: path, detail: "a correction cannot be read")
    }
    var content: Correction.Content?
    if try row.read("title") as String? != nil {
      content = .spark(try spark(row))
    } else if let text = try row.read("content") as String? {
      let kind = (try row.read("kind") as Int64?).flatMap {
        EventKind(rawValue: UInt8(clamping: $0))
      }
      let time = try row.time()
      content = .event(
        at: time.at, offset: time.offset,
        try action(kind ?? .roll, Array(text.utf8), of: id))
    }
    // A removal has no content, and only an undo or redo may have none as well.
    let isSound =
      switch cause {
      case .edit: content != nil
      case .remove: content == nil
      case .undo, .redo: true
      }
    guard isSound else {
      throw StoreError(.corrupted, path: path, detail: "a correction of \(id) cannot be read")
    }
    return Correction(
      event: id, cause: cause, content: content,
      recordedAt: try row.instant("recorded_at"))
  }

  /// Returns all records of an event; `nil` if there is none.
  public func records(of id: EventID) throws(StoreError) -> EventRecords? {
    try translating {
      guard let (batch, original) = try addition(of: id) else { return nil }
      let rows = try Row.fetchAll(
        database.cachedStatement(
          sql: Self.corrections + " WHERE c.event = ? ORDER BY c.recorded_at, c.hash"),
        arguments: [id.data])
      return EventRecords(
        batch: batch, original: original,
        corrections: try rows.map { row in
          EventRecords.BatchCorrection(
            sequence: try row.read("seq"), batch: try row.read("batch"),
            undoes: try row.read("undoes"),
            correction: try correction(row))
        })
    }
  }

  private func addition(of id: EventID) throws -> (batch: Int64, Correction.Content)? {
    if let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT s.batch, ifnull(o.at, s.at) AS at, ifnull(o."offset", s."offset") AS "offset",
            ifnull(o.category, s.category) AS category,
            ifnull(o.intensity, s.intensity) AS intensity, ifnull(o.title, s.title) AS title,
            iif(o.seq IS NULL, s.notes, o.notes) AS notes,
            iif(o.seq IS NULL, s.tags, o.tags) AS tags,
            iif(o.seq IS NULL, s.estimated, o.estimated) AS estimated,
            iif(o.seq IS NULL, s.actual, o.actual) AS actual
          FROM spark s LEFT JOIN spark_original o USING (seq) WHERE s.id = ?
          """), arguments: [id.data])
    {
      return (try row.read("batch"), .spark(try spark(row)))
    }
    if let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT e.batch, e.id, e.kind, ifnull(o.at, e.at) AS at,
            ifnull(o."offset", e."offset") AS "offset", ifnull(o.content, e.content) AS content
          FROM event e LEFT JOIN event_original o USING (seq) WHERE e.id = ?
          """), arguments: [id.data])
    {
      let event = try event(row)
      return (try row.read("batch"), .event(at: event.at, offset: event.offset, event.action))
    }
    guard
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT * FROM card_roll WHERE id = ?"),
        arguments: [id.data]), let category = Category(rawValue: try row.narrow("category"))
    else { return nil }
    let time = try row.time()
    return (
      try row.read("batch"), .event(at: time.at, offset: time.offset, .roll(category))
    )
  }

  /// Returns the batches, the latest first.
  public func batches() throws(StoreError) -> [StoredBatch] {
    try translating {
      try Row.fetchAll(database, sql: "SELECT * FROM batch ORDER BY seq DESC").map { row in
        StoredBatch(
          number: try row.read("seq"), kind: try row.read("kind"), source: try row.read("source"),
          recordedAt: try row.instant("recorded_at"), undoes: try row.read("undoes"),
          detail: try row.read("detail"))
      }
    }
  }

  /// Returns the number of the latest batch; 0 if there is none.
  public func latestBatch() throws(StoreError) -> Int64 {
    try translating {
      try Int64.fetchOne(database, sql: "SELECT max(seq) FROM batch") ?? 0
    }
  }

  /// Returns the events that a batch added or corrected, in the order of recording.
  public func events(ofBatch batch: Int64) throws(StoreError) -> [EventID] {
    try translating {
      let statement = try RawStatement(
        database,
        sql: """
          SELECT seq, id FROM spark WHERE batch = ?1
          UNION ALL SELECT seq, id FROM card_roll WHERE batch = ?1
          UNION ALL SELECT seq, id FROM event WHERE batch = ?1
          UNION ALL SELECT seq, event FROM correction WHERE batch = ?1
          ORDER BY 1
          """)
      defer { statement.reset() }
      statement.bind(batch, at: 1)
      var seen: Set<EventID> = []
      var events: [EventID] = []
      while try statement.step() {
        let id = statement.id(1)
        if seen.insert(id).inserted { events.append(id) }
      }
      return events
    }
  }
}
