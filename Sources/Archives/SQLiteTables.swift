import CSystem

/// Reads tables of an SQLite database of another program from its bytes.
///
/// The database is never written, opened by name or asked for anything but columns of its tables:
/// its views and triggers do not run.
public final class SQLiteTables {
  /// A value of a row.
  public enum Value: Hashable, Sendable {
    /// No value, or one that is not text or a number.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// A text, with invalid UTF-8 replaced.
    case text(String)
  }

  /// The maximum number of steps of SQLite's machine for one table, which a damaged file could
  /// otherwise make very large.
  private static let maximumStepCount = 2_000_000_000

  /// The connection, and the memory that it reads; both are released at the end.
  private let connection: OpaquePointer
  private let memory: UnsafeMutablePointer<UInt8>
  private let maximumTextSize: Int

  /// Whether bytes begin like an SQLite database.
  public static func isDatabase(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - bytes: the database.
  ///   - maximumTextSize: the maximum size of the texts of one table, in bytes: a small file can have
  ///     a large text as the default of many rows.
  /// - Throws: `CompressedFileError` if the bytes are no database.
  public init(
    _ bytes: [UInt8], maximumTextSize: Int = 1 << 28
  ) throws(CompressedFileError) {
    guard SQLiteTables.isDatabase(bytes), bytes.count >= 100 else {
      throw CompressedFileError("not an SQLite database")
    }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(":memory:", &opened, flags, nil) == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw CompressedFileError("out of memory", isUnreadable: true)
    }
    connection = opened
    self.maximumTextSize = maximumTextSize
    memory = .allocate(capacity: bytes.count)
    memory.initialize(from: bytes, count: bytes.count)
    // A database with a write-ahead log (2) cannot be read from memory; without the log, its pages
    // are those of one with a rollback journal (1).
    if memory[18] == 2 { memory[18] = 1 }
    if memory[19] == 2 { memory[19] = 1 }
    let size = Int64(bytes.count)
    // Without modules a virtual table of the file cannot be read, which would run code of FTS or R-trees on its
    // bytes.
    guard cs_distrust_schema(connection) == SQLITE_OK,
      sqlite3_drop_modules(connection, nil) == SQLITE_OK,
      sqlite3_deserialize(
        connection, "main", memory, size, size, UInt32(SQLITE_DESERIALIZE_READONLY)) == SQLITE_OK
    else { throw CompressedFileError("the SQLite database cannot be opened") }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 1 << 24)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    _ = try names("SELECT name FROM sqlite_master LIMIT 1")
  }

  deinit {
    sqlite3_close_v2(connection)
    memory.deallocate()
  }

  /// Returns the names of the columns of a table, in lower case; empty if there is no such table.
  public func columns(of table: String) throws(CompressedFileError) -> [String] {
    let quoted = table.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: "''")
    return try names(
      "SELECT lower(p.name) FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p "
        + "WHERE m.type = 'table' AND lower(m.name) = lower('\(quoted)')")
  }

  private func names(_ query: String) throws(CompressedFileError) -> [String] {
    var names: [String] = []
    try run(query, columns: 1) { row in
      if case .text(let name) = row[0] { names.append(name) }
    }
    return names
  }

  /// Calls a closure with each row of a table.
  ///
  /// - Parameters:
  ///   - table: the name of the table.
  ///   - columns: the names of columns that it has.
  ///   - order: the columns by which the rows are sorted.
  ///   - body: takes the values of a row, one a column.
  /// - Throws: `CompressedFileError` if the database is damaged.
  public func rows(
    of table: String, columns: [String], orderedBy order: [String], _ body: ([Value]) -> Void
  ) throws(CompressedFileError) {
    func quoted(_ names: [String]) -> String {
      names.map { name in
        "\""
          + name.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\""
      }.joined(separator: ", ")
    }
    let sorted = order.isEmpty ? "" : " ORDER BY \(quoted(order))"
    try run(
      "SELECT \(quoted(columns)) FROM main.\(quoted([table]))\(sorted)", columns: columns.count,
      body)
  }

  private func run(
    _ query: String, columns: Int, _ body: ([Value]) -> Void
  ) throws(CompressedFileError) {
    // The handler ends the query when it is called for the first time.
    sqlite3_progress_handler(connection, Int32(Self.maximumStepCount), { _ in 1 }, nil)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else {
      throw failure
    }
    var size = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let row = (0..<columns).map { value(statement, Int32($0)) }
        for case .text(let text) in row { size += text.utf8.count }
        guard size <= maximumTextSize else {
          throw CompressedFileError(
            "a table of the SQLite database has more than \(maximumTextSize >> 20) MiB of text"
          )
        }
        body(row)
      case SQLITE_DONE: return
      default: throw failure
      }
    }
  }

  private func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .number(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    default: return .null
    }
  }

  private var failure: CompressedFileError {
    CompressedFileError(
      "the SQLite database is damaged: \(String(cString: sqlite3_errmsg(connection)))")
  }
}
