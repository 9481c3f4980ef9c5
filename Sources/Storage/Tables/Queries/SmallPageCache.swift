import GRDB

/// A page cache of 4 MiB for reading a whole table: each of its pages is read only once, so that keeping
/// them takes memory and saves nothing.
struct SmallPageCache {
  private let database: Database
  private let size: Int64?

  init(_ database: Database) throws {
    self.database = database
    size = try Int64.fetchOne(database, sql: "PRAGMA cache_size")
    try database.execute(sql: "PRAGMA cache_size = -4096")
  }

  /// Gives the cache its former size.
  func restore() {
    if let size { try? database.execute(sql: "PRAGMA cache_size = \(size)") }
  }
}
