public import Calendar
import GRDB
public import Rules

/// A stored card roll.
public struct StoredRoll: Sendable {
  /// The id of the roll.
  public var id: EventID
  /// The roll.
  public var roll: CardRoll
  /// Whether the roll has been removed.
  public var isRemoved: Bool
}

extension StoreAccess {
  /// Adds a card roll, unless its id exists.
  ///
  /// - Returns: whether it was added.
  public func insert(
    _ roll: CardRoll, id: EventID, key: String?, _ provenance: Provenance
  ) throws(StoreError) -> Bool {
    try translating {
      try database.execute(
        sql: RowSum.insertion(
          into: "card_roll",
          ["seq", "id", "at", "offset", "category", "key", "recorded_at", "batch"])
          + " ON CONFLICT (id) DO NOTHING",
        arguments: [
          provenance.sequence, id.data, roll.at.milliseconds, Int64(roll.offset.seconds),
          Int64(roll.category.rawValue), key, provenance.recordedAt.milliseconds, provenance.batch,
        ])
      return database.changesCount == 1
    }
  }

  /// Returns the roll with an id, removed or not; `nil` if there is none.
  public func roll(id: EventID) throws(StoreError) -> StoredRoll? {
    try translating {
      try Row.fetchOne(database, sql: "SELECT * FROM card_roll WHERE id = ?", arguments: [id.data])
        .map(StoredRoll.init)
    }
  }

  /// Returns the rolls of a category within a half-open range of instants that are not removed, the
  /// earliest first.
  public func rolls(
    of category: Category, since: Instant, before: Instant
  ) throws(StoreError) -> [StoredRoll] {
    try translating {
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM card_roll
          WHERE at >= ? AND at < ? AND category = ? AND removed = 0 ORDER BY at, id
          """,
        arguments: [since.milliseconds, before.milliseconds, Int64(category.rawValue)]
      ).map(StoredRoll.init)
    }
  }

  /// Deletes a roll of this session that the rules refused, as if it had never been recorded.
  public func deleteRoll(id: EventID) throws(StoreError) {
    try translating {
      try database.execute(sql: "DELETE FROM card_roll WHERE id = ?", arguments: [id.data])
    }
  }
}

extension StoredRoll {
  fileprivate init(_ row: Row) throws {
    guard let category = Category(rawValue: try row.narrow("category")) else {
      throw UnreadableColumn(column: "category")
    }
    let time = try row.time()
    self.init(
      id: try row.id("id"), roll: CardRoll(at: time.at, offset: time.offset, category: category),
      isRemoved: try row.read("removed"))
  }
}
