import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The CSV export of Streaks, an app for iOS.
package struct StreaksFormat: RecordFormat {
  package init() {}

  package let name = "streaks"
  package let title = "Streaks"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "Streaks' CSV export: each task becomes a tracker, each completion or missed day an "
        + "entry.",
      columns: [
        .init("task_id", "the tracker's key"),
        .init("title", "the tracker's name"),
        .init("entry_type", "whether the task was completed or missed"),
        .init("entry_date", "the day"),
        .init("entry_timestamp", "the time, if it is on the day"),
        .init(
          "quantity", "the number measured, if it is not 0; of a missed day, a line of its notes"),
        .init("notes", "the notes of the entry"),
        .init("icon, entry_timezone, minutes, page, display_order", nil),
      ],
      oddities: [
        "An entry for an earlier day has the time at which it was made; it is recorded at 12:00 of "
          + "its day.",
        "Types that begin with completed are done, those with missed are not done. Skipped days, "
          + "and rows of which several complete a task (completed_manually_partial, "
          + "timer_manually), record nothing; rows of other types are rejected.",
      ],
      identity: "the task's id, the day, the type, and the number of the row among those")
  }

  package func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    let columns = NamedColumns(header)
    guard columns.has("task_id", "title", "entry_type", "entry_date") else { return nil }
    return StreaksTranslator(columns, context)
  }
}

/// What a row of Streaks' export says about a day.
private enum StreaksType {
  case completed, missed, skipped
  /// One of several entries that complete a task together.
  case part

  /// Reads a type, such as `completed_manually` or `missed_auto_partial`.
  init(_ text: String) throws(RowProblem) {
    switch text.split(separator: "_").first {
    case "completed": self = text.hasSuffix("_partial") ? .part : .completed
    case "timer": self = .part
    case "missed": self = .missed
    case "skipped": self = .skipped
    default:
      throw RowProblem(
        column: "entry_type", value: text,
        reason: "expected a type such as completed_manually, missed_auto or skipped_auto")
    }
  }
}

private struct StreaksTranslator: RecordTranslator {
  private let columns: NamedColumns
  private let context: ReadingContext
  private var trackers: [String: ImportedTracker] = [:]
  private var names = TaskNames()
  private var numbers = OccurrenceCounter()
  private let rounded = RoundedNumbers()

  init(_ columns: NamedColumns, _ context: ReadingContext) {
    self.columns = columns
    self.context = context
  }

  var remarks: [String] { rounded.remarks }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let (id, name) = (columns.text(record, "task_id"), columns.text(record, "title"))
    let type = columns.text(record, "entry_type").lowercased()
    if id.isEmpty && name.isEmpty && type.isEmpty { return .skipped(CSVTable.emptyRow) }
    guard !name.isEmpty else {
      throw RowProblem(column: "title", value: name, reason: "expected a name")
    }
    let day = try day(record)
    let isDone: Bool
    switch try StreaksType(type) {
    case .completed: isDone = true
    case .missed: isDone = false
    case .skipped: return .skipped("a skipped day")
    case .part: return .skipped("a part of a task, which it did not complete")
    }
    let content = SourceKey.make("streaks", id.isEmpty ? name : id, day.description, type)
    let number = numbers.next(content)
    var kind = EntryKind.checklist(isDone)
    var notes = [columns.text(record, "notes")].filter { !$0.isEmpty }
    let quantity = columns.text(record, "quantity")
    if !quantity.isEmpty {
      guard
        let amount = rounded.read(quantity, NumberReader(isRounding: true), line: record.line)
      else {
        throw RowProblem(column: "quantity", value: quantity, reason: "expected a number")
      }
      if amount.millionths != 0 {
        // A number would make a missed day one with an amount.
        if isDone { kind = .measurement(amount) } else { notes.append("Quantity: \(amount)") }
      }
    }
    var entry = ImportedEntry(
      tracker: try tracker(id: id, name), kind: kind, at: context.noon(day),
      key: number == 0 ? content : "\(content)/\(number + 1)")
    entry.isTimeKnown = false
    let stamp = DateReader().read(columns.text(record, "entry_timestamp"))
    if let stamp, stamp.day(in: context.zone) == day, stamp.time != nil {
      entry.at = stamp.eventTime
      entry.isTimeKnown = true
    }
    if !notes.isEmpty { entry.notes = notes.joined(separator: "\n") }
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
    let unique = names.name(name, ofTask: id)
    let content = try inColumn("title") { () throws(FieldError) in
      try TrackerContent(appName: unique, description: "A task of Streaks.")
    }
    let tracker = ImportedTracker(
      content, key: SourceKey.make("streaks", id.isEmpty ? name : id))
    trackers[id + "\n" + name] = tracker
    return tracker
  }
}
