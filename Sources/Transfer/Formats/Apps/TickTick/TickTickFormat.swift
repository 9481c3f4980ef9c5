import Rules
import Sessions

/// The backup of TickTick.
public struct TickTickFormat: AppFormat {
  /// Makes the format.
  public init() {}

  /// `ticktick`.
  public let name = "ticktick"
  /// `TickTick`.
  public let title = "TickTick"

  /// What its columns become.
  public var guide: FormatGuide {
    FormatGuide(
      summary: "TickTick's CSV backup: each task becomes a task, and its completion if it was "
        + "completed.",
      columns: [
        .init("Folder Name", "a line of the details"),
        .init("List Name", "the project"),
        .init("Title", "the name; the first line of the content where there is none"),
        .init("Kind", "NOTE: the row is skipped"),
        .init("Tags", "a line of the details"),
        .init("Content", "the details; ▪ and ▫ stand before what is checked and what is not"),
        .init("Is Check list", nil),
        .init("Start Date", "a line of the details, if it is not the due day"),
        .init("Due Date", "the day it is due, and its time as a line of the details"),
        .init("Reminder", "the first one; others a line of the details"),
        .init("Repeat", "a line of the details"),
        .init("Priority", "5, 3, 1: P0, P1, P3; 0 or nothing: P2"),
        .init("Status", "whether it was completed"),
        .init("Created Time", "when it was added"),
        .init("Completed Time", "when it was completed"),
        .init("Order, Column Order, View Mode", nil),
        .init("Timezone", "the zone of the due day"),
        .init("Is All Day", "whether a due time is told"),
        .init("Is Floating", nil),
        .init("Column Name", "a line of the details"),
        .init("taskId", "the task's key, if it is a long one"),
        .init("parentId", "the line \"Part of\" of the details"),
        .init("projectKind", nil),
      ],
      oddities: [
        "Before the header stand the date, the version and what the numbers of the status mean.",
        "A task that is archived was completed; one that was given up is skipped.",
        "What is open or was given up, and was completed in an earlier backup, is told of as changed; "
          + "--update takes it back.",
        "Times are written in UTC, and a day without a time as the midnight of the task's zone.",
        "A taskId may be but the place in the file, which another backup gives to another task; "
          + "then the time it was created and the title tell a task from others.",
        "A backup without the time a task was created has it added when it is imported, or a "
          + "millisecond before it was completed.",
      ],
      identity: "the taskId, or else the time it was created and the title, of several such the "
        + "one that was completed earlier first")
  }

  /// The files that have TickTick's columns, perhaps behind what it says of the file.
  public func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      let file = files[index]
      if TickTickFormat.isHeader(file.header.map { $0.trimmedWhitespace }) { return true }
      guard file.header.first?.hasPrefix("Date: ") == true else { return false }
      let start = String(decoding: file.start, as: UTF8.self)
      return start.contains("List Name") && start.contains("Completed Time")
    }
  }

  static func isHeader(_ fields: [String]) -> Bool {
    Set(fields.map { $0.lowercased() })
      .isSuperset(of: ["list name", "title", "status", "completed time"])
  }

  /// Reads backups.
  public func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    var undated = 0
    for (index, file) in files.enumerated() {
      let table = try TextTable(file, isHeader: TickTickFormat.isHeader)
      reading.columns.append(table.header)
      var reader = TickTickReader(table, context)
      let kept = reader
      var units = table.units(file: index, context: { kept.kept($0) }) {
        row throws(RowProblem) in
        try reader.outcome(row)
      }
      for (place, row) in table.rows.enumerated() {
        units[place].absences = reader.absences(row)
        units[place].alikeKey = reader.alikeKey(row)
      }
      reading.units += units
      reader.numbers.share(in: &reading, table, file: index)
      undated += reader.undated
    }
    reading.notes.append("Tags, folders, columns, repeats and starts are kept in the details.")
    if undated > 0 {
      reading.notes.append(
        "Tasks without the time they were created are added at the time of the import, or just "
          + "before they were completed: \(undated).")
    }
    return reading
  }
}
