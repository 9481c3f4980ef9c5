import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The task history of Habitica, and its user data.
package struct HabiticaFormat: AppFormat {
  package init() {}

  package let name = "habitica"
  package let title = "Habitica"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "Habitica's task history (CSV): each habit and daily becomes a tracker, each row a "
        + "measurement; a to-do becomes a task that was completed. Or its user data (JSON): the same, "
        + "and whether a daily was done.",
      columns: [
        .init("Task Name", "the tracker's or the task's name"),
        .init("Task ID", "the tracker's or the task's key"),
        .init("Task Type", "habit and daily: a tracker; todo: a task"),
        .init("Date", "the time"),
        .init("Value", "the number measured; lost for to-dos"),
        .init("userdata.json: tasks.habits", "trackers; a day's ups less its downs is measured"),
        .init("userdata.json: tasks.dailys", "trackers; a day is done or not done"),
        .init("userdata.json: tasks.todos", "tasks and their completions"),
      ],
      oddities: [
        "The value is the state of the task after the event, not points won; the file does not "
          + "state whether the task was done or missed.",
        "Values have up to seventeen digits; they are rounded to six decimals, half to even.",
        "Two tasks of one name share a tracker.",
        "A to-do is added a millisecond before its completion, since the file does not state when "
          + "it was added; the first of several rows of a to-do counts.",
        "User data does state whether a daily was done. A day that was missed is noted by Habitica on "
          + "the next day, and recorded at 12:00 of its own; days of a daily that was not due, and means "
          + "of older days, record nothing.",
        "User data and the history have the same keys if both are read in one zone (--zone UTC for the "
          + "history). A row that the history has already recorded is reported as changed, and "
          + "--update replaces it.",
      ],
      identity: "the task's ID, the time, and the number of the row among those of that time")
  }

  package func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      if HabiticaUserData.begins(files[index]) { return true }
      return Set(files[index].header.map { $0.trimmedWhitespace.lowercased() })
        .isSuperset(of: ["task name", "task id", "task type", "date", "value"])
    }
  }

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    let context = copy context
    var reading = FormatReading(units: [], columns: [])
    for (index, file) in files.enumerated() {
      if file.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{")
        || SingleColumn.isRejects(file.bytes, column: HabiticaUserData.column)
      {
        var reader = HabiticaUserData(context)
        reading.columns.append([HabiticaUserData.column])
        try reader.read(file, index: index, into: &reading)
        continue
      }
      reading.noteOnce("Values are the state of a task after an event, rounded to six decimals.")
      let table = try CSVTable(file)
      reading.columns.append(table.header)
      let dates = try DateReader(for: "Date", of: table, path: file.path, context)
      reading.dateOrders[index] = dates.order
      var keys = OccurrenceCounter()
      var trackers = HabiticaTrackers()
      let columns = HabiticaColumns(table)
      let units = table.rows.map { row in
        let row = HabiticaRow(row, in: table, columns, dates, context, &keys)
        var unit = ImportUnit([row.row.original(file: index)], row.outcome(&trackers))
        unit.duplicateKey = row.duplicateKey
        unit.isTimeInKey = true
        return unit
      }
      reading.add(units)
    }
    return reading
  }
}

extension HabiticaFormat {
  /// Returns the columns that the guide marks as ignored or does not contain; none of user data.
  package func ignored(in header: [String], of path: String) -> IgnoredColumns {
    header == [HabiticaUserData.column] ? IgnoredColumns() : guide.ignored(in: header)
  }
}

/// The trackers of a file, each created once.
private struct HabiticaTrackers {
  private struct Task: Hashable {
    var id: String
    var name: String
    var type: String
  }

  private var trackers: [Task: ImportedTracker] = [:]
  private var names = TaskNames()

  mutating func tracker(
    id: String, name: String, type: String
  ) throws(RowProblem) -> ImportedTracker {
    let task = Task(id: id, name: name, type: type)
    if let known = trackers[task] { return known }
    let unique = names.name(name, ofTask: id)
    let content = try inColumn("Task Name") { () throws(FieldError) in
      try TrackerContent(
        appName: unique,
        description: "A \(type) of Habitica; the numbers are how it stood.")
    }
    let tracker = ImportedTracker(content, key: SourceKey.make("habitica", id))
    trackers[task] = tracker
    return tracker
  }
}

private struct HabiticaColumns {
  let name, id, type, date, value: Int?

  init(_ table: CSVTable) {
    name = table.column("Task Name")
    id = table.column("Task ID")
    type = table.column("Task Type")
    date = table.column("Date")
    value = table.column("Value")
  }
}

private struct HabiticaRow {
  let row: CSVTable.Row
  private let name: String
  private let id: String
  private let writtenType: String
  private var type: String { writtenType.lowercased() }
  private let value: String
  private let written: String
  private let date: WrittenDate?
  private let dates: DateReader
  private let context: ReadingContext
  /// The number of the row among those with the same key content. Rows with errors are counted too,
  /// so that a row keeps its key when another is corrected.
  private var number = 0
  /// The beginning of the keys of rows of one task and second; `nil` for to-dos.
  private(set) var duplicateKey: String?

  init(
    _ row: CSVTable.Row, in table: CSVTable, _ columns: HabiticaColumns, _ dates: DateReader,
    _ context: ReadingContext, _ keys: inout OccurrenceCounter
  ) {
    func text(_ column: Int?) -> String { table.text(row, column).trimmedWhitespace }
    self.row = row
    name = text(columns.name)
    id = text(columns.id)
    writtenType = text(columns.type)
    value = text(columns.value)
    written = text(columns.date)
    self.context = context
    self.dates = dates
    date = dates.read(written)
    guard row.problem == nil, !id.isEmpty else { return }
    // Only one row of a to-do counts, at any time.
    if type == "todo" {
      number = keys.next("todo \(id)")
    } else if let local = date?.timestamp.local.description {
      let key = SourceKey.make("habitica", id, local)
      number = keys.next(key)
      duplicateKey = key
    }
  }

  func outcome(_ trackers: inout HabiticaTrackers) -> ImportUnit.Outcome {
    row.outcome { _ throws(RowProblem) in
      guard !name.isEmpty else {
        throw RowProblem(column: "Task Name", value: name, reason: "expected a name")
      }
      guard !id.isEmpty else {
        throw RowProblem(column: "Task ID", value: id, reason: "expected an ID")
      }
      guard let date else {
        throw RowProblem(column: "Date", value: written, reason: dates.problem(with: written))
      }
      switch type {
      case "habit", "daily": return .events([.entry(try entry(date, &trackers))])
      case "todo":
        if number > 0 { return .skipped("another row of a to-do that was completed before") }
        let completed = context.zone.resolve(date.timestamp).instant
        let task = AppTask(
          column: "Task Name", name: name, key: SourceKey.make("habitica", id),
          added: completed, isAddedKnown: false,
          completed: completed)
        return .events(try task.events(context.zone))
      default:
        throw RowProblem(
          column: "Task Type", value: writtenType, reason: "expected habit, daily or todo")
      }
    }
  }

  private func entry(
    _ date: WrittenDate, _ trackers: inout HabiticaTrackers
  ) throws(RowProblem) -> ImportedEntry {
    guard let measured = NumberReader(isRounding: true).read(value) else {
      throw RowProblem(
        column: "Value", value: value,
        reason: "expected a number from -9000000000000 to 9000000000000")
    }
    return ImportedEntry(
      tracker: try trackers.tracker(id: id, name: name, type: type),
      kind: .measurement(measured), at: date.eventTime,
      key: duplicateKey.map { number == 0 ? $0 : "\($0)/\(number + 1)" })
  }
}
