import Foundation
import GRDB
import GRDBSQLite
public import Rules

/// A profile's file: SQLite, in which the events are the truth and everything else is a cache.
public final class Store: Sendable {
  /// How long a process waits for another one to finish writing, in seconds.
  public static let busySeconds = 10

  /// Where the profile is; `:memory:` for one that is kept nowhere.
  public let path: String
  /// Whether the profile may be written.
  public let isReadOnly: Bool
  private let queue: DatabaseQueue

  init(path: String, isReadOnly: Bool, queue: DatabaseQueue) {
    self.path = path
    self.isReadOnly = isReadOnly
    self.queue = queue
  }

  /// Opens the profile at a path.
  ///
  /// A file that is not a profile, or was written by a later version, is not touched.
  ///
  /// - Throws: `StoreError`.
  public static func open(path: String, readOnly: Bool = false) throws(StoreError) -> Store {
    try open(path: path, readOnly: readOnly, busySeconds: TimeInterval(busySeconds))
  }

  /// Whatever takes the place of the file while it is opened is what is opened.
  static func open(
    path: String, readOnly: Bool = false, busySeconds: TimeInterval, writesAhead: Bool = true,
    isOlderAllowed: Bool = false
  ) throws(StoreError) -> Store {
    while true {
      let before = inode(of: path)
      do throws(StoreError) {
        let store = try openOnce(
          path: path, readOnly: readOnly, busySeconds: busySeconds, writesAhead: writesAhead,
          isOlderAllowed: isOlderAllowed)
        if !store.hasMoved { return store }
      } catch {
        // A file that is taken away while it is opened fails in many ways, none of which is the reason.
        if error.code == .missing || inode(of: path) == before { throw error }
      }
    }
  }

  /// What tells the file at a path from any other that takes its place; `nil` where there is none.
  private static func inode(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Opens the profile at a path to look at it: whatever may be written, nothing of it changes.
  ///
  /// - Throws: `StoreError`.
  public static func openForReading(path: String) throws(StoreError) -> Store {
    let path = resolved(path)
    let manager = FileManager.default
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if manager.isWritableFile(atPath: path) && manager.isWritableFile(atPath: directory) {
      if try FileHeader.version(path: path) < Schema.version {
        // Looking must not bring the file up to date: what is looked at is a copy. Opened as by a writer,
        // so that SQLite takes back what a killed process left half done.
        return try open(
          path: path, readOnly: false, busySeconds: TimeInterval(busySeconds), writesAhead: false,
          isOlderAllowed: true
        ).copyInMemory()
      }
      // As a writer, so that SQLite clears away the files beside it when it closes.
      return try open(
        path: path, readOnly: false, busySeconds: TimeInterval(busySeconds), writesAhead: false)
    }
    let store = try open(
      path: path, readOnly: true, busySeconds: TimeInterval(busySeconds), isOlderAllowed: true)
    return try FileHeader.version(path: path) < Schema.version ? store.copyInMemory() : store
  }

  /// The name to open a file by that neither can be written nor has files beside it: nobody else
  /// is writing it then either, and SQLite need not look for them, nor make any, which its owner might
  /// not be able to write. A journal that is there may hold what has to be taken back.
  static func name(of path: String, readOnly: Bool) -> String {
    // Never made by being opened: whoever made it may just have taken it away again.
    guard readOnly else { return uri(of: path, "mode=rw") }
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let manager = FileManager.default
    guard !manager.isWritableFile(atPath: directory) || !manager.isWritableFile(atPath: path),
      !hasContent(path + "-wal"), !hasContent(path + "-journal")
    else { return path }
    return immutableName(of: path)
  }

  /// The name to open a file by that nobody writes: SQLite takes no locks, and looks for no other file.
  static func immutableName(of path: String) -> String { uri(of: path, "immutable=1") }

  private static func uri(of path: String, _ option: String) -> String {
    let escaped = URL(fileURLWithPath: path).path
      .addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    return escaped.map { "file:\($0)?\(option)" } ?? path
  }

  private static func openOnce(
    path: String, readOnly: Bool, busySeconds: TimeInterval, writesAhead: Bool,
    isOlderAllowed: Bool
  ) throws(StoreError) -> Store {
    let path = resolved(path)
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.missing, path: path)
    }
    try FileHeader.check(path: path)
    let mayWrite = FileManager.default.isWritableFile(atPath: path)
    if !readOnly && !mayWrite { throw StoreError(.readOnly, path: path) }
    return try translating(path: path) {
      let wait = LockWait(seconds: busySeconds)
      var configuration = configuration(
        readOnly: readOnly, writesAhead: writesAhead, waiting: wait,
        sandboxed: isReadyForSandbox(path) ? path : nil)
      configuration.busyMode = .callback { wait.wait($0) }
      let queue = try DatabaseQueue(
        path: name(of: path, readOnly: readOnly), configuration: configuration)
      let store = Store(path: path, isReadOnly: readOnly, queue: queue)
      try store.checkSchema(isOlderAllowed: isOlderAllowed)
      didOpen(path)
      return store
    }
  }

  deinit { RetiredQueues.retire(queue) }

  /// Makes a new profile at a path; its directory is made too if need be.
  ///
  /// - Parameters:
  ///   - path: where; there must be no file yet.
  ///   - profile: what it is.
  ///   - definition: the definition of its rulebook, as JSON, to be kept with it.
  ///   - isProvisional: whether it is made for work that puts something into it, and goes when that is
  ///     given up before ``Drafts/keep()``.
  /// - Throws: `StoreError`: `exists` when there is a file already.
  public static func create(
    path: String, profile: Profile, definition: String? = nil, isProvisional: Bool = false
  ) throws(StoreError) -> Store {
    try making(path, isProvisional: isProvisional) { (draft) throws(StoreError) in
      try translating(path: path) { try prepare(draft, profile, definition) }
    }
    do throws(StoreError) {
      return try open(path: path)
    } catch {
      // There may be no room for the files beside it.
      removeIfEmpty(path)
      throw error
    }
  }

  /// Makes a profile that is kept in memory only.
  public static func inMemory(
    profile: Profile, definition: String? = nil
  ) throws(StoreError) -> Store {
    try translating(path: ":memory:") {
      let queue = try DatabaseQueue(configuration: configurationInMemory())
      try prepare(queue, profile, definition)
      return Store(path: ":memory:", isReadOnly: false, queue: queue)
    }
  }

  /// A copy of the profile that is kept in memory only: what is done to it is done to nothing.
  public func copyInMemory() throws(StoreError) -> Store {
    try Store.translating(path: path) {
      let copy = try DatabaseQueue(configuration: Store.configurationInMemory())
      try backUp(into: copy)
      let store = Store(path: path, isReadOnly: false, queue: copy)
      try store.checkSchema()
      return store
    }
  }

  func backUp(into copy: DatabaseQueue) throws { try queue.backup(to: copy) }

  /// Lends access to the file for as long as the closure runs, on the thread that called.
  ///
  /// What was not committed when the closure ends is rolled back.
  public func access<Result>(
    _ body: (StoreAccess) throws -> Result
  ) throws -> Result {
    try queue.unsafeReentrantWrite { database in
      let access = StoreAccess(database: database, path: path, isReadOnly: isReadOnly)
      defer { access.finish() }
      do {
        return try body(access)
      } catch {
        // Whatever the database says is told in this module's terms, wherever it was said.
        guard error is DatabaseError || error is UnreadableColumn || error is RowDecodingError
        else { throw error }
        throw StoreError(error, path: path)
      }
    }
  }

  /// Makes the tables, or brings them up to date.
  ///
  /// - Parameter version: the schema to stop at.
  static func prepare(_ queue: DatabaseQueue, through version: Int = Schema.version) throws {
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
    try Schema.migrate(queue, through: version)
  }

  private static func prepare(
    _ queue: DatabaseQueue, _ profile: Profile, _ definition: String?
  ) throws {
    try prepare(queue)
    try queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO profile (only, id, seed, zone, rulebook, rulebook_hash, created_at,
            record_count, record_high, record_low)
          VALUES (1, ?, ?, ?, ?, ?, ?, 0, 0, 0)
          """,
        arguments: [
          profile.id.data, Int64(bitPattern: profile.seed), profile.zone, profile.rulebook,
          profile.rulebookHash, profile.createdAt.milliseconds,
        ])
      try RowSum.renew("profile", in: database)
      if let definition {
        try database.execute(
          sql: "INSERT INTO rulebook (hash, definition) VALUES (?, ?)",
          arguments: [profile.rulebookHash, definition])
      }
    }
  }

  /// Brings an older file up to date, and refuses one from a later version.
  private func checkSchema(isOlderAllowed: Bool = false) throws {
    let version = try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    if version > Schema.version { throw StoreError(.newer(schema: version), path: path) }
    if version < Schema.version && !isOlderAllowed {
      if isReadOnly { throw StoreError(.readOnly, path: path) }
      try Schema.migrate(queue)
    }
  }

  /// The page cache, as SQLite is told of it: 64 MiB.
  static let cacheSize = -65536

  /// What SQLite puts aside stays in memory too: there may be no directory for it.
  static func configurationInMemory() -> Configuration {
    var configuration = configuration(readOnly: false)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
    return configuration
  }

  private static func configuration(
    readOnly: Bool, writesAhead: Bool = true, waiting wait: LockWait? = nil,
    sandboxed: String? = nil
  ) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(TimeInterval(busySeconds))
    // Not by GRDB's WAL mode, which writes a table and drops it at every opening, and trades the
    // durability of the last commits for speed.
    configuration.journalMode = .default
    configuration.prepareDatabase { database in
      database.add(function: TextSearch.containsFunction)
      try RowSum.install(in: database)
      try Schema.distrust(database)
      if let sandboxed { try configureForSandbox(database, sandboxed) }
      if !readOnly {
        // A committed script stays committed when the power goes; the cache is 64 MiB.
        if writesAhead { try turnToWriteAhead(database, wait) }
        try database.execute(
          sql: """
            PRAGMA synchronous = FULL;
            PRAGMA cache_size = \(cacheSize);
            PRAGMA journal_size_limit = 16777216;
            """)
      }
    }
    return configuration
  }

  /// Turns a profile that has just been made from SQLite's rollback journal to its write-ahead log, for
  /// which SQLite itself does not wait while another process is at work on it.
  private static func turnToWriteAhead(_ database: Database, _ wait: LockWait?) throws {
    var tries = 0
    while true {
      do {
        return try database.execute(sql: "PRAGMA journal_mode = WAL")
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        guard let wait, wait.wait(tries) else { throw error }
        tries += 1
      }
    }
  }

  /// Runs database work and says what went wrong in this module's terms.
  static func translating<Result>(
    path: String, _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension StoreError {
  /// What an error of the database means for a profile.
  init(_ error: any Error, path: String) {
    if let error = error as? StoreError {
      self = error
      return
    }
    if let error = error as? UnreadableColumn {
      self.init(.corrupted, path: path, detail: "the column \(error.column) of a row is unreadable")
      return
    }
    if let error = error as? Schema.ForeignObject {
      self.init(.altered, path: path, detail: error.name)
      return
    }
    if error is RowDecodingError {
      self.init(.corrupted, path: path, detail: "a row cannot be read")
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.database, path: path, detail: String(describing: error))
      return
    }
    // Of what goes wrong beside a statement SQLite's message is that of another one.
    let name = String(cString: sqlite3_errstr(error.extendedResultCode.rawValue))
    let detail = error.message.flatMap { $0 == "not an error" ? nil : $0 } ?? name
    if error.resultCode == .SQLITE_CANTOPEN, Self.isTooLong(path) {
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
    case .SQLITE_CORRUPT: self.init(.corrupted, path: path, detail: detail)
    case .SQLITE_READONLY: self.init(.readOnly, path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.busy(holder: LockHolder.processID(path: path)), path: path)
    case .SQLITE_FULL: self.init(.full, path: path)
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM:
      self.init(.io, path: path, detail: detail)
    default: self.init(.database, path: path, detail: detail)
    }
  }

  /// SQLite's `MAX_PATHNAME`, less what it puts behind the names of the files beside a database.
  private static let longestPath = 504

  private static func isTooLong(_ path: String) -> Bool {
    URL(fileURLWithPath: path).path.utf8.count > longestPath
  }

  /// Why a profile cannot be read that another process left in the middle of its work; `nil` when
  /// it is not that.
  private static func unfinished(_ path: String, _ error: DatabaseError) -> String? {
    let codes: [ResultCode] = [
      .SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT,
    ]
    guard error.resultCode == .SQLITE_CANTOPEN || codes.contains(error.extendedResultCode),
      let left = ["-journal", "-wal"].first(where: { Store.hasContent(path + $0) })
    else { return nil }
    return "work on it was left unfinished, and \(path)\(left) says how to go on; it can be read "
      + "where it and its directory may be written: make them so, or copy both files to such a place"
  }
}
