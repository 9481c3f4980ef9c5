import Foundation
import GRDB
import GRDBSQLite
public import Rules

/// Profiles that are made for work which then fails, and files that are taken away while others open
/// them.
extension Store {
  /// Opens the profile at a path, or makes it if there is none, whatever other processes do there at
  /// the same time.
  ///
  /// - Parameters:
  ///   - path: where.
  ///   - isProvisional: as for `create`.
  ///   - new: what a new one is, and the definition of its rulebook.
  /// - Returns: the profile, and whether it was made.
  /// - Throws: what `new` throws; `StoreError`.
  public static func openOrCreate(
    path: String, isProvisional: Bool = false,
    _ new: () throws -> (profile: Profile, definition: String?)
  ) throws -> (store: Store, isNew: Bool) {
    var wanted: (profile: Profile, definition: String?)?
    while true {
      if let store = try openIfThere(path) { return (store, false) }
      let new = try wanted ?? new()
      wanted = new
      if let store = try createIfFree(path, new.profile, new.definition, isProvisional) {
        return (store, true)
      }
    }
  }

  /// The profile at a path; `nil` if there is none, or whoever made it takes it away again.
  private static func openIfThere(_ path: String) throws(StoreError) -> Store? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do throws(StoreError) {
      return try open(path: path)
    } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }

  /// A new profile; `nil` if another process was faster: it is the same profile that was wanted.
  private static func createIfFree(
    _ path: String, _ profile: Profile, _ definition: String?, _ isProvisional: Bool
  ) throws(StoreError) -> Store? {
    do throws(StoreError) {
      return try create(
        path: path, profile: profile, definition: definition, isProvisional: isProvisional)
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      if error.code == .exists && error.path == path && isThere { return nil }
      throw error
    }
  }

  /// Removes a profile that was made for work which then failed, if nothing was ever recorded in it
  /// and nobody else uses it.
  public static func discardIfEmpty(path: String) {
    removeIfEmpty(path)
    Drafts.removeFolders()
  }

  /// The same but for directories. It is decided while nobody else can begin to use the file; who has
  /// it open already keeps it. Nobody is waited for.
  ///
  /// This process may have it open as well, in the middle of a transaction even, which is then not to
  /// be committed any more (``Drafts/keep()``).
  static func removeIfEmpty(_ path: String) {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.journalMode = .default
    // Without a log nothing is looked for beside it, for which there may be no room.
    let hasLog = { () -> Bool in
      var status = stat()
      return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }
    let isLogged = hasLog()
    // Opened before the locks are taken: opening takes and gives back some of them.
    guard
      let queue = try? DatabaseQueue(
        path: isLogged ? path : immutableName(of: path), configuration: configuration)
    else { return }
    defer { RetiredQueues.retire(queue) }
    let store = Store(path: path, isReadOnly: true, queue: queue)
    let isEmpty = { () -> Bool in
      let found = try? store.access { access in
        (try access.recordSum().count, try access.batches().count)
      }
      return found.map { $0 == (0, 0) } ?? false
    }
    guard isEmpty(), let lock = FileLock(path) else { return }
    guard lock.isAlone(), isEmpty(), hasLog() == isLogged else {
      lock.release()
      return
    }
    // The profile first: beside one that is gone SQLite puts nothing.
    for suffix in [""] + companions { unlink(path + suffix) }
    try? synchronizeDirectory(of: path)
  }

  /// Whether the file that is open is not the one at its path any more.
  var hasMoved: Bool {
    (try? access { $0.hasMoved }) ?? false
  }
}

extension StoreAccess {
  /// Whether the file that is open is not the one at its path any more: what is committed to it is lost.
  var hasMoved: Bool {
    var answer: Int32 = 0
    let code = sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return code == SQLITE_OK && answer != 0
  }
}

/// SQLite's locks of a database file (`os.h`), as other processes hold them.
private struct FileLock {
  /// Never closed: that would drop the locks that SQLite holds for this process, which does not go on
  /// for long.
  private let descriptor: Int32

  /// Keeps others from beginning to use the file, until the process ends or SQLite takes this lock
  /// itself; `nil` if somebody is just doing so.
  init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // PENDING_BYTE: whoever begins to read has to pass it.
    var lock = FileLock.range(0x4000_0000, 1)
    for _ in 0..<10 {
      if fcntl(descriptor, F_SETLK, &lock) == 0 { return }
      usleep(1000)
    }
    return nil
  }

  /// Whether no other process has the database open, in write-ahead mode, where that holds a lock.
  func isAlone() -> Bool {
    // SHARED_FIRST and SHARED_SIZE.
    var lock = FileLock.range(0x4000_0002, 510)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type == Int16(F_UNLCK)
  }

  /// Lets others use the file again.
  func release() {
    var lock = FileLock.range(0x4000_0000, 1)
    lock.l_type = Int16(F_UNLCK)
    _ = fcntl(descriptor, F_SETLK, &lock)
  }

  private static func range(_ start: off_t, _ length: off_t) -> flock {
    flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: start, l_len: length, l_pid: 0)
  }
}
