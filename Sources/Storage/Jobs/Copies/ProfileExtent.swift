package import FlintCalendar
import GRDB
import FlintRules

/// How much a profile contains: the figures by which people recognize it.
package struct ProfileExtent: Equatable, Sendable {
  /// The number of events that are not removed.
  package var events: Int
  /// The number of civil days with such events.
  package var days: Int
  /// The first and the last of these days.
  package var range: ClosedRange<CivilDay>?

  package init(of store: Store) throws {
    self = try store.access { access in
      try access.begin(writing: false)
      defer { access.rollback() }
      return try Self(access)
    }
  }

  private init(_ access: StoreAccess) throws {
    let dayStart = try access.profile.read().dayStart
    // The day 0 of the quotient is long before any event, so that it is rounded down.
    let days = Records.eventTables.map { table in
      """
      SELECT (at + "offset" * 1000 - ?1 + 800000 * 86400000) / 86400000 - 800000 AS day
      FROM \(table) WHERE NOT removed
      """
    }
    let row = try Row.fetchOne(
      access.database,
      sql: """
        SELECT ifnull(sum(events), 0) AS events, count(*) AS days, min(day) AS first,
          max(day) AS last
        FROM (SELECT day, count(*) AS events
          FROM (\(days.joined(separator: " UNION ALL "))) GROUP BY day)
        """, arguments: [dayStart.milliseconds])
    guard let row else { throw Damage("the events cannot be counted") }
    (events, self.days) = (try row.read("events"), try row.read("days"))
    let (first, last): (Int32?, Int32?) = (try row.read("first"), try row.read("last"))
    if let first, let last, first <= last {
      range = CivilDay(number: first)...CivilDay(number: last)
    }
  }
}
