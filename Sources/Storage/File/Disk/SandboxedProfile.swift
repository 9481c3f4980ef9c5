import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Profiles in a sandbox in which nothing can be created, renamed or removed in the profile's
/// directory. SQLite is granted the files that it uses there; these are created beforehand and are
/// left there afterwards, empty.
package enum SandboxedProfile {
  /// The prepared profiles, each with a descriptor that keeps another process from removing the
  /// files before this process opens them.
  private static let ready = Mutex<[String: Readiness]>([:])

  private struct Readiness {
    /// The descriptor; negative where there is none, or where it is no longer needed.
    var guardian: Int32
    var keepsTemporaryFilesInMemory: Bool
  }

  /// Returns whether a profile has no write-ahead log yet, as is the case for a backup. Opening it
  /// for writing creates the log, and creates and removes files in its directory.
  package static func hasNoLog(_ path: String) -> Bool {
    (try? FileHeader(path: path))?.writesAhead == false
      && !ProfilePath.hasContent(path + "-journal")
  }

  /// Returns whether a file belongs to this user.
  package static func isOwn(_ path: String) -> Bool { fileStatus(path)?.st_uid == geteuid() }

  /// Prepares a profile for use by SQLite in a sandbox that this process is about to enter. The
  /// profile must not be open in this process.
  ///
  /// - Parameter keepsTemporaryFilesInMemory: whether there is no directory for SQLite's temporary files.
  /// - Returns: the files to grant for reading and writing; `nil` where SQLite needs the whole
  ///   directory: when the profile does not exist yet, when a journal has to be replayed and
  ///   removed, or when it belongs to another user, beside whose files no others may be left.
  package static func prepare(
    _ path: String, keepsTemporaryFilesInMemory: Bool
  ) -> [String]? {
    guard FileManager.default.fileExists(atPath: path), !ProfilePath.hasContent(path + "-journal")
    else { return nil }
    // Opening reports a file that is not a profile.
    guard (try? FileHeader(path: path))?.writesAhead == true else { return [path] }
    let companions = ["-wal", "-shm"].map { path + $0 }
    // A user who may not write the profile creates no files beside it: its owner could not use
    // them.
    guard FileManager.default.isWritableFile(atPath: path) else {
      return [path] + companions.filter(ProfilePath.exists)
    }
    guard isOwn(path) || geteuid() == 0 else { return nil }
    var guardian = Foundation.open(path, O_RDWR | O_CLOEXEC)
    if guardian >= 0, !keepFromClosing(guardian) {
      close(guardian)
      guardian = -1
    }
    // The process that created it may just have removed it again.
    if guardian >= 0, !isOpenFile(guardian, at: path) {
      close(guardian)
      return nil
    }
    let made = companions.map { makeCompanion($0, of: path) }
    // SQLite cannot: without its name, the log would be lost in a power cut.
    if made.contains(true) { try? synchronizeDirectory(of: path) }
    let readiness = Readiness(
      guardian: guardian, keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
    ready.withLock { $0[path] = readiness }
    return [path] + companions + (ProfilePath.exists(path + "-journal") ? [path + "-journal"] : [])
  }

  static func isReady(_ path: String) -> Bool { ready.withLock { $0[path] != nil } }

  static func configure(_ database: Database, _ path: String) throws {
    if ready.withLock({ $0[path]?.keepsTemporaryFilesInMemory ?? true }) {
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    // The log is kept when the profile is closed, emptied.
    var isKept: Int32 = 1
    sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Records that a prepared profile is open: from now on SQLite itself keeps other processes from
  /// removing its files.
  static func didOpen(_ path: String) {
    let guardian = ready.withLock { ready -> Int32 in
      defer { ready[path]?.guardian = -1 }
      return ready[path]?.guardian ?? -1
    }
    if guardian >= 0 { release(guardian) }
  }

  /// Runs a closure that needs the profile for itself, in which other processes may remove the files of a
  /// prepared profile.
  static func withoutGuardian(_ path: String, _ body: () throws -> Void) rethrows {
    let guardian = ready.withLock { $0[path]?.guardian ?? -1 }
    guard guardian >= 0 else { return try body() }
    release(guardian)
    defer { _ = keepFromClosing(guardian) }
    try body()
  }

  /// Drops the lock of a descriptor, which is left open: closing it would drop the locks of this process.
  private static func release(_ guardian: Int32) {
    var lock = flock.shared(F_UNLCK)
    _ = fcntl(guardian, setDescriptionLock, &lock)
  }

  /// Keeps other processes from being the last to close the profile, by taking the lock that every
  /// reader holds.
  private static func keepFromClosing(_ descriptor: Int32) -> Bool {
    // As SQLite does, by way of the lock of a process that is about to remove the profile.
    var pending = flock.pending(F_RDLCK)
    var tries = 0
    while fcntl(descriptor, setDescriptionLock, &pending) != 0 {
      tries += 1
      guard errno == EAGAIN || errno == EACCES, tries < Store.busySeconds * 1000 else {
        return false
      }
      usleep(1000)
    }
    var shared = flock.shared(F_RDLCK)
    let isShared = fcntl(descriptor, setDescriptionLock, &shared) == 0
    pending.l_type = Int16(F_UNLCK)
    _ = fcntl(descriptor, setDescriptionLock, &pending)
    return isShared
  }

  /// `F_OFD_SETLK`, which is not imported: sets a lock of the open file description, which is not
  /// dropped when other descriptors of this process are closed.
  private static let setDescriptionLock: Int32 = 37

  /// Creates a file beside a profile, for the users who may use the profile.
  ///
  /// - Returns: whether it was created.
  private static func makeCompanion(_ companion: String, of path: String) -> Bool {
    guard let status = fileStatus(path) else { return false }
    // The permissions of the profile; its owner may always use it. No other thread creates files
    // yet.
    let mask = umask(0)
    let descriptor = createFile(companion, status.st_mode & 0o777 | 0o600)
    umask(mask)
    // If the file exists already or the directory may not be written, SQLite reports that.
    guard descriptor >= 0 else { return false }
    if geteuid() == 0 { fchown(descriptor, status.st_uid, status.st_gid) }
    close(descriptor)
    return true
  }
}
