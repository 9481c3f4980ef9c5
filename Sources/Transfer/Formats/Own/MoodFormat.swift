import CSV
import Calendar
import Rules
import Schema
import Sessions

extension OwnFormat {
  /// Moods as `flint export moods` writes them, which refer to no other records.
  static let moods = OwnFormat(
    .moods, rank: 0, required: ["date", "mood"],
    guide: FormatGuide(
      summary: "Ratings of days, as flint export moods writes them.",
      becomes: [
        ("date", "the day that is rated"), ("mood", "the mood, by name or number"),
        ("entry_type", "the origin of the rating; if empty, import"),
        ("recorded_at", "when the rating was given; as the day began if empty"),
        ("note", "the note"),
      ], fields: MoodContent.schema.declarations,
      lost: ["value", "weekday", "can_edit", "can_delete", "counts"],
      oddities: [
        "A day whose mood is missing is not a rating and is skipped.",
        "With --update, a row without id and key corrects the one rating of its day that was given "
          + "at the same time.",
      ])
  ) { columns, _ in MoodTranslator(columns: columns) }
}

/// A translator of ratings.
private struct MoodTranslator: RecordTranslator {
  let columns: OwnColumns

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    if record.word(columns["mood"])?.lowercased() == Mood.missing.name {
      return .skipped("a day without a rating")
    }
    let content = try columns.read(
      MoodContent.self, record, defaults: ["entry_type": .name(MoodEntryType.imported.name)])
    let time: EventTime =
      record.word(columns["recorded_at"]) == nil
      ? .written(Timestamp(local: CivilTime(day: content.day), offset: nil))
      : try record.time(columns["recorded_at"], "recorded_at")
    var rating = ActionRecord(at: time, key: record.text(columns["key"]), content.action)
    rating.isTimeKnown = record.word(columns["recorded_at"]) != nil
    return try columns.translation(record, .action(rating))
  }
}
