import FlintCalendar
import Foundation
import GRDB
import GRDBSQLite
package import FlintRules

/// The union of the records of two copies of one profile. During the merge the other copy is
/// attached under the name `other`.
package struct MergeJob: TableAccess {
  let access: StoreAccess

  /// Attaches a copy of another copy of the profile at one moment, migrated to the current schema,
  /// that no other process can read or write because it has no name. Must be called outside of a
  /// transaction.
  ///
  /// - Throws: `StoreError` about the other copy if it is damaged: merged records are trusted.
  package func attach(momentOf other: Store) throws {
    try other.access { source in
      try source.begin(writing: false)
      defer { source.rollback() }
      try source.verification.check()
      try Store.translating(path: access.path) {
        // A database without a name is private: it is in memory, and beyond that in a file that is
        // removed as soon as it is open.
        try database.execute(sql: "ATTACH DATABASE '' AS other")
        try copy(source)
      }
    }
  }

  package func detach() throws { try database.execute(sql: "DETACH DATABASE other") }

  /// Copies another profile completely into the attached database.
  private func copy(_ source: StoreAccess) throws {
    let backup = try sqlite3_backup_init(
      database.sqliteConnection, "other", source.database.sqliteConnection, "main")
    guard let backup else {
      throw DatabaseError(resultCode: .SQLITE_ERROR, message: "cannot start a copy")
    }
    sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Adds every record that only the attached copy has, and resolves differences between the two.
  ///
  /// - Parameters:
  ///   - seed: the seed of both copies.
  ///   - batch: the batch of the added records.
  package func run(seed: UInt64, batch: Int64) throws -> MergeReport {
    let last = try access.records.lastSequence()
    var report = MergeReport()
    try database.execute(sql: "DROP TABLE IF EXISTS temp.incoming")
    // Every record that only the other copy has, in its order of recording, behind all records of
    // this copy.
    let incoming = Records.tables.map { table in
      let hash = table == "correction" ? "hash" : "id"
      return """
        SELECT seq AS theirs, '\(table)' AS what FROM other.\(table)
        WHERE \(hash) NOT IN (SELECT \(hash) FROM main.\(table))
        """
    }
    try database.execute(
      sql: """
        CREATE TEMP TABLE incoming AS
        SELECT theirs, what, ? + row_number() OVER (ORDER BY theirs) AS seq FROM (
          \(incoming.joined(separator: " UNION ALL ")))
        """, arguments: [last])
    try database.execute(sql: "CREATE UNIQUE INDEX temp.incoming_theirs ON incoming (theirs)")
    try StoredNames.declare(database, schema: "other")
    let originals = try resolveOriginals(seed)
    let diverged = try divergedCorrections()
    for (table, what) in [
      ("spark", "spark"), ("card_roll", "card_roll"), ("event", "event"),
      ("spark_original", "spark"), ("event_original", "event"), ("correction", "correction"),
      ("spark_edit", "correction"), ("event_edit", "correction"),
    ] {
      try copy(table, of: what, batch)
    }
    for table in Records.tables {
      // The sums cover the sequence number and the batch.
      try RowSum.renew(
        table, where: "t.seq IN (SELECT seq FROM temp.incoming WHERE what = ?)", [table],
        in: database)
    }
    try database.execute(
      sql: "INSERT OR IGNORE INTO main.rulebook SELECT * FROM other.rulebook")
    let count = "SELECT count(*) FROM temp.incoming WHERE what"
    report.events = try Int.fetchOne(database, sql: "\(count) <> 'correction'") ?? 0
    report.corrections = try Int.fetchOne(database, sql: "\(count) = 'correction'") ?? 0
    report.affected = try applyIncomingCorrections(behind: last).filter {
      !diverged.contains($0.id)
    }
    report.removedHere = try removedHere()
    try storeSuperseded(originals, seed, batch)
    report.conflicts = originals
    report.conflicts += try diverged.compactMap { try conflict(about: $0, behind: last, seed) }
    report.otherRulebook = try String.fetchOne(
      database,
      sql: """
        SELECT rulebook FROM other.profile
        WHERE rulebook_hash <> (SELECT rulebook_hash FROM main.profile)
        """)
    if let row = try Row.fetchOne(database, sql: "SELECT * FROM other.profile") {
      report.otherSettings = MergeReport.OtherSetting.differences(
        try access.profile.read(), try ProfileTable.profile(row))
    }
    try database.execute(sql: "DROP TABLE temp.incoming")
    // The sum of the records does not tell that one of them has another content.
    if originals.contains(where: { !$0.isOursCounting }) { try access.stateCache.clear() }
    return report
  }

  /// Copies the incoming rows of a table under their new sequence numbers. The batches of the other
  /// copy do not exist here, so the rows get the batch of the merge.
  private func copy(_ table: String, of what: String, _ batch: Int64) throws {
    let columns = try database.columns(in: table).map(\.name)
    let sources = columns.map { column in
      switch column {
      case "seq": "i.seq"
      case "batch": String(batch)
      default: "t.\"\(column)\""
      }
    }
    try database.execute(
      sql: """
        INSERT INTO main.\(table) (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))
        SELECT \(sources.joined(separator: ", ")) FROM other.\(table) t
        JOIN temp.incoming i ON i.theirs = t.seq AND i.what = '\(what)' ORDER BY i.seq
        """)
  }

  /// Updates the rows of events with incoming corrections to the correction that counts.
  ///
  /// - Parameter last: the last sequence number of this copy before the merge.
  /// - Returns: the events of this copy that have other contents than before.
  private func applyIncomingCorrections(behind last: Int64) throws -> [AffectedEvent] {
    let events = try Row.fetchAll(
      database,
      sql: """
        SELECT c.event FROM main.correction c
        JOIN temp.incoming i ON i.seq = c.seq AND i.what = 'correction'
        GROUP BY c.event ORDER BY min(c.seq)
        """
    ).map { try $0.id("event") }
    let owned = Records.eventTables.map { "SELECT 1 FROM main.\($0) WHERE id = ?1 AND seq <= ?2" }
      .joined(separator: " UNION ALL ")
    let isOwned = try database.makeStatement(sql: "SELECT EXISTS (\(owned))")
    var affected: [AffectedEvent] = []
    for id in events {
      try access.records.applyCorrections(of: id)
      guard try Bool.fetchOne(isOwned, arguments: [id.data, last]) ?? false,
        let records = try access.records.all(of: id)
      else { continue }
      let own = records.corrections.last { $0.sequence <= last }
      let before = own.map(\.correction.content) ?? records.original
      let effect: AffectedEvent.Effect
      switch (before, records.current) {
      case (nil, nil): continue
      case (let before?, let now?) where before.isIdentical(to: now): continue
      case (_, nil): effect = .removed
      case (nil, _): effect = .restored
      default: effect = .changed
      }
      affected.append(AffectedEvent(id, effect))
    }
    return affected
  }

  /// Returns the events that the other copy has, and that this one removed, by batch.
  private func removedHere() throws -> [MergeReport.RemovedHere] {
    let removed = Records.eventTables.map {
      "SELECT m.id FROM main.\($0) m JOIN other.\($0) o ON o.id = m.id WHERE m.removed AND NOT o.removed"
    }.joined(separator: " UNION ALL ")
    return try Row.fetchAll(
      database,
      sql: """
        SELECT b.seq, b.kind, b.undoes, count(*) AS events FROM (\(removed)) r
        JOIN main.batch b ON b.seq = (SELECT batch FROM main.correction WHERE event = r.id
          ORDER BY recorded_at DESC, hash DESC LIMIT 1)
        GROUP BY b.seq ORDER BY b.seq
        """
    ).map { row in
      MergeReport.RemovedHere(
        events: try row.read("events"), batch: try row.read("seq"), kind: try row.read("kind"),
        undoes: try row.read("undoes"))
    }
  }

  /// Returns the events for which each copy has a correction that the other has not.
  private func divergedCorrections() throws -> [EventID] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT ours.event FROM main.correction ours
        JOIN other.correction theirs ON theirs.event = ours.event
        WHERE ours.hash NOT IN (SELECT hash FROM other.correction)
          AND theirs.hash NOT IN (SELECT hash FROM main.correction)
        ORDER BY ours.event
        """
    ).map { try $0.id("event") }
  }

  /// Returns the conflict about an event that both copies corrected; `nil` if the final contents
  /// are equal.
  ///
  /// - Parameter last: the last sequence number of this copy before the merge.
  private func conflict(
    about id: EventID, behind last: Int64, _ seed: UInt64
  ) throws -> MergeReport.Conflict? {
    guard let records = try access.records.all(of: id) else { return nil }
    let corrections = records.corrections
    let theirHashes = Set(
      try Row.fetchAll(
        database, sql: "SELECT hash FROM other.correction WHERE event = ?", arguments: [id.data]
      ).map { try $0.id("hash") })
    // Both exist, because `divergedCorrections` returned this event.
    guard let ours = corrections.last(where: { $0.sequence <= last })?.correction,
      let theirs = corrections.last(where: {
        theirHashes.contains($0.correction.hash(seed: seed))
      })?.correction, let counting = corrections.last
    else { return nil }
    let isSame =
      switch (ours.content, theirs.content) {
      case (nil, nil): true
      case (let left?, let right?): left.isIdentical(to: right)
      default: false
      }
    return isSame
      ? nil
      : MergeReport.Conflict(
        event: id, isOriginal: false, original: records.original,
        ours: MergeReport.Side(content: ours.content, recordedAt: ours.recordedAt),
        theirs: MergeReport.Side(content: theirs.content, recordedAt: theirs.recordedAt),
        isOursCounting: counting.sequence <= last)
  }

  /// Resolves events that both copies recorded themselves. The earlier time of recording counts. Of
  /// different contents under one key, the earlier one in the order of the fold counts, and at the
  /// same instant the one with the lesser hash, so that the direction of the merge does not matter.
  private func resolveOriginals(_ seed: UInt64) throws -> [MergeReport.Conflict] {
    var conflicts: [MergeReport.Conflict] = []
    for table in ["spark", "event", "card_roll"] {
      let columns = RowSum.contents[table] ?? ["at", "offset", "category"]
      // A roll cannot be changed, so it has no separate original.
      let original = table == "card_roll" ? table : "\(table)_original"
      let row = { (now: String, original: String) in
        columns.map { "iif(\(original).seq IS NULL, \(now).\"\($0)\", \(original).\"\($0)\")" }
          .joined(separator: ", ")
      }
      let differing = try Row.fetchAll(
        database,
        sql: """
          SELECT e.id, te.recorded_at AS theirs, e.recorded_at AS ours FROM main.\(table) e
          JOIN other.\(table) te ON te.id = e.id AND te.key IS NOT NULL
          LEFT JOIN main.\(original) o ON o.seq = e.seq
          LEFT JOIN other.\(original) t ON t.seq = te.seq
          WHERE (\(row("e", "o"))) IS NOT (\(row("te", "t"))) ORDER BY e.id
          """)
      for found in differing {
        let id = try found.id("id")
        guard let ours = try access.records.all(of: id)?.original,
          let theirs = try access.records.addition(of: id, in: "other")?.content
        else { continue }
        let (a, b) = (try found.read("ours") as Int64, try found.read("theirs") as Int64)
        let isTheirs =
          theirs.at == ours.at
          ? theirs.hash(seed: seed) < ours.hash(seed: seed) : theirs.at < ours.at
        conflicts.append(
          MergeReport.Conflict(
            event: id, isOriginal: true, original: isTheirs ? theirs : ours,
            ours: MergeReport.Side(content: ours, recordedAt: Instant(milliseconds: a)),
            theirs: MergeReport.Side(content: theirs, recordedAt: Instant(milliseconds: b)),
            isOursCounting: !isTheirs))
        if isTheirs {
          try replaceOriginal(of: id, with: theirs)
          try RowSum.renew(table, where: "t.id = ?", [id.data], in: database)
        }
      }
    }
    for table in Records.eventTables {
      try database.execute(
        sql: """
          CREATE TEMP TABLE earlier AS SELECT o.seq FROM main.\(table) o JOIN other.\(table) t
          ON t.id = o.id AND t.recorded_at < o.recorded_at;
          UPDATE main.\(table) SET recorded_at = t.recorded_at FROM other.\(table) t
          WHERE t.id = main.\(table).id AND t.recorded_at < main.\(table).recorded_at;
          """)
      try RowSum.renew(table, where: "t.seq IN (SELECT seq FROM temp.earlier)", in: database)
      try database.execute(sql: "DROP TABLE temp.earlier")
    }
    return conflicts
  }

  /// Stores superseded contents, each as an event of its own. The event is removed unless it
  /// creates something that is identified by name, because a later creation of that changes it. The
  /// event, its key and its removal are derived from the content, so that they are the same in
  /// every copy.
  private func storeSuperseded(
    _ conflicts: [MergeReport.Conflict], _ seed: UInt64, _ batch: Int64
  ) throws {
    for conflict in conflicts {
      let side = conflict.isOursCounting ? conflict.theirs : conflict.ours
      guard let content = side.content else { continue }
      let key = content.supersededKey(seed: seed)
      let id = content.supersededID(seed: seed)
      func provenance() throws -> Provenance {
        Provenance(
          sequence: try access.records.lastSequence() + 1, recordedAt: side.recordedAt, batch: batch
        )
      }
      let isNew: Bool
      var isNamed = false
      switch content {
      case .spark(let spark):
        isNew = try access.sparks.insert(spark, id: id, key: key, provenance())
      case .event(let at, let offset, .roll(let category)):
        let roll = CardRoll(at: at, offset: offset, category: category)
        isNew = try access.rolls.insert(roll, id: id, key: key, provenance())
      case .event(let at, let offset, let action):
        isNamed = action.createsNamed
        isNew = try access.events.insert(
          ProfileEvent(id: id, at: at, offset: offset, action: action), content: action.content,
          key: key,
          provenance())
      }
      guard isNew, !isNamed else { continue }
      // The removal has the event's own time, because the copies recorded the event at different
      // times.
      let removal = Correction(event: id, cause: .remove, content: nil, recordedAt: content.at)
      try access.corrections.insert(removal, hash: removal.hash(seed: seed), provenance())
    }
  }

  /// Replaces the content with which an event was recorded. Its corrections are not changed.
  private func replaceOriginal(of id: EventID, with content: Correction.Content) throws {
    if case .event(let at, let offset, .roll(let category)) = content {
      try database.execute(
        sql: "UPDATE main.card_roll SET at = ?, \"offset\" = ?, category = ? WHERE id = ?",
        arguments: [
          at.milliseconds, Int64(offset.seconds), category.number, id.data,
        ])
      return
    }
    // An event that was never corrected has no other content than its current one.
    for sql in [content.statements.originalUpdate, content.statements.update] {
      let changes = try access.withStatement(sql) { statement in
        statement.bind(id, at: try statement.bind(content, from: 1))
        try statement.run()
        return statement.changes
      }
      if changes > 0 { return }
    }
  }
}

extension Correction.Content {
  /// Returns the key under which a merge stores superseded content; it is derived from the content.
  fileprivate func supersededKey(seed: UInt64) -> String { "superseded/\(hash(seed: seed))" }

  /// Returns the id of the event in which a merge stores superseded content.
  package func supersededID(seed: UInt64) -> EventID {
    id(seed: seed, key: .given(supersededKey(seed: seed)))
  }
}
