internal import GRDB
internal import GRDBSQLite

/// A call that interrupts the statement that SQLite is running, which then fails.
///
/// It only sets a flag ("sqlite3_interrupt" in SQLite's reference), so it may be made from any
/// thread and in a signal handler, as long as the store is open.
public struct Interruption {
  /// The function to call, with `argument`.
  public let call: @convention(c) (UnsafeMutableRawPointer?) -> Void
  /// The connection.
  public let argument: UnsafeMutableRawPointer?
}

extension StoreAccess {
  /// The call that interrupts work on this file.
  public var interruption: Interruption {
    Interruption(
      call: { raw in sqlite3_interrupt(raw.map { OpaquePointer($0) }) },
      argument: database.sqliteConnection.map { UnsafeMutableRawPointer($0) })
  }
}
