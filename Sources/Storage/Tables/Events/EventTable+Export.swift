package import FlintCalendar
import GRDB
package import FlintRules

extension EventTable {
  /// Reads the events of some kinds, except sparks, that are not removed, in the order of the fold.
  ///
  /// - Parameters:
  ///   - kinds: the kinds; all if empty.
  ///   - body: called with each event; returns whether to continue.
  package func forEach(
    of kinds: [EventKind], since: Instant?, before: Instant?, _ body: (StoredEvent) -> Bool
  ) throws {
    let wanted = kinds.isEmpty ? "" : "AND kind IN (\(kinds.sqlList))"
    let statement = try RawStatement(
      database,
      sql: """
        SELECT id, at, "offset", kind, content, key, seq, recorded_at FROM event
        WHERE removed = 0 AND at >= ?1 AND at < ?2 \(wanted)
        ORDER BY at, \(Self.rankOfKind), id
        """)
    defer { statement.reset() }
    statement.bind(since?.milliseconds ?? .min, at: 1)
    statement.bind(before?.milliseconds ?? .max, at: 2)
    while try statement.step() {
      let event = try ProfileEvent(statement)
      let stored = StoredEvent(
        sequence: statement.integer(6), event: event, key: statement.text(5),
        recordedAt: Instant(milliseconds: statement.integer(7)), isRemoved: false)
      if !body(stored) { return }
    }
  }

  /// Reads the events of a kind that are not removed, in the order that is the fastest to read.
  ///
  /// - Parameters:
  ///   - texts: Texts of which the canonical content of an event contains at least one; any event if `nil`.
  ///     Selecting here is several times as fast as decoding an event and ignoring it.
  ///   - isOnlyReading: Whether nothing is written meanwhile; then only a few pages are cached.
  package func forEachUnordered(
    of kind: EventKind, before: Instant, containing texts: [String]?, isOnlyReading: Bool,
    _ body: (ProfileEvent) -> Void
  ) throws {
    let cache = isOnlyReading ? try SmallPageCache(database) : nil
    defer { cache?.restore() }
    let conditions = (texts ?? []).indices.map { "instr(content, ?\($0 + 2))" }
    let selected = texts == nil ? "" : "AND (\((["0"] + conditions).joined(separator: " OR ")))"
    let statement = try RawStatement(
      database,
      sql: """
        SELECT id, at, "offset", kind, content FROM event
        WHERE removed = 0 AND kind = \(kind.rawValue) AND at < ?1 \(selected)
        """)
    defer { statement.reset() }
    statement.bind(before.milliseconds, at: 1)
    for (index, text) in (texts ?? []).enumerated() { statement.bind(text, at: Int32(index + 2)) }
    while try statement.step() { body(try ProfileEvent(statement)) }
  }

  /// The SQL expression for the rank of an event's kind, for sorting in the order of the fold.
  private static let rankOfKind: String = {
    let ranks = EventKind.allCases.map { "WHEN \($0.rawValue) THEN \($0.rank)" }
    return "CASE kind \(ranks.joined(separator: " ")) END"
  }()

  /// Returns whether any event of some kinds (all if empty), neither spark nor roll, that is not
  /// removed happened at a fraction of a second.
  package func hasFractions(
    of kinds: [EventKind], since: Instant?, before: Instant?
  ) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM event WHERE removed = 0 AND at % 1000 <> 0 AND at >= ? AND at < ?
          \(kinds.isEmpty ? "" : "AND kind IN (\(kinds.sqlList))"))
        """,
      arguments: [since?.milliseconds ?? .min, before?.milliseconds ?? .max]) ?? false
  }

  /// Returns whether any event of some kinds, neither spark nor roll, that is not removed has an id
  /// of its source.
  package func hasKeys(of kinds: [EventKind]) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM event WHERE removed = 0 AND key IS NOT NULL
          AND kind IN (\(kinds.sqlList)))
        """) ?? false
  }
}
