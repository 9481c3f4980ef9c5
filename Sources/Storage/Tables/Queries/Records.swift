import GRDB
package import FlintRules

/// The records of all tables: events and their corrections.
package struct Records: TableAccess {
  let access: StoreAccess

  static let eventTables = ["spark", "card_roll", "event"]
  static let tables = eventTables + ["correction"]
  /// The columns with the hash of a record, by table.
  static let hashColumns = eventTables.map { ($0, "id") } + [("correction", "hash")]

  /// Computes the sum of the profile's records from the records.
  package func sum() throws -> RecordSum {
    var sum = RecordSum()
    for (table, column) in Self.hashColumns {
      let statement = try RawStatement(database, sql: "SELECT \(column) FROM \(table)")
      defer { statement.reset() }
      while try statement.step() { sum.add(statement.id(0)) }
    }
    return sum
  }

  /// Returns the sum of the records up to a sequence number, given that of all of them.
  ///
  /// - Parameter excluded: an event in the file that is not in the given sum.
  package func sum(
    through last: Int64, of all: RecordSum, excluding excluded: EventID? = nil
  ) throws -> RecordSum {
    var sum = all
    for (table, column) in Self.hashColumns {
      try access.withStatement("SELECT \(column) FROM \(table) WHERE seq > ?1") { statement in
        statement.bind(last, at: 1)
        while try statement.step() {
          let hash = statement.id(0)
          if hash != excluded { sum.remove(hash) }
        }
      }
    }
    return sum
  }

  package func lastSequence() throws -> Int64 {
    let lasts = Self.tables.map { "ifnull((SELECT max(seq) FROM \($0)), 0)" }
    let sql = "SELECT max(\(lasts.joined(separator: ", ")))"
    let last = try Int64.fetchOne(database, sql: sql) ?? 0
    guard last <= StoredSequence.last else {
      throw Damage("a record has the impossible sequence number \(last)")
    }
    return last
  }

  /// Returns all records of an event; `nil` if there is none.
  package func all(of id: EventID) throws -> EventRecords? {
    guard let (batch, original) = try addition(of: id) else { return nil }
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: CorrectionTable.contents + " WHERE c.event = ? ORDER BY c.recorded_at, c.hash"),
      arguments: [id.data])
    return EventRecords(
      batch: batch, original: original,
      corrections: try rows.map { row in
        EventRecords.BatchCorrection(
          sequence: try row.read("seq"), batch: try row.read("batch"),
          undoes: try row.read("undoes"),
          correction: try Correction(row))
      })
  }

  /// Updates the row of an event to the correction that counts, if it has any.
  func applyCorrections(of id: EventID) throws {
    guard let corrections = try all(of: id)?.corrections, let counting = corrections.last else {
      return
    }
    // In every copy, the row of a removed event contains its last content.
    if counting.correction.content == nil,
      let last = corrections.last(where: { $0.correction.content != nil })
    {
      try access.corrections.apply(last.correction)
    }
    try access.corrections.apply(counting.correction)
  }

  /// Returns the batch and the content with which an event was recorded; `nil` if there is none.
  ///
  /// - Parameter schema: the copy of the profile: this one, or an attached one.
  func addition(
    of id: EventID, in schema: String = "main"
  ) throws -> (batch: Int64, content: Correction.Content)? {
    let queries = schema == "main" ? Self.additions : Self.additions(in: schema)
    for (table, sql) in queries {
      let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id.data])
      guard let row else { continue }
      let batch: Int64 = try row.read("batch")
      if table == "spark" { return (batch, .spark(try Spark(row))) }
      let event = table == "event" ? try ProfileEvent(row) : try CardRoll(row).event(id: id)
      return (batch, .event(at: event.at, offset: event.offset, event.action))
    }
    return nil
  }

  private static let additions = additions(in: "main")

  private static func additions(in schema: String) -> [(table: String, sql: String)] {
    [("spark", "1"), ("event", "t.kind"), ("card_roll", "2")].map { table, kind in
      let isCorrectable = RowSum.contents[table] != nil
      let columns = isCorrectable ? RowSum.originalContent(table) : "t.at, t.\"offset\", t.category"
      let original =
        isCorrectable ? "LEFT JOIN \(schema).\(table)_original o ON o.seq = t.seq" : ""
      return (
        table,
        """
        SELECT t.batch, t.id, \(kind) AS kind, \(columns) FROM \(schema).\(table) t \(original)
        WHERE t.id = ?
        """
      )
    }
  }

  /// Returns the events that a batch added or corrected, in the order of recording.
  package func events(ofBatch batch: Int64) throws -> [EventID] {
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

  /// Returns the current contents of events, or for removed events their last contents; ids without
  /// an event are omitted.
  package func contents(of ids: Set<EventID>) throws -> [EventID: StoredContent] {
    var found: [EventID: StoredContent] = [:]
    let statement = try database.cachedStatement(
      sql: """
        SELECT id, 1 AS kind, title AS text FROM spark WHERE id = ?1
        UNION ALL SELECT id, 2, CAST(category AS TEXT) FROM card_roll WHERE id = ?1
        UNION ALL SELECT id, kind, content FROM event WHERE id = ?1
        """)
    for id in ids {
      guard let row = try Row.fetchOne(statement, arguments: [id.data]),
        let kind = EventKind(rawValue: try row.narrow("kind"))
      else { continue }
      found[id] = StoredContent(kind: kind, stored: try row.read("text"))
    }
    return found
  }
}

/// The stored content of an event: a spark's title, or a JSON object.
package struct StoredContent: Equatable, Sendable {
  package var kind: EventKind
  /// The title or JSON object.
  package var text: String
}

extension StoredContent {
  /// Reads the stored content of an event; a roll is stored as its category alone.
  init(kind: EventKind, stored text: String) {
    self.kind = kind
    guard kind == .roll, let category = Int64(text).flatMap({ SparkCategory(number: $0) }) else {
      self.text = text
      return
    }
    self.text = ProfileEvent.Action.roll(category).content
  }
}
