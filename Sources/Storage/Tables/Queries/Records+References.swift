import Foundation
import GRDB
package import FlintRules

/// The lookup of events by the first digits of their ids, and by the order of recording.
extension Records {
  /// The events that a reference can mean.
  package struct Candidates: Sendable {
    /// The kinds; all when empty.
    package var kinds: [EventKind]
    /// Whether removed events count too.
    package var includesRemoved: Bool

    package init(kinds: [EventKind] = [], includesRemoved: Bool = false) {
      self.kinds = kinds
      self.includesRemoved = includesRemoved
    }

    /// The tables that can contain such events, each with its conditions.
    fileprivate var tables: [(name: String, conditions: Conditions)] {
      let ownKinds = ["spark": EventKind.spark, "card_roll": .roll]
      return Records.eventTables.compactMap { table in
        var conditions = Conditions()
        if !includesRemoved { conditions.add("removed = 0", []) }
        if kinds.isEmpty { return (table, conditions) }
        if let kind = ownKinds[table] { return kinds.contains(kind) ? (table, conditions) : nil }
        let others = kinds.filter { $0 != .spark && $0 != .roll }
        if others.isEmpty { return nil }
        conditions.add("kind IN (\(others.sqlList))", [])
        return (table, conditions)
      }
    }
  }

  /// Returns the first events whose ids lie in a range, in the order of their ids. The indexes of
  /// ids are used.
  package func events(
    in ids: ClosedRange<EventID>, among candidates: Candidates = Candidates(), limit: Int
  ) throws -> [EventID] {
    let database = try database
    return try candidates.tables.flatMap { table, conditions in
      var conditions = conditions
      conditions.add("id >= ?", ids.lowerBound.data)
      conditions.add("id <= ?", ids.upperBound.data)
      return try Row.fetchAll(
        database,
        sql: "SELECT id FROM \(table)\(conditions.sql) ORDER BY id LIMIT \(limit)",
        arguments: conditions.arguments
      ).map { try $0.id("id") }
    }.sorted().prefix(limit).map(\.self)
  }

  /// Returns the event that was recorded last; `nil` if there is none.
  package func latest(among candidates: Candidates) throws -> EventID? {
    let database = try database
    var latest: (sequence: Int64, id: EventID)?
    for (table, conditions) in candidates.tables {
      // A kind without any event is found by its index, and would take a scan otherwise.
      let any = "SELECT EXISTS (SELECT 1 FROM \(table)\(conditions.sql))"
      guard try Bool.fetchOne(database, sql: any) ?? false,
        let row = try Row.fetchOne(
          database,
          sql: "SELECT seq, id FROM \(table)\(conditions.sql) ORDER BY seq DESC LIMIT 1")
      else { continue }
      let sequence: Int64 = try row.read("seq")
      if sequence > latest?.sequence ?? 0 { latest = (sequence, try row.id("id")) }
    }
    return latest?.id
  }
}
