import CSV
import Rules
import Schema
import Sessions

extension OwnFormat {
  /// Activities as `flint export activities` writes them, which refer to no other records.
  static let activities = OwnFormat(
    .activities, rank: 0, required: ["at", "kind", "text"],
    guide: FormatGuide(
      summary: "Activities and journeys, as flint export activities writes them.",
      becomes: [
        ("at", "when"), ("kind", "the kind; journey for the start of one"),
        ("text", "the text"), ("start", "the day from which a journey counts"),
      ], fields: Activity.schema.declarations, lost: ["day"])
  ) { columns, _ in ActivityTranslator(columns: columns) }
}

/// A translator of activities and starts of journeys.
private struct ActivityTranslator: RecordTranslator {
  let columns: OwnColumns

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let action: JourneyAction
    if record.word(columns["kind"]) == ActivityTable.journey {
      guard let start = try record.day(columns["start"], "start") else {
        throw .missing("start", "the day from which the journey counts")
      }
      action = .start(day: start)
    } else {
      action = .activity(try columns.read(Activity.self, record))
    }
    let event = ActionRecord(
      at: try record.time(columns["at"], "at"), key: record.text(columns["key"]), .journey(action))
    return try columns.translation(record, .action(event))
  }
}
