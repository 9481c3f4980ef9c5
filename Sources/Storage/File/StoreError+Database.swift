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
    // SQLite also calls a file damaged of which the disk cannot read a part.
    case .SQLITE_CORRUPT where SystemFailure.isUnreadable(path),
      .SQLITE_IOERR where error.isReading:
      self = .unreadableDisk(path)
    case .SQLITE_CORRUPT: self.init(.corrupted, path: path, detail: detail)
    case .SQLITE_READONLY: self = Self.notWritable(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.busy(holder: LockHolder.processID(path: path)), path: path)
    case .SQLITE_FULL: self.init(.full, path: path)
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM:
      if SystemFailure.isDiskFull(path) {
        self.init(.full, path: path)
      } else if error.resultCode == .SQLITE_CANTOPEN,
        let code = SystemFailure.opening(path, O_RDONLY)
      {
        self.init(.io, path: path, detail: "cannot be opened: \(SystemFailure.text(code))")
      } else {
        self.init(.io, path: path, detail: detail)
      }
    default: self.init(.database, path: path, detail: detail)
    }
  }

  static func unreadableDisk(_ path: String) -> StoreError {
    StoreError(
      .io, path: path, detail: "the disk could not be read: \(SystemFailure.text(EIO))")
  }

  /// Returns the error of the disk because of which SQLite calls a file damaged; `nil` if that is not the
  /// cause.
  static func unreadableDisk(
    _ error: any Error, _ database: Database, _ path: String
  ) -> StoreError? {
    guard (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT else { return nil }
    var code: Int32 = 0
    sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_LAST_ERRNO, &code)
    return code == EIO ? unreadableDisk(path) : nil
  }

  /// Returns the error of a file that was not opened for writing.
  static func notWritable(_ path: String) -> StoreError {
    switch SystemFailure.opening(path, O_RDWR) {
    case nil, EACCES?, EPERM?, EROFS?, ENOENT?: StoreError(.readOnly, path: path)
    case let code?:
      StoreError(.io, path: path, detail: "cannot be opened: \(SystemFailure.text(code))")
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

extension DatabaseError {
  fileprivate var isReading: Bool {
    [.SQLITE_IOERR_READ, .SQLITE_IOERR_CORRUPTFS].contains(extendedResultCode)
  }
}
