import CSV
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

extension OwnFormat {
  /// Entries as `flint export entries` writes them, which refer to trackers.
  static let entries = OwnFormat(
    .entries, subject: "entries of trackers", rank: 20, required: ["at", "kind", "value"],
    guide: FormatGuide(
      summary: "Entries of trackers, as flint export entries writes them.",
      becomes: [
        ("at", "when"),
        (
          "tracker",
          "the tracker, by name, where tracker_id is empty, or unknown and no trackers are "
            + "imported with it; created if there is none"
        ),
        ("tracker_id", "the tracker, by the id in trackers.csv or the profile"),
        ("kind", "session, measurement, log, checklist or rating"),
        ("value", "minutes, the number, the text, true or false, 1 to 5"), ("title", "the title"),
        ("notes", "the notes"), ("tags", "the tags, with | between them"),
        ("values", "values of the tracker's custom fields, as JSON"),
        ("minutes", "the duration, for kinds other than session"),
      ], lost: ["day", "number", "text", "done", "rating"])
  ) { columns, context in
    let hasTracker = columns["tracker"] != nil || columns["tracker_id"] != nil
    return hasTracker ? EntryTranslator(columns, context.references) : nil
  }
}

private struct EntryTranslator: RecordTranslator {
  let columns: OwnColumns
  /// The trackers that are known; `nil` where those of the table are: they were imported with it.
  private let references: References?
  /// Whether a tracker is known, by its id.
  private var isKnown: [String: Bool] = [:]
  /// The number of entries of unknown trackers, which go to those of their names.
  private var renamed = 0

  init(_ columns: OwnColumns, _ references: References?) {
    self.columns = columns
    self.references =
      references.flatMap { $0.hasNames(of: .trackerCreate) ? nil : $0 }
  }

  var remarks: [String] {
    renamed == 0
      ? [] : ["The profile has no tracker of the tracker_id, so tracker names it: \(renamed)."]
  }

  /// Returns the id of the tracker of a row; `nil` where its name counts: there is no id, or an unknown
  /// one beside a name.
  private mutating func trackerID(_ record: borrowing CSVRecord) -> String? {
    guard let id = record.word(columns["tracker_id"]) else { return nil }
    guard let references, EventID(id) != nil, record.text(columns["tracker"]) != nil
    else { return id }
    let known =
      isKnown[id]
      ?? ((try? references.event(.trackerCreate, named: id, column: "tracker_id")) != nil)
    isKnown[id] = known
    if known { return id }
    renamed += 1
    return nil
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let time = try columns.time(record, columns["at"], "at")
    let kind = try kind(record)
    let (title, notes) = (record.text(columns["title"]), record.text(columns["notes"]))
    let tags = record.list(columns["tags"])
    let values = try values(record)
    let key = record.text(columns["key"])
    let minutes = try minutes(record, kind)
    guard let tracker = trackerID(record) else {
      guard let name = record.text(columns["tracker"]) else {
        throw .missing("tracker", "a tracker's name")
      }
      let content = try inColumn("tracker") { () throws(FieldError) in
        try TrackerContent(name: name)
      }
      var entry = ImportedEntry(tracker: ImportedTracker(content), kind: kind, at: time, key: key)
      entry.minutes = minutes
      entry.title = title
      entry.notes = notes
      entry.tags = tags
      entry.values = values
      return .event(columns.event(record, .entry(entry)))
    }
    let imported = ImportedEvent.action(
      ImportedAction(.trackerEntry, at: time, key: key) { (references) throws(RowProblem) in
        let tracker = try references.event(.trackerCreate, named: tracker, column: "tracker_id")
        return try RowProblem.checking { () throws(FieldError) in
          .tracker(
            .entry(
              try EntryContent(
                tracker: tracker, kind: kind, minutes: minutes, title: title, notes: notes,
                tags: tags, values: values)))
        }
      })
    return .event(columns.event(record, imported))
  }

  private func kind(_ record: borrowing CSVRecord) throws(RowProblem) -> EntryKind {
    guard let name = record.word(columns["kind"]) else {
      throw .missing("kind", EntryKind.names.alternatives)
    }
    func required<Value>(_ value: Value?, _ expected: String) throws(RowProblem) -> Value {
      guard let value else { throw .missing("value", expected) }
      return value
    }
    let column = columns["value"]
    switch name {
    case "session":
      return .session(minutes: try required(try record.integer(column, "value"), "minutes"))
    case "measurement":
      return .measurement(try required(try record.decimal(column, "value"), "a number"))
    case "log": return .log(try required(record.text(column), "a text"))
    case "checklist":
      return .checklist(try required(try record.flag(column, "value"), "true or false"))
    case "rating":
      return .rating(try required(try record.integer(column, "value"), "a rating from 1 to 5"))
    default:
      throw RowProblem(
        column: "kind", value: name,
        reason: "expected \(EntryKind.names.alternatives)"
          + NearestName.hint(for: name, among: EntryKind.names))
    }
  }

  /// Returns the duration; `nil` where it is the value of a session.
  private func minutes(
    _ record: borrowing CSVRecord, _ kind: EntryKind
  ) throws(RowProblem) -> Int64? {
    let minutes = try record.integer(columns["minutes"], "minutes")
    if let minutes, kind == .session(minutes: minutes) { return nil }
    return minutes
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
      let value = try RowProblem.checking { () throws(FieldError) -> TrackerValue? in
        switch member {
        case .integer(let number): .number(try DecimalNumber(number, field: name))
        case .number(let number): .number(try DecimalNumber(number, field: name))
        default: TrackerValue(json: member)
        }
      }
      guard let value else {
        throw RowProblem(
          column: "values",
          reason: "expected a text, a number, true, false, {\"number\": …} or {\"day\": …} for "
            + "\"\(name)\"")
      }
      values.append(EntryContent.Value(name: name, value: value))
    }
    return values
  }
}
