import GRDB

/// The table `rulebook`: the definitions of rulebooks, as JSON, by their hashes.
public struct RulebookTable: TableAccess {
  let access: StoreAccess

  /// Returns the stored definition of a rulebook; `nil` if it is not stored.
  public func definition(hash: String) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT definition FROM rulebook WHERE hash = ?", arguments: [hash])
  }

  /// Returns every stored definition, ordered by hash.
  public func definitions() throws -> [String] {
    try String.fetchAll(database, sql: "SELECT definition FROM rulebook ORDER BY hash")
  }

  /// Stores the definition of a rulebook, if it is not stored yet.
  public func keep(hash: String, definition: String) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO rulebook (hash, definition) VALUES (?, ?)",
      arguments: [hash, definition])
  }
}
