import CSV
import Calendar
import Rules
import Schema
import Sessions

/// The CSV export of Streaks, an app for iOS.
public struct StreaksFormat: RecordFormat {
  /// Creates the format.
  public init() {}

  /// `streaks`.
  public let name = "streaks"
  /// `Streaks`.
  public let title = "Streaks"

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      summary: "Streaks' CSV export: each task becomes a tracker, each completion or missed day an "
        + "entry.",
      columns: [
        .init("task_id", "the tracker's key"),
        .init("title", "the tracker's name"),
        .init("entry_type", "whether the task was completed or missed; skipped days are skipped"),
        .init("entry_date", "the day"),
        .init("entry_timestamp", "the time, if it is on the day"),
        .init("quantity", "the number measured, if it is not 0"),
        .init("notes", "the notes of the entry"),
        .init("icon, entry_timezone, minutes, page", nil),
      ],
      oddities: [
        "An entry for an earlier day has the time at which it was made; it is recorded at 12:00 of "
          + "its day.",
        "Types that begin with completed are done, those with missed are not done; the days of "
          + "others, such as skipped, record nothing.",
      ],
      identity: "the task's id, the day, the type, and the number of the row among those")
  }

  /// Returns a translator for a file with Streaks' columns.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    let columns = NamedColumns(header)
    guard columns.has("task_id", "title", "entry_type", "entry_date") else { return nil }
    return StreaksTranslator(columns, context)
  }
}

/// A translator of the rows of Streaks' export.
private struct StreaksTranslator: RecordTranslator {
  private let columns: NamedColumns
  private let context: ReadingContext
  private var trackers: [String: ImportedTracker] = [:]
  private var numbers = OccurrenceCounter()

  init(_ columns: NamedColumns, _ context: ReadingContext) {
    self.columns = columns
    self.context = context
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let (id, name) = (columns.text(record, "task_id"), columns.text(record, "title"))
    let type = columns.text(record, "entry_type").lowercased()
    if id.isEmpty && name.isEmpty && type.isEmpty { return .skipped(CSVTable.emptyRow) }
    guard !name.isEmpty else {
      throw RowProblem(column: "title", value: name, reason: "expected a name")
    }
    let day = try day(record)
    let isDone = type.hasPrefix("completed")
    guard isDone || type.hasPrefix("missed") else {
      if type.isEmpty {
        throw RowProblem(column: "entry_type", value: type, reason: "expected a type of entry")
      }
      return .skipped("a day that was neither completed nor missed")
    }
    let content = SourceKey.make("streaks", id.isEmpty ? name : id, day.description, type)
    let number = numbers.next(content)
    var kind = EntryKind.checklist(isDone)
    let quantity = columns.text(record, "quantity")
    if !quantity.isEmpty {
      guard let amount = NumberReader(isRounding: true).read(quantity) else {
        throw RowProblem(column: "quantity", value: quantity, reason: "expected a number")
      }
      if isDone, amount.millionths != 0 { kind = .measurement(amount) }
    }
    var entry = ImportedEntry(
      tracker: try tracker(id: id, name), kind: kind, at: context.noon(day, order: number),
      key: number == 0 ? content : "\(content)/\(number + 1)")
    entry.isTimeKnown = false
    let stamp = DateReader().read(columns.text(record, "entry_timestamp"))
    if let stamp, stamp.day(in: context.zone) == day, stamp.time != nil {
      entry.at = stamp.eventTime
      entry.isTimeKnown = true
    }
    let notes = columns.text(record, "notes")
    if !notes.isEmpty { entry.notes = notes }
    return .event(.entry(entry))
  }

  /// Returns the day, which is written without dashes.
  private func day(_ record: borrowing CSVRecord) throws(RowProblem) -> CivilDay {
    let text = columns.text(record, "entry_date")
    if text.utf8.count == 8, let number = Int(text),
      let day = CivilDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    {
      return day
    }
    if let date = DateReader(order: context.dateOrder).read(text) { return date.day }
    throw RowProblem(
      column: "entry_date", value: text, reason: "expected a day such as 20260925")
  }

  private mutating func tracker(
    id: String, _ name: String
  ) throws(RowProblem) -> ImportedTracker {
    if let known = trackers[id + "\n" + name] { return known }
    let content = try inColumn("title") { () throws(FieldError) in
      try TrackerContent(appName: name, description: "A task of Streaks.")
    }
    let tracker = ImportedTracker(
      content, key: SourceKey.make("streaks", id.isEmpty ? name : id))
    trackers[id + "\n" + name] = tracker
    return tracker
  }
}
