import JSON
import Rules
import Schema
import Sessions

/// Events of all kinds except sparks and rolls, in Flint's own representation.
struct EventTable: ExportTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("kind"), ExportColumn("content"), ExportColumn("key"),
    ExportColumn("id"), ExportColumn("origin", presence: .whenNeeded),
    ExportColumn("day", .day, presence: .onRequest), ExportColumn("void", presence: .onRequest),
  ]

  var wanted: Set<Int> = []
  private let range: ExportRange
  private let kinds: [EventKind]
  private let origins: Origins

  /// - Parameter kinds: The kinds of events; all if empty.
  init(_ session: Session, _ options: ExportOptions, kinds: [EventKind] = []) throws {
    range = ExportRange(options)
    self.kinds = kinds
    origins = try Origins(ofEvents: session, kinds, range)
  }

  var needed: Set<String> { origins.areNeeded ? ["origin"] : [] }
  var notes: [String] { origins.notes }

  mutating func forEachRow(
    _ session: Session, _ body: ([FieldValue]) throws -> Bool
  ) throws {
    let voids = Dictionary(
      try session.state().voids.map { ($0.event, $0.reason) },
      uniquingKeysWith: { first, _ in first })
    try session.eachEvent(of: kinds, range) { stored in
      let event = stored.event
      return try body([
        .time(event.at, event.offset), .name(event.action.kind.name),
        .json(event.action.contentJSON), FieldValue(text: stored.key),
        .name(event.id.description), FieldValue(json: origins.origin(of: stored.event.id)),
        .day(event.day), FieldValue(name: voids[event.id]?.text),
      ])
    }
  }
}
