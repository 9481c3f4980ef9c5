import FlintCalendar
import GRDB
import GRDBSQLite
import FlintRules

/// A prepared statement with direct binds, for the tables with millions of rows.
///
/// Invariants: `statement` belongs to the connection of `database`, is used only on the thread that
/// may use the connection, and is finalised by `GRDB`, which owns it. Text and blobs are bound as
/// transient, so that SQLite copies them before the bind returns. The exceptions are `bindText` and
/// `bindBlob`: their caller keeps the bytes at the same address until the statement has run, and
/// binds anew before it runs again.
struct RawStatement {
  private let owner: Statement
  private let handle: OpaquePointer
  private let database: Database

  init(_ database: Database, sql: String) throws {
    owner = try database.makeStatement(sql: sql)
    handle = owner.sqliteStatement
    self.database = database
  }

  init(_ database: Database, sql: String, arguments: StatementArguments) throws {
    try self.init(database, sql: sql)
    try owner.setArguments(arguments)
  }

  @inline(__always)
  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

  @inline(__always)
  func bind(_ value: Double, at index: Int32) { sqlite3_bind_double(handle, index, value) }

  @inline(__always)
  func bind(_ value: Int32?, at index: Int32) {
    if let value {
      sqlite3_bind_int64(handle, index, Int64(value))
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  @inline(__always)
  func bind(_ text: String?, at index: Int32) {
    guard var text else {
      sqlite3_bind_null(handle, index)
      return
    }
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text64(
          handle, index, characters.baseAddress, UInt64(characters.count), Self.transient,
          UInt8(SQLITE_UTF8))
      }
    }
  }

  @inline(__always)
  func bind(_ id: EventID, at index: Int32) {
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes in
      _ = sqlite3_bind_blob(handle, index, bytes.baseAddress, 16, Self.transient)
    }
  }

  /// Binds a range of bytes as text without copying; binds NULL for `nil`.
  @inline(__always)
  func bindText(
    _ range: Range<Int>?, of bytes: UnsafeBufferPointer<UInt8>, at index: Int32
  ) {
    guard let range, let start = bytes.baseAddress else {
      sqlite3_bind_null(handle, index)
      return
    }
    (start + range.lowerBound).withMemoryRebound(to: CChar.self, capacity: range.count) {
      _ = sqlite3_bind_text64(
        handle, index, $0, UInt64(range.count), nil, UInt8(SQLITE_UTF8))
    }
  }

  /// Binds a range of bytes as a blob without copying.
  @inline(__always)
  func bindBlob(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, at index: Int32) {
    guard let start = bytes.baseAddress else { return }
    sqlite3_bind_blob(handle, index, start + range.lowerBound, Int32(range.count), nil)
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Runs a statement that returns no rows, and resets it for the next binds.
  @inline(__always)
  func run() throws {
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    if code != SQLITE_DONE && code != SQLITE_ROW { throw failure(code) }
  }

  /// The number of rows that the last statement of this connection changed.
  var changes: Int32 { sqlite3_changes(database.sqliteConnection) }

  /// Advances to the next row; returns `false` at the end.
  @inline(__always)
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  func reset() { sqlite3_reset(handle) }

  @inline(__always)
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  @inline(__always)
  func id(_ column: Int32) -> EventID {
    guard sqlite3_column_bytes(handle, column) == 16, let blob = sqlite3_column_blob(handle, column)
    else { return EventID(high: 0, low: 0) }
    return EventID(
      high: UInt64(bigEndian: blob.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: blob.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// - Throws: `Damage` when the column is no id.
  func storedID(_ column: Int32) throws -> EventID {
    guard sqlite3_column_bytes(handle, column) == 16 else { throw Damage(column: "id") }
    return id(column)
  }

  /// Returns a copy of a blob's bytes, or of a text's UTF-8.
  @inline(__always)
  func bytes(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0, let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns whether a column equals a text byte by byte, or is NULL if `text` is `nil`.
  @inline(__always)
  func isText(_ text: String?, at column: Int32) -> Bool {
    guard var text else { return sqlite3_column_type(handle, column) == SQLITE_NULL }
    guard let stored = sqlite3_column_text(handle, column) else { return false }
    let count = Int(sqlite3_column_bytes(handle, column))
    return text.withUTF8 { bytes in
      bytes.count == count
        && UnsafeBufferPointer(start: stored, count: count).elementsEqual(bytes)
    }
  }

  /// Returns a blob's bytes, or a text's UTF-8, without copying; `nil` for NULL. The bytes are
  /// valid until the statement advances.
  @inline(__always)
  func borrowedBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    // The value is queried, not the statement, which would lock the connection each time: nothing
    // else uses the connection meanwhile.
    let value = sqlite3_column_value(handle, column)
    if sqlite3_value_type(value) == SQLITE_NULL { return nil }
    guard let start = sqlite3_value_blob(value) else {
      // An empty text has no address.
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: Int(sqlite3_value_bytes(value)))
  }

  /// Returns a text; `nil` for NULL.
  func text(_ column: Int32) -> String? {
    borrowedBytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns an integer; `nil` for NULL.
  @inline(__always)
  func optionalInteger(_ column: Int32) -> Int64? {
    let value = sqlite3_column_value(handle, column)
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
  }

  /// Returns an instant and an offset in two adjacent columns; `nil` if Flint cannot have written
  /// them.
  @inline(__always)
  func time(_ column: Int32) -> (at: Instant, offset: UTCOffset)? {
    StoredTime.checked(at: integer(column), offset: integer(column + 1))
  }

  /// Returns the instant, offset, category and intensity of a spark in four adjacent columns; an id
  /// may precede them.
  @inline(__always)
  func sparkHead(
    _ column: Int32
  ) throws -> (at: Instant, offset: UTCOffset, category: SparkCategory, intensity: SparkIntensity) {
    guard let category = SparkCategory(number: integer(column + 2)),
      let intensity = SparkIntensity(number: integer(column + 3)),
      let time = time(column)
    else {
      let name = column == 0 ? "a stored spark" : "spark \(id(0))"
      throw Damage("\(name) has an unknown category or an impossible time")
    }
    return (time.at, time.offset, category, intensity)
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
  }
}
