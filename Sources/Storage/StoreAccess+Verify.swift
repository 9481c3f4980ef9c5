import GRDB
import Rules

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
    ).map { ($0["type"], $0["name"], $0["sql"]) }
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
      let id = EventID(data: row["id"]) ?? EventID(high: 0, low: 0)
      let spark: Spark
      do {
        spark = try self.spark(row)
      } catch let error as StoreError {
        problems.append("spark \(id) cannot be read: \(error.detail)")
        continue
      }
      let key: String? = row["key"]
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
      let id = EventID(data: row["id"]) ?? EventID(high: 0, low: 0)
      guard let category = Category(rawValue: row.narrow("category")) else {
        problems.append("roll \(id) has an unknown category")
        continue
      }
      let roll = CardRoll(
        at: Instant(milliseconds: row["at"]), offset: UTCOffset(seconds: row.narrow("offset")),
        category: category)
      let key: String? = row["key"]
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
      let id = EventID(data: row["id"]) ?? EventID(high: 0, low: 0)
      do {
        _ = try event(row)
      } catch let error as StoreError {
        problems.append("\(error.detail)")
        continue
      }
      guard let kind = EventKind(rawValue: row.narrow("kind")) else { continue }
      let content: String = row["content"]
      let (at, offset) = (
        Instant(milliseconds: row["at"]), UTCOffset(seconds: row.narrow("offset"))
      )
      let hash = { (key: NaturalKey) in
        Event.id(ofKind: kind, content: content, at: at, offset: offset, seed: seed, key: key)
      }
      let key: String? = row["key"]
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
      guard let hash = EventID(data: row["hash"]) else { return "a correction has no hash" }
      guard let correction = try? correction(row) else {
        return "correction \(hash) cannot be read"
      }
      return correction.hash(seed: seed) == hash
        ? nil : "correction \(hash) does not say what it was recorded as"
    }
  }
}
