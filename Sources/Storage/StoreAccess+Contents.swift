import GRDB
public import Rules

/// The stored content of an event: a spark's title, or a JSON object.
public struct StoredContent: Equatable, Sendable {
  /// The kind of event.
  public var kind: EventKind
  /// The title or JSON object.
  public var text: String
}

extension StoreAccess {
  /// Returns the current contents of events, or for removed events their last contents; ids without
  /// an event are omitted.
  public func contents(of ids: Set<EventID>) throws(StoreError) -> [EventID: StoredContent] {
    try translating {
      var found: [EventID: StoredContent] = [:]
      let statement = try database.cachedStatement(
        sql: """
          SELECT id, 1 AS kind, title AS text FROM spark WHERE id = ?1
          UNION ALL SELECT id, 2, CAST(category AS TEXT) FROM card_roll WHERE id = ?1
          UNION ALL SELECT id, kind, content FROM event WHERE id = ?1
          """)
      for id in ids {
        guard let row = try Row.fetchOne(statement, arguments: [id.data]),
          let kind = EventKind(rawValue: try row.narrow("kind"))
        else { continue }
        found[id] = StoredContent(kind: kind, text: content(try row.read("text"), of: kind))
      }
      return found
    }
  }

  /// Returns an event's content; a roll is stored as its category alone.
  func content(_ text: String, of kind: EventKind) -> String {
    guard kind == .roll, let category = UInt8(text).flatMap({ Category(rawValue: $0) }) else {
      return text
    }
    return Event.Action.roll(category).content
  }
}
