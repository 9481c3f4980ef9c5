import Foundation
import GRDB
import Rules

/// Makes a file, to be written.
///
/// - Returns: its descriptor; a negative number when there is something of that name, or it cannot
///   be.
func createFile(_ path: String, _ mode: mode_t) -> Int32 {
  open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
}

extension Store {
  /// How the files are named that SQLite keeps beside a database while it is in use.
  public static let companions = ["-wal", "-shm", "-journal"]

  /// Refuses a path where something is, or beside which something lies that SQLite would take for
  /// a part of what is made there: the log of a profile that is gone would be played into the new
  /// one.
  ///
  /// - Throws: `StoreError`: `exists`.
  public static func checkIsFree(_ path: String) throws(StoreError) {
    let manager = FileManager.default
    // In this order: a profile that another process is just making has no such files before it is
    // there itself. One that is just being removed still has them for a moment.
    for attempt in 1...5 {
      guard
        let suffix = companions.first(where: {
          isLeft($0, of: path) && !manager.fileExists(atPath: path)
        })
      else { break }
      guard attempt == 5 else {
        usleep(2000)
        continue
      }
      throw StoreError(
        .exists, path: path + suffix,
        detail: "left of a profile that is not there any more; move it away first")
    }
    guard !manager.fileExists(atPath: path) else { throw StoreError(.exists, path: path) }
  }

  /// Whether a file that SQLite kept beside a profile may still say something: an empty log, which a script
  /// leaves, and the index of that say nothing.
  private static func isLeft(_ suffix: String, of path: String) -> Bool {
    if suffix == "-shm", isAnything(path + "-wal"), !hasContent(path + "-wal") { return false }
    return hasContent(path + suffix)
  }

  /// Also a link that leads nowhere.
  static func isAnything(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Makes a profile's file under another name and puts it in place whole, so that a crash leaves no
  /// half of it. The directory it lies in is made too if need be.
  ///
  /// - Parameters:
  ///   - mode: who may do what with the file; the user's mask takes away from that.
  ///   - writesAhead: whether its transactions go to a write-ahead log from the beginning: of a file that
  ///     has its name already only a journal could be made that comes back when the power goes.
  ///   - isProvisional: whether it goes with the work that it is made for: see ``Drafts``.
  ///   - body: is lent the empty database, which is closed afterwards.
  static func making(
    _ path: String, mode: mode_t = 0o644, writesAhead: Bool = true, isProvisional: Bool = false,
    _ body: (_ draft: DatabaseQueue) throws(StoreError) -> Void
  ) throws(StoreError) {
    try checkIsFree(path)
    // Made before SQLite opens it, which gives the files beside it the same mode.
    let draft = try Drafts.begin(.file, for: path, mode: mode, makingFolder: true)
    defer { Drafts.end(draft) }
    do {
      let queue = try translating(path: path) {
        // Never made anew by being opened: a signal may just have had it removed.
        try DatabaseQueue(path: name(of: draft, readOnly: false), configuration: draftConfiguration)
      }
      // Closed, its queue stays all the same.
      defer { RetiredQueues.retire(queue) }
      try body(queue)
      try turn(queue, toWriteAhead: writesAhead, path, isLast: true)
    }
    try Drafts.place(path, isProvisional: isProvisional) { () throws(StoreError) in
      try checkIsFree(path)
      try place(draft, at: path)
    }
  }

  /// Turns a draft to a write-ahead log or back: a copy of a profile that has one is one file only when it
  /// has none itself. That makes files beside it for a moment, which closing it removes.
  static func turn(
    _ draft: DatabaseQueue, toWriteAhead writesAhead: Bool, _ path: String, isLast: Bool = false
  ) throws(StoreError) {
    try Drafts.undisturbed { () throws(StoreError) in
      try translating(path: path) {
        try draft.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA journal_mode = \(writesAhead ? "WAL" : "DELETE")")
        }
        if isLast { try draft.close() }
      }
    }
  }

  /// No file lies beside a draft: what goes wrong with it takes all of it.
  private static var draftConfiguration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try RowSum.install(in: $0)
      try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
    }
    return configuration
  }

  /// Gives a file another name, unless that is taken.
  ///
  /// - Parameter linking: the system's `link`.
  static func place(
    _ draft: String, at path: String, linking: (String, String) -> Int32 = { link($0, $1) }
  ) throws(StoreError) {
    if linking(draft, path) == 0 { return }
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
      throw creationFailure(path, errno)
    }
    // A file system without hard links: the name is taken by an empty file, whose place the draft
    // takes then.
    let descriptor = createFile(path, 0o600)
    guard descriptor >= 0 else { throw creationFailure(path, errno) }
    close(descriptor)
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(path)
      throw creationFailure(path, code)
    }
  }

  /// Why something cannot be made at a path.
  static func creationFailure(_ path: String, _ code: Int32) -> StoreError {
    switch code {
    case EEXIST, ENOTEMPTY: StoreError(.exists, path: path)
    case ENOSPC, EDQUOT: StoreError(.full, path: path)
    default:
      StoreError(
        .io, path: path, detail: "cannot be made: \(String(cString: strerror(code)))")
    }
  }

  /// Who may do what with the profile's file. A copy of it is for nobody else, but its owner may
  /// always use it.
  var mode: mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0o644 }
    return status.st_mode & 0o777 | 0o600
  }
}
