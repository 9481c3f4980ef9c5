import CSV
import Rules
import Schema
import Sessions

/// Quests as `flint export quests` writes them.
public struct QuestFormat: RecordFormat {
  /// `quests`.
  public let name = "quests"
  /// The title for people.
  public let title = "Flint: quests"
  /// The rank: gates may require a level, which all other records contribute to.
  public let rank = 30

  /// Creates the format.
  public init() {}

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      .quests, summary: "Quest sets and progress in them, as flint export quests writes them.",
      becomes: [
        ("at", "when"), ("kind", "load, complete, reset, open_gate or set_level"),
        ("set", "the set"), ("mission", "the mission that is reset"),
        ("node", "the node that is completed or reset"), ("gate", "the gate that is opened"),
        ("level", "the level that is set; the profile's own if empty"),
        ("cascade", "true, if nodes that depend on it are reset too"),
        ("definition", "the whole set that is loaded, as JSON"),
      ], lost: ["day"])
  }

  /// Returns a translator for a file with this header; `nil` when the file is not of this format.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .quests, required: ["at", "kind", "set"]).map { QuestTranslator($0) }
  }
}

/// A translator of actions on quests.
struct QuestTranslator: RecordTranslator {
  private let columns: OwnColumns
  private static let names = QuestTable.kinds.map { QuestTable.name(of: $0) }

  init(_ columns: OwnColumns) { self.columns = columns }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let kind = try record.choice(columns["kind"], "kind", of: Self.names) { name in
      QuestTable.kinds.first { QuestTable.name(of: $0) == name }
    }
    guard let kind else { throw .missing("kind", Self.names.alternatives) }
    let action = try action(kind, record)
    let imported = ImportRecord.action(
      ActionRecord(
        at: try record.time(columns["at"], "at"), key: record.text(columns["key"]),
        .quest(action)))
    let origin = try OriginReading(record, columns["origin"])
    return .record(try columns.importRecord(record, imported, origin))
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
      if record.text(columns["node"]) != nil {
        return .reset(.node(try reference("node", record)), cascade: isCascading)
      }
      if record.text(columns["mission"]) != nil {
        return .reset(.mission(try reference("mission", record)), cascade: isCascading)
      }
      guard let set = record.text(columns["set"]) else {
        return .reset(.everything, cascade: isCascading)
      }
      return .reset(.set(set), cascade: isCascading)
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
