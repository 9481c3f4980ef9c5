package import FlintCalendar
import Foundation
import GRDB
package import FlintRules

/// The table `cached_state`: at most one state, which is that of all events up to an instant. Later events
/// are folded on top of it, so that it is not written whenever something is recorded.
///
/// It is stored behind the sequence number of the last record there was, and beside the sum of the records
/// up to that number. It is of use as long as these are the records up to that number, and every later
/// record concerns only what happened after the instant of its newest event.
package struct StateCacheTable: TableAccess {
  let access: StoreAccess

  /// Returns the cached state if it is still that of all events up to its newest one.
  ///
  /// - Parameters:
  ///   - records: the sum of the profile's records.
  ///   - through: the instant up to which events are folded.
  ///   - excluded: an event in the file that is not among the records yet.
  package func state(
    records: RecordSum, rulebook: Rulebook, through: Instant, excluding excluded: EventID? = nil
  ) throws -> ProfileState? {
    guard let entry = try entry(rulebook),
      try access.records.sum(through: entry.last, of: records, excluding: excluded) == entry.sum,
      let state = ProfileState(encoded: entry.state, rulebook: rulebook),
      let newest = state.events.newest?.at,
      try access.foldOrder.firstInstant(after: through).map({ $0 > newest }) ?? true,
      try !isChanged(through: newest, since: entry.last, excluded)
    else { return nil }
    return state
  }

  /// Returns whether there is a cached state for these records that cannot be decoded.
  package func isUnreadable(records: RecordSum, rulebook: Rulebook) throws -> Bool {
    guard let entry = try entry(rulebook),
      try access.records.sum(through: entry.last, of: records) == entry.sum
    else { return false }
    return ProfileState(encoded: entry.state, rulebook: rulebook) == nil
  }

  private struct Entry {
    var sum: RecordSum
    /// The sequence number of the last record when the state was stored.
    var last: Int64
    var state: [UInt8]
  }

  private static let prefix = 8

  private func entry(_ rulebook: Rulebook) throws -> Entry? {
    try access.withStatement(
      """
      SELECT record_count, record_high, record_low, state FROM cached_state
      WHERE rulebook_hash = ?1 AND coding = ?2 AND day_start = ?3
      """
    ) { statement in
      statement.bind(rulebook.hash, at: 1)
      statement.bind(ProfileState.codingVersion, at: 2)
      statement.bind(Int64(rulebook.dayStart.minutes), at: 3)
      guard try statement.step() else { return nil }
      let bytes = statement.bytes(3)
      guard bytes.count >= Self.prefix else { return nil }
      return Entry(
        sum: RecordSum(
          count: statement.integer(0), high: UInt64(bitPattern: statement.integer(1)),
          low: UInt64(bitPattern: statement.integer(2))),
        last: Int64(bitPattern: bytes[..<Self.prefix].reduce(0) { $0 << 8 | UInt64($1) }),
        state: Array(bytes[Self.prefix...]))
    }
  }

  /// Returns whether a record behind a sequence number changes what happened up to an instant.
  private func isChanged(
    through instant: Instant, since last: Int64, _ excluded: EventID?
  ) throws -> Bool {
    try Self.changes.contains { sql in
      try access.withStatement(sql) { statement in
        statement.bind(last, at: 1)
        statement.bind(instant.milliseconds, at: 2)
        while try statement.step() {
          if statement.id(0) != excluded { return true }
        }
        return false
      }
    }
  }

  /// Queries for the events up to the instant `?2` that were recorded behind the number `?1`, or recorded
  /// before and corrected since. Whatever instant a correction gave to an event counts.
  private static let changes = Records.eventTables.flatMap { table in
    let isCorrectable = RowSum.contents[table] != nil
    let moved =
      isCorrectable
      ? """
        OR EXISTS (SELECT 1 FROM \(table)_original o WHERE o.seq = t.seq AND o.at <= ?2)
        OR EXISTS (SELECT 1 FROM correction k JOIN \(table)_edit e ON e.seq = k.seq
          WHERE k.event = t.id AND e.at <= ?2)
      """ : ""
    return [
      "SELECT id FROM \(table) WHERE seq > ?1 AND removed = 0 AND at <= ?2",
      """
      SELECT t.id FROM correction c JOIN \(table) t ON t.id = c.event
      WHERE c.seq > ?1 AND t.seq <= ?1 AND (t.at <= ?2 \(moved)) LIMIT 1
      """,
    ]
  }

  /// Stores a state of all events up to its newest one, and the records of which these are.
  package func store(_ state: ProfileState, records: RecordSum, rulebook: Rulebook) throws {
    let last = UInt64(bitPattern: try access.records.lastSequence())
    let prefix = (0..<Self.prefix).reversed().map { UInt8(truncatingIfNeeded: last >> (8 * $0)) }
    try database.execute(
      sql: "INSERT OR REPLACE INTO cached_state VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
      arguments: records.columns
        + [
          rulebook.hash, ProfileState.codingVersion, Data(prefix + state.encoded),
          Int64(rulebook.dayStart.minutes),
        ])
  }

  func clear() throws { try database.execute(sql: "DELETE FROM cached_state") }
}
