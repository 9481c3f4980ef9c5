import Rules
import Schema
import Sessions

/// The creations of trackers, and the changes to them.
struct TrackerTable: EventRowTable {
  static let columns = [
    ExportColumn("id"), ExportColumn("at", .time), ExportColumn("name"),
    ExportColumn("description"), ExportColumn("category"), ExportColumn("goal"),
    ExportColumn("target"), ExportColumn("fields"), ExportColumn("key"),
    ExportColumn("change", presence: .whenNeeded),
    ExportColumn("remove_fields", presence: .whenNeeded),
    ExportColumn("cleared", presence: .whenNeeded), ExportColumn("origin", presence: .whenNeeded),
  ].including(TrackerContent.schema)
  /// The value of the column `change` for an update of a tracker.
  static let update = "update"

  let events: ExportedEvents
  private(set) var needed: Set<String> = []

  init(_ session: Session, _ options: ExportOptions) throws {
    events = try ExportedEvents(session, options, [.trackerCreate, .trackerUpdate])
    if events.origins.areNeeded { needed.insert("origin") }
    var hasChanges = false
    try session.eachEvent(of: [.trackerUpdate], events.range) { _ in
      hasChanges = true
      return false
    }
    if hasChanges { needed.formUnion(["change", "remove_fields", "cleared"]) }
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    var row = commonRow(of: stored)
    func list(_ fields: [TrackerField]) -> FieldValue {
      .list(fields.map { "\($0.name):\($0.type.name)" })
    }
    switch stored.event.action {
    case .tracker(.create(let tracker)):
      row.put(tracker, session.zone)
      row["fields"] = list(tracker.fields)
    case .tracker(.update(let id, let change)):
      row["cleared"] = .list(row.put(change.values, session.zone))
      row["id"] = .name(id.description)
      row["change"] = .name(Self.update)
      row["fields"] = list(change.addedFields)
      row["remove_fields"] = .list(change.removedFields)
    default: return nil
    }
    return row.values
  }
}
