import CSV
import Rules
import Sessions

/// Events of whatever kind as `flint export events` writes them.
public struct EventFormat: RecordFormat {
  /// `events`.
  public let name = "events"
  /// What it is.
  public let title = "Flint: events"
  /// They may refer to anything.
  public let rank = 40

  /// Makes the format.
  public init() {}

  /// What its columns become.
  public var guide: FormatGuide {
    FormatGuide(
      .events, summary: "Events of every kind but sparks and rolls, as Flint itself keeps them.",
      becomes: [
        ("at", "when"), ("kind", "the kind, such as task.complete"),
        ("content", "what it says, as JSON"),
        ("id", "what later rows call it by; the profile's event, if it has it"),
      ], lost: ["day", "void"])
  }

  /// Reads the records of a file with this header.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .events, required: ["at", "kind", "content"])
      .map { EventTranslator($0) }
  }
}

/// Reads events as they are kept.
struct EventTranslator: RecordTranslator {
  private let columns: OwnColumns
  private static let names = EventKind.allCases.filter { $0 != .spark && $0 != .roll }.map(\.name)

  init(_ columns: OwnColumns) { self.columns = columns }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let kind = try record.one(columns["kind"], "kind", of: Self.names) { name in
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
    let draft = Draft.action(
      ActionDraft(
        at: try record.time(columns["at"], "at"), key: record.text(columns["key"]),
        reference: record.word(columns["id"])
      ) { (references) throws(RowProblem) in action.referring(references) })
    let origin = try OriginReading(record, columns["origin"])
    return .draft(try columns.draft(record, draft, kind, origin))
  }
}
