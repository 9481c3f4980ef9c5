import CSV
import Calendar
import Rules
import Schema
import Sessions

/// Moods as `flint export moods` writes them.
public struct MoodFormat: RecordFormat {
  /// `moods`.
  public let name = "moods"
  /// The title for people.
  public let title = "Flint: moods"
  /// The rank: moods refer to no other records.
  public let rank = 0

  /// Creates the format.
  public init() {}

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      .moods, summary: "Ratings of days, as flint export moods writes them.",
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
  }

  /// Returns a translator for a file with this header; `nil` when the file is not of this format.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .moods, required: ["date", "mood"]).map { MoodTranslator($0) }
  }
}

/// A translator of ratings.
struct MoodTranslator: RecordTranslator {
  private let columns: OwnColumns

  init(_ columns: OwnColumns) { self.columns = columns }

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
    var rating = ActionRecord(
      at: time, key: record.text(columns["key"]), content.action)
    rating.isTimeKnown = record.word(columns["recorded_at"]) != nil
    let imported = ImportRecord.action(rating)
    let origin = try OriginReading(record, columns["origin"])
    return .record(try columns.importRecord(record, imported, origin))
  }
}
