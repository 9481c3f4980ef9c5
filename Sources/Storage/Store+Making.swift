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
  /// Removes a profile that holds nothing, as one that was made for work that then failed.
  public static func discardIfEmpty(path: String) {
    removeIfEmpty(path)
    Drafts.removeFolders()
  }

  /// The same but for directories. Another thread may have the profile open: nobody is waited for, and
  /// nothing but SQLite opens the file, since closing it otherwise would drop that thread's locks.
  static func removeIfEmpty(_ path: String) {
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
    let records = try? Store(path: path, isReadOnly: true, queue: queue).access { access in
      (try access.recordSum().count, try access.batches().count)
    }
    guard let records, records == (0, 0) else { return }
    // The profile first: beside one that is gone SQLite puts nothing.
    for suffix in [""] + companions { unlink(path + suffix) }
  }

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
    // there itself.
    for suffix in companions where isLeft(suffix, of: path) && !manager.fileExists(atPath: path) {
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
  ///   - isProvisional: whether it goes with the work that it is made for: see ``Drafts``.
  ///   - body: is lent the empty database, which is closed afterwards.
  static func making(
    _ path: String, mode: mode_t = 0o644, isProvisional: Bool = false,
    _ body: (_ draft: DatabaseQueue) throws(StoreError) -> Void
  ) throws(StoreError) {
    try checkIsFree(path)
    let draft = Drafts.name(for: path)
    let queue = try Drafts.begin(draft, makingFolderOf: path) { () throws(StoreError) in
      // Before SQLite opens it, which gives the files beside it the same mode.
      let descriptor = createFile(draft, mode)
      guard descriptor >= 0 else { throw failure(path, errno) }
      close(descriptor)
      return try translating(path: path) {
        try DatabaseQueue(path: draft, configuration: draftConfiguration)
      }
    }
    defer { Drafts.end(draft) }
    do {
      // Closed, its queue stays all the same.
      defer { RetiredQueues.retire(queue) }
      try body(queue)
      try translating(path: path) { try queue.close() }
    }
    try Drafts.place(path, isProvisional: isProvisional) { () throws(StoreError) in
      try checkIsFree(path)
      try place(draft, at: path)
    }
  }

  /// No file lies beside a draft: what goes wrong with it takes all of it.
  private static var draftConfiguration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase {
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
      throw failure(path, errno)
    }
    // A file system without hard links: the name is taken by an empty file, whose place the draft
    // takes then.
    let descriptor = createFile(path, 0o600)
    guard descriptor >= 0 else { throw failure(path, errno) }
    close(descriptor)
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(path)
      throw failure(path, code)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> StoreError {
    switch code {
    case EEXIST: StoreError(.exists, path: path)
    case ENOSPC, EDQUOT: StoreError(.full, path: path)
    default:
      StoreError(
        .io, path: path, detail: "cannot make the file: \(String(cString: strerror(code)))")
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
