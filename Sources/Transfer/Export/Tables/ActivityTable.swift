import Rules
import Sessions

/// Activities, and the starts of journeys among them.
struct ActivityTable: ExportTable {
  static let columns = [
    ExportColumn("at"), ExportColumn("kind"), ExportColumn("text"), ExportColumn("start"),
    ExportColumn("key"), ExportColumn("origin", .whenNeeded), ExportColumn("id", .onRequest),
    ExportColumn("day", .onRequest),
  ]
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
    _ session: Session, _ body: ([ExportValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.journeyStart, .activity], range) { stored in
      guard case .journey(let action) = stored.event.action else { return true }
      let content: [ExportValue] =
        switch action {
        case .start(let day): [.word(Self.journey), .none, .day(day)]
        case .activity(let activity):
          [.word(activity.kind.name), ExportValue(text: activity.text), .none]
        }
      return try body(
        [.time(stored.event.at, stored.event.offset)] + content + [
          ExportValue(text: stored.key), ExportValue(json: origins.origin(of: stored.event.id)),
          .word(stored.event.id.description), .day(stored.event.day),
        ])
    }
  }
}
