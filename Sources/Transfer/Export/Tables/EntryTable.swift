import Calendar
import JSON
import Rules
import Schema
import Sessions

/// Entries of trackers.
struct EntryTable: ExportTable {
  static let columns = [
    ExportColumn("at"), ExportColumn("tracker"), ExportColumn("tracker_id"), ExportColumn("kind"),
    ExportColumn("value"), ExportColumn("title"), ExportColumn("notes"), ExportColumn("tags"),
    ExportColumn("values"), ExportColumn("key"), ExportColumn("minutes", .whenNeeded),
    ExportColumn("origin", .whenNeeded),
    ExportColumn("id", .onRequest), ExportColumn("day", .onRequest),
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
    _ session: Session, _ body: ([ExportValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.trackerEntry], range) { stored in
      let event = stored.event
      guard case .tracker(.entry(let entry)) = event.action else { return true }
      let value: ExportValue =
        switch entry.kind {
        case .session(let minutes): .integer(minutes)
        case .measurement(let number): .decimal(number.millionths)
        case .log(let text): .text(text)
        case .checklist(let isDone): .flag(isDone)
        case .rating(let rating): .integer(rating)
        }
      return try body([
        .time(event.at, event.offset),
        ExportValue(text: trackers.tracker(entry.tracker)?.content.name),
        .word(entry.tracker.description), .word(entry.kind.name), value,
        ExportValue(text: entry.title), ExportValue(text: entry.notes), .list(entry.tags),
        entry.values.isEmpty ? .none : .json(entry.valuesJSON), ExportValue(text: stored.key),
        entry.minutes.map { .integer($0) } ?? .none,
        ExportValue(json: origins.origin(of: stored.event.id)), .word(event.id.description),
        .day(event.day),
      ])
    }
  }
}

extension EntryContent {
  /// The values of the tracker's own fields as a JSON object: texts and booleans as JSON values,
  /// numbers as `{"number": "…"}` and days as `{"day": "…"}`, since JSON has neither exact numbers
  /// nor days.
  fileprivate var valuesJSON: String {
    JSONValue.object(
      values.map { value in
        let json: JSONValue =
          switch value.value {
          case .text(let text): .string(text)
          case .number(let number): .object([("number", .string(number.description))])
          case .boolean(let flag): .boolean(flag)
          case .day(let day): .object([("day", .string(day.description))])
          }
        return (value.name, json)
      }
    ).text()
  }
}
