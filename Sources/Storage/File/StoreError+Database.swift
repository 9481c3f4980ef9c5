import Foundation
import GRDB
import GRDBSQLite

extension StoreError {
  /// Converts an error of the database into an error about a profile.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let damage as Damage: self.init(.corrupted, path: path, detail: damage.detail)
    case let object as Schema.ForeignObject: self.init(.altered, path: path, detail: object.name)
    case is RowDecodingError:
      self.init(.corrupted, path: path, detail: "a row cannot be read")
    case let error as DatabaseError: self.init(database: error, path: path)
    default: self.init(.database, path: path, detail: String(describing: error))
    }
  }

  private init(database error: DatabaseError, path: String) {
    // For an error outside of a statement, SQLite's message is that of an earlier error.
    let name = String(cString: sqlite3_errstr(error.extendedResultCode.rawValue))
    let detail = error.message.flatMap { $0 == "not an error" ? nil : $0 } ?? name
    if error.resultCode == .SQLITE_CANTOPEN,
      URL(fileURLWithPath: path).path.utf8.count > Self.longestPath
    {
      self.init(
        .io, path: path,
        detail: "the path is too long: SQLite opens files whose absolute paths have at most "
          + "\(Self.longestPath) bytes")
      return
    }
    if let unfinished = Self.unfinished(path, error) {
      self.init(.io, path: path, detail: unfinished)
      return
    }
    switch error.resultCode {
    case .SQLITE_NOTADB: self.init(.notAProfile, path: path, detail: detail)
    case .SQLITE_CORRUPT: self.init(.corrupted, path: path, detail: detail)
    case .SQLITE_READONLY: self.init(.readOnly, path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.busy(holder: LockHolder.processID(path: path)), path: path)
    case .SQLITE_FULL: self.init(.full, path: path)
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM:
      self.init(.io, path: path, detail: detail)
    default: self.init(.database, path: path, detail: detail)
    }
  }

  /// SQLite's `MAX_PATHNAME`, minus the suffixes of the files beside a database.
  private static let longestPath = 504

  /// Returns why a profile cannot be read that another process left in the middle of its work;
  /// `nil` if that is not the cause.
  private static func unfinished(_ path: String, _ error: DatabaseError) -> String? {
    let codes: [ResultCode] = [
      .SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT,
    ]
    guard error.resultCode == .SQLITE_CANTOPEN || codes.contains(error.extendedResultCode),
      let left = ["-journal", "-wal"].first(where: { ProfilePath.hasContent(path + $0) })
    else { return nil }
    return
      "work on it was interrupted, and \(path)\(left) is needed to recover it. The profile can be "
      + "read where it and its directory are writable: make them writable, or copy both files to "
      + "such a directory"
  }
}
