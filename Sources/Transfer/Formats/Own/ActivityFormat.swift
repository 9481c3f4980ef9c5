import CSV
import Rules
import Schema
import Sessions

/// Activities as `flint export activities` writes them.
public struct ActivityFormat: RecordFormat {
  /// `activities`.
  public let name = "activities"
  /// The title for people.
  public let title = "Flint: activities"
  /// The rank: activities refer to no other records.
  public let rank = 0

  /// Creates the format.
  public init() {}

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      .activities, summary: "Activities and journeys, as flint export activities writes them.",
      becomes: [
        ("at", "when"), ("kind", "the kind; journey for the start of one"),
        ("text", "the text"), ("start", "the day from which a journey counts"),
      ], fields: Activity.schema.declarations, lost: ["day"])
  }

  /// Returns a translator for a file with this header; `nil` when the file is not of this format.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .activities, required: ["at", "kind", "text"])
      .map { ActivityTranslator($0) }
  }
}

/// A translator of activities and starts of journeys.
struct ActivityTranslator: RecordTranslator {
  private let columns: OwnColumns

  init(_ columns: OwnColumns) { self.columns = columns }

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
    let imported = ImportRecord.action(
      ActionRecord(
        at: try record.time(columns["at"], "at"), key: record.text(columns["key"]),
        .journey(action)))
    let origin = try OriginReading(record, columns["origin"])
    return .record(try columns.importRecord(record, imported, origin))
  }
}
