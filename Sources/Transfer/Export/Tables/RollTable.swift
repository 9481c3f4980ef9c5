import Rules
import Sessions

/// Roll tokens spent on cards.
struct RollTable: ExportTable {
  static let columns = [
    ExportColumn("at"), ExportColumn("category"), ExportColumn("key"),
    ExportColumn("origin", .whenNeeded), ExportColumn("id", .onRequest),
    ExportColumn("day", .onRequest),
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
    _ session: Session, _ body: ([ExportValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.roll], range) { stored in
      guard case .roll(let category) = stored.event.action else { return true }
      return try body([
        .time(stored.event.at, stored.event.offset), .word(category.name),
        ExportValue(text: stored.key), ExportValue(json: origins.origin(of: stored.event.id)),
        .word(stored.event.id.description), .day(stored.event.day),
      ])
    }
  }
}
