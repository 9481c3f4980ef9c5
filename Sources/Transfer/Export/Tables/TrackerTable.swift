import Rules
import Schema
import Sessions

/// The creations of trackers, and the changes to them.
struct TrackerTable: ExportTable {
  static let columns = [
    ExportColumn("id"), ExportColumn("at"), ExportColumn("name"), ExportColumn("description"),
    ExportColumn("category"), ExportColumn("goal"), ExportColumn("target"),
    ExportColumn("fields"), ExportColumn("key"), ExportColumn("change", .whenNeeded),
    ExportColumn("remove_fields", .whenNeeded), ExportColumn("cleared", .whenNeeded),
    ExportColumn("origin", .whenNeeded),
  ]
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
    _ session: Session, _ body: ([ExportValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: [.trackerCreate, .trackerUpdate], range) { stored in
      let event = stored.event
      var row = [ExportValue](repeating: .none, count: Self.columns.count)
      row[1] = .time(event.at, event.offset)
      row[8] = ExportValue(text: stored.key)
      row[12] = ExportValue(json: origins.origin(of: stored.event.id))
      switch event.action {
      case .tracker(.create(let tracker)):
        row[0] = .word(event.id.description)
        row[2] = .text(tracker.name)
        row[3] = ExportValue(text: tracker.description)
        row[4] = .word(tracker.category.name)
        row[5] = ExportValue(text: tracker.goal)
        row[6] = ExportValue(word: tracker.target?.description)
        row[7] = .list(tracker.fields.map { "\($0.name):\($0.type.name)" })
      case .tracker(.update(let id, let change)):
        row[0] = .word(id.description)
        row[9] = .word(Self.update)
        row[2] = ExportValue(text: change.name)
        row[4] = ExportValue(word: change.category?.name)
        row[7] = .list(change.addedFields.map { "\($0.name):\($0.type.name)" })
        row[10] = .list(change.removedFields)
        var cleared: [String] = []
        func put(_ column: Int, _ name: String, _ edit: TrackerChange.Edit<String>) {
          switch edit {
          case .keep: break
          case .set(let text): row[column] = .text(text)
          case .clear: cleared.append(name)
          }
        }
        put(3, "description", change.description)
        put(5, "goal", change.goal)
        switch change.target {
        case .keep: break
        case .set(let number): row[6] = .word(number.description)
        case .clear: cleared.append("target")
        }
        row[11] = .list(cleared)
      default: return true
      }
      return try body(row)
    }
  }
}
