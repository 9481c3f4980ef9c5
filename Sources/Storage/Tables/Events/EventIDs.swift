package import FlintRules

/// The ids of all events, removed or not: of sparks, rolls and all others together.
package struct EventIDs: TableAccess {
  let access: StoreAccess

  /// Returns the greatest id before an id and the least one after it; `nil` where there is none.
  ///
  /// - Complexity: O(log n) for n events.
  package func neighbours(of id: EventID) throws -> (before: EventID?, after: EventID?) {
    func query(_ function: String, _ comparison: String) -> String {
      let sources = ["spark", "card_roll", "event"].map {
        "SELECT \(function)(id) AS id FROM \($0) WHERE id \(comparison) ?1"
      }
      return "SELECT \(function)(id) FROM (\(sources.joined(separator: " UNION ALL ")))"
    }
    func neighbour(_ sql: String) throws -> EventID? {
      try access.withStatement(sql) { statement in
        statement.bind(id, at: 1)
        return try statement.step() && statement.borrowedBytes(0) != nil ? statement.id(0) : nil
      }
    }
    return (try neighbour(query("max", "<")), try neighbour(query("min", ">")))
  }

  /// Passes all ids to a closure, ascending.
  ///
  /// - Complexity: O(n) for n events, in constant memory.
  package func forEach(_ body: (EventID) -> Void) throws {
    try access.withStatement(
      "SELECT id FROM spark UNION ALL SELECT id FROM card_roll UNION ALL SELECT id FROM event "
        + "ORDER BY id"
    ) { statement in
      while try statement.step() { body(statement.id(0)) }
    }
  }
}
