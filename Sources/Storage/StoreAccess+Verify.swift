import GRDB
public import Rules

extension StoreAccess {
  /// Tables and indexes that are not there or not as this version makes them.
  public func schemaProblems() throws(StoreError) -> [String] {
    try translating {
      let model = try DatabaseQueue()
      try Schema.migrator.migrate(model)
      let wanted = try model.read { try Self.schema($0) }
      let found = Dictionary(
        try Self.schema(database).map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first }
      )
      return wanted.compactMap { type, name, sql in
        guard let present = found[name] else { return "the \(type) \(name) is missing" }
        return present == sql ? nil : "the \(type) \(name) is not as this version makes it"
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

  /// Everything that is wrong with the records, each by itself and together; empty in a sound
  /// profile.
  ///
  /// - Parameter sum: what the records have to come to.
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
      problems.append("the sum of the records is not the one kept with them")
    }
    return problems
  }

  /// Places in the order of recording that cannot be, or that two records have.
  private func sequenceProblems() throws(StoreError) -> [String] {
    try translating {
      let tables = ["spark", "card_roll", "event", "correction"]
      var problems: [String] = []
      for (index, table) in tables.enumerated() {
        problems += try Int64.fetchAll(
          database, sql: "SELECT seq FROM \(table) WHERE seq NOT BETWEEN 1 AND ? LIMIT 20",
          arguments: [StoredSequence.last]
        ).map { "a record stands at the impossible place \($0)" }
        for other in tables[(index + 1)...] {
          problems += try Int64.fetchAll(
            database, sql: "SELECT seq FROM \(table) JOIN \(other) USING (seq) LIMIT 20"
          ).map { "two records stand at the place \($0)" }
        }
      }
      return problems
    }
  }

  /// Kept rulebooks that are not those that they are known as.
  private func rulebookProblems() throws(StoreError) -> [String] {
    let profile = try profile()
    return try translating {
      var kept: Set<String> = []
      var problems: [String] = []
      for row in try Row.fetchAll(database, sql: "SELECT * FROM rulebook ORDER BY hash") {
        let hash: String = try row.read("hash")
        kept.insert(hash)
        guard let tree = try? JSONValue(parsing: try row.read("definition") as String),
          let definition = try? RulebookDefinition(reading: tree, bundled: []),
          let rulebook = try? Rulebook(definition)
        else {
          problems.append("the rulebook \(hash) cannot be read")
          continue
        }
        if rulebook.hash != hash { problems.append("the rulebook \(hash) is not what it was") }
      }
      // One that comes with Flint need not be kept.
      if !kept.contains(profile.rulebookHash),
        !RulebookDefinition.bundled.contains(where: { $0.id == profile.rulebook })
      {
        problems.append("the rulebook \(profile.rulebook), which the profile needs, is missing")
      }
      return problems
    }
  }

  /// Records whose content does not come to the hash they are known by; empty in a sound profile.
  /// What a spark with a key says is not part of its id.
  public func identityProblems(seed: UInt64) throws(StoreError) -> [String] {
    try translating {
      try sparkProblems(seed) + rollProblems(seed) + eventProblems(seed)
        + correctionHashProblems(seed)
    }
  }

  private static let recorded = """
    WITH recorded AS (
      SELECT seq, at, "offset", category, intensity, title, notes, tags, estimated, actual
      FROM spark WHERE seq NOT IN (SELECT seq FROM spark_original)
      UNION ALL SELECT * FROM spark_original)
    SELECT s.id, s.key, r.* FROM recorded r JOIN spark s USING (seq)
    """

  private func sparkProblems(_ seed: UInt64) throws -> [String] {
    var problems: [String] = []
    // Equal ones are numbered without a gap, so those that are not the first of their content are
    // the second, the third and so on, in some order.
    var repeated: [EventID: (spark: Spark, ids: [EventID])] = [:]
    let rows = try Row.fetchCursor(database, sql: Self.recorded)
    while let row = try rows.next() {
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
        problems.append("spark \(id) has another key than it was recorded with")
      } else {
        repeated[first, default: (spark, [])].ids.append(id)
      }
    }
    for (spark, ids) in repeated.values {
      let numbered = Set(
        (1...UInt32(ids.count)).map { spark.id(seed: seed, key: .content(occurrence: $0)) })
      problems += ids.filter { !numbered.contains($0) }.map {
        "spark \($0) does not say what it was recorded as"
      }
    }
    return problems.sorted()
  }

  private func rollProblems(_ seed: UInt64) throws -> [String] {
    var problems: [String] = []
    var repeated: [EventID: (roll: CardRoll, ids: [EventID])] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT * FROM card_roll ORDER BY seq") {
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
        problems.append("roll \(id) has another key than it was recorded with")
      } else {
        repeated[first, default: (roll, [])].ids.append(id)
      }
    }
    for (roll, ids) in repeated.values {
      let numbered = Set(
        (1...UInt32(ids.count)).map { roll.id(seed: seed, key: .content(occurrence: $0)) })
      problems += ids.filter { !numbered.contains($0) }.map {
        "roll \($0) does not say what it was recorded as"
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
        problems.append("\(kind.name) \(id) has another key than it was recorded with")
      } else {
        repeated[first, default: (hash, [])].ids.append(id)
      }
    }
    for (hash, ids) in repeated.values {
      let numbered = Set((1...UInt32(ids.count)).map { hash(.content(occurrence: $0)) })
      problems += ids.filter { !numbered.contains($0) }.map {
        "event \($0) does not say what it was recorded as"
      }
    }
    return problems.sorted()
  }

  private func correctionHashProblems(_ seed: UInt64) throws -> [String] {
    try Row.fetchAll(database, sql: Self.corrections + " ORDER BY c.seq").compactMap { row in
      guard let hash = try? row.id("hash") else { return "a correction has no hash" }
      guard let correction = try? correction(row) else {
        return "correction \(hash) cannot be read"
      }
      return correction.hash(seed: seed) == hash
        ? nil : "correction \(hash) does not say what it was recorded as"
    }
  }
}
