package import FlintCalendar
import GRDB
package import FlintRules
import FlintSchema

extension SparkTable {
  /// Reads the sparks that a query finds, in no particular order, with only the fields that
  /// statistics need. As in the fold, sparks later than an instant count only if they were recorded
  /// by then.
  ///
  /// - Parameters:
  ///   - query: the query; its order and limit are ignored.
  ///   - isOnlyReading: whether the session writes nothing.
  package func forEachFact(
    _ query: SparkQuery, through: Instant, isOnlyReading: Bool, _ body: (SparkFact) -> Void
  ) throws {
    let cache = isOnlyReading ? try SmallPageCache(database) : nil
    defer { cache?.restore() }
    let since = query.since?.milliseconds ?? .min
    let before = query.before?.milliseconds ?? .max
    // The index is fast for a few rows and slow for half of all rows.
    let index = try isMostOfHistory(since: since, before: before) ? "NOT INDEXED" : ""
    let lists = [query.atLeast, query.intensity.map { String($0.number) }].compactMap(\.self)
    let intensities = lists.map { "AND intensity IN (\($0))" }.joined(separator: " ")
    let statement = try RawStatement(
      database,
      sql: """
        SELECT at, "offset", category, intensity, ifnull(actual, -1) FROM spark \(index)
        WHERE removed = 0 AND at >= ?1 AND at < ?2 AND (at <= ?3 OR recorded_at <= ?3)
          AND category BETWEEN ?4 AND ?5 \(intensities)
          AND (?6 IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?6))
          AND (?7 IS NULL OR flint_contains(title, ?7) OR flint_contains(notes, ?7)
            OR EXISTS (SELECT 1 FROM json_each(tags) WHERE flint_contains(value, ?7)))
        """)
    defer { statement.reset() }
    statement.bind(since, at: 1)
    statement.bind(before, at: 2)
    statement.bind(through.milliseconds, at: 3)
    statement.bind(query.category?.number ?? 0, at: 4)
    statement.bind(query.category?.number ?? .max, at: 5)
    statement.bind(query.tag?.trimmedWhitespace.lowercased(), at: 6)
    statement.bind(query.text?.lowercased(), at: 7)
    while try statement.step() {
      let head = try statement.sparkHead(0)
      let minutes = statement.integer(4)
      body(
        SparkFact(
          at: head.at, offset: head.offset, category: head.category, intensity: head.intensity,
          minutes: minutes < 0 ? nil : Int32(clamping: minutes)))
    }
  }

  /// Returns whether any spark that is not removed happened at a fraction of a second.
  package func hasFractions(since: Instant?, before: Instant?) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS
          (SELECT 1 FROM spark WHERE removed = 0 AND at % 1000 <> 0 AND at >= ? AND at < ?)
        """,
      arguments: [since?.milliseconds ?? .min, before?.milliseconds ?? .max]) ?? false
  }

  /// Returns whether a range of instants is likely to contain more than a third of all sparks.
  private func isMostOfHistory(since: Int64, before: Int64) throws -> Bool {
    // Two queries: SQLite uses the index for a minimum or a maximum, but not for both in one query.
    let first = try Int64.fetchOne(database, sql: "SELECT min(at) FROM spark")
    let last = try Int64.fetchOne(database, sql: "SELECT max(at) FROM spark")
    guard let first, let last, first < last else { return true }
    let (start, end) = (max(since, first), min(before, last))
    // Halved, because the difference of extreme instants, which only damage can cause, may
    // overflow.
    return start < end && end / 2 - start / 2 > (last / 2 - first / 2) / 3
  }
}
