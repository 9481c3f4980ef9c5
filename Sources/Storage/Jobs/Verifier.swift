import GRDB
package import FlintRules

/// The search for damage: in the file, in the schema, and in the records, each by itself and
/// together.
package struct Verifier: TableAccess {
  let access: StoreAccess

  /// Returns the problems that SQLite's own check of the file finds; empty if the file is sound.
  package func fileProblems() throws -> [String] {
    let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
    let foreign = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
      .map { "a row of \(try $0.read("table") as String) refers to a missing row" }
    return found.filter { $0 != "ok" } + foreign.prefix(20)
  }

  /// Returns descriptions of tables and indexes that are missing or differ from those that this
  /// version creates.
  package func schemaProblems() throws -> [String] {
    let model = try DatabaseQueue()
    try Schema.migrate(model)
    let wanted = try model.read { try Self.schema($0) }
    let found = Dictionary(
      try Self.schema(database).map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first }
    )
    return wanted.compactMap { type, name, sql in
      guard let present = found[name] else { return "the \(type) \(name) is missing" }
      return present == sql
        ? nil : "the \(type) \(name) differs from the one that this version creates"
    }
  }

  private static func schema(
    _ database: Database
  ) throws -> [(type: String, name: String, sql: String)] {
    try Row.fetchAll(
      database,
      sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
    ).map { (try $0.read("type"), try $0.read("name"), try $0.read("sql")) }
  }

  /// Returns descriptions of all errors in the records, individually and together; empty in a sound
  /// profile.
  package func recordProblems(_ sum: RecordSum) throws -> [String] {
    var problems = try identityProblems(seed: access.profile.read().seed) + correctionProblems()
    problems += try sequenceProblems() + access.rulebooks.problems()
    do {
      _ = try access.batches.all()
    } catch let damage as Damage {
      problems.append("a batch cannot be read: \(damage.detail)")
    }
    if let problem = try sumProblem(sum) { problems.append(problem) }
    // An error that is known already is not reported again.
    let named = Set(problems.flatMap { $0.split(separator: " ") })
    let changed = try changedRows().filter { !named.contains($0.split(separator: " ").last ?? "") }
    return problems + changed.map(Self.difference(of:))
  }

  /// Returns a description of the difference between the records and their expected sum, if any.
  private func sumProblem(_ sum: RecordSum) throws -> String? {
    try access.records.sum() == sum ? nil : "the sum of the records differs from the stored sum"
  }

  private static func difference(of row: String) -> String {
    "\(row) differs from what was written"
  }

  /// Returns the names of rows that differ from what was written.
  private func changedRows() throws -> [String] {
    try RowSum.tables.flatMap { try changedRows(of: $0) }
  }

  private func changedRows(of table: String) throws -> [String] {
    let names = [
      "profile": "'the profile''s own row'", "batch": "'batch ' || t.seq",
      "spark": "'spark ' || lower(hex(t.id))", "card_roll": "'roll ' || lower(hex(t.id))",
      "event": "'event ' || lower(hex(t.id))",
      "correction": "'correction ' || lower(hex(t.hash))",
    ]
    return try String.fetchAll(
      database, sql: RowSum.differences(in: table, name: names[table, default: "t.seq"]))
  }

  /// Returns descriptions of what differs from what was written, as far as it can be read; the indexes and
  /// the structure of the file do not matter.
  func readableProblems() throws -> [String] {
    let checks: [() throws -> [String]] =
      RowSum.tables.map { table in { try changedRows(of: table).map(Self.difference(of:)) } }
      + [
        correctionProblems, sequenceProblems, access.rulebooks.problems,
        { try sumProblem(access.profile.recordSum()).map { [$0] } ?? [] },
        { try damagedCorrections(access.profile.read().seed).map(\.problem) }, missingBatches,
      ]
    var problems: [String] = []
    for check in checks {
      do {
        problems += try check()
      } catch let damage as Damage {
        problems.append(damage.detail)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        problems.append("not everything could be compared with what was written")
      }
    }
    var known: Set<String> = []
    return problems.filter { known.insert($0).inserted }
  }

  /// Returns descriptions of the records whose batch is missing.
  private func missingBatches() throws -> [String] {
    try Records.tables.flatMap { table in
      try Row.fetchAll(
        database,
        sql: """
          SELECT batch, count(*) AS records FROM \(table)
          WHERE batch NOT IN (SELECT seq FROM batch) GROUP BY batch
          """
      ).map { row in
        let (batch, records): (Int64, Int64) = try (row.read("batch"), row.read("records"))
        return "batch \(batch) is missing, which rows of \(table) belong to: \(records)"
      }
    }
  }

  /// Throws if the profile is damaged.
  func check() throws {
    let problems =
      try fileProblems() + schemaProblems() + recordProblems(access.profile.recordSum())
    guard let first = problems.first else { return }
    let others = problems.count == 1 ? "" : " and \(problems.count - 1) more"
    throw Damage(first + others)
  }

  /// Throws if the profile's file is damaged or a value differs from what was written. Hashes and
  /// the fold are not checked, which would take longer.
  func checkContent() throws {
    let found = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
    let problem =
      try found.first { $0 != "ok" } ?? changedRows().first.map(Self.difference(of:))
      ?? sumProblem(access.profile.recordSum()) ?? correctionProblems().first
      ?? access.rulebooks.problems().first
    if let problem { throw Damage(problem) }
  }

  /// Returns descriptions of sequence numbers that are out of range or that two records have.
  private func sequenceProblems() throws -> [String] {
    let tables = Records.tables
    var problems: [String] = []
    for (index, table) in tables.enumerated() {
      problems += try Int64.fetchAll(
        database, sql: "SELECT seq FROM \(table) WHERE seq NOT BETWEEN 1 AND ? LIMIT 20",
        arguments: [StoredSequence.last]
      ).map { "a record has the impossible sequence number \($0)" }
      for other in tables[(index + 1)...] {
        problems += try Int64.fetchAll(
          database, sql: "SELECT seq FROM \(table) JOIN \(other) USING (seq) LIMIT 20"
        ).map { "two records have the sequence number \($0)" }
      }
    }
    return problems
  }

  /// Returns descriptions of the events whose row differs from their records; empty in a sound
  /// profile.
  package func correctionProblems() throws -> [String] {
    try [("spark", "spark"), ("event", "event"), ("card_roll", "roll")].flatMap { table, noun in
      let columns = RowSum.contents[table, default: []]
      let equal = { (edit: String) in
        columns.map { "\(edit).\"\($0)\" IS s.\"\($0)\"" }.joined(separator: " AND ")
      }
      // A roll has no content that could change.
      let edits = columns.isEmpty ? "event_edit" : "\(table)_edit"
      let changes =
        columns.isEmpty
        ? ""
        : """
        OR (e.seq IS NOT NULL AND NOT (\(equal("e"))))
        -- The row of an event that was changed and then removed equals one of its corrections.
        OR (s.removed AND EXISTS (SELECT 1 FROM \(table)_original WHERE seq = s.seq)
          AND NOT EXISTS (SELECT 1 FROM correction k JOIN \(edits) d ON d.seq = k.seq
            WHERE k.event = s.id AND \(equal("d"))))
        """
      // The correction that counts is found by the index on the corrected events.
      return try String.fetchAll(
        database,
        sql: """
          SELECT lower(hex(s.id)) FROM \(table) s
          LEFT JOIN correction c ON c.seq = (SELECT seq FROM correction
            WHERE event = s.id ORDER BY recorded_at DESC, hash DESC LIMIT 1)
          LEFT JOIN \(edits) e ON e.seq = c.seq
          WHERE s.removed <> (c.seq IS NOT NULL AND e.seq IS NULL) \(changes)
          """
      ).map { "\(noun) \($0) differs from its corrections" }
    }
  }
}
