import CSV
import JSON
import Rules
import Schema
import Sessions

/// Entries as `flint export entries` writes them.
public struct EntryFormat: RecordFormat {
  /// `entries`.
  public let name = "entries"
  /// The title for people.
  public let title = "Flint: entries of trackers"
  /// The rank: entries refer to trackers.
  public let rank = 20

  /// Creates the format.
  public init() {}

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      .entries, summary: "Entries of trackers, as flint export entries writes them.",
      becomes: [
        ("at", "when"),
        ("tracker", "the tracker, by name, where tracker_id is empty; created if there is none"),
        ("tracker_id", "the tracker, by the id in trackers.csv or the profile"),
        ("kind", "session, measurement, log, checklist or rating"),
        ("value", "minutes, the number, the text, true or false, 1 to 5"), ("title", "the title"),
        ("notes", "the notes"), ("tags", "the tags, with | between them"),
        ("values", "values of the tracker's custom fields, as JSON"),
        ("minutes", "the duration, for kinds other than session"),
      ], lost: ["day"])
  }

  /// Returns a translator for a file with this header; `nil` when the file is not of this format.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    guard let columns = OwnColumns(header, of: .entries, required: ["at", "kind", "value"]),
      columns["tracker"] != nil || columns["tracker_id"] != nil
    else { return nil }
    return EntryTranslator(columns)
  }
}

/// A translator of entries.
struct EntryTranslator: RecordTranslator {
  private let columns: OwnColumns

  init(_ columns: OwnColumns) { self.columns = columns }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let origin = try OriginReading(record, columns["origin"])
    let time = try record.time(columns["at"], "at")
    let kind = try kind(record)
    let (title, notes) = (record.text(columns["title"]), record.text(columns["notes"]))
    let tags = record.list(columns["tags"])
    let values = try values(record)
    let key = record.text(columns["key"])
    let minutes = try record.integer(columns["minutes"], "minutes")
    guard let tracker = record.word(columns["tracker_id"]) else {
      guard let name = record.text(columns["tracker"]) else {
        throw .missing("tracker", "a tracker's name")
      }
      let content = try RowProblem.checking { () throws(FieldError) in
        try TrackerContent(name: name)
      }
      var entry = EntryRecord(tracker: TrackerRecord(content), kind: kind, at: time, key: key)
      entry.minutes = minutes
      entry.title = title
      entry.notes = notes
      entry.tags = tags
      entry.values = values
      return .record(try columns.importRecord(record, .entry(entry), nil))
    }
    let isVoid = origin?.isVoid ?? false
    let imported = ImportRecord.action(
      ActionRecord(.trackerEntry, at: time, key: key) { (references) throws(RowProblem) in
        let tracker = try references.tracker(tracker, "tracker_id", isVoid: isVoid)
        return try RowProblem.checking { () throws(FieldError) in
          .tracker(
            .entry(
              try EntryContent(
                tracker: tracker, kind: kind, minutes: minutes, title: title, notes: notes,
                tags: tags, values: values)))
        }
      })
    return .record(try columns.importRecord(record, imported, origin))
  }

  private func kind(_ record: borrowing CSVRecord) throws(RowProblem) -> EntryKind {
    guard let name = record.word(columns["kind"]) else {
      throw .missing("kind", EntryKind.names.alternatives)
    }
    let column = columns["value"]
    switch name {
    case "session":
      guard let minutes = try record.integer(column, "value") else {
        throw .missing("value", "minutes")
      }
      return .session(minutes: minutes)
    case "measurement":
      guard let number = try record.decimal(column, "value") else {
        throw .missing("value", "a number")
      }
      return .measurement(number)
    case "log":
      guard let text = record.text(column) else { throw .missing("value", "a text") }
      return .log(text)
    case "checklist":
      guard let isDone = try record.flag(column, "value") else {
        throw .missing("value", "true or false")
      }
      return .checklist(isDone)
    case "rating":
      guard let rating = try record.integer(column, "value") else {
        throw .missing("value", "a rating from 1 to 5")
      }
      return .rating(rating)
    default:
      throw RowProblem(
        column: "kind", value: name,
        reason: "expected \(EntryKind.names.alternatives)"
          + NearestName.hint(for: name, among: EntryKind.names))
    }
  }

  private func values(
    _ record: borrowing CSVRecord
  ) throws(RowProblem) -> [EntryContent.Value] {
    guard let json = try record.json(columns["values"], "values") else { return [] }
    guard case .object(let members) = json else {
      throw RowProblem(column: "values", reason: "expected a JSON object")
    }
    var values: [EntryContent.Value] = []
    for (name, member) in members {
      let value: TrackerValue
      switch member {
      case .integer(let number):
        value = .number(
          try RowProblem.checking { () throws(FieldError) in
            try DecimalNumber(number, field: name)
          })
      case .number(let number):
        value = .number(
          try RowProblem.checking { () throws(FieldError) in
            try DecimalNumber(number, field: name)
          })
      default:
        guard let exact = TrackerValue(json: member) else {
          throw RowProblem(
            column: "values",
            reason: "expected a text, a number, true, false, {\"number\": …} or {\"day\": …} for "
              + "\"\(name)\"")
        }
        value = exact
      }
      values.append(EntryContent.Value(name: name, value: value))
    }
    return values
  }
}
