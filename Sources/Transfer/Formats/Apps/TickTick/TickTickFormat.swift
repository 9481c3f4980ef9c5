import FlintRules
import FlintSchema
import Sessions

/// The CSV backup of TickTick.
package struct TickTickFormat: AppFormat {
  package init() {}

  package let name = "ticktick"
  package let title = "TickTick"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "TickTick's CSV backup: each task becomes a task, and its completion if it was "
        + "completed.",
      columns: [
        .init("Folder Name", "a line of the details"),
        .init("List Name", "the project"),
        .init("Title", "the name; the first line of the content where there is none"),
        .init("Kind", "NOTE: the row is skipped"),
        .init("Tags", "the tags"),
        .init("Content", "the details; ▪ precedes checked items, and ▫ unchecked ones"),
        .init("Is Check list", nil),
        .init("Start Date", "a line of the details, if it is not the due day"),
        .init("Due Date", "the day it is due, and its time as a line of the details"),
        .init("Reminder", "the first one; others a line of the details"),
        .init(
          "Repeat", "how often it comes again; a line of the details where no recurrence says it"),
        .init("Priority", "5, 3, 1: P0, P1, P3; 0 or nothing: P2"),
        .init("Status", "whether it was completed"),
        .init("Created Time", "when it was added"),
        .init("Completed Time", "when it was completed"),
        .init("Order, Column Order, View Mode", nil),
        .init("Timezone", "the zone of the due day"),
        .init("Is All Day", "whether a due time is shown"),
        .init("Is Floating", nil),
        .init("Column Name", "a line of the details"),
        .init("taskId", "the task's key, if it is a long one"),
        .init("parentId", "the line \"Part of\" of the details"),
        .init("projectKind", nil),
      ],
      oddities: [
        "The date, the version and the meanings of the status numbers precede the header.",
        "An archived task was completed; an abandoned one is skipped.",
        "A task that is open or abandoned, but was completed in an earlier backup, is reported as "
          + "changed; --update undoes the completion.",
        "Times are written in UTC, and a day without a time as midnight in the task's zone.",
        "A taskId may be only the position in the file, which another backup gives to another "
          + "task; then the time of creation and the title identify a task.",
        "A task without a time of creation is added when it was completed, or at the time of the "
          + "import.",
      ],
      identity:
        "the taskId, or else the time of creation and the title, and the number of the task "
        + "among several of those, the one that was completed earlier first")
  }

  /// Returns the files that have TickTick's columns, possibly after information about the file.
  package func claim(_ files: [FileGlimpse]) -> [Int] {
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

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    var (undated, unreadRepeats) = (0, 0)
    for (index, file) in files.enumerated() {
      let table = try CSVTable(file, isHeader: TickTickFormat.isHeader)
      reading.columns.append(table.header)
      var reader = TickTickReader(table, context)
      let whole = reader
      var units = table.units(file: index, needsOriginal: { whole.needsOriginal($0) }) {
        row throws(RowProblem) in
        try reader.outcome(row)
      }
      for (index, row) in table.rows.enumerated() {
        units[index].absences = reader.absences(row)
        units[index].duplicateKey = reader.duplicateKey(row)
      }
      reading.add(units)
      undated += reader.undated
      unreadRepeats += reader.unreadRepeats
    }
    reading.notes.append("Folders, columns and starts are stored in the details.")
    if unreadRepeats > 0 {
      reading.notes.append(
        "Repeats that no recurrence of a task can say are stored in the details: \(unreadRepeats).")
    }
    if undated > 0 {
      reading.notes.append(
        "Tasks without a time of creation are added at the time of the import, or just "
          + "before they were completed: \(undated).")
    }
    return reading
  }
}
