import Rules
import Schema
import Sessions

/// Roll tokens spent on cards.
struct RollTable: EventRowTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("category"), ExportColumn("key"),
    ExportColumn("origin", presence: .whenNeeded), ExportColumn("id", presence: .onRequest),
    ExportColumn("day", .day, presence: .onRequest),
  ]

  let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) throws {
    events = try ExportedEvents(session, options, [.roll])
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    guard case .roll(let category) = stored.event.action else { return nil }
    var row = commonRow(of: stored)
    row["category"] = .name(category.name)
    return row.values
  }
}
