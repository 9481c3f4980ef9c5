import JSON
import Rules
import Schema
import Sessions

/// The loaded quest sets, and the progress in them.
struct QuestTable: EventRowTable {
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

  let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) throws {
    events = try ExportedEvents(session, options, Self.kinds)
  }

  /// Returns the value of the column `kind` for a kind of event: `load`, `complete`, …
  static func name(of kind: EventKind) -> String {
    String(kind.name.dropFirst("quest.".utf8.count))
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    guard case .quest(let action) = stored.event.action else { return nil }
    var row = commonRow(of: stored)
    row["kind"] = .name(Self.name(of: action.kind))
    func put(_ reference: QuestReference, _ column: String) {
      row["set"] = .text(reference.set)
      row[column] = .text(reference.id)
    }
    switch action {
    case .load(let set):
      row["set"] = .text(set.id)
      row["definition"] = .json(set.json)
    case .complete(let node): put(node, "node")
    case .reset(let scope, let isCascading):
      if isCascading { row["cascade"] = .boolean(true) }
      switch scope {
      case .node(let node): put(node, "node")
      case .mission(let mission): put(mission, "mission")
      case .set(let id): row["set"] = .text(id)
      case .everything: break
      }
    case .openGate(let gate): put(gate, "gate")
    case .setLevel(let level): row["level"] = FieldValue(level)
    }
    return row.values
  }
}
