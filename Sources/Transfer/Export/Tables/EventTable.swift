import JSON
import Rules
import Schema
import Sessions

/// Events of all kinds except sparks and rolls, in Flint's own representation.
struct EventTable: EventRowTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("kind"), ExportColumn("content"), ExportColumn("key"),
    ExportColumn("id"), ExportColumn("origin", presence: .whenNeeded),
    ExportColumn("day", .day, presence: .onRequest), ExportColumn("void", presence: .onRequest),
  ]

  let events: ExportedEvents
  private let voids: [EventID: VoidReason]

  init(_ session: Session, _ options: ExportOptions) throws {
    events = try ExportedEvents(session, options, options.eventKinds)
    voids = Dictionary(
      try session.state().voids.map { ($0.event, $0.reason) },
      uniquingKeysWith: { first, _ in first })
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    let event = stored.event
    return [
      .time(event.at, event.offset), .name(event.action.kind.name),
      .json(event.action.contentJSON), FieldValue(text: stored.key),
      .name(event.id.description), FieldValue(json: events.origins.origin(of: event.id)),
      .day(event.day), FieldValue(name: voids[event.id]?.text),
    ]
  }
}
