import Foundation
import GRDB
package import FlintSchema

/// A new database of tables for other programs, while it is written.
package final class TableDatabase {
  private let database: Database
  private var insertion: RawStatement?

  fileprivate init(_ database: Database) { self.database = database }

  /// Creates a table, whose rows are inserted until the next table is created.
  ///
  /// - Parameter columns: the names of the columns, each with its type in SQL.
  package func create(_ table: String, _ columns: [(name: String, type: String)]) throws {
    let list = columns.map { "\($0.name.quotedDatabaseIdentifier) \($0.type)" }
    try execute("CREATE TABLE \(table.quotedDatabaseIdentifier) (\(list.joined(separator: ", ")))")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    insertion = try RawStatement(
      database, sql: "INSERT INTO \(table.quotedDatabaseIdentifier) VALUES (\(places))")
  }

  /// Inserts a row: numbers as numbers, true and false as 1 and 0, all else as text.
  package func insert(_ row: [FieldValue]) throws {
    guard let insertion else { return }
    for (index, value) in row.enumerated() { insertion.bind(value, at: Int32(index) + 1) }
    try insertion.run()
  }

  package func execute(_ sql: String) throws { try database.execute(sql: sql) }
}

extension RawStatement {
  fileprivate func bind(_ value: FieldValue, at index: Int32) {
    switch value {
    case .none: bind(nil as String?, at: index)
    case .integer(let number): bind(number, at: index)
    case .decimal(let millionths): bind(Double(millionths) / 1_000_000, at: index)
    case .number(let number): bind(number, at: index)
    case .boolean(let flag): bind(flag ? 1 as Int64 : 0, at: index)
    default: bind(value.plain, at: index)
    }
  }
}

extension Store {
  /// Writes a database of tables, completely or not at all, with the permissions of the profile.
  ///
  /// - Throws: `StoreError`: `exists` when something exists at the path and is not to be replaced; the
  ///   errors of `body`.
  package func writeTables(
    _ path: String, replacing isReplacing: Bool = false, _ body: (TableDatabase) throws -> Void
  ) throws {
    try ProfilePath.checkName(path)
    TemporaryName.removeLeftovers(of: path)
    try Store.checkOutput(path, isReplacing)
    let temporary = try TemporaryFiles.begin(.file, for: path, mode: mode)
    defer { TemporaryFiles.end(temporary) }
    do {
      let queue = try DatabaseQueue(
        path: Store.name(of: temporary, readOnly: false), configuration: Store.tableConfiguration)
      defer { RetiredQueues.retire(queue) }
      try queue.inTransaction { database in
        do {
          try body(TableDatabase(database))
        } catch let error as DatabaseError {
          throw StoreError(error, path: path)
        }
        return .commit
      }
      // Closing waits until the file is on the disk.
      try queue.close()
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
    try TemporaryFiles.install(path) { () throws(StoreError) in
      if isReplacing {
        guard rename(temporary, path) == 0 else { throw Store.failure(path, errno) }
      } else {
        try Store.checkOutput(path, false)
        try Store.moveWithoutReplacing(temporary, to: path)
      }
    }
  }

  /// No file appears beside the database: if it fails, all of it is discarded.
  private static var tableConfiguration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
    }
    return configuration
  }
}
