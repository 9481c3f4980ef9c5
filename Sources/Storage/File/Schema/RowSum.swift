import GRDB
import GRDBSQLite

/// The 64-bit checksums of rows, stored in the column `sum`, with which a check of the profile
/// finds every changed value.
///
/// The sum of an event covers the values that were recorded first: its current values are
/// determined by its corrections, which have hashes of their own.
enum RowSum {
  /// The columns that the sums of a table cover, in this order.
  static let columns: [String: [String]] = [
    // The stored sum of all records is not covered: it is compared with the records themselves.
    "profile": [
      "id", "seed", "zone", "rulebook", "rulebook_hash", "created_at", "day_start", "week_start",
      "language", "color", "options",
    ],
    "batch": ["seq", "kind", "source", "recorded_at", "undoes", "detail"],
    "spark": ["seq", "id"] + contents["spark", default: []]
      + ["key", "recorded_at", "batch"],
    "card_roll": ["seq", "id", "at", "offset", "category", "key", "recorded_at", "batch"],
    "event": ["seq", "id", "kind"] + contents["event", default: []]
      + ["key", "recorded_at", "batch"],
    "correction": ["seq", "hash", "event", "change", "recorded_at", "batch"],
  ]

  /// The columns that corrections change, of which `…_original` stores the values that were
  /// recorded first.
  static let contents: [String: [String]] = [
    "spark": SparkColumns.names,
    "event": ["at", "offset", "content"],
  ]

  /// Returns the SQL expressions for the content with which an event was recorded.
  ///
  /// - Parameters:
  ///   - row: the name of the event's row.
  ///   - original: the name of its row of `…_original`, which may be missing.
  static func originalContent(
    _ table: String, of row: String = "t", _ original: String = "o"
  ) -> String {
    contents[table, default: []].map {
      "iif(\(original).seq IS NULL, \(row).\"\($0)\", \(original).\"\($0)\") AS \"\($0)\""
    }.joined(separator: ", ")
  }

  /// The tables that have sums, in a fixed order.
  static let tables = ["profile", "batch", "spark", "card_roll", "event", "correction"]

  /// Returns the SQL expression for the sum of a row of a table `t`.
  ///
  /// - Parameters:
  ///   - isCorrected: whether the values that were recorded first are in a row `o` of `…_original`.
  ///   - absent: columns that the sum does not cover, since it is of an older schema.
  private static func expression(
    _ table: String, isCorrected: Bool = false, without absent: Set<String> = []
  ) -> String {
    let moved = isCorrected ? contents[table, default: []] : []
    let values = columns[table, default: []].filter { !absent.contains($0) }.map { column in
      "\(moved.contains(column) ? "o" : "t").\"\(column)\""
    }
    return "flint_sum(\(values.joined(separator: ", ")))"
  }

  /// Returns the SQL of an insertion of a row together with its sum.
  ///
  /// - Parameter columns: the columns, in the order in which their values are bound.
  static func insertion(into table: String, _ columns: [String]) -> String {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    // An omitted column is NULL.
    let values = Self.columns[table, default: []].map { column in
      columns.firstIndex(of: column).map { "?\($0 + 1)" } ?? "NULL"
    }
    return """
      INSERT INTO \(table) (\(names), sum)
      VALUES (\(marks), flint_sum(\(values.joined(separator: ", "))))
      """
  }

  /// The columns of `profile` that schema 5 added.
  static let addedSettings: Set = ["day_start", "week_start", "language", "color"]

  /// The column of `profile` that schema 6 added.
  static let addedOptions: Set = ["options"]

  /// Computes the sum of the profile's row as schema 4 defined it, before there were settings.
  static func computeWithoutSettings(in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE main.profile AS t
        SET sum = \(expression("profile", without: addedSettings.union(addedOptions)))
        """)
  }

  /// Includes added columns in the sum of the profile's row. A sum that did not match the row before is not
  /// corrected, so that the damage is still found.
  ///
  /// - Parameter later: the columns that only a later schema adds.
  static func include(
    _ added: Set<String>, without later: Set<String> = [], in database: Database
  ) throws {
    let before = expression("profile", without: added.union(later))
    try renew("profile", where: "t.sum = \(before)", without: later, in: database)
  }

  /// - Parameters:
  ///   - condition: an SQL condition on a row `t`.
  ///   - absent: columns that the sum does not cover, since it is of an older schema.
  static func renew(
    _ table: String, where condition: String = "1", _ arguments: StatementArguments = [],
    without absent: Set<String> = [], in database: Database
  ) throws {
    let isCorrectable = contents[table] != nil
    let isPlain =
      isCorrectable ? "NOT EXISTS (SELECT 1 FROM \(table)_original o WHERE o.seq = t.seq)" : "1"
    try database.execute(
      sql: """
        UPDATE main.\(table) AS t SET sum = \(expression(table, without: absent))
        WHERE (\(condition)) AND \(isPlain)
        """, arguments: arguments)
    if isCorrectable {
      try database.execute(
        sql: """
          UPDATE main.\(table) AS t SET sum = \(expression(table, isCorrected: true))
          FROM main.\(table)_original o WHERE o.seq = t.seq AND (\(condition))
          """, arguments: arguments)
    }
  }

  /// Returns the SQL of a query for the rows with a wrong sum; its only column is `name`.
  ///
  /// - Parameter name: the SQL expression for the name of a row `t`.
  static func differences(in table: String, name: String) -> String {
    guard contents[table] != nil else {
      return "SELECT \(name) AS name FROM \(table) t WHERE t.sum <> \(expression(table))"
    }
    return """
      SELECT \(name) AS name FROM \(table) t LEFT JOIN \(table)_original o ON o.seq = t.seq
      WHERE t.sum <> iif(o.seq IS NULL, \(expression(table)), \(expression(table, isCorrected: true)))
      """
  }

  /// Returns the SQL expression for whether a row `t` of a table differs from what was recorded; a row
  /// that was corrected never does.
  static func isDamaged(_ table: String) -> String {
    "t.sum <> \(expression(table)) AND NOT EXISTS (SELECT 1 FROM \(table)_original o WHERE o.seq = t.seq)"
  }

  /// Adds the SQL function `flint_sum`, which returns the sum of its arguments, to a connection.
  ///
  /// It uses SQLite's own interface, because it is called for each row of a bulk insert.
  static func install(in database: Database) throws {
    let code = sqlite3_create_function_v2(
      database.sqliteConnection, "flint_sum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, count, values in
        var sum = RowSum.start
        for index in 0..<Int(count) {
          guard let value = values?[index] else { continue }
          RowSum.append(value, to: &sum)
        }
        sqlite3_result_int64(context, Int64(bitPattern: sum))
      }, nil, nil, nil)
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  private static let start: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Adds a 64-bit word such that each of its bits changes each bit of the sum with probability ½:
  /// combines both halves of a 128-bit product (as in wyhash).
  @inline(__always)
  private static func append(_ word: UInt64, to sum: inout UInt64) {
    let product = (sum ^ word).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
    // Without the constant a product of zero would erase the previous sum.
    sum = (product.high ^ product.low) &+ (sum << 23 | sum >> 41) &+ 0xa076_1d64_78bd_642f
  }

  /// Adds a value: its type, then its number or its length and bytes.
  ///
  /// The bytes belong to SQLite and are valid until the function returns.
  @inline(__always)
  private static func append(_ value: OpaquePointer, to sum: inout UInt64) {
    let type = sqlite3_value_type(value)
    append(UInt64(type), to: &sum)
    switch type {
    case SQLITE_INTEGER:
      append(UInt64(bitPattern: sqlite3_value_int64(value)), to: &sum)
    case SQLITE_FLOAT:
      append(sqlite3_value_double(value).bitPattern, to: &sum)
    case SQLITE_TEXT, SQLITE_BLOB:
      // In this order: `sqlite3_value_bytes` returns the length of the representation that was last
      // queried.
      let start = sqlite3_value_blob(value)
      append(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), to: &sum)
    default: break
    }
  }

  /// Adds the length and the bytes of a text or blob.
  @inline(__always)
  private static func append(_ bytes: UnsafeRawBufferPointer, to sum: inout UInt64) {
    append(UInt64(bytes.count), to: &sum)
    var position = 0
    while position + 8 <= bytes.count {
      append(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)),
        to: &sum)
      position += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[position...].reversed() { rest = rest << 8 | UInt64(byte) }
    append(rest, to: &sum)
  }

  /// Returns the sum of values that were read without SQLite.
  static func sum(of values: [FoundValue]) -> Int64 {
    var sum = start
    for value in values {
      switch value {
      case .null: append(UInt64(SQLITE_NULL), to: &sum)
      case .integer(let number):
        append(UInt64(SQLITE_INTEGER), to: &sum)
        append(UInt64(bitPattern: number), to: &sum)
      case .text(let bytes):
        append(UInt64(SQLITE_TEXT), to: &sum)
        bytes.withUnsafeBytes { append($0, to: &sum) }
      case .blob(let bytes):
        append(UInt64(SQLITE_BLOB), to: &sum)
        bytes.withUnsafeBytes { append($0, to: &sum) }
      }
    }
    return Int64(bitPattern: sum)
  }
}
