import Calendar
import JSON
import Rules
import Schema
import Sessions

/// Entries of trackers.
struct EntryTable: EventRowTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("tracker"), ExportColumn("tracker_id"),
    ExportColumn("kind"), ExportColumn("value"), ExportColumn("title"), ExportColumn("notes"),
    ExportColumn("tags"), ExportColumn("values"), ExportColumn("key"),
    ExportColumn("minutes", .number, presence: .whenNeeded),
    ExportColumn("origin", presence: .whenNeeded), ExportColumn("id", presence: .onRequest),
    ExportColumn("day", .day, presence: .onRequest),
  ]

  let events: ExportedEvents
  private(set) var needed: Set<String> = []
  private let trackers: TrackersState

  init(_ session: Session, _ options: ExportOptions) throws {
    events = try ExportedEvents(session, options, [.trackerEntry])
    trackers = try session.state().trackers
    if trackers.trackers.contains(where: { $0.otherMinutes > 0 }) { needed.insert("minutes") }
    if events.origins.areNeeded { needed.insert("origin") }
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    let event = stored.event
    guard case .tracker(.entry(let entry)) = event.action else { return nil }
    return [
      .time(event.at, event.offset),
      FieldValue(text: trackers.tracker(entry.tracker)?.content.name),
      .name(entry.tracker.description), .name(entry.kind.name), entry.kind.value,
      FieldValue(text: entry.title), FieldValue(text: entry.notes), .list(entry.tags),
      EntryContent.schema["values"]?.value(of: entry) ?? .none, FieldValue(text: stored.key),
      FieldValue(entry.minutes),
      FieldValue(json: events.origins.origin(of: event.id)), .name(event.id.description),
      .day(event.day),
    ]
  }
}
