import GRDB
import FlintJSON
import FlintRules

extension SalvageRestoration {
  /// Inserts the rulebooks that have their hashes; those that are lost are taken from the older copy, and
  /// the profile's own from the bundled ones.
  mutating func insertRulebooks() throws {
    let database = try dump.database
    var damaged: [String: FoundRow] = [:]
    var candidates = rows.rulebooks
    while !candidates.isEmpty {
      var others: [FoundRow] = []
      for row in candidates {
        if try !rows.insert(row) { others.append(row) }
        if let hash = row.text("hash") { damaged[hash] = row }
      }
      if try access.rulebooks.removeDamaged().isEmpty { break }
      candidates = others
    }
    let copies = try like?.access { access in
      try Row.fetchAll(access.database, sql: "SELECT hash, definition FROM rulebook")
        .map {
          (hash: try $0.read("hash") as String, definition: try $0.read("definition") as String)
        }
    }
    for copy in copies ?? [] {
      try access.rulebooks.keep(hash: copy.hash, definition: copy.definition)
    }
    let profile = try access.profile.read()
    for definition in RulebookDefinition.bundled where definition.id == profile.rulebook {
      guard let rulebook = try? Rulebook(definition), rulebook.hash == profile.rulebookHash else {
        continue
      }
      try access.rulebooks.keep(hash: rulebook.hash, definition: definition.json.text())
    }
    for hash in try String.fetchAll(database, sql: "SELECT hash FROM rulebook") {
      damaged[hash] = nil
    }
    for row in damaged.values.sorted(by: { $0.number < $1.number }) {
      report.reject(SalvageReport.Reject(row, "does not have its hash", dayStart))
    }
  }

  /// Inserts the contents of the corrections that were found: of several, the one that has the hash.
  mutating func insertEdits() throws {
    let database = try dump.database
    // Contents cannot be read without the names of their categories.
    try StoredNames.declare(database)
    let corrections = try RawStatement(database, sql: "SELECT 1 FROM correction WHERE seq = ?")
    var several: Set<Int64> = []
    for (number, contents) in rows.contents {
      corrections.reset()
      corrections.bind(number, at: 1)
      guard try corrections.step(), let first = contents.first else { continue }
      try rows.insert(first)
      if contents.count > 1 { several.insert(number) }
    }
    corrections.reset()
    let seed = try access.profile.read().seed
    var index = 1
    while !several.isEmpty {
      let damaged = try Set(access.verification.damagedCorrections(seed).map(\.sequence))
      several.formIntersection(damaged)
      several = several.filter { rows.contents[$0, default: []].count > index }
      for number in several {
        for table in ["spark_edit", "event_edit"] {
          try database.execute(sql: "DELETE FROM \(table) WHERE seq = ?", arguments: [number])
        }
        try rows.insert(rows.contents[number, default: []][index])
      }
      index += 1
    }
  }

  /// Removes the records whose number another record has, as after work on two states of the profile.
  func separateSequences(
    _ leavingOut: (_ table: String, _ row: Row, _ reason: String) -> Void
  ) throws {
    var removal = DumpReport()
    for (index, table) in Records.tables.enumerated() {
      for other in Records.tables[..<index] {
        let taken = try Int64.fetchAll(
          dump.database, sql: "SELECT seq FROM \(table) JOIN \(other) USING (seq)")
        try dump.remove(
          taken, from: table, "has the number of another record", &removal, leavingOut)
      }
    }
  }

  /// Inserts an empty batch for each one that is lost.
  mutating func replaceBatches() throws {
    let database = try dump.database
    let used =
      (Records.tables.map { "SELECT batch FROM \($0)" } + [
        "SELECT undoes FROM batch WHERE undoes IS NOT NULL"
      ]).joined(separator: " UNION ")
    try database.execute(
      sql: """
        INSERT INTO batch (seq, kind, source, recorded_at)
        SELECT batch, 'lost', '', created_at FROM (\(used)) CROSS JOIN profile
        WHERE batch NOT IN (SELECT seq FROM batch)
        """)
    let lost = database.changesCount
    try RowSum.renew("batch", where: "t.kind = 'lost'", in: database)
    if lost > 0 {
      report.notes.append(
        "batches were lost, and are replaced by empty ones of the kind \"lost\": \(lost)")
    }
  }

  /// Gives each event the content of the corrections that were found.
  mutating func applyCorrections() throws {
    let database = try dump.database
    let removed = Records.eventTables.map { "SELECT id FROM \($0) WHERE removed <> 0" }
      .joined(separator: " UNION ALL ")
    try database.execute(sql: "CREATE TEMP TABLE was_removed AS \(removed)")
    try dump.applyCorrections()
    let restored = Records.eventTables.map {
      "SELECT 1 FROM was_removed JOIN \($0) USING (id) WHERE removed = 0"
    }.joined(separator: " UNION ALL ")
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM (\(restored))") ?? 0
    try database.execute(sql: "DROP TABLE was_removed")
    if count > 0 {
      report.notes.append(
        "events had been removed and count again, since the records of that are lost: \(count)")
    }
  }
}
