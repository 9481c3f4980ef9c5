import Rules
import Schema
import Sessions

/// Activities, and the starts of journeys among them.
struct ActivityTable: EventRowTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("kind"), ExportColumn("text"),
    ExportColumn("start", .day), ExportColumn("key"),
    ExportColumn("origin", presence: .whenNeeded), ExportColumn("id", presence: .onRequest),
    ExportColumn("day", .day, presence: .onRequest),
  ].including(Activity.schema)
  /// The value of the column `kind` for the start of a journey.
  static let journey = "journey"

  let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) throws {
    events = try ExportedEvents(session, options, [.journeyStart, .activity])
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    guard case .journey(let action) = stored.event.action else { return nil }
    var row = commonRow(of: stored)
    switch action {
    case .start(let day):
      row["kind"] = .name(Self.journey)
      row["start"] = .day(day)
    case .activity(let activity): row.put(activity, session.zone)
    }
    return row.values
  }
}
