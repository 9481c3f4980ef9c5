import CSV
import Rules
import Sessions

/// Events of any kind except sparks and rolls, as `flint export events` writes them.
public struct EventFormat: RecordFormat {
  /// `events`.
  public let name = "events"
  /// The title for people.
  public let title = "Flint: events"
  /// The rank: events may refer to any record of a lower rank.
  public let rank = 40

  /// Creates the format.
  public init() {}

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      .events, summary: "Events of every kind except sparks and rolls, as Flint stores them.",
      becomes: [
        ("at", "when"), ("kind", "the kind, such as task.complete"),
        ("content", "the content, as JSON"),
        ("id", "the id that later rows refer to; the profile's event, if it has it"),
      ], lost: ["day", "void"])
  }

  /// Returns a translator for a file with this header; `nil` when the file is not of this format.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .events, required: ["at", "kind", "content"])
      .map { EventTranslator($0) }
  }
}

/// A translator of events in their stored form.
struct EventTranslator: RecordTranslator {
  private let columns: OwnColumns
  private static let names = EventKind.allCases.filter { $0 != .spark && $0 != .roll }.map(\.name)

  init(_ columns: OwnColumns) { self.columns = columns }

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
    let imported = ImportRecord.action(
      ActionRecord(
        kind, at: try record.time(columns["at"], "at"), key: record.text(columns["key"]),
        reference: record.word(columns["id"])
      ) { (references) throws(RowProblem) in action.referring(references) })
    let origin = try OriginReading(record, columns["origin"])
    return .record(try columns.importRecord(record, imported, origin))
  }
}
