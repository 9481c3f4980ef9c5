import JSON
import Rules
import Schema
import Sessions

/// The loaded quest sets, and the progress in them.
struct QuestTable: ExportTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("kind"), ExportColumn("set"), ExportColumn("mission"),
    ExportColumn("node"), ExportColumn("gate"), ExportColumn("level", .number),
    ExportColumn("cascade", .flag), ExportColumn("definition"), ExportColumn("key"),
    ExportColumn("origin", presence: .whenNeeded), ExportColumn("id", presence: .onRequest),
    ExportColumn("day", .day, presence: .onRequest),
  ]
  static let kinds: [EventKind] = [
    .questLoad, .questComplete, .questReset, .questGate, .questLevel,
  ]

  var wanted: Set<Int> = []
  private let range: ExportRange
  private let origins: Origins

  init(_ session: Session, _ options: ExportOptions) throws {
    range = ExportRange(options)
    origins = try Origins(ofEvents: session, Self.kinds, range)
  }

  var needed: Set<String> { origins.areNeeded ? ["origin"] : [] }
  var notes: [String] { origins.notes }

  /// Returns the value of the column `kind` for a kind of event: `load`, `complete`, …
  static func name(of kind: EventKind) -> String {
    String(kind.name.dropFirst("quest.".utf8.count))
  }

  mutating func forEachRow(
    _ session: Session, _ body: ([FieldValue]) throws -> Bool
  ) throws {
    try session.eachEvent(of: Self.kinds, range) { stored in
      let event = stored.event
      guard case .quest(let action) = event.action else { return true }
      var row = [FieldValue](repeating: .none, count: Self.columns.count)
      row[0] = .time(event.at, event.offset)
      row[1] = .name(Self.name(of: action.kind))
      switch action {
      case .load(let set):
        row[2] = .text(set.id)
        row[8] = .json(set.json)
      case .complete(let node):
        row[2] = .text(node.set)
        row[4] = .text(node.id)
      case .reset(let scope, let isCascading):
        if isCascading { row[7] = .boolean(true) }
        switch scope {
        case .node(let node):
          row[2] = .text(node.set)
          row[4] = .text(node.id)
        case .mission(let mission):
          row[2] = .text(mission.set)
          row[3] = .text(mission.id)
        case .set(let id): row[2] = .text(id)
        case .everything: break
        }
      case .openGate(let gate):
        row[2] = .text(gate.set)
        row[5] = .text(gate.id)
      case .setLevel(let level): row[6] = FieldValue(level)
      }
      row[9] = FieldValue(text: stored.key)
      row[10] = FieldValue(json: origins.origin(of: stored.event.id))
      row[11] = .name(event.id.description)
      row[12] = .day(event.day)
      return try body(row)
    }
  }
}

extension QuestAction {
  /// The canonical content of the action.
  fileprivate var text: String { Event.Action.quest(self).content }
}
