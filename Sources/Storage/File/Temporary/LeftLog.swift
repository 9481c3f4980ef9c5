import CSystem
import Foundation
import GRDB

/// The write-ahead log that a killed process left beside a profile. SQLite replays a log into whatever
/// file has the name, and so destroys a backup that was put in the place of the file for which it was
/// written. Therefore a log with content is compared with the file before SQLite replays it, unless
/// another process has the file open, which has done so.
enum LeftLog {
  /// Checks the log beside a profile, and opens the profile.
  ///
  /// - Parameters:
  ///   - path: the path of the profile.
  ///   - wait: the wait for other processes that do the same.
  ///   - open: opens the profile; until it returns, no other process begins to.
  /// - Throws: `StoreError`: `foreignLog` when the log does not belong to the file.
  static func checking<Result>(
    _ path: String, _ wait: LockWait, _ open: () throws -> Result
  ) throws(StoreError) -> Result {
    // Who may not write the file cannot have it replayed.
    guard ProfilePath.hasContent(path + "-wal"), FileManager.default.isWritableFile(atPath: path)
    else { return try Store.translating(path: path, open) }
    let descriptor = try lock(path, wait)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try Store.translating(path: path) {
      // Another process may have replayed it meanwhile.
      if ProfilePath.hasContent(path + "-wal") {
        try SandboxedProfile.exclusively(path) { try check(path) }
      }
      return try open()
    }
  }

  /// Locks the log, which SQLite does not.
  ///
  /// - Returns: the descriptor that holds the lock; negative where there is no log to lock.
  private static func lock(_ path: String, _ wait: LockWait) throws(StoreError) -> Int32 {
    let descriptor = open(path + "-wal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var tries = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      guard wait.wait(tries) else {
        close(descriptor)
        throw StoreError(.busy(holder: nil), path: path)
      }
      tries += 1
    }
    return descriptor
  }

  /// Throws if the log does not belong to the file. Neither is changed.
  private static func check(_ path: String) throws {
    do {
      // Exclusive, so that the index of the log is in memory and no other process uses the file.
      let view = try DatabaseQueue(
        path: Store.name(of: path, readOnly: false), configuration: configuration("EXCLUSIVE"))
      defer { RetiredQueues.retire(view) }
      if let problem = try view.inDatabase({ try problem($0, path) }) {
        throw StoreError(.foreignLog, path: path, detail: problem)
      }
    } catch let error as DatabaseError {
      switch error.resultCode {
      // Another process has the file open, or it cannot be opened, which is reported next.
      case .SQLITE_BUSY, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: try compare(error, path)
      default: throw error
      }
    } catch let error where error is Damage || error is Schema.ForeignObject {
      try compare(error, path)
    }
  }

  private static func configuration(_ locking: String) -> Configuration {
    var configuration = Configuration()
    configuration.journalMode = .default
    configuration.busyMode = .immediateError
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      guard cs_keep_log(database.sqliteConnection) == 0 else {
        throw DatabaseError(message: "this SQLite cannot be kept from replaying a log")
      }
      try database.execute(
        sql: """
          PRAGMA main.locking_mode = \(locking);
          PRAGMA query_only = 1;
          PRAGMA temp_store = MEMORY;
          """)
      try RowSum.install(in: database)
      try Schema.distrust(database)
    }
    return configuration
  }

  /// Returns why the file with its log is not a later state of the file alone; `nil` if it is.
  private static func problem(_ database: Database, _ path: String) throws -> String? {
    try checkContent(database, path)
    try database.execute(
      sql: "ATTACH DATABASE ? AS alone", arguments: [Store.immutableName(of: path)])
    do {
      let own = try Data.fetchOne(database, sql: "SELECT id FROM alone.profile")
      let other = try Data.fetchOne(database, sql: "SELECT id FROM main.profile")
      if own != other { return "it is the log of another profile" }
      for table in Records.tables where try database.tableExists(table, in: "alone") {
        let id = table == "correction" ? "hash" : "id"
        let missing = try Int.fetchOne(
          database,
          sql: """
            SELECT count(*) FROM alone.\(table) AS a NOT INDEXED
            WHERE NOT EXISTS (SELECT 1 FROM main.\(table) AS m WHERE m.\(id) = a.\(id))
            """)
        if let missing, missing > 0 {
          return "\(missing) of the \(table) records in the file would be lost"
        }
      }
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      // The log was being moved into the file, which is whole only together with it.
    }
    return nil
  }

  /// Throws if the content of a file is damaged.
  private static func checkContent(_ database: Database, _ path: String) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA user_version") == Schema.version else {
      // An older file has no sums of its rows.
      let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
      if let found, found != "ok" { throw Damage(found) }
      return
    }
    try StoreAccess(database, path: path, isReadOnly: true).verification.checkContent()
  }

  /// Throws unless the file alone is damaged in the same way as with its log, which then is not the
  /// reason.
  private static func compare(_ error: any Error, _ path: String) throws {
    let detail = StoreError(error, path: path).detail
    do {
      let alone = try DatabaseQueue(
        path: Store.immutableName(of: path), configuration: configuration("NORMAL"))
      defer { RetiredQueues.retire(alone) }
      try alone.inDatabase { try checkContent($0, path) }
    } catch {
      if StoreError(error, path: path).detail == detail { return }
    }
    throw StoreError(
      .foreignLog, path: path, detail: "with it, the file would be damaged: \(detail)")
  }
}
