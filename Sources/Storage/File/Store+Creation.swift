import Foundation
import GRDB
package import FlintRules

/// - Returns: its descriptor; negative when the name exists already, or the file cannot be created.
func createFile(_ path: String, _ mode: mode_t) -> Int32 {
  open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
}

extension Store {
  /// Creates a profile's file under a temporary name and then moves it to its path, so that a crash
  /// leaves no partial file. Its directory is created if necessary.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the file, reduced by the umask.
  ///   - writesAhead: whether the file is in write-ahead mode from the beginning; in a file that
  ///     has its final name, only a rollback journal could be created, which would be replayed
  ///     after a power failure.
  ///   - isProvisional: whether the profile is removed if the work for which it is created fails:
  ///     see ``TemporaryFiles``.
  ///   - aside: where to put an existing profile and the files beside it; without it, nothing may exist
  ///     at the path.
  ///   - isReplacing: whether a file at the path is replaced that nothing keeps open.
  ///   - body: receives the empty database, which is closed afterwards.
  @discardableResult
  static func createAtomically<Result>(
    _ path: String, mode: mode_t = 0o600, writesAhead: Bool = true, isProvisional: Bool = false,
    puttingAside aside: String? = nil, replacing isReplacing: Bool = false,
    _ body: (_ temporary: DatabaseQueue) throws -> Result
  ) throws -> Result {
    let result: Result
    TemporaryName.removeLeftovers(of: path)
    try ProfilePath.checkName(path)
    if aside == nil && !isReplacing { try ProfilePath.checkIsFree(path) }
    // Created before SQLite opens it, which gives the files beside it the same mode.
    let temporary = try TemporaryFiles.begin(.file, for: path, mode: mode, makingFolder: true)
    defer { TemporaryFiles.end(temporary) }
    do {
      // Opening must not create the file anew: a signal may just have had it removed.
      let queue = try DatabaseQueue(
        path: name(of: temporary, readOnly: false), configuration: temporaryConfiguration)
      // The queue of a closed database is retained.
      defer { RetiredQueues.retire(queue) }
      result = try body(queue)
      try turn(queue, toWriteAhead: writesAhead, path, isLast: true)
    }
    try TemporaryFiles.install(path, isProvisional: isProvisional) { () throws(StoreError) in
      if let aside { try putAside(path, aside) }
      if isReplacing {
        guard rename(temporary, path) == 0 else { throw failure(path, errno) }
        return
      }
      try ProfilePath.checkIsFree(path)
      try moveWithoutReplacing(temporary, to: path)
    }
    return result
  }

  /// Gives a profile and the files beside it another name: its log belongs to it.
  private static func putAside(_ path: String, _ aside: String) throws(StoreError) {
    // The profile first: a process that opens it now finds none, and creates no files beside it.
    for suffix in [""] + ProfilePath.companions where ProfilePath.exists(path + suffix) {
      guard rename(path + suffix, aside + suffix) == 0 else {
        throw failure(path + suffix, errno, "put aside")
      }
    }
  }

  /// Switches a temporary database to a write-ahead log or back. A copy of a profile is a single
  /// file only when it has no log. The switch creates files beside it for a moment, which closing
  /// removes.
  static func turn(
    _ temporary: DatabaseQueue, toWriteAhead writesAhead: Bool, _ path: String, isLast: Bool = false
  ) throws(StoreError) {
    try TemporaryFiles.blockingAbandon { () throws(StoreError) in
      try translating(path: path) {
        try temporary.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA journal_mode = \(writesAhead ? "WAL" : "DELETE")")
        }
        if isLast { try temporary.close() }
      }
    }
  }

  /// There are no files beside a temporary database: if it fails, all of it is discarded.
  private static var temporaryConfiguration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try RowSum.install(in: $0)
      try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
    }
    return configuration
  }

  /// Moves a file to another name, unless that exists.
  ///
  /// - Parameter linking: the system call `link`.
  static func moveWithoutReplacing(
    _ temporary: String, to path: String, linking: (String, String) -> Int32 = { link($0, $1) }
  ) throws(StoreError) {
    if linking(temporary, path) == 0 { return }
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
      throw failure(path, errno)
    }
    // A file system without hard links: an empty file reserves the name, then the temporary file
    // replaces it.
    let descriptor = createFile(path, 0o600)
    guard descriptor >= 0 else { throw failure(path, errno) }
    close(descriptor)
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(path)
      throw failure(path, code)
    }
  }

  /// Returns the error for an `errno` on creating or writing something at a path.
  static func failure(_ path: String, _ code: Int32, _ what: String = "created") -> StoreError {
    switch code {
    case EEXIST, ENOTEMPTY: StoreError(.exists, path: path)
    case ENOSPC, EDQUOT: StoreError(.full, path: path)
    default:
      StoreError(
        .io, path: path, detail: "cannot be \(what): \(String(cString: strerror(code)))")
    }
  }

  /// The permissions of the profile's file. A copy gets the same, but its owner may always use it.
  var mode: mode_t {
    guard let status = fileStatus(path) else { return 0o600 }
    return status.st_mode & 0o777 | 0o600
  }

  /// Copies the profile to a new file, completely or not at all, while other processes may be using
  /// it (SQLite's online backup). A damaged profile is not copied.
  ///
  /// - Throws: `StoreError`: `exists` when the file already exists, `corrupted` when the profile is
  ///   damaged.
  ///
  /// - Parameter isReplacing: whether a copy at the path is replaced, which nothing may keep open.
  package func backUp(
    to path: String, replacing isReplacing: Bool = false
  ) throws(StoreError) {
    try backUp(to: path, puttingAside: nil, replacing: isReplacing)
  }

  private func backUp(
    to path: String, puttingAside aside: String?, replacing isReplacing: Bool = false
  ) throws(StoreError) {
    try Store.translating(path: path) {
      try Store.createAtomically(
        path, mode: mode, writesAhead: false, puttingAside: aside, replacing: isReplacing
      ) { temporary in
        try backUp(into: temporary)
        try Store.turn(temporary, toWriteAhead: false, path)
        // A useless copy is worse than none: it may replace a usable one.
        do {
          try temporary.read { database in
            try StoreAccess(database, path: path, isReadOnly: true).verification.checkContent()
          }
        } catch {
          var error = StoreError(error, path: path)
          if error.code == .corrupted { error.path = self.path }
          throw error
        }
      }
    }
  }

  /// Places a checked copy of this profile at a path. A profile that exists there is put aside together
  /// with its log, which may belong to interrupted work on it; a process that uses it commits nothing more.
  ///
  /// - Parameter aside: the new name of the profile that exists; without it, nothing may exist at the path.
  /// - Throws: `StoreError`: `corrupted` when this profile is damaged.
  package func restore(to path: String, puttingAside aside: String?) throws(StoreError) {
    try checkIsNotOwn(path)
    try backUp(to: path, puttingAside: aside)
  }

  /// Throws if the content of the profile is damaged.
  ///
  /// - Parameter isComplete: whether the ids and hashes of all records are checked, too.
  package func checkContent(completely isComplete: Bool = false) throws(StoreError) {
    try Store.translating(path: path) {
      try access { access in
        try access.begin(writing: false)
        defer { access.rollback() }
        try isComplete ? access.verification.check() : access.verification.checkContent()
      }
    }
  }

  /// Returns the id of the profile in a file that no process uses; `nil` if it is none, or cannot be read.
  /// Nothing is changed.
  package static func profileID(ofUnused path: String) -> EventID? {
    guard fileStatus(path, followsLinks: false)?.kind == S_IFREG,
      !ProfilePath.companions.contains(where: { ProfilePath.hasContent(path + $0) }),
      let store = try? open(path: path, readOnly: true, isOlderAllowed: true, isImmutable: true)
    else { return nil }
    return try? store.access { access in
      try Row.fetchOne(access.database, sql: "SELECT id FROM profile")?.id("id")
    }
  }
}
