import GRDB
import GRDBSQLite

extension StoreAccess {
  /// Attaches a copy of another copy of the profile at one moment, migrated to the current schema,
  /// that no other process can read or write because it has no name. Must be called outside of a
  /// transaction.
  ///
  /// - Throws: `StoreError` about the other copy if it is damaged: merged records are trusted.
  public func attach(momentOf other: Store) throws {
    try other.access { source in
      try source.begin(writing: false)
      defer { source.rollback() }
      try source.checkRecords()
      // A database without a name is private: it is in memory, and beyond that in a file that is
      // removed as soon as it is open.
      try attach("")
      try copy(source)
    }
  }

  /// Copies another profile completely into the attached database.
  private func copy(_ source: StoreAccess) throws(StoreError) {
    try translating {
      guard
        let backup = sqlite3_backup_init(
          database.sqliteConnection, "other", source.database.sqliteConnection, "main")
      else { throw DatabaseError(resultCode: .SQLITE_ERROR, message: "cannot start a copy") }
      sqlite3_backup_step(backup, -1)
      let code = sqlite3_backup_finish(backup)
      if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
  }

  /// Throws if the profile is damaged.
  func checkRecords() throws {
    let problems = try integrityProblems() + schemaProblems() + recordProblems(recordSum())
    guard let first = problems.first else { return }
    let others = problems.count == 1 ? "" : " and \(problems.count - 1) more"
    throw StoreError(.corrupted, path: path, detail: first + others)
  }
}
