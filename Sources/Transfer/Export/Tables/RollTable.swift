import Rules
import Schema
import Sessions

/// Roll tokens spent on cards.
struct RollTable: ExportTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("category"), ExportColumn("key"),
    ExportColumn("origin", presence: .whenNeeded), ExportColumn("id", presence: .onRequest),
    ExportColumn("day", .day, presence: .onRequest),
  ]

  var wanted: Set<Int> = []
  private let range: ExportRange
  private let origins: Origins

  init(_ session: Session, _ options: ExportOptions) throws {
    range = ExportRange(options)
    origins = try Origins(ofEvents: session, [.roll], range)
  }

  var needed: Set<String> { origins.areNeeded ? ["origin"] : [] }
  var notes: [String] { origins.notes }

  mutating func forEachRow(
    _ session: Session, _ body: ([FieldValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.roll], range) { stored in
      guard case .roll(let category) = stored.event.action else { return true }
      return try body([
        .time(stored.event.at, stored.event.offset), .name(category.name),
        FieldValue(text: stored.key), FieldValue(json: origins.origin(of: stored.event.id)),
        .name(stored.event.id.description), .day(stored.event.day),
      ])
    }
  }
}
