import Foundation
import GRDB
import GRDBSQLite
package import FlintRules

/// Profiles that are created for work which then fails, and files that are removed while other
/// processes open them.
extension Store {
  /// Opens the profile at a path, or creates it if none exists, regardless of what other processes
  /// do there at the same time.
  ///
  /// - Parameters:
  ///   - isProvisional: as for `create`.
  ///   - new: returns a new profile and the definition of its rulebook.
  /// - Returns: the profile, and whether it was created.
  /// - Throws: the errors of `new`; `StoreError`.
  package static func openOrCreate(
    path: String, isProvisional: Bool = false,
    _ new: () throws -> (profile: Profile, definition: String?)
  ) throws -> (store: Store, isNew: Bool) {
    var wanted: (profile: Profile, definition: String?)?
    while true {
      do throws(StoreError) {
        return (try open(path: path), false)
      } catch {
        // The process that created it may be removing it again.
        if error.code != .missing { throw error }
      }
      let new = try wanted ?? new()
      wanted = new
      do throws(StoreError) {
        let store = try create(
          path: path, profile: new.profile, definition: new.definition,
          isProvisional: isProvisional)
        return (store, true)
      } catch {
        // If another process was faster, its profile is the wanted one.
        let isThere = FileManager.default.fileExists(atPath: path)
        guard error.code == .exists && error.path == path && isThere else { throw error }
      }
    }
  }

  /// Removes a profile that was created for work which then failed, if nothing was ever recorded in
  /// it and no other process uses it.
  package static func discardIfEmpty(path: String) {
    removeIfEmpty(path)
    TemporaryFiles.removeFolders()
  }

  /// Removes an empty profile as `discardIfEmpty` does, but not its directories. The decision is
  /// made while no other process can start to use the file; a process that has it open already
  /// keeps it. This function waits for no other process.
  ///
  /// This process may have the profile open as well, even in the middle of a transaction, which
  /// then must not be committed any more (``TemporaryFiles/keepProvisional()``).
  static func removeIfEmpty(_ path: String) {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.journalMode = .default
    // Without a log SQLite does not search for files beside the profile, for which there may be no
    // room.
    let hasLog = { fileStatus(path + "-wal").map { $0.st_size > 0 } ?? false }
    let isLogged = hasLog()
    // Opened before the locks are taken, because opening takes and releases some of them.
    guard
      let queue = try? DatabaseQueue(
        path: isLogged ? path : immutableName(of: path), configuration: configuration)
    else { return }
    defer { RetiredQueues.retire(queue) }
    let store = Store(path: path, isReadOnly: true, queue: queue)
    let isEmpty = { () -> Bool in
      let found = try? store.access { access in
        (try access.profile.recordSum().count, try access.batches.all().count)
      }
      return found.map { $0 == (0, 0) } ?? false
    }
    guard isEmpty(), let lock = FileLock(path) else { return }
    guard lock.isAlone(), isEmpty(), hasLog() == isLogged else {
      lock.release()
      return
    }
    // The profile first: SQLite puts no files beside a profile that does not exist.
    for suffix in [""] + ProfilePath.companions { unlink(path + suffix) }
    try? synchronizeDirectory(of: path)
  }

  /// Returns whether another process has a profile open in write-ahead mode.
  static func isInUse(_ path: String) -> Bool {
    if let isUsed = SandboxedProfile.isUsedByOthers(path) { return isUsed }
    guard let lock = FileLock(path) else { return true }
    defer { lock.release() }
    return !lock.isAlone()
  }

  /// Whether the open file is no longer the file at its path.
  var hasMoved: Bool { (try? access { $0.hasMoved }) ?? false }
}

/// SQLite's locks of a database file, as other processes hold them.
private struct FileLock {
  /// Never closed: closing it would drop the locks that SQLite holds for this process, which ends
  /// soon.
  private let descriptor: Int32

  /// Prevents other processes from starting to use the file, until this process ends or SQLite
  /// takes this lock itself; `nil` if another process is starting to use it.
  init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var lock = flock.pending(F_WRLCK)
    for _ in 0..<10 {
      if fcntl(descriptor, F_SETLK, &lock) == 0 { return }
      usleep(1000)
    }
    return nil
  }

  /// Returns whether no other process has the database open in write-ahead mode, in which it holds
  /// a lock, or is about to open it.
  func isAlone() -> Bool {
    [flock.shared(F_WRLCK), .existing(F_WRLCK)].allSatisfy { lock in
      var lock = lock
      return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type == Int16(F_UNLCK)
    }
  }

  /// Allows other processes to use the file again.
  func release() {
    var lock = flock.pending(F_UNLCK)
    _ = fcntl(descriptor, F_SETLK, &lock)
  }
}
