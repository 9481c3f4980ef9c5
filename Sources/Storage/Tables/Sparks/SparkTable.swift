import FlintCalendar
import GRDB
package import FlintRules
import FlintSchema

extension SparkQuery {
  fileprivate var conditions: Conditions {
    var conditions = Conditions()
    conditions.add("removed = 0", [])
    conditions.add("category = ?", category.map(\.number))
    conditions.add("intensity = ?", intensity.map(\.number))
    if let atLeast { conditions.add("intensity IN (\(atLeast))", []) }
    conditions.add("at >= ?", since?.milliseconds)
    conditions.add("at < ?", before?.milliseconds)
    conditions.add(
      "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)",
      tag.map { $0.trimmedWhitespace.lowercased() })
    if let text = text?.lowercased() {
      conditions.add(
        "(flint_contains(title, ?) OR flint_contains(notes, ?) OR EXISTS "
          + "(SELECT 1 FROM json_each(tags) WHERE flint_contains(value, ?)))", [text, text, text])
    }
    return conditions
  }

  /// The numbers of the intensities from the minimum on, as a list of SQL; `nil` without a minimum.
  var atLeast: String? {
    guard let minIntensity else { return nil }
    let allowed = scale.drop { $0 != minIntensity }
    return allowed.map { String($0.number) }.joined(separator: ", ")
  }

  /// The position of the intensity in the scale, as SQL.
  private var strength: String {
    if scale == SparkIntensity.ignition { return "intensity" }
    let cases = scale.enumerated().map { "WHEN \($1.number) THEN \($0)" }
    return "CASE intensity \(cases.joined(separator: " ")) ELSE -1 END"
  }

  /// The points, as SQL.
  private var worth: String {
    let cases = points.map {
      "WHEN category = \($0.category.number) AND intensity = \($0.intensity.number) "
        + "THEN \($0.points)"
    }
    return cases.isEmpty ? "0" : "CASE \(cases.joined(separator: " ")) ELSE 0 END"
  }

  fileprivate var ordering: String {
    switch order {
    case .oldest: "at, id"
    case .newest: "at DESC, id DESC"
    case .intensity: "\(strength) DESC, at DESC, id DESC"
    case .points: "\(worth) DESC, at DESC, id DESC"
    case .title: "title, at, id"
    }
  }
}

package struct SparkTable: TableAccess {
  let access: StoreAccess

  /// Adds a spark, unless its id exists.
  ///
  /// - Returns: whether it was added.
  package func insert(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) throws -> Bool {
    let insertion = try access.sparkInsertion()
    try insertion.insert(BulkWriter.Row(spark: spark, id: id, key: key, provenance: provenance))
    return insertion.statement.changes == 1
  }

  private static let columns = "seq, id, \(SparkColumns.list), key, removed"

  /// Returns the spark with an id, removed or not; `nil` if there is none.
  package func find(_ id: EventID) throws -> StoredSpark? {
    try access.withStatement("SELECT \(Self.columns) FROM spark WHERE id = ?") { statement in
      statement.bind(id, at: 1)
      return try statement.step() ? try StoredSpark(statement) : nil
    }
  }

  /// Returns the sequence number of the spark with an event's id, if it is not removed and equal to
  /// the event as far as the rules are concerned; `nil` otherwise.
  package func existingSequence(of event: ProfileEvent) throws -> Int64? {
    guard case .spark(let category, let intensity) = event.action else { return nil }
    return try access.withStatement(
      """
      SELECT seq FROM spark WHERE id = ? AND removed = 0 AND at = ? AND "offset" = ?
        AND category = ? AND intensity = ?
      """
    ) { statement in
      statement.bind(event.id, at: 1)
      statement.bind(event.at.milliseconds, at: 2)
      statement.bind(Int64(event.offset.seconds), at: 3)
      statement.bind(category.number, at: 4)
      statement.bind(intensity.number, at: 5)
      return try statement.step() ? statement.integer(0) : nil
    }
  }

  /// Returns the sequence numbers of the sparks that a query finds, in its order.
  package func sequences(_ query: SparkQuery) throws -> [Int64] {
    let conditions = query.conditions
    let limit = query.limit.map { " LIMIT \(max(0, $0))" } ?? ""
    return try Int64.fetchAll(
      database, sql: "SELECT seq FROM spark\(conditions.sql) ORDER BY \(query.ordering)\(limit)",
      arguments: conditions.arguments)
  }

  package func count(_ query: SparkQuery) throws -> Int {
    let conditions = query.conditions
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM spark\(conditions.sql)",
      arguments: conditions.arguments)
    return query.limit.map { min(max(0, $0), count ?? 0) } ?? count ?? 0
  }

  /// Returns the sparks with some sequence numbers, in that order; removed sparks are omitted.
  package func find(sequences: ArraySlice<Int64>) throws -> [StoredSpark] {
    try SequenceRows(access: access, table: "spark", columns: Self.columns, sequence: 0)
      .map(sequences) { try StoredSpark($0) }
  }

  /// Returns the content with which a spark was recorded, before any corrections.
  package func original(id: EventID) throws -> Spark? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT \(RowSum.originalContent("spark")) FROM spark t
          LEFT JOIN spark_original o USING (seq) WHERE t.id = ?
          """), arguments: [id.data]
    ).map { try Spark($0) }
  }

  /// Returns the sequence number of the spark with an id; `nil` if there is none.
  package func sequence(of id: EventID) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT seq FROM spark WHERE id = ?"), arguments: [id.data])
  }

  /// Returns the number of sparks, including removed ones.
  package func rowCount() throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT count(*) FROM spark") ?? 0
  }

  /// Deletes a spark that this session inserted, as if it had never been recorded.
  package func delete(_ sequence: Int64) throws {
    try database.execute(sql: "DELETE FROM spark WHERE seq = ?", arguments: [sequence])
  }
}

extension StoredSpark {
  /// Reads the columns `SparkTable.columns`.
  fileprivate init(_ row: RawStatement) throws {
    self.init(
      sequence: row.integer(0), id: try row.storedID(1), spark: try Spark(row, at: 2),
      key: row.text(2 + SparkColumns.count), isRemoved: row.integer(3 + SparkColumns.count) != 0)
  }
}
