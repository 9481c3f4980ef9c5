internal import GRDB
internal import GRDBSQLite

/// What makes SQLite give up the statement that it is at work on, which then fails as interrupted.
///
/// It sets a flag and nothing more ("sqlite3_interrupt" in SQLite's reference), so that it may be
/// called from any thread and in a signal handler, as long as the store is open.
public struct Interruption {
  /// What is to be called, with the argument.
  public let call: @convention(c) (UnsafeMutableRawPointer?) -> Void
  /// The connection.
  public let argument: UnsafeMutableRawPointer?
}

extension StoreAccess {
  /// What interrupts work on this file.
  public var interruption: Interruption {
    Interruption(
      call: { raw in sqlite3_interrupt(raw.map { OpaquePointer($0) }) },
      argument: database.sqliteConnection.map { UnsafeMutableRawPointer($0) })
  }
}
