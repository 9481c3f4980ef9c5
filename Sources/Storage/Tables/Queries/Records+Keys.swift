extension Records {
  /// Returns the keys of events, removed or not, that begin with a text.
  ///
  /// - Complexity: O(n) for n events: keys have no index.
  package func keys(beginningWith start: String) throws -> Set<String> {
    var keys: Set<String> = []
    for table in Self.eventTables {
      // In UTF-8, texts are in the order of their scalars.
      let statement = try RawStatement(
        database, sql: "SELECT key FROM \(table) WHERE key >= ?1 AND key < ?2")
      defer { statement.reset() }
      statement.bind(start, at: 1)
      statement.bind(start + "\u{10FFFF}", at: 2)
      while try statement.step() {
        if let key = statement.text(0) { keys.insert(key) }
      }
    }
    return keys
  }
}
