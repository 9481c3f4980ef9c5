import CSV
import Rules
import Sessions

extension OwnFormat {
  /// Events of any kind except sparks and rolls, as `flint export events` writes them, which may
  /// refer to any record of a lower rank.
  static let events = OwnFormat(
    .events, rank: 40, required: ["at", "kind", "content"],
    guide: FormatGuide(
      summary: "Events of every kind except sparks and rolls, as Flint stores them.",
      becomes: [
        ("at", "when"), ("kind", "the kind, such as task.complete"),
        ("content", "the content, as JSON"),
        ("id", "the id that later rows refer to; the profile's event, if it has it"),
      ], lost: ["day", "void"])
  ) { columns, _ in EventTranslator(columns: columns) }
}

/// A translator of events in their stored form.
private struct EventTranslator: RecordTranslator {
  let columns: OwnColumns
  private static let names = EventKind.allCases.filter { $0 != .spark && $0 != .roll }.map(\.name)

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let kind = try record.choice(columns["kind"], "kind", of: Self.names) { name in
      EventKind(name: name).flatMap { $0 == .spark || $0 == .roll ? nil : $0 }
    }
    guard let kind else { throw .missing("kind", "a kind such as task.complete") }
    guard let text = record.word(columns["content"]) else {
      throw .missing("content", "a JSON object")
    }
    let action: Event.Action
    do throws(ContentError) {
      action = try Event.Action(kind, content: Array(text.utf8))
    } catch {
      throw RowProblem(
        column: "content", value: String(text.prefix(60)), reason: error.description)
    }
    let event = ActionRecord(
      kind, at: try record.time(columns["at"], "at"), key: record.text(columns["key"]),
      reference: record.word(columns["id"])
    ) { (references) throws(RowProblem) in action.referring(references) }
    return try columns.translation(record, .action(event))
  }
}
