import GRDB
public import Rules

extension StoreAccess {
  /// Records for every event of a batch about which there is no correction that it is undone. By the
  /// hundred thousand, so that indexes of corrections are made anew at the end, which sorts them once.
  ///
  /// - Parameters:
  ///   - batch: the batch.
  ///   - kept: events that are left as they are.
  ///   - first: the provenance of the first of these records; the others follow it.
  ///   - hash: the hash of the correction that undoes an event.
  /// - Returns: the hashes of the corrections, in the order of recording, and the earliest instant of
  ///   an event that was taken back.
  public func takeBack(
    batch: Int64, but kept: Set<EventID>, _ first: Provenance, hash: (EventID) -> EventID
  ) throws(StoreError) -> (hashes: [EventID], earliest: Instant?) {
    try translating {
      var events: [(table: String, sequence: Int64, id: EventID)] = []
      var earliest: Instant?
      for table in ["spark", "card_roll", "event"] {
        let statement = try RawStatement(
          database,
          sql: """
            SELECT seq, id, at FROM \(table) t WHERE batch = ?1 AND removed = 0
              AND NOT EXISTS (SELECT 1 FROM correction WHERE event = t.id) ORDER BY seq
            """)
        defer { statement.reset() }
        statement.bind(batch, at: 1)
        while try statement.step() {
          let id = statement.id(1)
          if kept.contains(id) { continue }
          let at = Instant(milliseconds: statement.integer(2))
          events.append((table, statement.integer(0), id))
          earliest = earliest.map { min($0, at) } ?? at
        }
      }
      if events.isEmpty { return ([], nil) }
      try database.execute(sql: "DROP INDEX correction_hash; DROP INDEX correction_event")
      let insertion = try RawStatement(
        database,
        sql: """
          INSERT INTO correction (seq, hash, event, change, recorded_at, batch)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      var updates: [String: RawStatement] = [:]
      var hashes: [EventID] = []
      hashes.reserveCapacity(events.count)
      for (number, event) in events.enumerated() {
        let hash = hash(event.id)
        hashes.append(hash)
        insertion.bind(first.sequence + Int64(number), at: 1)
        insertion.bind(hash, at: 2)
        insertion.bind(event.id, at: 3)
        insertion.bind(Int64(Correction.Cause.undo.rawValue), at: 4)
        insertion.bind(first.recordedAt.milliseconds, at: 5)
        insertion.bind(first.batch, at: 6)
        try insertion.run()
        let update =
          try updates[event.table]
          ?? RawStatement(database, sql: "UPDATE \(event.table) SET removed = 1 WHERE seq = ?")
        updates[event.table] = update
        update.bind(event.sequence, at: 1)
        try update.run()
      }
      try database.execute(sql: Schema.correctionIndexes)
      return (hashes, earliest)
    }
  }

  /// The tasks, trackers and quest sets that a batch added and that stand, each with the other batches
  /// that have standing events about it: without it those would have no effect.
  public func definitions(
    ofBatch batch: Int64
  ) throws(StoreError) -> [EventID: Set<Int64>] {
    try translating {
      var found: [EventID: Set<Int64>] = [:]
      for (definition, name, users) in [
        (EventKind.taskAdd, "task", [EventKind.taskComplete, .taskReopen, .taskUpdate]),
        (.trackerCreate, "tracker", [.trackerUpdate, .trackerEntry]),
        (.questLoad, "set", [.questComplete, .questReset, .questGate]),
      ] {
        let added = try Row.fetchAll(
          database,
          sql: """
            SELECT id, content ->> 'id' AS name FROM event
            WHERE batch = ? AND kind = ? AND removed = 0
            """, arguments: [batch, Int64(definition.rawValue)])
        if added.isEmpty { continue }
        var batches: [String: Set<Int64>] = [:]
        let uses = try Row.fetchCursor(
          database,
          sql: """
            SELECT DISTINCT content ->> ?1 AS name, batch FROM event
            WHERE batch <> ?2 AND removed = 0 AND name IS NOT NULL
              AND kind IN (\(users.map { String($0.rawValue) }.joined(separator: ", ")))
            """, arguments: [name, batch])
        while let use = try uses.next() {
          batches[try use.read("name"), default: []].insert(try use.read("batch"))
        }
        for row in added {
          let id = try row.id("id")
          // A quest set goes by a name of its own.
          let name: String? = definition == .questLoad ? try row.read("name") : id.description
          found[id] = name.flatMap { batches[$0] } ?? []
        }
      }
      return found
    }
  }
}
