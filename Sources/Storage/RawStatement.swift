import GRDB
import GRDBSQLite
import Rules

/// A prepared statement with raw binds, for the rows that come by the million.
///
/// Invariants: `statement` belongs to the connection of `database`, is used only on the thread
/// that the connection was lent to, and is finalised by `GRDB`, which owns it. Text and blobs are
/// bound as transient, so that SQLite copies them before the bind returns; but for those of
/// `bindText` and `bindBlob`, which their caller keeps where they are until the statement has run,
/// and binds anew before it runs again.
struct RawStatement {
  private let owner: Statement
  private let handle: OpaquePointer
  private let database: Database

  init(_ database: Database, sql: String) throws {
    owner = try database.makeStatement(sql: sql)
    handle = owner.sqliteStatement
    self.database = database
  }

  @inline(__always)
  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

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

  /// Binds a part of some bytes as text, without a copy, or NULL.
  @inline(__always)
  func bindText(
    _ part: Range<Int>?, of bytes: UnsafeBufferPointer<UInt8>, at index: Int32
  ) {
    guard let part, let start = bytes.baseAddress else {
      sqlite3_bind_null(handle, index)
      return
    }
    (start + part.lowerBound).withMemoryRebound(to: CChar.self, capacity: part.count) {
      _ = sqlite3_bind_text64(
        handle, index, $0, UInt64(part.count), nil, UInt8(SQLITE_UTF8))
    }
  }

  /// Binds a part of some bytes as a blob, without a copy.
  @inline(__always)
  func bindBlob(_ part: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, at index: Int32) {
    guard let start = bytes.baseAddress else { return }
    sqlite3_bind_blob(handle, index, start + part.lowerBound, Int32(part.count), nil)
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Runs a statement that answers no rows, and readies it for the next binds.
  @inline(__always)
  func run() throws {
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    if code != SQLITE_DONE && code != SQLITE_ROW { throw failure(code) }
  }

  /// How many rows the last statement run on this connection changed.
  var changes: Int32 { sqlite3_changes(database.sqliteConnection) }

  /// Goes to the next row; `false` at the end.
  @inline(__always)
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  /// Readies the statement for the next binds.
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

  /// A blob's bytes, or a text's UTF-8.
  @inline(__always)
  func bytes(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0, let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Whether a column holds a text, byte by byte, or nothing where that is `nil`.
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

  /// A blob's bytes, or a text's UTF-8, lent until the statement moves on; `nil` for NULL.
  @inline(__always)
  func lent(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    // Asked of the value, not of the statement, which would lock the connection each time: nobody
    // else uses it meanwhile.
    let value = sqlite3_column_value(handle, column)
    if sqlite3_value_type(value) == SQLITE_NULL { return nil }
    guard let start = sqlite3_value_blob(value) else {
      // An empty text has no address.
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: Int(sqlite3_value_bytes(value)))
  }

  /// A text; `nil` for NULL.
  func text(_ column: Int32) -> String? {
    lent(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A whole number; `nil` for NULL.
  @inline(__always)
  func optionalInteger(_ column: Int32) -> Int64? {
    let value = sqlite3_column_value(handle, column)
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
  }
}
