import CSV
import Rules
import Sessions

/// Activities as `flint export activities` writes them.
public struct ActivityFormat: RecordFormat {
  /// `activities`.
  public let name = "activities"
  /// What it is.
  public let title = "Flint: activities"
  /// They refer to nothing.
  public let rank = 0

  /// Makes the format.
  public init() {}

  /// What its columns become.
  public var guide: FormatGuide {
    FormatGuide(
      .activities, summary: "Activities and journeys, as flint export activities writes them.",
      becomes: [
        ("at", "when"), ("kind", "the kind; journey for the start of one"),
        ("text", "what was written"), ("start", "the day from which a journey counts"),
      ], lost: ["day"])
  }

  /// Reads the records of a file with this header.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .activities, required: ["at", "kind", "text"])
      .map { ActivityTranslator($0) }
  }
}

/// Reads activities and starts of journeys.
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
      let names = ActivityKind.names + [ActivityTable.journey]
      let kind = try record.one(columns["kind"], "kind", of: names) { ActivityKind(name: $0) }
      guard let kind else { throw .missing("kind", names.alternatives) }
      let text = record.text(columns["text"])
      action = try RowProblem.checking { () throws(FieldError) in
        try .activity(kind, text: text)
      }
    }
    let draft = Draft.action(
      ActionDraft(
        at: try record.time(columns["at"], "at"), key: record.text(columns["key"]),
        .journey(action)))
    let origin = try OriginReading(record, columns["origin"])
    return .draft(try columns.draft(record, draft, action.kind, origin))
  }
}
