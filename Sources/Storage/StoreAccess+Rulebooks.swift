import GRDB

extension StoreAccess {
  /// The definition kept of a rulebook, as JSON; `nil` when none is.
  public func rulebookDefinition(hash: String) throws(StoreError) -> String? {
    try translating {
      try String.fetchOne(
        database, sql: "SELECT definition FROM rulebook WHERE hash = ?", arguments: [hash])
    }
  }

  /// Every definition kept of a rulebook, as JSON, ordered by hash.
  public func rulebookDefinitions() throws(StoreError) -> [String] {
    try translating {
      try String.fetchAll(database, sql: "SELECT definition FROM rulebook ORDER BY hash")
    }
  }

  /// Keeps the definition of a rulebook, if it is not kept yet.
  public func keepRulebook(hash: String, definition: String) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "INSERT OR IGNORE INTO rulebook (hash, definition) VALUES (?, ?)",
        arguments: [hash, definition])
    }
  }

  /// Makes a rulebook the one that the profile is folded with.
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
