package import FlintCalendar
import GRDB
package import FlintRules

package struct RollTable: TableAccess {
  let access: StoreAccess

  /// Adds a card roll, unless its id exists.
  ///
  /// - Returns: whether it was added.
  package func insert(
    _ roll: CardRoll, id: EventID, key: String?, _ provenance: Provenance
  ) throws -> Bool {
    let database = try database
    try database.execute(
      sql: RowSum.insertion(
        into: "card_roll",
        ["seq", "id", "at", "offset", "category", "key", "recorded_at", "batch"])
        + " ON CONFLICT (id) DO NOTHING",
      arguments: [
        provenance.sequence, id.data, roll.at.milliseconds, Int64(roll.offset.seconds),
        roll.category.number, key, provenance.recordedAt.milliseconds, provenance.batch,
      ])
    return database.changesCount == 1
  }

  /// Returns the roll with an id, removed or not; `nil` if there is none.
  package func find(_ id: EventID) throws -> StoredEvent? {
    try Row.fetchOne(database, sql: "SELECT * FROM card_roll WHERE id = ?", arguments: [id.data])
      .map(StoredEvent.init(roll:))
  }

  /// Returns the rolls of a category, or all, within a half-open range of instants that are not
  /// removed, in the order of the fold.
  package func all(
    of category: SparkCategory? = nil, since: Instant?, before: Instant?
  ) throws -> [StoredEvent] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM card_roll
        WHERE removed = 0 AND at >= ? AND at < ? AND category = ifnull(?, category) ORDER BY at, id
        """,
      arguments: [
        since?.milliseconds ?? .min, before?.milliseconds ?? .max,
        category.map(\.number),
      ]
    ).map(StoredEvent.init(roll:))
  }

  /// Deletes a roll of this session that the rules refused, as if it had never been recorded.
  package func delete(id: EventID) throws {
    try database.execute(sql: "DELETE FROM card_roll WHERE id = ?", arguments: [id.data])
  }
}

extension CardRoll {
  init(_ row: Row) throws {
    let time = try row.time()
    self.init(at: time.at, offset: time.offset, category: try row.category())
  }
}

extension StoredEvent {
  fileprivate init(roll row: Row) throws {
    self.init(
      sequence: try row.read("seq"), event: try CardRoll(row).event(id: row.id("id")),
      key: try row.read("key"), recordedAt: try row.instant("recorded_at"),
      isRemoved: try row.read("removed"))
  }
}
