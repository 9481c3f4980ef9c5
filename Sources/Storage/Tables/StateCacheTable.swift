import Calendar
import Foundation
import GRDB
package import Rules

/// The table `cached_state`: at most one state, with the records, the rulebook and the day start from
/// which it was derived.
package struct StateCacheTable: TableAccess {
  let access: StoreAccess

  /// Returns the cached state if it was derived from exactly these records under this rulebook.
  package func state(records: RecordSum, rulebook: Rulebook) throws -> ProfileState? {
    try encoded(records: records, rulebook: rulebook).flatMap {
      ProfileState(encoded: $0, rulebook: rulebook)
    }
  }

  /// Returns whether there is a cached state for exactly these records that cannot be decoded.
  package func isUnreadable(records: RecordSum, rulebook: Rulebook) throws -> Bool {
    try encoded(records: records, rulebook: rulebook).map {
      ProfileState(encoded: $0, rulebook: rulebook) == nil
    } ?? false
  }

  private func encoded(records: RecordSum, rulebook: Rulebook) throws -> [UInt8]? {
    try access.withStatement(
      """
      SELECT state FROM cached_state WHERE record_count = ?1 AND record_high = ?2
        AND record_low = ?3 AND rulebook_hash = ?4 AND coding = ?5
        AND day_start = ?6
      """
    ) { statement in
      statement.bind(records.count, at: 1)
      statement.bind(Int64(bitPattern: records.high), at: 2)
      statement.bind(Int64(bitPattern: records.low), at: 3)
      statement.bind(rulebook.hash, at: 4)
      statement.bind(ProfileState.codingVersion, at: 5)
      statement.bind(Int64(rulebook.dayStart.minutes), at: 6)
      return try statement.step() ? statement.bytes(0) : nil
    }
  }

  /// Stores a state together with the records and rulebook that it was derived from.
  package func store(_ state: ProfileState, records: RecordSum, rulebook: Rulebook) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO cached_state VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
      arguments: records.columns
        + [
          rulebook.hash, ProfileState.codingVersion, Data(state.encoded),
          Int64(rulebook.dayStart.minutes),
        ])
  }

  func clear() throws { try database.execute(sql: "DELETE FROM cached_state") }
}
