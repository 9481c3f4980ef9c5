import CSV
import Rules
import Sessions

/// Makes entries of trackers of rows.
struct EntryMapper: RowMapper {
  /// What the kinds of entries record, by the fields that say it.
  static let contents = [
    (field: "minutes", kind: "session"), (field: "number", kind: "measurement"),
    (field: "text", kind: "log"), (field: "done", kind: "checklist"),
    (field: "rating", kind: "rating"),
  ]

  private let tracker: FieldReader
  private let kind: (field: FieldReader, choices: ChoiceReader)
  /// The fields of what is recorded, in the order of the kinds.
  private let contents: [FieldReader]
  /// The kind of all rows, if it is not for each to say.
  private let onlyKind: Int?
  private let title: FieldReader
  private let notes: FieldReader
  private let tags: FieldReader
  private let at: FieldReader
  private let own: [(field: TrackerField, reader: FieldReader)]
  private let columns: MappedColumns
  /// Trackers by the names that rows give them.
  private var trackers: [String: TrackerDraft] = [:]

  init(_ columns: MappedColumns) {
    self.columns = columns
    tracker = columns.field("tracker")
    kind = columns.choice("kind")
    contents = Self.contents.map { columns.field($0.field) }
    onlyKind = kind.field.isAbsent ? contents.firstIndex { !$0.isAbsent } : nil
    title = columns.field("title")
    notes = columns.field("notes")
    tags = columns.field("tags")
    at = columns.field("at")
    own = columns.ownFields
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    let tracker = try tracker(named: try tracker.words(record))
    let kind = try kind(record)
    guard let (time, isStated) = try columns.times.moment(at, record) else {
      throw at.missing("a date")
    }
    var draft = EntryDraft(
      tracker: tracker, kind: kind, at: time, key: try columns.key?.key(record))
    draft.statesTime = isStated
    draft.title = try title.text(record)
    draft.notes = try notes.text(record)
    if !tags.isAbsent { draft.tags = try tags.texts(record, columns.mapping.separator) }
    for (field, reader) in own {
      if let value = try value(field, reader, record) {
        draft.values.append(.init(name: field.name, value: value))
      }
    }
    return .draft(.entry(draft))
  }

  private mutating func tracker(named name: String) throws(RowProblem) -> TrackerDraft {
    if let known = trackers[name] { return known }
    let fields = own.map(\.field)
    let content = try RowProblem.checking { () throws(FieldError) in
      try TrackerContent(name: name, fields: fields)
    }
    let draft = TrackerDraft(content)
    trackers[name] = draft
    return draft
  }

  private func kind(_ record: borrowing CSVRecord) throws(RowProblem) -> EntryKind {
    var place = onlyKind
    if place == nil { place = try kind.field.choice(record, kind.choices) }
    guard let place else { throw kind.field.missing(EntryKind.names.alternatives) }
    let (field, numbers) = (contents[place], columns.numbers)
    switch place {
    case 0: if let minutes = try field.whole(record, numbers) { return .session(minutes: minutes) }
    case 1: if let number = try field.number(record, numbers) { return .measurement(number) }
    case 2: if let text = try field.text(record) { return .log(text) }
    case 3: if let isDone = try field.truth(record) { return .checklist(isDone) }
    default:
      if let rating = try field.whole(record, numbers) {
        if (1...5).contains(rating) { return .rating(rating) }
        throw field.problem(String(rating), "expected a rating from 1 to 5")
      }
    }
    throw field.missing("what an entry of kind \(EntryKind.names[place]) records")
  }

  /// A value for a field of the tracker's own.
  private func value(
    _ field: TrackerField, _ reader: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> FieldValue? {
    switch field.type {
    case .text: try reader.text(record).map { .text($0) }
    case .number: try reader.number(record, columns.numbers).map { .number($0) }
    case .boolean: try reader.truth(record).map { .boolean($0) }
    case .day: try columns.times.day(reader, record).map { .day($0) }
    }
  }
}
