import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// A profile in a sandbox in whose directory nothing can be made, renamed or removed: SQLite is granted
/// the files that it uses there, which have to be made beforehand and stay afterwards, empty.
extension Store {
  /// Profiles that were made ready, with the descriptor that keeps another process from removing their
  /// files before they are opened here.
  private static let ready = Mutex<[String: Readiness]>([:])

  private struct Readiness {
    /// Negative where there is none, or it is not needed any more.
    var guardian: Int32
    var keepsTemporaryFilesInMemory: Bool
  }

  /// Whether a profile has no write-ahead log yet, as a backup: it gets one when it is opened to be written,
  /// which makes files in its directory and removes them.
  public static func hasNoLog(_ path: String) -> Bool {
    FileHeader.writesAhead(path: path) == false && (try? FileHeader.check(path: path)) != nil
      && !hasContent(path + "-journal")
  }

  /// Whether a file belongs to this user.
  public static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_uid == geteuid()
  }

  /// Makes ready what SQLite needs of a profile once a sandbox is closed around this process. The profile
  /// must not be open here.
  ///
  /// - Parameters:
  ///   - path: the profile's file.
  ///   - isWriting: whether it is going to be written.
  ///   - keepsTemporaryFilesInMemory: whether there is no directory for what SQLite puts aside.
  /// - Returns: the files to grant, for reading and writing; `nil` where SQLite needs the whole directory:
  ///   when the profile has yet to be made, or a journal has to be played back and removed, or it is
  ///   somebody else's, for whom nothing may stay beside it that is not theirs.
  public static func prepareForSandbox(
    _ path: String, isWriting: Bool, keepsTemporaryFilesInMemory: Bool = true
  ) -> [String]? {
    guard FileManager.default.fileExists(atPath: path), !hasContent(path + "-journal") else {
      return nil
    }
    // What is no profile is told by whoever opens it.
    guard (try? FileHeader.check(path: path)) != nil else { return [path] }
    guard FileHeader.writesAhead(path: path) == true else { return [path] }
    let companions = ["-wal", "-shm"].map { path + $0 }
    // Whoever may not write it makes nothing beside it: that would be out of its owner's reach.
    guard FileManager.default.isWritableFile(atPath: path) else {
      return [path] + companions.filter(isAnything)
    }
    guard isOwn(path) || geteuid() == 0 else { return nil }
    var guardian = Foundation.open(path, O_RDWR | O_CLOEXEC)
    if guardian >= 0, !keepFromClosing(guardian) {
      close(guardian)
      guardian = -1
    }
    // Whoever made it may just have taken it away again.
    if guardian >= 0, !isFile(guardian, at: path) {
      close(guardian)
      return nil
    }
    for companion in companions { makeCompanion(companion, of: path) }
    let readiness = Readiness(
      guardian: guardian, keepsTemporaryFilesInMemory: keepsTemporaryFilesInMemory)
    ready.withLock { $0[path] = readiness }
    return [path] + companions + (isAnything(path + "-journal") ? [path + "-journal"] : [])
  }

  /// Whether a profile was made ready.
  static func isReadyForSandbox(_ path: String) -> Bool { ready.withLock { $0[path] != nil } }

  /// Sets up a connection to a profile that was made ready.
  static func configureForSandbox(_ database: Database, _ path: String) throws {
    if ready.withLock({ $0[path]?.keepsTemporaryFilesInMemory ?? true }) {
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    // Its log stays when it is closed, emptied.
    var isKept: Int32 = 1
    sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Says that a profile that was made ready is open: from now on SQLite itself keeps other processes from
  /// removing its files.
  static func didOpen(_ path: String) {
    let guardian = ready.withLock { ready -> Int32 in
      defer { ready[path]?.guardian = -1 }
      return ready[path]?.guardian ?? -1
    }
    guard guardian >= 0 else { return }
    // The descriptor stays: closing it would drop the locks of this process.
    var lock = sharedLock(Int16(F_UNLCK))
    _ = fcntl(guardian, setDescriptionLock, &lock)
  }

  /// Keeps other processes from being the last that closes the profile, by the lock that every reader holds
  /// ("File Locking And Concurrency", and `PENDING_BYTE` and `SHARED_FIRST` in SQLite's `os.h`).
  private static func keepFromClosing(_ descriptor: Int32) -> Bool {
    // As SQLite does, past the lock of whoever is about to take the profile away.
    var pending = lock(Int16(F_RDLCK), pendingByte, 1)
    var tries = 0
    while fcntl(descriptor, setDescriptionLock, &pending) != 0 {
      tries += 1
      guard errno == EAGAIN || errno == EACCES, tries < busySeconds * 1000 else { return false }
      usleep(1000)
    }
    var shared = sharedLock(Int16(F_RDLCK))
    let isShared = fcntl(descriptor, setDescriptionLock, &shared) == 0
    pending.l_type = Int16(F_UNLCK)
    _ = fcntl(descriptor, setDescriptionLock, &pending)
    return isShared
  }

  private static let pendingByte: off_t = 1 << 30

  /// Whether an open file is the one at a path.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }

  private static func sharedLock(_ kind: Int16) -> flock { lock(kind, pendingByte + 2, 510) }

  private static func lock(_ kind: Int16, _ start: off_t, _ length: off_t) -> flock {
    flock(l_type: kind, l_whence: Int16(SEEK_SET), l_start: start, l_len: length, l_pid: 0)
  }

  /// `F_OFD_SETLK`, which is not imported: a lock of the descriptor, which other descriptors of this process
  /// do not drop when they are closed.
  private static let setDescriptionLock: Int32 = 37

  /// Makes a file beside a profile, for those who may use the profile.
  private static func makeCompanion(_ companion: String, of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    // For whoever may use the profile, whose owner always may; no other thread makes files yet.
    let mask = umask(0)
    let descriptor = createFile(companion, status.st_mode & 0o777 | 0o600)
    umask(mask)
    // There is one already, or the directory may not be written; then SQLite will say so.
    guard descriptor >= 0 else { return }
    if geteuid() == 0 { fchown(descriptor, status.st_uid, status.st_gid) }
    close(descriptor)
  }

  /// Whether there is something at a path that is no empty file.
  static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_mode & S_IFMT != S_IFREG || status.st_size > 0)
  }
}
