import Rules
import Schema
import Sessions

/// Activities, and the starts of journeys among them.
struct ActivityTable: ExportTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("kind"), ExportColumn("text"),
    ExportColumn("start", .day), ExportColumn("key"),
    ExportColumn("origin", presence: .whenNeeded), ExportColumn("id", presence: .onRequest),
    ExportColumn("day", .day, presence: .onRequest),
  ].including(Activity.schema)
  /// The value of the column `kind` for the start of a journey.
  static let journey = "journey"

  var wanted: Set<Int> = []
  private let range: ExportRange
  private let origins: Origins

  init(_ session: Session, _ options: ExportOptions) throws {
    range = ExportRange(options)
    origins = try Origins(ofEvents: session, [.journeyStart, .activity], range)
  }

  var needed: Set<String> { origins.areNeeded ? ["origin"] : [] }
  var notes: [String] { origins.notes }

  mutating func forEachRow(
    _ session: Session, _ body: ([FieldValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.journeyStart, .activity], range) { stored in
      guard case .journey(let action) = stored.event.action else { return true }
      var row = ExportRow(Self.columns)
      switch action {
      case .start(let day):
        row["kind"] = .name(Self.journey)
        row["start"] = .day(day)
      case .activity(let activity): row.put(activity, session.zone)
      }
      row["at"] = .time(stored.event.at, stored.event.offset)
      row["key"] = FieldValue(text: stored.key)
      row["origin"] = FieldValue(json: origins.origin(of: stored.event.id))
      row["id"] = .name(stored.event.id.description)
      row["day"] = .day(stored.event.day)
      return try body(row.values)
    }
  }
}
