import GRDB
import GRDBSQLite
import FlintRules

/// Access to a profile's file, inside one transaction at a time. It is valid while the closure that
/// received it runs, on the thread of that closure.
///
/// Its functions and those of its tables throw the errors of the database unchanged;
/// `StoreError.init(_:path:)` converts them where work on the file ends: in `Store.access`, and
/// where a session reports them.
package final class StoreAccess {
  private let connection: Database
  package let path: String
  package let isReadOnly: Bool
  /// The prepared statements that are not in use, by their SQL.
  private var idleStatements: [String: RawStatement] = [:]
  private var preparedSparkInsertion: SparkInsertion?
  /// The writer of a bulk insert, which uses the connection exclusively until it is drained.
  var bulkWriter: BulkWriter?
  /// Whether sparks can be found by their instants, which may not be the case during a bulk insert.
  var isTimeIndexed = true
  /// The insertion of events one by one; `nil` while it is not prepared.
  private var preparedEventInsertion: EventInsertion?
  /// Whether events other than sparks and rolls can be found by their ids, which is not the case during a
  /// bulk insert of them.
  var areEventsIndexed = true {
    didSet { preparedEventInsertion = nil }
  }
  /// Whether SQLite's cache is small because rows are only appended: see `BulkInsertion`.
  var hasSmallCache = false
  /// Whether the log had content when the writing transaction began; `nil` outside of one.
  private var hadLog: Bool?

  init(_ connection: Database, path: String, isReadOnly: Bool) {
    self.connection = connection
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// The connection, for use on this thread: a bulk writer has written all its rows.
  var database: Database {
    get throws {
      if let bulkWriter { try bulkWriter.drain() }
      return connection
    }
  }

  package var isInTransaction: Bool { connection.isInsideTransaction }

  /// Begins a transaction. One that writes waits until another process's writing transaction ends.
  package func begin(writing: Bool) throws {
    let isWriting = writing && !isReadOnly
    try database.beginTransaction(isWriting ? .immediate : .deferred)
    guard isWriting else { return }
    hadLog = ProfilePath.hasContent(path + "-wal")
    try checkHasNotMoved()
  }

  /// Commits the changes since `begin`.
  ///
  /// - Parameter records: the number of records among them.
  package func commit(records: Int64 = 0) throws {
    let database = try database
    if hadLog != nil { try checkHasNotMoved() }
    if hasFile {
      try CommittedWork.commit(records) { try database.commit() }
    } else {
      try database.commit()
    }
    hadLog = nil
  }

  /// Whether the profile is a file, rather than a copy in memory.
  private var hasFile: Bool {
    sqlite3_db_filename(connection.sqliteConnection, "main").map { $0.pointee != 0 } ?? false
  }

  /// Throws, and rolls back the writing transaction, if the file is no longer the one at its path: what
  /// is committed to it would be lost, and its log, which has the same name as that of a file that
  /// replaced it, would be replayed into the other.
  private func checkHasNotMoved() throws {
    guard hasMoved else { return }
    let hadLog = hadLog ?? false
    // A process that uses the file at the path refuses a log with content, and cannot write while this
    // transaction lasts: all of the log belongs to the file that is open here.
    if !hadLog { truncateLog() }
    rollback()
    // What was committed before goes to that file, wherever it is now.
    if hadLog { try? connection.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    throw StoreError(.moved, path: path)
  }

  /// Empties the open log, which has no committed content.
  private func truncateLog() {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      connection.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return }
    _ = methods.pointee.xTruncate(file, 0)
  }

  /// Rolls back the changes since `begin`, if a transaction is open.
  package func rollback() {
    try? bulkWriter?.drain()
    bulkWriter = nil
    hadLog = nil
    areEventsIndexed = true
    // If the rollback fails there is nothing to do: SQLite has rolled back by itself by then.
    try? connection.rollback()
  }

  func finish() {
    rollback()
    preparedSparkInsertion = nil
    preparedEventInsertion = nil
    idleStatements = [:]
  }

  package func beginSavepoint() throws { try database.execute(sql: "SAVEPOINT nested") }

  /// - Parameter isKept: whether the changes since its beginning are kept.
  package func endSavepoint(isKept: Bool) throws {
    if !isKept { try database.execute(sql: "ROLLBACK TO nested") }
    try database.execute(sql: "RELEASE nested")
  }

  /// Returns a number that changes whenever another connection has written to the file.
  package func changeMark() throws -> Int64 {
    try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
  }

  /// Runs a closure with a statement that is prepared only once, for queries that run hundreds of
  /// thousands of times.
  func withStatement<Result>(
    _ sql: String, _ body: (RawStatement) throws -> Result
  ) throws -> Result {
    let database = try database
    // Removed while in use: the closure may need another statement with the same SQL.
    let statement = try idleStatements.removeValue(forKey: sql) ?? RawStatement(database, sql: sql)
    defer {
      statement.reset()
      idleStatements[sql] = statement
    }
    return try body(statement)
  }

  /// Returns the insertion of sparks one by one, which does nothing for an id that exists.
  func sparkInsertion() throws -> SparkInsertion {
    let database = try database
    if let preparedSparkInsertion { return preparedSparkInsertion }
    let insertion = try SparkInsertion(database, or: " ON CONFLICT (id) DO NOTHING")
    preparedSparkInsertion = insertion
    return insertion
  }

  /// Returns the insertion of events other than sparks and rolls one by one, which does nothing for an
  /// id that exists, except during a bulk insert of them.
  func eventInsertion() throws -> EventInsertion {
    let database = try database
    if let preparedEventInsertion { return preparedEventInsertion }
    let insertion = try EventInsertion(
      database, or: areEventsIndexed ? " ON CONFLICT (id) DO NOTHING" : "")
    preparedEventInsertion = insertion
    return insertion
  }

  /// Whether the open file is no longer the file at its path, so that commits to it would be lost.
  var hasMoved: Bool {
    var answer: Int32 = 0
    let code = sqlite3_file_control(
      connection.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return code == SQLITE_OK && answer != 0
  }

  /// Returns an error of the database as one of the disk, if the disk could not be read.
  package func cause(of error: any Error) -> any Error {
    StoreError.unreadableDisk(error, connection, path) ?? error
  }

  /// A function that interrupts the statement that SQLite is running, which then fails, and its
  /// argument.
  ///
  /// It only sets a flag ("sqlite3_interrupt" in SQLite's reference), so it may be called from any
  /// thread and in a signal handler, as long as the store is open.
  package var interruption:
    (call: @convention(c) (UnsafeMutableRawPointer?) -> Void, argument: UnsafeMutableRawPointer?)
  {
    (
      call: { raw in sqlite3_interrupt(raw.map { OpaquePointer($0) }) },
      argument: connection.sqliteConnection.map { UnsafeMutableRawPointer($0) }
    )
  }
}

/// One table of the profile's file, or several as one subject.
protocol TableAccess {
  var access: StoreAccess { get }
}

extension TableAccess {
  var database: Database { get throws { try access.database } }

  /// Runs a statement whose only parameter is an id, and returns the number of rows that it changed.
  @discardableResult
  func run(_ sql: String, of id: EventID) throws -> Int32 {
    try access.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      try statement.run()
      return statement.changes
    }
  }
}

extension StoreAccess {
  package var profile: ProfileTable { ProfileTable(access: self) }
  package var batches: BatchTable { BatchTable(access: self) }
  package var sparks: SparkTable { SparkTable(access: self) }
  package var rolls: RollTable { RollTable(access: self) }
  package var events: EventTable { EventTable(access: self) }
  package var corrections: CorrectionTable { CorrectionTable(access: self) }
  package var rulebooks: RulebookTable { RulebookTable(access: self) }
  package var stateCache: StateCacheTable { StateCacheTable(access: self) }
  package var eventIDs: EventIDs { EventIDs(access: self) }
  package var records: Records { Records(access: self) }
  /// The events in the order of the fold.
  package var foldOrder: FoldOrder { FoldOrder(access: self) }
  package var bulk: BulkInsertion { BulkInsertion(access: self) }
  package var verification: Verifier { Verifier(access: self) }
  package var mergeJob: MergeJob { MergeJob(access: self) }
}
