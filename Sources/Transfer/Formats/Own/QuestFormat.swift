import CSV
import FlintRules
import FlintSchema
import Sessions

extension OwnFormat {
  /// Quests as `flint export quests` writes them. Gates may require a level, which all other events
  /// contribute to.
  static let quests = OwnFormat(
    .quests, rank: 30, required: ["at", "kind", "set"],
    guide: FormatGuide(
      summary: "Quest sets and progress in them, as flint export quests writes them.",
      becomes: [
        ("at", "when"), ("kind", "load, complete, reset, open_gate or set_level"),
        ("set", "the set"), ("mission", "the mission that is reset"),
        ("node", "the node that is completed or reset"), ("gate", "the gate that is opened"),
        ("level", "the level that is set; the profile's own if empty"),
        ("cascade", "true, if nodes that depend on it are reset too"),
        ("definition", "the whole set that is loaded, as JSON"),
      ], lost: ["day"])
  ) { columns, _ in QuestTranslator(columns: columns) }
}

private struct QuestTranslator: RecordTranslator {
  let columns: OwnColumns
  private static let names = QuestExport.kinds.map { QuestExport.name(of: $0) }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let kind = try record.choice(columns["kind"], "kind", of: Self.names) { name in
      QuestExport.kinds.first { QuestExport.name(of: $0) == name }
    }
    guard let kind else { throw .missing("kind", Self.names.alternatives) }
    let action = try action(kind, record)
    let event = ImportedAction(
      at: try columns.time(record, columns["at"], "at"), key: record.text(columns["key"]),
      .quest(action))
    return .event(columns.event(record, .action(event)))
  }

  private func action(
    _ kind: EventKind, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> QuestAction {
    switch kind {
    case .questLoad:
      guard let definition = try record.json(columns["definition"], "definition") else {
        throw .missing("definition", "the set as JSON")
      }
      do throws(QuestSetError) {
        return .load(try QuestFile(reading: definition, file: "definition").set)
      } catch {
        throw RowProblem(column: "definition", reason: error.description)
      }
    case .questComplete: return .complete(try reference("node", record))
    case .questGate: return .openGate(try reference("gate", record))
    case .questLevel:
      guard let level = try record.integer(columns["level"], "level") else {
        return .setLevel(nil)
      }
      return try RowProblem.checking { () throws(FieldError) in try .level(level) }
    default:
      let isCascading = try record.flag(columns["cascade"], "cascade") ?? false
      let scope: QuestScope
      if record.text(columns["node"]) != nil {
        scope = .node(try reference("node", record))
      } else if record.text(columns["mission"]) != nil {
        scope = .mission(try reference("mission", record))
      } else {
        scope = record.text(columns["set"]).map { .set($0) } ?? .everything
      }
      return .reset(scope, cascade: isCascading)
    }
  }

  private func reference(
    _ column: String, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> QuestReference {
    guard let set = record.text(columns["set"]) else { throw .missing("set", "a set's id") }
    guard let id = record.text(columns[column]) else { throw .missing(column, "an id") }
    return QuestReference(set: set, id: id)
  }
}
