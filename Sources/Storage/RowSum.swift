import GRDB
import GRDBSQLite

/// Checksums of rows: what each row says that was recorded, in 64 bits, kept in its column `sum`, so that
/// a check of the profile finds every value that is not what was written.
///
/// Of an event the sum is over what was recorded first: what it says now is what its corrections say,
/// which have hashes of their own.
enum RowSum {
  /// The columns that a table's sums are over, in this order.
  private static let columns: [String: [String]] = [
    // The sum of the records is compared with the records.
    "profile": ["id", "seed", "zone", "rulebook", "rulebook_hash", "created_at"],
    "batch": ["seq", "kind", "source", "recorded_at", "undoes", "detail"],
    "spark": ["seq", "id"] + contents["spark", default: []]
      + ["key", "recorded_at", "batch"],
    "card_roll": ["seq", "id", "at", "offset", "category", "key", "recorded_at", "batch"],
    "event": ["seq", "id", "kind"] + contents["event", default: []]
      + ["key", "recorded_at", "batch"],
    "correction": ["seq", "hash", "event", "change", "recorded_at", "batch"],
  ]

  /// The columns that corrections change, and that `…_original` keeps of what was recorded first.
  static let contents: [String: [String]] = [
    "spark": [
      "at", "offset", "category", "intensity", "title", "notes", "tags", "estimated", "actual",
    ],
    "event": ["at", "offset", "content"],
  ]

  /// The tables that have sums, in a fixed order.
  static let tables = ["profile", "batch", "spark", "card_roll", "event", "correction"]

  /// The sum of a row of a table `t`, as SQL.
  ///
  /// - Parameter isCorrected: whether what was recorded first is in a row `o` of `…_original`.
  private static func expression(_ table: String, isCorrected: Bool = false) -> String {
    let moved = isCorrected ? contents[table, default: []] : []
    let values = columns[table, default: []].map { column in
      "\(moved.contains(column) ? "o" : "t").\"\(column)\""
    }
    return "flint_sum(\(values.joined(separator: ", ")))"
  }

  /// An insertion of a row together with its sum, as SQL.
  ///
  /// - Parameter columns: the columns, in the order in which their values are bound.
  static func insertion(into table: String, _ columns: [String]) -> String {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    // A column that is not given is NULL.
    let values = Self.columns[table, default: []].map { column in
      columns.firstIndex(of: column).map { "?\($0 + 1)" } ?? "NULL"
    }
    return """
      INSERT INTO \(table) (\(names), sum)
      VALUES (\(marks), flint_sum(\(values.joined(separator: ", "))))
      """
  }

  /// Makes the sums of some rows of a table anew.
  ///
  /// - Parameter condition: of a row `t`, as SQL.
  static func renew(
    _ table: String, where condition: String = "1", _ arguments: StatementArguments = [],
    in database: Database
  ) throws {
    let isCorrectable = contents[table] != nil
    let isPlain =
      isCorrectable ? "NOT EXISTS (SELECT 1 FROM \(table)_original o WHERE o.seq = t.seq)" : "1"
    try database.execute(
      sql: """
        UPDATE main.\(table) AS t SET sum = \(expression(table)) WHERE (\(condition)) AND \(isPlain)
        """, arguments: arguments)
    if isCorrectable {
      try database.execute(
        sql: """
          UPDATE main.\(table) AS t SET sum = \(expression(table, isCorrected: true))
          FROM main.\(table)_original o WHERE o.seq = t.seq AND (\(condition))
          """, arguments: arguments)
    }
  }

  /// The names of rows that do not say what was recorded, as SQL; its column is `name`.
  ///
  /// - Parameter name: what a row `t` is called, as SQL.
  static func differences(in table: String, name: String) -> String {
    guard contents[table] != nil else {
      return "SELECT \(name) AS name FROM \(table) t WHERE t.sum <> \(expression(table))"
    }
    return """
      SELECT \(name) AS name FROM \(table) t LEFT JOIN \(table)_original o ON o.seq = t.seq
      WHERE t.sum <> iif(o.seq IS NULL, \(expression(table)), \(expression(table, isCorrected: true)))
      """
  }

  // MARK: The function

  /// Teaches a connection the function `flint_sum`, which answers with the sum of its arguments.
  ///
  /// By SQLite's own interface: it is called for each row that is added in bulk.
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

  /// Adds a word, such that every bit of it changes every bit of the sum with even chance: both halves of
  /// a product of 128 bits (as in wyhash).
  @inline(__always)
  private static func append(_ word: UInt64, to sum: inout UInt64) {
    let product = (sum ^ word).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
    // The constant keeps a product of zero from wiping out what came before.
    sum = (product.high ^ product.low) &+ (sum << 23 | sum >> 41) &+ 0xa076_1d64_78bd_642f
  }

  /// Adds a value: its type, and its number or its length and bytes.
  ///
  /// The bytes belong to SQLite, and stay where they are until the function returns.
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
      // In this order: the length is that of the bytes asked for before.
      let start = sqlite3_value_blob(value)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
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
    default: break
    }
  }
}
