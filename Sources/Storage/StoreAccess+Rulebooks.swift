import GRDB

extension StoreAccess {
  /// Returns the stored definition of a rulebook, as JSON; `nil` if it is not stored.
  public func rulebookDefinition(hash: String) throws(StoreError) -> String? {
    try translating {
      try String.fetchOne(
        database, sql: "SELECT definition FROM rulebook WHERE hash = ?", arguments: [hash])
    }
  }

  /// Returns every stored rulebook definition, as JSON, ordered by hash.
  public func rulebookDefinitions() throws(StoreError) -> [String] {
    try translating {
      try String.fetchAll(database, sql: "SELECT definition FROM rulebook ORDER BY hash")
    }
  }

  /// Stores the definition of a rulebook, if it is not stored yet.
  public func keepRulebook(hash: String, definition: String) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "INSERT OR IGNORE INTO rulebook (hash, definition) VALUES (?, ?)",
        arguments: [hash, definition])
    }
  }

  /// Makes a rulebook the one with which the profile is folded.
  public func setRulebook(
    id: String, hash: String, definition: String
  ) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "INSERT OR REPLACE INTO rulebook (hash, definition) VALUES (?, ?)",
        arguments: [hash, definition])
      try database.execute(
        sql: "UPDATE profile SET rulebook = ?, rulebook_hash = ?", arguments: [id, hash])
      try RowSum.renew("profile", in: database)
      try database.execute(sql: "DELETE FROM cached_state")
    }
  }
}
