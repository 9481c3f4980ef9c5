import CSV
import FlintRules
import FlintSchema
import Sessions

/// A mapper that creates tracker entries from rows.
struct EntryMapper: RecordTranslator {
  /// The field that holds the value of each kind of entry, in the order of the kinds.
  static let contents = ["minutes", "number", "text", "done", "rating"]
  /// The field of a number, or of minutes where a unit of time says so.
  static let amount = "amount"
  /// All fields that hold the value of an entry.
  static let values = contents + [amount]
  /// The fields of minutes, of entries and of sparks.
  static let minutes = ["minutes", "estimated", "actual"]

  private let tracker: FieldReader
  private let kind: (field: FieldReader, choices: ChoiceReader)
  /// The readers of the value fields, in the order of the kinds.
  private let contents: [FieldReader]
  private let amount: FieldReader
  /// The index of the kind of all rows, unless each row states its own.
  private let onlyKind: Int?
  private let title: FieldReader
  private let notes: FieldReader
  private let tags: FieldReader
  private let at: FieldReader
  private let own: [(field: TrackerField, reader: FieldReader)]
  private let columns: MappedColumns
  /// The trackers so far, by name.
  private var trackers: [String: ImportedTracker] = [:]

  init(_ columns: MappedColumns) {
    self.columns = columns
    tracker = columns.field("tracker")
    kind = columns.choice("kind")
    contents = Self.contents.map { columns.field($0) }
    amount = columns.field(Self.amount)
    onlyKind = kind.field.isAbsent ? contents.firstIndex { !$0.isAbsent } : nil
    title = columns.field("title")
    notes = columns.field("notes")
    tags = columns.field("tags")
    at = columns.field("at")
    own = columns.ownFields
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    guard let kind = try kind(record) else { return .noValue }
    let tracker = try tracker(named: try tracker.requiredText(record))
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    var entry = ImportedEntry(
      tracker: tracker, kind: kind, at: time, key: try columns.key?.key(record))
    entry.title = try title.text(record)
    entry.notes = try notes.text(record)
    if !tags.isAbsent { entry.tags = try tags.texts(record, columns.separator) }
    for (field, reader) in own {
      if let value = try value(field, reader, record) {
        entry.values.append(.init(name: field.name, value: value))
      }
    }
    return .event(.entry(entry))
  }

  var remarks: [String] {
    let found = Set(trackers.keys.map { $0.lowercased() })
    let names = columns.event.habits.named.keys.filter { !found.contains($0) }.sorted()
    if names.isEmpty { return [] }
    return [
      "No row is of a tracker to which the mapping gives a schedule in habits: "
        + "\(names.joined(separator: ", "))."
    ]
  }

  private mutating func tracker(named name: String) throws(RowProblem) -> ImportedTracker {
    if let known = trackers[name] { return known }
    let fields = own.map(\.field)
    let content = try RowProblem.checking { () throws(FieldError) in
      try TrackerContent(name: name, fields: fields)
    }
    let tracker = ImportedTracker(content, plan: columns.event.habits.plan(of: name))
    trackers[name] = tracker
    return tracker
  }

  /// Returns the value of a row; `nil` where it has none.
  private func kind(_ record: borrowing CSVRecord) throws(RowProblem) -> EntryKind? {
    if !amount.isAbsent { return try amount.amount(record) }
    var index = onlyKind
    if index == nil { index = try kind.field.choice(record, kind.choices) }
    guard let index else { throw kind.field.missing(EntryKind.names.alternatives) }
    let field = contents[index]
    switch index {
    case 0: return try field.minutes(record).map { .session(minutes: $0) }
    case 1: return try field.number(record).map { .measurement($0) }
    case 2: return try field.text(record).map { .log($0) }
    case 3: return try field.boolean(record).map { .checklist($0) }
    default:
      guard let rating = try field.whole(record) else { return nil }
      if (1...5).contains(rating) { return .rating(rating) }
      throw field.problem(String(rating), "expected a rating from 1 to 5")
    }
  }

  private func value(
    _ field: TrackerField, _ reader: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> TrackerValue? {
    switch field.type {
    case .text: try reader.text(record).map { .text($0) }
    case .number: try reader.number(record).map { .number($0) }
    case .boolean: try reader.boolean(record).map { .boolean($0) }
    case .day: try columns.times.day(reader, record).map { .day($0) }
    }
  }
}
