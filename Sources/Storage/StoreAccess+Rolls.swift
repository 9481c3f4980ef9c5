import GRDB
public import Rules

/// A card roll as a profile holds it.
public struct StoredRoll: Sendable {
  /// The id.
  public var id: EventID
  /// The roll.
  public var roll: CardRoll
  /// Whether it has been taken back.
  public var isRemoved: Bool
}

extension StoreAccess {
  /// Adds a card roll, unless its id is taken.
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

  /// The roll with an id, removed or not; `nil` when there never was one.
  public func roll(id: EventID) throws(StoreError) -> StoredRoll? {
    try translating {
      try Row.fetchOne(database, sql: "SELECT * FROM card_roll WHERE id = ?", arguments: [id.data])
        .map(StoredRoll.init)
    }
  }

  /// The rolls for a category within a half-open range of instants that were not taken back,
  /// earliest first.
  public func rolls(
    of category: Category, since: Instant, until: Instant
  ) throws(StoreError) -> [StoredRoll] {
    try translating {
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM card_roll
          WHERE at >= ? AND at < ? AND category = ? AND removed = 0 ORDER BY at, id
          """,
        arguments: [since.milliseconds, until.milliseconds, Int64(category.rawValue)]
      ).map(StoredRoll.init)
    }
  }

  /// Takes back a roll of this very session that the rules refused: it never was.
  public func withdrawRoll(id: EventID) throws(StoreError) {
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
