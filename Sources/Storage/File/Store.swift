import FlintCalendar
import Foundation
import GRDB
import GRDBSQLite
package import FlintRules

/// A profile's file: an SQLite database in which the events are the authoritative data and
/// everything else is a cache.
package final class Store: Sendable {
  /// The maximum time to wait for another process to finish writing, in seconds.
  package static let busySeconds = 10

  /// The path of the profile; `:memory:` for one without a file.
  package let path: String
  /// Whether the profile is open for reading only.
  package let isReadOnly: Bool
  private let queue: DatabaseQueue
  /// The wait for other processes; `nil` where there are none.
  private let wait: LockWait?

  init(path: String, isReadOnly: Bool, queue: DatabaseQueue, wait: LockWait? = nil) {
    self.path = path
    self.isReadOnly = isReadOnly
    self.queue = queue
    self.wait = wait
  }

  /// Opens the profile at a path.
  ///
  /// A file that is not a profile, or was written by a later version, is not touched.
  package static func open(path: String, readOnly: Bool = false) throws(StoreError) -> Store {
    try open(path: path, readOnly: readOnly, writesAhead: true)
  }

  /// Opens the profile at a path, again if the file is replaced meanwhile.
  static func open(
    path: String, readOnly: Bool = false, busySeconds: TimeInterval = TimeInterval(busySeconds),
    writesAhead: Bool = true, isOlderAllowed: Bool = false, isImmutable: Bool = false,
    isDamageAllowed: Bool = false
  ) throws(StoreError) -> Store {
    while true {
      // It differs from that of any file that replaces this one.
      let inode = fileStatus(path)?.st_ino
      do throws(StoreError) {
        let store = try openOnce(
          path: path, readOnly: readOnly, busySeconds: busySeconds, writesAhead: writesAhead,
          isOlderAllowed: isOlderAllowed, isImmutable: isImmutable,
          isDamageAllowed: isDamageAllowed)
        if !store.hasMoved { return store }
      } catch {
        // Opening a file that is removed meanwhile fails in many ways, none of which is the reason.
        if error.code == .missing || fileStatus(path)?.st_ino == inode { throw error }
      }
    }
  }

  /// Opens the profile at a path without changing its content, whether it may be written or not.
  ///
  /// - Parameter isDamageAllowed: whether a profile is opened whose names cannot be read.
  package static func openForReading(
    path: String, isDamageAllowed: Bool = false
  ) throws(StoreError) -> Store {
    let path = ProfilePath.resolved(path)
    let manager = FileManager.default
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if manager.isWritableFile(atPath: path) && manager.isWritableFile(atPath: directory) {
      if try FileHeader(path: path).version < Schema.version {
        // Reading must not migrate the file, so a copy is read. It is opened as for writing, so
        // that SQLite rolls back the unfinished work of a killed process.
        return try open(path: path, writesAhead: false, isOlderAllowed: true).copyInMemory()
      }
      do throws(StoreError) {
        // As for writing, so that SQLite removes the files beside it when it closes.
        return try open(
          path: path, writesAhead: false, isDamageAllowed: isDamageAllowed)
      } catch {
        // There is no room for the index of a log, which an empty log does not need.
        guard error.code == .full, !ProfilePath.hasContent(path + "-wal"),
          !ProfilePath.hasContent(path + "-journal"), !isInUse(path)
        else { throw error }
        return try open(
          path: path, readOnly: true, isImmutable: true, isDamageAllowed: isDamageAllowed)
      }
    }
    let store = try open(
      path: path, readOnly: true, isOlderAllowed: true, isDamageAllowed: isDamageAllowed)
    return try FileHeader(path: path).version < Schema.version ? store.copyInMemory() : store
  }

  /// Returns the name by which to open a file. A file that cannot be written and has no files
  /// beside it is opened as immutable: no other process is writing it, and SQLite need not search
  /// for files beside it, nor create any, which its owner might not be able to write. An existing
  /// journal may contain work to roll back.
  static func name(of path: String, readOnly: Bool) -> String {
    // Opening never creates the file: the process that created it may just have removed it again.
    guard readOnly else { return uri(of: path, "mode=rw") }
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let manager = FileManager.default
    guard !manager.isWritableFile(atPath: directory) || !manager.isWritableFile(atPath: path),
      !ProfilePath.hasContent(path + "-wal"), !ProfilePath.hasContent(path + "-journal")
    else { return path }
    return immutableName(of: path)
  }

  /// Returns the name by which to open a file that no process writes: SQLite takes no locks, and
  /// searches for no other files.
  static func immutableName(of path: String) -> String { uri(of: path, "immutable=1") }

  private static func uri(of path: String, _ option: String) -> String {
    // An absolute path follows an empty host: its own two slashes would begin a host otherwise.
    var name = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": name += "%25"
      case "?": name += "%3F"
      case "#": name += "%23"
      default: name.unicodeScalars.append(scalar)
      }
    }
    return "\(name)?\(option)"
  }

  private static func openOnce(
    path: String, readOnly: Bool, busySeconds: TimeInterval, writesAhead: Bool,
    isOlderAllowed: Bool, isImmutable: Bool, isDamageAllowed: Bool
  ) throws(StoreError) -> Store {
    let path = ProfilePath.resolved(path)
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { throw StoreError(.missing, path: path) }
    _ = try FileHeader(path: path)
    if !readOnly && !manager.isWritableFile(atPath: path) { throw StoreError.notWritable(path) }
    let wait = LockWait(seconds: busySeconds)
    return try LeftLog.checking(path, wait) {
      var configuration = configuration(
        of: path, readOnly: readOnly, writesAhead: writesAhead, waiting: wait,
        sandboxed: SandboxedProfile.isReady(path) ? path : nil)
      configuration.busyMode = .callback { wait.wait($0) }
      let queue = try DatabaseQueue(
        path: isImmutable ? immutableName(of: path) : name(of: path, readOnly: readOnly),
        configuration: configuration)
      let store = Store(path: path, isReadOnly: readOnly, queue: queue, wait: wait)
      do {
        try store.checkSchema(isOlderAllowed: isOlderAllowed)
        try queue.inDatabase { database in
          do {
            try StoredNames.declare(database)
          } catch let error as DatabaseError where isDamageAllowed {
            // The numbers in the rows can be copied without the names.
            guard error.resultCode == .SQLITE_CORRUPT else { throw error }
          }
        }
      } catch {
        throw queue.inDatabase { StoreError.unreadableDisk(error, $0, path) } ?? error
      }
      SandboxedProfile.didOpen(path)
      return store
    }
  }

  deinit { RetiredQueues.retire(queue) }

  /// Creates a profile at a path, and its directory if necessary.
  ///
  /// - Parameters:
  ///   - path: the path; the file must not exist yet.
  ///   - definition: the definition of its rulebook, as JSON, which is stored in it.
  ///   - isProvisional: whether the profile is created for work that fills it, and is removed when
  ///     that work is abandoned before ``TemporaryFiles/keepProvisional()``.
  /// - Throws: `StoreError`: `exists` when the file exists already.
  package static func create(
    path: String, profile: Profile, definition: String? = nil, isProvisional: Bool = false
  ) throws(StoreError) -> Store {
    try translating(path: path) {
      try createAtomically(path, isProvisional: isProvisional) {
        try prepare($0, profile, definition)
      }
    }
    CommittedWork.didCreate(path)
    do throws(StoreError) {
      return try open(path: path)
    } catch {
      // There may be no room for the files beside it.
      removeIfEmpty(path)
      throw error
    }
  }

  /// Creates a profile in memory, without a file.
  package static func inMemory(
    profile: Profile, definition: String? = nil
  ) throws(StoreError) -> Store {
    try translating(path: ":memory:") {
      let queue = try DatabaseQueue(configuration: configurationInMemory())
      try prepare(queue, profile, definition)
      return Store(path: ":memory:", isReadOnly: false, queue: queue)
    }
  }

  /// Returns a copy of the profile in memory; changes of the copy are not stored anywhere.
  package func copyInMemory() throws(StoreError) -> Store {
    try Store.translating(path: path) {
      let copy = try DatabaseQueue(configuration: Store.configurationInMemory())
      try backUp(into: copy)
      let store = Store(path: path, isReadOnly: false, queue: copy)
      try store.checkSchema()
      return store
    }
  }

  func backUp(into copy: DatabaseQueue) throws { try queue.backup(to: copy) }

  /// Runs a closure with access to the file, on the calling thread. The access ends with the
  /// closure.
  ///
  /// Changes that were not committed when the closure ends are rolled back.
  package func access<Result>(
    _ body: (StoreAccess) throws -> Result
  ) throws -> Result {
    try queue.unsafeReentrantWrite { database in
      let access = StoreAccess(database, path: path, isReadOnly: isReadOnly)
      defer { access.finish() }
      do {
        return try body(access)
      } catch {
        // Errors of the database are translated into errors of this module, wherever they occurred.
        guard error is DatabaseError || error is Damage || error is RowDecodingError
        else { throw error }
        throw StoreError(access.cause(of: error), path: path)
      }
    }
  }

  /// Moves the content of the log into the file, so that the file is complete without it, and may be
  /// copied or replaced. Does nothing while another process uses the log.
  package func emptyLog() {
    guard !isReadOnly, ProfilePath.hasContent(path + "-wal"), !hasMoved else { return }
    wait?.suspended {
      queue.unsafeReentrantWrite { database in
        _ = sqlite3_wal_checkpoint_v2(
          database.sqliteConnection, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
      }
    }
  }

  /// Creates the tables of a database, or migrates them.
  ///
  /// - Parameter version: the schema at which to stop.
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
      try ProfileTable.insert(profile, into: database)
      if let definition {
        try database.execute(
          sql: "INSERT INTO rulebook (hash, definition) VALUES (?, ?)",
          arguments: [profile.rulebookHash, definition])
      }
    }
  }

  /// Migrates an older file, and refuses one from a later version.
  private func checkSchema(isOlderAllowed: Bool = false) throws {
    let version = try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    if version > Schema.version { throw StoreError(.newer(schema: version), path: path) }
    if version < Schema.version && !isOlderAllowed {
      if isReadOnly { throw StoreError(.readOnly, path: path) }
      try Schema.migrate(queue)
    }
  }

  /// The size of the page cache as SQLite's pragma takes it, in negative KiB: 64 MiB.
  static let cacheSize = -65536

  /// Returns the configuration of a database in memory, whose temporary tables are in memory too:
  /// there may be no directory for them.
  static func configurationInMemory() -> Configuration {
    var configuration = configuration(readOnly: false)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
    return configuration
  }

  private static func configuration(
    of path: String = ":memory:", readOnly: Bool, writesAhead: Bool = true,
    waiting wait: LockWait? = nil,
    sandboxed: String? = nil
  ) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(TimeInterval(busySeconds))
    // GRDB's WAL mode is not used: it writes and drops a table whenever a database is opened, and
    // trades the durability of the last commits for speed.
    configuration.journalMode = .default
    configuration.prepareDatabase { database in
      database.add(function: TextSearch.containsFunction)
      try RowSum.install(in: database)
      do {
        try Schema.distrust(database)
      } catch {
        // It is the first to read the file.
        throw StoreError.unreadableDisk(error, database, path) ?? error
      }
      if let sandboxed { try SandboxedProfile.configure(database, sandboxed) }
      if !readOnly {
        // A committed script is still committed after a power failure; the cache is 64 MiB.
        if writesAhead { try enableWriteAheadLog(database, wait) }
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

  /// Switches a new profile from SQLite's rollback journal to its write-ahead log. SQLite itself
  /// does not wait for other processes in this case.
  private static func enableWriteAheadLog(_ database: Database, _ wait: LockWait?) throws {
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

  /// Runs database work and translates its errors into errors of this module.
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
