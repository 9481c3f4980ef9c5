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
    // While it is the file at the path, what is asked about the path is about this file.
    let opened = open(path)
    guard opened >= 0 || errno != ENOENT else { return nil }
    let granted = granted(path, opened)
    // The process that created it may have removed it again.
    let isThere = opened < 0 || isOpenFile(opened, at: path)
    let isGuarded = isThere && granted?.isKept == true
    if opened >= 0, !isGuarded { close(opened) }
    guard isThere, let granted else { return nil }
    if let isKept = granted.isKept {
      ready.withLock {
        $0[path] = Readiness(
          guardian: isKept ? opened : -1, keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
      }
    }
    return granted.files
  }

  /// Opens a file for writing, or for reading if it cannot be written.
  private static func open(_ path: String) -> Int32 {
    let options = O_NONBLOCK | O_CLOEXEC
    let descriptor = Foundation.open(path, O_RDWR | options)
    return descriptor < 0 && errno != ENOENT ? Foundation.open(path, options) : descriptor
  }

  /// Returns the files to grant, and creates those beside the profile.
  ///
  /// - Returns: the files, and whether other processes are kept from removing them; `nil` where SQLite
  ///   creates none beside the profile.
  private static func granted(
    _ path: String, _ opened: Int32
  ) -> (files: [String], isKept: Bool?)? {
    if ProfilePath.hasContent(path + "-journal") { return nil }
    // Opening reports a file that is not a profile.
    guard (try? FileHeader(path: path))?.writesAhead == true else { return ([path], nil) }
    let companions = ["-wal", "-shm"].map { path + $0 }
    // A user who may not write the profile creates no files beside it: its owner could not use
    // them.
    guard FileManager.default.isWritableFile(atPath: path) else {
      return ([path] + companions.filter(ProfilePath.exists), nil)
    }
    guard isOwn(path) || geteuid() == 0 else { return nil }
    let isKept = opened >= 0 && keepFromClosing(opened)
    // It may have been removed before it was kept.
    if isKept, !isOpenFile(opened, at: path) { return nil }
    let made = companions.map { makeCompanion($0, of: path) }
    // SQLite cannot: without its name, the log would be lost in a power cut.
    if made.contains(true) { try? synchronizeDirectory(of: path) }
    let journals = [path + "-journal"].filter(ProfilePath.exists)
    return ([path] + companions + journals, isKept)
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

  /// Runs a closure that needs the profile for itself, unless another process uses the profile. No other
  /// process may begin to use it meanwhile.
  static func exclusively(_ path: String, _ body: () throws -> Void) rethrows {
    let guardian = ready.withLock { $0[path]?.guardian ?? -1 }
    guard guardian >= 0 else { return try body() }
    if isUsedByOthers(guardian) { return }
    set(.shared(F_UNLCK), guardian)
    defer { _ = keepFromClosing(guardian) }
    try body()
  }

  /// Returns whether another process uses a prepared profile; `nil` if it is not prepared.
  static func isUsedByOthers(_ path: String) -> Bool? {
    let guardian = ready.withLock { $0[path]?.guardian ?? -1 }
    return guardian >= 0 ? isUsedByOthers(guardian) : nil
  }

  private static func isUsedByOthers(_ guardian: Int32) -> Bool {
    var lock = flock.shared(F_WRLCK)
    return fcntl(guardian, getDescriptionLock, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }

  /// Drops the locks of a descriptor, which is left open: closing it would drop the locks of this process.
  private static func release(_ guardian: Int32) {
    set(.shared(F_UNLCK), guardian)
    set(.existing(F_UNLCK), guardian)
  }

  @discardableResult
  private static func set(_ lock: flock, _ descriptor: Int32) -> Bool {
    var lock = lock
    return fcntl(descriptor, setDescriptionLock, &lock) == 0
  }

  /// Keeps other processes from being the last to close the profile, by taking the lock that every
  /// reader holds, and from removing it.
  private static func keepFromClosing(_ descriptor: Int32) -> Bool {
    var tries = 0
    while !takeLocks(descriptor) {
      tries += 1
      guard errno == EAGAIN || errno == EACCES, tries < Store.busySeconds * 1000 else {
        return false
      }
      usleep(1000)
    }
    return true
  }

  /// Takes the locks at once or not at all, in which case `errno` says why.
  private static func takeLocks(_ descriptor: Int32) -> Bool {
    // As SQLite does, by way of the lock of a process that is about to remove the profile. One that
    // closes the profile releases that lock before the one of readers, which it has exclusively.
    guard set(.pending(F_RDLCK), descriptor) else { return false }
    let isKept = set(.existing(F_RDLCK), descriptor) && set(.shared(F_RDLCK), descriptor)
    let reason = errno
    set(.pending(F_UNLCK), descriptor)
    if !isKept {
      set(.existing(F_UNLCK), descriptor)
      errno = reason
    }
    return isKept
  }

  /// `F_OFD_SETLK`, which is not imported: sets a lock of the open file description, which is not
  /// dropped when other descriptors of this process are closed.
  private static let setDescriptionLock: Int32 = 37

  /// `F_OFD_GETLK`, which is not imported: finds a lock that another description or process holds.
  private static let getDescriptionLock: Int32 = 36

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
