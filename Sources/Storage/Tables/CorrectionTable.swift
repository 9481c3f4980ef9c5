package import FlintCalendar
import GRDB
package import FlintRules

/// The table `correction`, and the contents that corrections give to events: `spark_edit` and
/// `event_edit`. The row of an event has its current content; from its first change on,
/// `…_original` has the one with which it was recorded.
package struct CorrectionTable: TableAccess {
  let access: StoreAccess

  /// Records a correction, and updates the event's row if it is the one that counts.
  ///
  /// - Parameter isLatest: whether it is known to be later than every other correction of the event.
  /// - Returns: whether the correction counts: a later one may exist already.
  @discardableResult
  package func insert(
    _ correction: Correction, hash: EventID, _ provenance: Provenance, isLatest: Bool = false
  ) throws -> Bool {
    try access.withStatement(Self.insertion) { statement in
      statement.bind(provenance.sequence, at: 1)
      statement.bind(hash, at: 2)
      statement.bind(correction.event, at: 3)
      statement.bind(Int64(correction.cause.rawValue), at: 4)
      statement.bind(correction.recordedAt.milliseconds, at: 5)
      statement.bind(provenance.batch, at: 6)
      try statement.run()
    }
    if let content = correction.content {
      try access.withStatement(content.statements.editInsertion) { statement in
        statement.bind(provenance.sequence, at: 1)
        _ = try statement.bind(content, from: 2)
        try statement.run()
      }
    }
    guard try isLatest || counting(for: correction.event) == provenance.sequence else {
      return false
    }
    try apply(correction)
    return true
  }

  /// Returns the sequence number of the correction that counts for an event.
  private func counting(for event: EventID) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT seq FROM correction WHERE event = ?
          ORDER BY recorded_at DESC, hash DESC LIMIT 1
          """), arguments: [event.data])
  }

  static let insertion = RowSum.insertion(
    into: "correction", ["seq", "hash", "event", "change", "recorded_at", "batch"])

  /// Returns the instant at which the correction that counts for an event was recorded; `nil` if
  /// the event has no correction.
  package func latest(of event: EventID) throws -> Instant? {
    try access.withStatement("SELECT max(recorded_at) FROM correction WHERE event = ?") {
      statement in
      statement.bind(event, at: 1)
      guard try statement.step(), let milliseconds = statement.optionalInteger(0) else {
        return nil
      }
      let instant = Instant(milliseconds: milliseconds)
      guard StoredTime.isClock(instant) else {
        throw Damage("a correction of \(event) has an impossible time")
      }
      return instant
    }
  }

  /// Updates an event's row to the content of a correction.
  func apply(_ correction: Correction) throws {
    let id = correction.event
    switch correction.content {
    case nil:
      for table in Records.eventTables {
        // Ids are unique among all kinds.
        if try run("UPDATE \(table) SET removed = 1 WHERE id = ?", of: id) > 0 { break }
      }
    case .event(_, _, .roll):
      // A roll cannot be changed, only removed and restored.
      try run("UPDATE card_roll SET removed = 0 WHERE id = ?", of: id)
    case let content?:
      try run(content.statements.originalInsertion, of: id)
      try access.withStatement(content.statements.restoration) { statement in
        statement.bind(id, at: try statement.bind(content, from: 1))
        try statement.run()
      }
    }
  }

  package func correctedEvents() throws -> Set<EventID> {
    let statement = try RawStatement(database, sql: "SELECT event FROM correction")
    defer { statement.reset() }
    var events: Set<EventID> = []
    while try statement.step() { events.insert(statement.id(0)) }
    return events
  }

  /// Returns the numbers of removed sparks, and of removed rolls of `card_roll`, by the number of their category.
  ///
  /// - Parameter records: the number of all records.
  /// - Complexity: linear in the corrections, or in the records where most of them are corrections.
  package func removedDraws(
    records: Int64
  ) throws -> (sparks: [Int64: Int64], rolls: [Int64: Int64]) {
    let corrections = try Int64.fetchOne(database, sql: "SELECT count(*) FROM correction") ?? 0
    if corrections == 0 { return ([:], [:]) }
    // Where there are many, to read all rows in their order is quicker than to look each one up.
    let isScanned = corrections > records / 8
    func counts(_ table: String) throws -> [Int64: Int64] {
      let rows =
        isScanned
        ? table : "(SELECT DISTINCT event FROM correction) CROSS JOIN \(table) ON id = event"
      let statement = try RawStatement(
        database, sql: "SELECT category, count(*) FROM \(rows) WHERE removed = 1 GROUP BY category")
      defer { statement.reset() }
      var counts: [Int64: Int64] = [:]
      while try statement.step() { counts[statement.integer(0)] = statement.integer(1) }
      return counts
    }
    return (try counts("spark"), try counts("card_roll"))
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

/// The statements that write the content of sparks, or of other events. Their last parameters are the columns of
/// the content, and then the id of the event.
struct ContentStatements: Sendable {
  /// Stores the content that a correction gives to an event; the first parameter is the correction's number.
  let editInsertion: String
  /// Stores the content with which an event was recorded, unless it is stored; the only parameter is the id.
  let originalInsertion: String
  /// Changes the current content of an event, and restores the event.
  let restoration: String
  /// Changes the current content of an event.
  let update: String
  /// Changes the content with which an event was recorded, where it is stored apart.
  let originalUpdate: String

  private init(_ table: String) {
    let columns = RowSum.contents[table, default: []].map { "\"\($0)\"" }
    let list = columns.joined(separator: ", ")
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    editInsertion = "INSERT INTO \(table)_edit (seq, \(list)) VALUES (\(marks))"
    originalInsertion = """
      INSERT INTO \(table)_original SELECT seq, \(list) FROM \(table) WHERE id = ?
      ON CONFLICT (seq) DO NOTHING
      """
    restoration = "UPDATE \(table) SET removed = 0, \(assignments) WHERE id = ?"
    update = "UPDATE main.\(table) SET \(assignments) WHERE id = ?"
    originalUpdate = """
      UPDATE main.\(table)_original SET \(assignments)
      WHERE seq = (SELECT seq FROM main.\(table) WHERE id = ?)
      """
  }

  fileprivate static let spark = ContentStatements("spark")
  fileprivate static let event = ContentStatements("event")
}

extension Correction.Content {
  var statements: ContentStatements { if case .spark = self { .spark } else { .event } }
}

extension RawStatement {
  /// Binds the columns of a content to adjacent parameters.
  ///
  /// - Returns: the number of the parameter after them.
  func bind(_ content: Correction.Content, from index: Int32) throws -> Int32 {
    switch content {
    case .spark(let spark):
      try bind(spark, from: index)
      return index + SparkColumns.count
    case .event(let at, let offset, let action):
      bind(at.milliseconds, at: index)
      bind(Int64(offset.seconds), at: index + 1)
      bind(action.content, at: index + 2)
      return index + 3
    }
  }
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
        try ProfileEvent.Action(stored: kind ?? .roll, Array(text.utf8), of: id))
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
