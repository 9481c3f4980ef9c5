import GRDB
import FlintRules

extension Dump {
  /// Removes the records that differ from what was written, and those that are incomplete without a removed
  /// one, so that the others form a valid profile.
  ///
  /// - Parameter report: gets descriptions of what was removed, and of what differs and was kept.
  func removeDamaged(_ report: inout DumpReport) throws {
    let (written, found) = try (access.profile.recordSum().count, access.records.sum().count)
    if found < written {
      report.damage.append("the profile had \(written) records, of which \(found) could be read")
    }
    report.damage += try access.rulebooks.removeDamaged()
    report.damage += try access.verification.correctionProblems().map {
      "\($0), which were applied"
    }
    // Those that were inserted for a lost one have no sums yet.
    try RowSum.renew("batch", where: "t.kind = 'lost'", in: database)
    for (table, noun) in [("profile", "the profile's own row"), ("batch", "batch")] {
      for row in try damagedRows(of: table) {
        let name = table == "batch" ? "\(noun) \(row)" : noun
        report.damage.append("\(name) differs from what was written; it was kept")
      }
      try RowSum.renew(table, in: database)
    }
    try removeDamagedRecords(&report)
    if !report.damage.isEmpty { try applyCorrections() }
    try completeRemoval(&report)
  }

  /// Removes the events and corrections that differ from what was written, and the corrections of events
  /// that are missing.
  ///
  /// - Parameter leavingOut: receives each row before it is removed.
  func removeDamagedRecords(
    _ report: inout DumpReport,
    leavingOut: (_ table: String, _ row: Row, _ reason: String) -> Void = { _, _, _ in }
  ) throws {
    let differs = "differs from what was written"
    for table in Records.eventTables {
      try remove(damagedRows(of: table), from: table, differs, &report, leavingOut)
    }
    let seed = try access.profile.read().seed
    // The names of categories explain the numbers in the rows.
    try StoredNames.declare(database)
    for event in try access.verification.unidentifiedEvents(seed) {
      guard let id = event.id else { continue }
      for table in Records.eventTables {
        let rows = try Int64.fetchAll(
          database, sql: "SELECT seq FROM \(table) WHERE id = ?", arguments: [id.data])
        try remove(rows, from: table, "does not have the id of its content", &report, leavingOut)
      }
    }
    let corrections =
      try damagedRows(of: "correction")
      + access.verification.damagedCorrections(seed).map(\.sequence)
    try remove(Set(corrections), from: "correction", differs, &report, leavingOut)
    let others = Records.eventTables.map { "SELECT 1 FROM \($0) WHERE id = c.event" }
      .joined(separator: " UNION ALL ")
    let orphans = try Int64.fetchAll(
      database, sql: "SELECT seq FROM correction c WHERE NOT EXISTS (\(others))")
    try remove(
      orphans, from: "correction", "is about an event that was left out", &report, leavingOut)
  }

  /// Removes what only removed rows needed, and computes what depends on all rows.
  func completeRemoval(_ report: inout DumpReport) throws {
    let used = Records.tables.map { "SELECT batch FROM \($0)" }.joined(separator: " UNION ALL ")
    try database.execute(
      sql: """
        DELETE FROM batch WHERE kind = 'lost' AND seq NOT IN (\(used))
          AND seq NOT IN (SELECT undoes FROM batch WHERE undoes IS NOT NULL)
        """)
    try access.profile.setRecordSum(access.records.sum())
    for table in Dump.tables {
      report.rows[table] = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
    }
  }

  /// Returns the numbers of the rows that differ from what was written.
  func damagedRows(of table: String) throws -> [Int64] {
    try Int64.fetchAll(database, sql: RowSum.differences(in: table, name: "t.rowid"))
  }

  func remove(
    _ rows: some Sequence<Int64>, from table: String, _ reason: String,
    _ report: inout DumpReport, _ leavingOut: (String, Row, String) -> Void
  ) throws {
    let parts =
      switch table {
      case "correction": ["spark_edit", "event_edit"]
      case "card_roll": [String]()
      default: ["\(table)_original"]
      }
    let hash = table == "correction" ? "hash" : "id"
    for row in rows.sorted() {
      let found = try Row.fetchOne(
        database, sql: "SELECT *, lower(hex(\(hash))) AS name FROM \(table) WHERE seq = ?",
        arguments: [row])
      guard let found else { continue }
      leavingOut(table, found, reason)
      let name: String = try found.read("name")
      for part in parts + [table] {
        try database.execute(sql: "DELETE FROM \(part) WHERE seq = ?", arguments: [row])
      }
      let noun = table == "card_roll" ? "roll" : table
      report.damage.append("\(noun) \(name) \(reason)")
    }
  }

  /// Gives each event the content of the corrections that are left.
  func applyCorrections() throws {
    for table in Records.eventTables {
      if let columns = RowSum.contents[table] {
        let original = columns.map { "\"\($0)\" = o.\"\($0)\"" }.joined(separator: ", ")
        try database.execute(
          sql: """
            UPDATE \(table) SET \(original) FROM \(table)_original o WHERE o.seq = \(table).seq;
            DELETE FROM \(table)_original
            """)
      }
      try database.execute(sql: "UPDATE \(table) SET removed = 0 WHERE removed <> 0")
    }
    for id in try access.corrections.correctedEvents() {
      try access.records.applyCorrections(of: id)
    }
  }
}
