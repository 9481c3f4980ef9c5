import Calendar
import Foundation
import GRDB
public import Rules
import Schema

extension SparkQuery {
  fileprivate var condition: (sql: String, arguments: StatementArguments) {
    var terms = ["removed = 0"]
    var arguments = StatementArguments()
    func add(_ sql: String, _ value: (any DatabaseValueConvertible)?) {
      guard let value else { return }
      terms.append(sql)
      arguments += [value]
    }
    add("category = ?", category.map { Int64($0.rawValue) })
    add("intensity = ?", intensity.map { Int64($0.rawValue) })
    add("intensity >= ?", minIntensity.map { Int64($0.rawValue) })
    add("at >= ?", since?.milliseconds)
    add("at < ?", before?.milliseconds)
    add(
      "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)",
      tag.map { $0.trimmedWhitespace.lowercased() })
    if let text = text?.lowercased() {
      terms.append(
        "(flint_contains(title, ?) OR flint_contains(notes, ?) OR EXISTS "
          + "(SELECT 1 FROM json_each(tags) WHERE flint_contains(value, ?)))")
      arguments += [text, text, text]
    }
    return (terms.joined(separator: " AND "), arguments)
  }

  fileprivate var ordering: String {
    switch order {
    case .oldest: "at, id"
    case .newest: "at DESC, id DESC"
    case .intensity: "intensity DESC, at DESC, id DESC"
    case .title: "title, at, id"
    }
  }
}

extension StoreAccess {
  /// Adds a spark, unless its id exists.
  ///
  /// - Returns: whether it was added.
  public func insert(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) throws(StoreError) -> Bool {
    try translating {
      let statement = try insertSparkStatement ?? makeInsertSparkStatement()
      try statement.insert(
        BulkWriter.Row(spark: spark, id: id, key: key, provenance: provenance), rowText)
      return statement.changes == 1
    }
  }

  private func makeInsertSparkStatement() throws -> RawStatement {
    let statement = try RawStatement(
      database, sql: Self.insertSpark + " ON CONFLICT (id) DO NOTHING")
    insertSparkStatement = statement
    return statement
  }

  static let insertSpark = RowSum.insertion(
    into: "spark",
    [
      "seq", "id", "at", "offset", "category", "intensity", "title", "notes", "tags",
      "estimated", "actual", "key", "recorded_at", "batch",
    ])

  private static let columns =
    "seq, id, at, \"offset\", category, intensity, title, notes, tags, estimated, actual, key, removed"

  /// Returns the spark with an id, removed or not; `nil` if there is none.
  public func spark(id: EventID) throws(StoreError) -> StoredSpark? {
    try translating {
      try Row.fetchOne(
        database.cachedStatement(sql: "SELECT \(Self.columns) FROM spark WHERE id = ?"),
        arguments: [id.data]
      ).map { try stored($0) }
    }
  }

  /// Returns the sequence number of the spark with an event's id, if it is not removed and equal to
  /// the event as far as the rules are concerned; `nil` otherwise.
  public func existingSequence(of event: Event) throws(StoreError) -> Int64? {
    guard case .spark(let category, let intensity) = event.action else { return nil }
    return try translating {
      try withStatement(
        """
        SELECT seq FROM spark WHERE id = ? AND removed = 0 AND at = ? AND "offset" = ?
          AND category = ? AND intensity = ?
        """
      ) { statement in
        statement.bind(event.id, at: 1)
        statement.bind(event.at.milliseconds, at: 2)
        statement.bind(Int64(event.offset.seconds), at: 3)
        statement.bind(Int64(category.rawValue), at: 4)
        statement.bind(Int64(intensity.rawValue), at: 5)
        return try statement.step() ? statement.integer(0) : nil
      }
    }
  }

  /// Returns the sequence numbers of the sparks that a query finds, in its order.
  public func sparkSequences(_ query: SparkQuery) throws(StoreError) -> [Int64] {
    try translating {
      let (condition, arguments) = query.condition
      let limit = query.limit.map { " LIMIT \(max(0, $0))" } ?? ""
      return try Int64.fetchAll(
        database,
        sql: "SELECT seq FROM spark WHERE \(condition) ORDER BY \(query.ordering)\(limit)",
        arguments: arguments)
    }
  }

  /// Returns the number of sparks that a query finds.
  public func sparkCount(_ query: SparkQuery) throws(StoreError) -> Int {
    try translating {
      let (condition, arguments) = query.condition
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM spark WHERE \(condition)", arguments: arguments)
      return query.limit.map { min(max(0, $0), count ?? 0) } ?? count ?? 0
    }
  }

  /// Returns the sparks with some sequence numbers, in that order; removed sparks are omitted.
  public func sparks(sequences: ArraySlice<Int64>) throws(StoreError) -> [StoredSpark] {
    try translating {
      let statement = try database.cachedStatement(
        sql: "SELECT \(Self.columns) FROM spark WHERE seq = ? AND removed = 0")
      return try sequences.compactMap { sequence in
        try Row.fetchOne(statement, arguments: [sequence]).map { try stored($0) }
      }
    }
  }

  func stored(_ row: Row) throws -> StoredSpark {
    StoredSpark(
      sequence: try row.read("seq"), id: try row.id("id"), spark: try spark(row),
      key: try row.read("key"), isRemoved: try row.read("removed"))
  }

  /// The columns with the content of a spark, in the order in which `spark(_:at:)` reads them.
  static let sparkContent = """
    at, "offset", category, intensity, title, notes, tags, estimated, actual
    """

  /// Decodes a spark from the columns `sparkContent`.
  ///
  /// - Parameter first: the index of the first of these columns.
  func spark(_ row: RawStatement, at first: Int32) throws -> Spark {
    do {
      guard let category = Category(rawValue: UInt8(clamping: row.integer(first + 2))),
        let intensity = Intensity(rawValue: UInt8(clamping: row.integer(first + 3)))
      else {
        throw FieldError(field: "category", expected: "a known category", found: "an unknown one")
      }
      return try Spark(
        at: Instant(milliseconds: row.integer(first)),
        offset: UTCOffset(seconds: Int32(clamping: row.integer(first + 1))), category: category,
        intensity: intensity, title: row.text(first + 4) ?? "", notes: row.text(first + 5),
        tags: try Tags.decoded(row.text(first + 6)),
        estimatedMinutes: row.optionalInteger(first + 7),
        actualMinutes: row.optionalInteger(first + 8))
    } catch let error as FieldError {
      throw StoreError(.corrupted, path: path, detail: "a stored spark: \(error)")
    }
  }

  func spark(_ row: Row) throws -> Spark {
    do {
      guard let category = Category(rawValue: try row.narrow("category")),
        let intensity = Intensity(rawValue: try row.narrow("intensity"))
      else {
        throw FieldError(field: "category", expected: "a known category", found: "an unknown one")
      }
      return try Spark(
        at: Instant(milliseconds: try row.read("at")),
        offset: UTCOffset(seconds: try row.narrow("offset")), category: category,
        intensity: intensity, title: try row.read("title"), notes: try row.read("notes"),
        tags: try Tags.decoded(try row.read("tags")), estimatedMinutes: try row.read("estimated"),
        actualMinutes: try row.read("actual"))
    } catch let error as FieldError {
      throw StoreError(.corrupted, path: path, detail: "a stored spark: \(error)")
    }
  }
}

/// The stored form of tags: a JSON list, so that a comma or bar in a tag needs no special
/// treatment.
enum Tags {
  static func encoded(_ tags: [String]) throws -> String? {
    if tags.isEmpty { return nil }
    if arePlain(tags) {
      return "[\"" + tags.joined(separator: "\",\"") + "\"]"
    }
    return String(decoding: try JSONEncoder().encode(tags), as: UTF8.self)
  }

  /// Returns whether no tag needs escaping.
  static func arePlain(_ tags: [String]) -> Bool {
    tags.allSatisfy { $0.utf8.allSatisfy(isPlain) }
  }

  /// Returns whether the encoder writes a byte unchanged.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "/")
  }

  /// Decodes tags without escaped characters, as nearly all are; `nil` if a character may be
  /// escaped.
  private static func decodedPlainly(_ text: String) -> [String]? {
    let bytes = text.utf8
    guard bytes.count > 4, text.hasPrefix("[\""), text.hasSuffix("\"]"),
      !bytes.contains(UInt8(ascii: "\\"))
    else { return nil }
    let tags = text.dropFirst(2).dropLast(2).components(separatedBy: "\",\"")
    return tags.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\"")) } && arePlain(tags) ? tags : nil
  }

  /// Decodes tags.
  ///
  /// - Throws: `UnreadableColumn`.
  static func decoded(_ text: String?) throws -> [String] {
    guard let text else { return [] }
    if let tags = decodedPlainly(text) { return tags }
    do {
      return try JSONDecoder().decode([String].self, from: Data(text.utf8))
    } catch {
      throw UnreadableColumn(column: "tags")
    }
  }
}
