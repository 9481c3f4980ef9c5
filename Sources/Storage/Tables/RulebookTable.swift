import GRDB
import JSON
package import Rules

/// The table `rulebook`: the definitions of rulebooks, as JSON, by their hashes.
package struct RulebookTable: TableAccess {
  let access: StoreAccess

  /// Returns the stored definition of a rulebook; `nil` if it is not stored.
  package func definition(hash: String) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT definition FROM rulebook WHERE hash = ?", arguments: [hash])
  }

  /// Returns every stored definition, ordered by hash.
  package func definitions() throws -> [String] {
    try String.fetchAll(database, sql: "SELECT definition FROM rulebook ORDER BY hash")
  }

  /// Stores the definition of a rulebook, if it is not stored yet.
  package func keep(hash: String, definition: String) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO rulebook (hash, definition) VALUES (?, ?)",
      arguments: [hash, definition])
  }
}

extension Rulebook {
  /// Reads a stored definition; `nil` if this version does not support it.
  package init?(stored definition: String) {
    guard let tree = try? JSONValue(parsing: definition),
      let definition = try? RulebookDefinition(reading: tree, bundled: []),
      let rulebook = try? Rulebook(definition)
    else { return nil }
    self = rulebook
  }
}
