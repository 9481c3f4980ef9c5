import Calendar
import GRDB
import JSON
public import Rules

extension StoreAccess {
  /// Returns descriptions of tables and indexes that are missing or differ from those that this
  /// version creates.
  public func schemaProblems() throws(StoreError) -> [String] {
    try translating {
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
  ///
  /// - Parameter sum: the expected sum of the records.
  public func recordProblems(_ sum: RecordSum) throws(StoreError) -> [String] {
    var problems = try identityProblems(seed: try profile().seed) + correctionProblems()
    problems += try sequenceProblems() + rulebookProblems()
    do throws(StoreError) {
      _ = try batches()
    } catch {
      if error.code != .corrupted { throw error }
      problems.append("a batch cannot be read: \(error.detail)")
    }
    if try countedRecordSum() != sum {
      problems.append("the sum of the records differs from the stored sum")
    }
    // An error that is known already is not reported again.
    let named = Set(problems.flatMap { $0.split(separator: " ").map(String.init) })
    problems += try sumProblems().filter { name in
      !named.contains(name.split(separator: " ").last.map(String.init) ?? "")
    }.map { "\($0) differs from what was written" }
    return problems
  }

  /// Returns the names of rows that differ from what was written.
  private func sumProblems() throws(StoreError) -> [String] {
    let names = [
      "profile": "'the profile''s own row'", "batch": "'batch ' || t.seq",
      "spark": "'spark ' || lower(hex(t.id))", "card_roll": "'roll ' || lower(hex(t.id))",
      "event": "'event ' || lower(hex(t.id))",
      "correction": "'correction ' || lower(hex(t.hash))",
    ]
    return try translating {
      try RowSum.tables.flatMap { table in
        try String.fetchAll(
          database, sql: RowSum.differences(in: table, name: names[table, default: "t.seq"]))
      }
    }
  }

  /// Throws if the profile's file is damaged or a value differs from what was written. Hashes and
  /// the fold are not checked, which would take longer.
  func checkContent() throws(StoreError) {
    let found = try translating { try String.fetchAll(database, sql: "PRAGMA quick_check(1)") }
    var problem = found.first { $0 != "ok" }
    if problem == nil {
      problem = try sumProblems().first.map { "\($0) differs from what was written" }
    }
    if problem == nil, try countedRecordSum() != recordSum() {
      problem = "the sum of the records differs from the stored sum"
    }
    if problem == nil { problem = try correctionProblems().first }
    if let problem { throw StoreError(.corrupted, path: path, detail: problem) }
  }

  /// Returns descriptions of sequence numbers that are out of range or that two records have.
  private func sequenceProblems() throws(StoreError) -> [String] {
    try translating {
      let tables = ["spark", "card_roll", "event", "correction"]
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
  }

  /// Returns descriptions of stored rulebooks that do not have the hash under which they are
  /// stored.
  private func rulebookProblems() throws(StoreError) -> [String] {
    let profile = try profile()
    return try translating {
      var stored: Set<String> = []
      var problems: [String] = []
      for row in try Row.fetchAll(database, sql: "SELECT * FROM rulebook ORDER BY hash") {
        let hash: String = try row.read("hash")
        stored.insert(hash)
        guard let tree = try? JSONValue(parsing: try row.read("definition") as String),
          let definition = try? RulebookDefinition(reading: tree, bundled: []),
          let rulebook = try? Rulebook(definition)
        else {
          problems.append("the rulebook \(hash) cannot be read")
          continue
        }
        if rulebook.hash != hash { problems.append("the rulebook \(hash) does not have that hash") }
      }
      // A bundled rulebook need not be stored.
      if !stored.contains(profile.rulebookHash),
        !RulebookDefinition.bundled.contains(where: { $0.id == profile.rulebook })
      {
        problems.append("the rulebook \(profile.rulebook), which the profile needs, is missing")
      }
      return problems
    }
  }

  /// Returns descriptions of records whose content does not have the stored hash; empty in a sound
  /// profile. The content of a spark with a key is not covered by its id.
  public func identityProblems(seed: UInt64) throws(StoreError) -> [String] {
    try translating {
      try sparkProblems(seed) + rollProblems(seed) + eventProblems(seed)
        + correctionHashProblems(seed)
    }
  }

  /// The query for a spark with its original content.
  private static let recorded = """
    SELECT s.id, s.key, o.* FROM spark_original o JOIN spark s USING (seq) WHERE seq = ?1
    UNION ALL
    SELECT s.id, s.key, s.seq, \(sparkContent) FROM spark s
    WHERE seq = ?1 AND seq NOT IN (SELECT seq FROM spark_original)
    """

  /// Returns the sequence numbers of the sparks whose content does not have the stored id, or
  /// cannot be read. This includes all but the first of equal sparks.
  private func suspectSparks(_ seed: UInt64) throws -> [Int64] {
    var sequences: [Int64] = []
    for source in [
      "spark WHERE NOT EXISTS (SELECT 1 FROM spark_original o WHERE o.seq = spark.seq)",
      "(SELECT s.id, s.key, o.* FROM spark_original o JOIN spark s USING (seq))",
    ] {
      let statement = try RawStatement(
        database, sql: "SELECT \(Self.sparkContent), id, key, seq FROM \(source)")
      defer { statement.reset() }
      while try statement.step() {
        let key = statement.text(10).map { NaturalKey.given($0) } ?? .content(occurrence: 0)
        guard let spark = try? spark(statement, at: 0),
          spark.id(seed: seed, key: key) == statement.id(9)
        else {
          sequences.append(statement.integer(11))
          continue
        }
      }
    }
    return sequences.sorted()
  }

  private func sparkProblems(_ seed: UInt64) throws -> [String] {
    var problems: [String] = []
    // Equal sparks are numbered without a gap, so those that are not the first of their content are
    // the second, the third and so on, in some order.
    var repeated: [EventID: (spark: Spark, ids: [EventID])] = [:]
    let statement = try database.makeStatement(sql: Self.recorded)
    for sequence in try suspectSparks(seed) {
      guard let row = try Row.fetchOne(statement, arguments: [sequence]) else { continue }
      guard let id = try? row.id("id") else {
        problems.append("a spark has no id")
        continue
      }
      let spark: Spark
      let key: String?
      do {
        spark = try self.spark(row)
        key = try row.read("key")
      } catch {
        problems.append("spark \(id) cannot be read: \(StoreError(error, path: path).detail)")
        continue
      }
      let first = spark.id(
        seed: seed, key: key.map { .given($0) } ?? .content(occurrence: 0))
      if first == id { continue }
      if key != nil {
        problems.append("spark \(id) does not have the key with which it was recorded")
      } else {
        repeated[first, default: (spark, [])].ids.append(id)
      }
    }
    for (spark, ids) in repeated.values {
      let numbered = Set(
        (1...UInt32(ids.count)).map { spark.id(seed: seed, key: .content(occurrence: $0)) })
      problems += ids.filter { !numbered.contains($0) }.map {
        "spark \($0) differs from its recorded content"
      }
    }
    return problems.sorted()
  }

  private func rollProblems(_ seed: UInt64) throws -> [String] {
    var problems: [String] = []
    var repeated: [EventID: (roll: CardRoll, ids: [EventID])] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM card_roll ORDER BY seq")
    while let row = try rows.next() {
      guard let id = try? row.id("id") else {
        problems.append("a roll has no id")
        continue
      }
      guard let category = Category(rawValue: (try? row.narrow("category")) ?? 0) else {
        problems.append("roll \(id) has an unknown category")
        continue
      }
      let roll: CardRoll
      let key: String?
      do {
        let time = try row.time()
        roll = CardRoll(at: time.at, offset: time.offset, category: category)
        key = try row.read("key")
      } catch {
        problems.append("roll \(id) cannot be read: \(StoreError(error, path: path).detail)")
        continue
      }
      let first = roll.id(seed: seed, key: key.map { .given($0) } ?? .content(occurrence: 0))
      if first == id { continue }
      if key != nil {
        problems.append("roll \(id) does not have the key with which it was recorded")
      } else {
        repeated[first, default: (roll, [])].ids.append(id)
      }
    }
    for (roll, ids) in repeated.values {
      let numbered = Set(
        (1...UInt32(ids.count)).map { roll.id(seed: seed, key: .content(occurrence: $0)) })
      problems += ids.filter { !numbered.contains($0) }.map {
        "roll \($0) differs from its recorded content"
      }
    }
    return problems.sorted()
  }

  private func eventProblems(_ seed: UInt64) throws -> [String] {
    var problems: [String] = []
    var repeated: [EventID: (hash: (NaturalKey) -> EventID, ids: [EventID])] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT e.id, e.kind, e.key, ifnull(o.at, e.at) AS at,
          ifnull(o."offset", e."offset") AS "offset", ifnull(o.content, e.content) AS content
        FROM event e LEFT JOIN event_original o USING (seq)
        """)
    while let row = try rows.next() {
      guard let id = try? row.id("id") else {
        problems.append("an event has no id")
        continue
      }
      let event: Event
      let content: String
      let key: String?
      do {
        event = try self.event(row)
        content = try row.read("content")
        key = try row.read("key")
      } catch {
        let error = StoreError(error, path: path)
        problems.append(
          error.detail.contains("\(id)") ? error.detail : "event \(id): \(error.detail)")
        continue
      }
      let kind = event.action.kind
      let hash = { (key: NaturalKey) in
        Event.id(
          ofKind: kind, content: content, at: event.at, offset: event.offset, seed: seed, key: key)
      }
      let first = hash(key.map { .given($0) } ?? .content(occurrence: 0))
      if first == id { continue }
      if key != nil {
        problems.append("\(kind.name) \(id) does not have the key with which it was recorded")
      } else {
        repeated[first, default: (hash, [])].ids.append(id)
      }
    }
    for (hash, ids) in repeated.values {
      let numbered = Set((1...UInt32(ids.count)).map { hash(.content(occurrence: $0)) })
      problems += ids.filter { !numbered.contains($0) }.map {
        "event \($0) differs from its recorded content"
      }
    }
    return problems.sorted()
  }

  /// Returns the sequence numbers of the corrections whose content does not have the stored hash,
  /// or cannot be read.
  private func suspectCorrections(_ seed: UInt64) throws -> [Int64] {
    var sequences: [Int64] = []
    let statement = try RawStatement(
      database,
      sql: """
        SELECT s.at, s."offset", s.category, s.intensity, s.title, s.notes, s.tags, s.estimated,
          s.actual, c.seq, c.hash, c.event, c.change, c.recorded_at, s.seq IS NOT NULL,
          e.seq IS NOT NULL, e.at, e."offset", e.content,
          iif(e.seq IS NULL, NULL, (SELECT kind FROM event WHERE id = c.event))
        FROM correction c LEFT JOIN spark_edit s ON s.seq = c.seq
        LEFT JOIN event_edit e ON e.seq = c.seq ORDER BY c.seq
        """)
    defer { statement.reset() }
    while try statement.step() {
      if try hasItsHash(statement, seed) != true { sequences.append(statement.integer(9)) }
    }
    return sequences
  }

  /// Returns whether a correction's content has the stored hash; `nil` if a full check is needed.
  private func hasItsHash(_ row: RawStatement, _ seed: UInt64) throws -> Bool? {
    let recordedAt = Instant(milliseconds: row.integer(13))
    guard let cause = Correction.Cause(rawValue: UInt8(clamping: row.integer(12))),
      StoredTime.isClock(recordedAt)
    else { return nil }
    var content: EventID?
    switch (row.integer(14) != 0, row.integer(15) != 0) {
    case (true, false):
      guard let spark = try? spark(row, at: 0) else { return nil }
      content = Correction.Content.spark(spark).hash(seed: seed)
    case (false, true):
      guard let number = row.optionalInteger(19),
        let kind = EventKind(rawValue: UInt8(clamping: number)), let text = row.text(18),
        let time = StoredTime.checked(at: row.integer(16), offset: row.integer(17))
      else { return nil }
      content = Event.id(
        ofKind: kind, content: text, at: time.at, offset: time.offset, seed: seed,
        key: .content(occurrence: 0))
    default: break
    }
    // A removal has no content, and only an undo or redo may have none as well.
    if cause == .edit && content == nil || cause == .remove && content != nil { return nil }
    return Correction.hash(
      event: row.id(11), cause: cause, content: content, recordedAt: recordedAt, seed: seed)
      == row.id(10)
  }

  private func correctionHashProblems(_ seed: UInt64) throws -> [String] {
    let statement = try database.makeStatement(sql: Self.corrections + " WHERE c.seq = ?")
    return try suspectCorrections(seed).compactMap { sequence in
      guard let row = try Row.fetchOne(statement, arguments: [sequence]) else { return nil }
      guard let hash = try? row.id("hash") else { return "a correction has no hash" }
      guard let correction = try? correction(row) else {
        return "correction \(hash) cannot be read"
      }
      return correction.hash(seed: seed) == hash
        ? nil : "correction \(hash) differs from its recorded content"
    }
  }
}
