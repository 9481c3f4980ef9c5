import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// Entries of trackers. Beside the value, which has another type in each kind of entry, there are a column
/// for each type, and one for each own field of the trackers.
struct EntryExport: EventRowExport {
  static let columns = [
    .at, ExportColumn("tracker", "The name of the tracker."),
    ExportColumn("tracker_id", "The id of the tracker."),
    ExportColumn("kind", "The kind of entry: \(EntryKind.names.joined(separator: ", "))."),
    ExportColumn(
      "value", "Minutes, the number, the text, true or false, or the rating 1 to 5, by kind."),
    ExportColumn("title", "The title."), ExportColumn("notes", "Notes."),
    ExportColumn("tags", "The tags, with | between them."),
    ExportColumn("values", "The values of the tracker's own fields, as JSON."), .key,
    ExportColumn(
      "minutes", "The minutes of a session, or the duration of another entry.", .number,
      presence: .whenNeeded),
    .id, .day,
    typed("number", .number), typed("text", .text), typed("done", .flag), typed("rating", .number),
  ]
  static let namedColumns = [
    ExportColumn(
      "values.FIELD",
      "The value of the own field FIELD, of the type of the field; text if trackers differ.",
      presence: .onRequest)
  ]
  private static let prefix = "values."

  /// Returns the column of a field of entries, which only those of one kind have.
  private static func typed(_ name: String, _ content: ColumnContent) -> ExportColumn {
    ExportColumn(
      name, EntryContent.schema[name]?.declaration.summary ?? "", content, presence: .onRequest)
  }

  static func mayName(_ name: String) -> Bool { name.lowercased().hasPrefix(prefix) }

  let columns: [ExportColumn]
  let events: ExportedEvents
  private(set) var needed: Set<String> = []
  private let trackers: TrackersState
  /// The lower-case names of the own fields with columns, in the order of these.
  private let fields: [String]

  init(_ session: Session, _ options: ExportOptions) throws {
    events = ExportedEvents(options, [.trackerEntry])
    trackers = try session.state().trackers
    if trackers.trackers.contains(where: { $0.otherMinutes > 0 }) { needed.insert("minutes") }
    var own: [ExportColumn] = []
    for field in trackers.trackers.flatMap(\.content.fields) {
      let column = Self.column(of: field)
      let name = column.name.lowercased()
      if let index = own.firstIndex(where: { $0.name.lowercased() == name }) {
        if own[index].content != column.content { own[index].content = .text }
      } else {
        own.append(column)
      }
    }
    columns = Self.columns + own
    fields = own.map { String($0.name.lowercased().dropFirst(Self.prefix.count)) }
  }

  private static func column(of field: TrackerField) -> ExportColumn {
    ExportColumn(
      prefix + field.name, "The own field \(field.name).", ColumnContent(field.type),
      presence: .onRequest)
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    let event = stored.event
    guard case .tracker(.entry(let entry)) = event.action else { return nil }
    let kind = entry.kind
    func value(of name: EntryKind.Name) -> FieldValue { kind.kind == name ? kind.value : .none }
    return [
      .time(event.at, event.offset),
      FieldValue(text: trackers.tracker(entry.tracker)?.content.name),
      .name(entry.tracker.description), .name(kind.name), kind.value,
      FieldValue(text: entry.title), FieldValue(text: entry.notes), .list(entry.tags),
      EntryContent.schema["values"]?.value(of: entry) ?? .none, FieldValue(text: stored.key),
      EntryContent.schema["minutes"]?.value(of: entry) ?? .none,
      .name(event.id.description), .day(event.day(session.dayStart)),
      value(of: .measurement), value(of: .log), value(of: .checklist), value(of: .rating),
    ] + (fields.isEmpty ? [] : ownValues(of: entry))
  }

  private func ownValues(of entry: EntryContent) -> [FieldValue] {
    var row = [FieldValue](repeating: .none, count: fields.count)
    for value in entry.values {
      if let index = fields.firstIndex(of: value.name.lowercased()) {
        row[index] = value.value.fieldValue
      }
    }
    return row
  }
}

extension ColumnContent {
  init(_ type: TrackerFieldType) {
    switch type {
    case .text: self = .text
    case .number: self = .number
    case .boolean: self = .flag
    case .day: self = .day
    }
  }
}

extension TrackerValue {
  var fieldValue: FieldValue {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): .decimal(number.millionths)
    case .boolean(let flag): .boolean(flag)
    case .day(let day): .day(day)
    }
  }
}
