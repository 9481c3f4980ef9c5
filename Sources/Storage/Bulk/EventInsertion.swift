import FlintCalendar
import GRDB
package import FlintRules

/// Adding of events other than sparks and rolls by the hundred thousand: their ids are random, so the
/// index of ids is dropped and rebuilt at the end, which sorts it once. The other indexes grow at their
/// ends, and are kept.
///
/// All of it happens inside the transaction, so that a crash or a rollback restores the index.
extension BulkInsertion {
  /// Whether events can be found by their ids.
  package var areEventsIndexed: Bool { access.areEventsIndexed }

  /// Drops the index of ids. Until `endEvents`, the caller must ensure that ids are distinct. Whatever
  /// `EventTable` looks up by an id rebuilds it.
  package func beginEvents() throws {
    try database.execute(sql: "DROP INDEX event_id")
    // Rows are appended: nothing that was written is read before the end.
    try database.execute(sql: "PRAGMA cache_size = -8192")
    access.hasSmallCache = true
    access.areEventsIndexed = false
  }

  /// Rebuilds the index of ids, if it was dropped.
  package func endEvents() throws {
    if access.areEventsIndexed { return }
    access.areEventsIndexed = true
    try database.execute(sql: Schema.eventIDIndex)
    try enlargeCache()
  }

  /// Calls a closure with the id and sequence number of every event other than a spark or roll.
  package func forEachEvent(_ body: (EventID, Int64) -> Void) throws {
    let cache = try SmallPageCache(database)
    defer { cache.restore() }
    let statement = try RawStatement(
      database, sql: "SELECT id, seq FROM event INDEXED BY event_id")
    defer { statement.reset() }
    while try statement.step() { body(statement.id(0), statement.integer(1)) }
  }
}

/// The insertion of events other than sparks and rolls, with one prepared statement.
struct EventInsertion {
  private let statement: RawStatement
  private let text = RowText()

  /// - Parameter clause: the SQL clause for ids that exist.
  init(_ database: Database, or clause: String = "") throws {
    statement = try RawStatement(database, sql: Self.sql + clause)
  }

  private static let sql = RowSum.insertion(
    into: "event",
    ["seq", "id", "kind", "at", "offset", "content", "key", "recorded_at", "batch"])

  /// - Returns: whether a row was added.
  func insert(
    _ event: ProfileEvent, content: String, key: String?, _ provenance: Provenance
  ) throws -> Bool {
    statement.bind(provenance.sequence, at: 1)
    statement.bind(Int64(event.action.kind.rawValue), at: 3)
    statement.bind(event.at.milliseconds, at: 4)
    statement.bind(Int64(event.offset.seconds), at: 5)
    statement.bind(provenance.recordedAt.milliseconds, at: 8)
    statement.bind(provenance.batch, at: 9)
    text.removeAll()
    let id = text.append(event.id)
    let content = text.append(content)
    let key = text.append(key)
    try text.withBytes { bytes in
      statement.bindBlob(id, of: bytes, at: 2)
      statement.bindText(content, of: bytes, at: 6)
      statement.bindText(key, of: bytes, at: 7)
      try statement.run()
    }
    return statement.changes == 1
  }
}
