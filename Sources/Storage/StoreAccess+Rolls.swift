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
        sql: """
          INSERT INTO card_roll (seq, id, at, "offset", category, key, recorded_at, batch)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
          """,
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
        .flatMap { row in
          Category(rawValue: row.narrow("category")).map { category in
            StoredRoll(
              id: id,
              roll: CardRoll(
                at: Instant(milliseconds: row["at"]),
                offset: UTCOffset(seconds: row.narrow("offset")),
                category: category),
              isRemoved: row["removed"])
          }
        }
    }
  }

  /// Takes back a roll of this very session that the rules refused: it never was.
  public func withdrawRoll(id: EventID) throws(StoreError) {
    try translating {
      try database.execute(sql: "DELETE FROM card_roll WHERE id = ?", arguments: [id.data])
    }
  }
}
