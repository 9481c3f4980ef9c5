import GRDB
public import Rules

/// What a stored event says, as it is stored: a spark's title, or a JSON object.
public struct StoredContent: Equatable, Sendable {
  /// The kind of event.
  public var kind: EventKind
  /// A title or a JSON object.
  public var text: String
}

extension StoreAccess {
  /// What events say now, or said before they were taken back; those that there never were are
  /// left out.
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

  /// A roll is stored as no more than its category.
  func content(_ text: String, of kind: EventKind) -> String {
    guard kind == .roll, let category = UInt8(text).flatMap({ Category(rawValue: $0) }) else {
      return text
    }
    return Event.Action.roll(category).content
  }
}
