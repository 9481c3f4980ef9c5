import Commands
import Views
import FlintSchema
import Sessions
import Storage
import Transfer

extension ExportCommand {
  /// Writes the tidy tables of a profile to a new database.
  ///
  /// - Parameter path: the path of the database; `nil` for a dry run.
  func writeTables(_ store: Store, to path: String?) throws {
    let target = file ?? output ?? ""
    try PageTarget.checkMayReplace(target, force)
    try store.checkIsNotOwn(target)
    var counts: [(table: String, rows: Int)] = []
    try store.session(SessionOptions(now: profile.now?.expression, isWriting: false)) { session in
      guard let path else {
        counts = try SQLiteExport.run(session, into: NoTables())
        return
      }
      try withCleanupOnInterrupt {
        try store.writeTables(path, replacing: force) { database in
          counts = try SQLiteExport.run(session, into: database)
        }
      }
    }
    if quiet { return }
    let what = counts.filter { $0.rows > 0 }.map { "\($0.table) \(grouped($0.rows))" }
      .joined(separator: ", ")
    note(dryRun ? "dry run: would write to \(target): \(what)" : "wrote to \(target): \(what)")
  }
}

extension TableDatabase: TableSink {}

/// Nothing is written in a dry run.
private struct NoTables: TableSink {
  func create(_ table: String, _ columns: [(name: String, type: String)]) {}
  func insert(_ row: [FieldValue]) {}
  func execute(_ sql: String) {}
}
