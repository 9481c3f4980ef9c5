import Calendar
import JSON
import Rules
import Schema
import Sessions

/// Entries of trackers.
struct EntryTable: ExportTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("tracker"), ExportColumn("tracker_id"),
    ExportColumn("kind"), ExportColumn("value"), ExportColumn("title"), ExportColumn("notes"),
    ExportColumn("tags"), ExportColumn("values"), ExportColumn("key"),
    ExportColumn("minutes", .number, presence: .whenNeeded),
    ExportColumn("origin", presence: .whenNeeded), ExportColumn("id", presence: .onRequest),
    ExportColumn("day", .day, presence: .onRequest),
  ]

  var wanted: Set<Int> = []
  private let range: ExportRange
  private let origins: Origins
  private let trackers: TrackersState

  init(_ session: Session, _ options: ExportOptions) throws {
    range = ExportRange(options)
    origins = try Origins(ofEvents: session, [.trackerEntry], range)
    trackers = try session.state().trackers
    if trackers.trackers.contains(where: { $0.otherMinutes > 0 }) { needed.insert("minutes") }
    if origins.areNeeded { needed.insert("origin") }
  }

  private(set) var needed: Set<String> = []
  var notes: [String] { origins.notes }

  mutating func forEachRow(
    _ session: Session, _ body: ([FieldValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.trackerEntry], range) { stored in
      let event = stored.event
      guard case .tracker(.entry(let entry)) = event.action else { return true }
      return try body([
        .time(event.at, event.offset),
        FieldValue(text: trackers.tracker(entry.tracker)?.content.name),
        .name(entry.tracker.description), .name(entry.kind.name), entry.kind.value,
        FieldValue(text: entry.title), FieldValue(text: entry.notes), .list(entry.tags),
        EntryContent.schema["values"]?.value(of: entry) ?? .none, FieldValue(text: stored.key),
        entry.minutes.map { .integer($0) } ?? .none,
        FieldValue(json: origins.origin(of: stored.event.id)), .name(event.id.description),
        .day(event.day),
      ])
    }
  }
}
