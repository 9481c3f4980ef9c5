import Rules
import Schema
import Sessions

/// The creations of trackers, and the changes to them.
struct TrackerTable: ExportTable {
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

  var wanted: Set<Int> = []
  private(set) var needed: Set<String> = []
  private let range: ExportRange
  private let origins: Origins

  init(_ session: Session, _ options: ExportOptions) throws {
    range = ExportRange(options)
    origins = try Origins(ofEvents: session, [.trackerCreate, .trackerUpdate], range)
    if origins.areNeeded { needed.insert("origin") }
    var hasChanges = false
    try session.eachEvent(of: [.trackerUpdate], range) { _ in
      hasChanges = true
      return false
    }
    if hasChanges { needed.formUnion(["change", "remove_fields", "cleared"]) }
  }

  var notes: [String] { origins.notes }

  mutating func forEachRow(
    _ session: Session, _ body: ([FieldValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.trackerCreate, .trackerUpdate], range) { stored in
      let event = stored.event
      var row = ExportRow(Self.columns)
      row["at"] = .time(event.at, event.offset)
      row["key"] = FieldValue(text: stored.key)
      row["origin"] = FieldValue(json: origins.origin(of: stored.event.id))
      func list(_ fields: [TrackerField]) -> FieldValue {
        .list(fields.map { "\($0.name):\($0.type.name)" })
      }
      switch event.action {
      case .tracker(.create(let tracker)):
        row.put(tracker, session.zone)
        row["id"] = .name(event.id.description)
        row["fields"] = list(tracker.fields)
      case .tracker(.update(let id, let change)):
        row["cleared"] = .list(row.put(change.values, session.zone))
        row["id"] = .name(id.description)
        row["change"] = .name(Self.update)
        row["fields"] = list(change.addedFields)
        row["remove_fields"] = .list(change.removedFields)
      default: return true
      }
      return try body(row.values)
    }
  }
}
