import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Profiles in a sandbox in which nothing can be created, renamed or removed in the profile's
/// directory. SQLite is granted the files that it uses there; these are created beforehand and are
/// left there afterwards, empty.
public enum SandboxedProfile {
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
  public static func hasNoLog(_ path: String) -> Bool {
    FileHeader.writesAhead(path: path) == false && (try? FileHeader.check(path: path)) != nil
      && !ProfilePath.hasContent(path + "-journal")
  }

  /// Returns whether a file belongs to this user.
  public static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_uid == geteuid()
  }

  /// Prepares a profile for use by SQLite in a sandbox that this process is about to enter. The
  /// profile must not be open in this process.
  ///
  /// - Parameters:
  ///   - path: the path of the profile.
  ///   - isWriting: whether the profile is going to be written.
  ///   - keepsTemporaryFilesInMemory: whether there is no directory for SQLite's temporary files.
  /// - Returns: the files to grant for reading and writing; `nil` where SQLite needs the whole
  ///   directory: when the profile does not exist yet, when a journal has to be replayed and
  ///   removed, or when it belongs to another user, beside whose files no others may be left.
  public static func prepare(
    _ path: String, isWriting: Bool, keepsTemporaryFilesInMemory: Bool = true
  ) -> [String]? {
    guard FileManager.default.fileExists(atPath: path), !ProfilePath.hasContent(path + "-journal")
    else {
      return nil
    }
    // Opening reports a file that is not a profile.
    guard (try? FileHeader.check(path: path)) != nil else { return [path] }
    guard FileHeader.writesAhead(path: path) == true else { return [path] }
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
    if guardian >= 0, !isFile(guardian, at: path) {
      close(guardian)
      return nil
    }
    for companion in companions { makeCompanion(companion, of: path) }
    let readiness = Readiness(
      guardian: guardian, keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
    ready.withLock { $0[path] = readiness }
    return [path] + companions + (ProfilePath.exists(path + "-journal") ? [path + "-journal"] : [])
  }

  /// Returns whether a profile was prepared.
  static func isReady(_ path: String) -> Bool { ready.withLock { $0[path] != nil } }

  /// Configures a connection to a prepared profile.
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
    guard guardian >= 0 else { return }
    // The descriptor is left open: closing it would drop the locks of this process.
    var lock = sharedLock(Int16(F_UNLCK))
    _ = fcntl(guardian, setDescriptionLock, &lock)
  }

  /// Keeps other processes from being the last to close the profile, by taking the lock that every
  /// reader holds ("File Locking And Concurrency", and `PENDING_BYTE` and `SHARED_FIRST` in
  /// SQLite's `os.h`).
  private static func keepFromClosing(_ descriptor: Int32) -> Bool {
    // As SQLite does, by way of the lock of a process that is about to remove the profile.
    var pending = lock(Int16(F_RDLCK), pendingByte, 1)
    var tries = 0
    while fcntl(descriptor, setDescriptionLock, &pending) != 0 {
      tries += 1
      guard errno == EAGAIN || errno == EACCES, tries < Store.busySeconds * 1000 else {
        return false
      }
      usleep(1000)
    }
    var shared = sharedLock(Int16(F_RDLCK))
    let isShared = fcntl(descriptor, setDescriptionLock, &shared) == 0
    pending.l_type = Int16(F_UNLCK)
    _ = fcntl(descriptor, setDescriptionLock, &pending)
    return isShared
  }

  private static let pendingByte: off_t = 1 << 30

  /// Returns whether an open file is the one at a path.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }

  private static func sharedLock(_ kind: Int16) -> flock { lock(kind, pendingByte + 2, 510) }

  private static func lock(_ kind: Int16, _ start: off_t, _ length: off_t) -> flock {
    flock(l_type: kind, l_whence: Int16(SEEK_SET), l_start: start, l_len: length, l_pid: 0)
  }

  /// `F_OFD_SETLK`, which is not imported: sets a lock of the open file description, which is not
  /// dropped when other descriptors of this process are closed.
  private static let setDescriptionLock: Int32 = 37

  /// Creates a file beside a profile, for the users who may use the profile.
  private static func makeCompanion(_ companion: String, of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    // The permissions of the profile; its owner may always use it. No other thread creates files
    // yet.
    let mask = umask(0)
    let descriptor = createFile(companion, status.st_mode & 0o777 | 0o600)
    umask(mask)
    // If the file exists already or the directory may not be written, SQLite reports that.
    guard descriptor >= 0 else { return }
    if geteuid() == 0 { fchown(descriptor, status.st_uid, status.st_gid) }
    close(descriptor)
  }
}
