import GRDB

/// Saves what can be read of a damaged profile, without SQLite, which refuses a damaged file or follows its
/// damaged trees: each page is read by itself, and a row is taken if it has the sum with which it was written.
package struct Salvage {
  let path: String
  /// An older copy of the profile.
  let like: Store?

  /// - Parameters:
  ///   - path: the damaged profile, which is not changed.
  ///   - like: an older copy, for what is lost of the profile's own row and its rulebooks.
  package init(of path: String, like: Store?) {
    self.path = path
    self.like = like
  }

  /// Creates a new profile with the rows that can be read, completely or not at all.
  ///
  /// - Throws: `SalvageFailure`; `StoreError`.
  package func create(_ output: String) throws -> SalvageReport {
    try ProfilePath.checkIsFree(output)
    return try translating(output) {
      try Store.createAtomically(output) { try fill($0, output) }
    }
  }

  /// Creates the new profile in memory, as a check.
  ///
  /// - Throws: the errors of `create`.
  package func rehearse() throws -> SalvageReport {
    try translating(path) {
      try fill(DatabaseQueue(configuration: Store.configurationInMemory()), path)
    }
  }

  private func translating(_ path: String, _ body: () throws -> SalvageReport) throws
    -> SalvageReport
  {
    do {
      return try body()
    } catch let failure as SalvageFailure {
      throw failure
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private func fill(_ queue: DatabaseQueue, _ output: String) throws -> SalvageReport {
    let pages = try DamagedPages(path)
    try Store.prepare(queue)
    try queue.inDatabase { database in
      // Rows are found in any order.
      try database.execute(
        sql: "PRAGMA foreign_keys = OFF; PRAGMA cache_size = \(Store.cacheSize)")
    }
    var report = SalvageReport()
    do {
      try queue.write { database in
        var restoration = SalvageRestoration(
          dump: Dump(access: StoreAccess(database, path: output, isReadOnly: false)),
          rows: RowCollector(database), like: like)
        defer { report = restoration.report }
        try restoration.collect(pages)
        try restoration.complete()
      }
      try queue.read { database in
        try Dump(access: StoreAccess(database, path: output, isReadOnly: true))
          .checkTables(from: path)
      }
    } catch let error as SalvageProblem {
      throw SalvageFailure(problem: error.text, report: report)
    } catch let error as DumpError {
      throw SalvageFailure(problem: error.problem, report: report)
    }
    return report
  }
}

/// A reason for which no profile can be made.
struct SalvageProblem: Error {
  var text: String
}
