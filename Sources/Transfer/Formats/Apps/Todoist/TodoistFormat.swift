import FlintRules
import FlintSchema
import Sessions

/// A Todoist project, exported as CSV.
package struct TodoistFormat: AppFormat {
  package init() {}

  package let name = "todoist"
  package let title = "Todoist"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "A project that Todoist exported as CSV: each task becomes a task of the project "
        + "that the file is named after.",
      columns: [
        .init("TYPE", "task: a task; note: details of the task above; section: a line of details"),
        .init("CONTENT", "the task's name, and the @labels at its end as tags"),
        .init("DESCRIPTION", "the details"),
        .init("PRIORITY", "1, 2, 3, 4: P0, P1, P2, P3"),
        .init("INDENT", "the line \"Part of\" of the details, where the task is part of another"),
        .init("AUTHOR", nil),
        .init("RESPONSIBLE", "a line of the details"),
        .init("DATE", "the day it is due, or how often it comes again, or a line of the details"),
        .init("DATE_LANG, TIMEZONE", nil),
        .init("DURATION, DURATION_UNIT", "a line of the details"),
        .init("DEADLINE", "the day it is due, if DATE has none; a line of the details"),
        .init("DEADLINE_LANG", nil),
      ],
      oddities: [
        "The name of the project is that of the file, without its extension and a number in "
          + "brackets; the content of the file does not contain it.",
        "Dates may be words in any language. English ones such as \"every 2 weeks\" or \"ev mon, wed\" "
          + "become recurrences; a text that is neither that nor a date with a year, and what a "
          + "recurrence cannot say, is added to the details.",
        "There are no ids and no times of creation: tasks are added at the time of the import.",
        "Completed tasks are not in the file.",
        "There are empty rows between others.",
        "A task below one whose CONTENT or INDENT cannot be read is rejected too, since it may be "
          + "a subtask of it.",
      ],
      identity:
        "the project, the task's content, and the number of the task among those of that content")
  }

  package func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      Set(files[index].header.map { $0.trimmedWhitespace.lowercased() })
        .isSuperset(of: ["type", "content", "priority", "indent"])
    }
  }

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    var unreadDates = 0
    for (index, file) in files.enumerated() {
      let table = try CSVTable(file)
      reading.columns.append(table.header)
      var reader = TodoistReader(
        table, file: index, project: TodoistFormat.project(file.path), context)
      for row in table.rows { reader.read(row) }
      reading.add(reader.finish())
      unreadDates += reader.unreadDates
    }
    reading.notes = [
      "Tasks are added at the time of the import, since Todoist's file has no times of creation."
    ]
    if unreadDates > 0 {
      reading.notes.append(
        "Dates in words that are no recurrence of a task are stored in the details: \(unreadDates)."
      )
    }
    return reading
  }

  /// Returns the project that a file is named after: `Work` for `Work [220474322].csv`.
  static func project(_ path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if let point = name.lastIndex(of: "."), point > name.startIndex {
      name = String(name[..<point])
    }
    name = name.trimmedWhitespace
    if name.hasSuffix("]"), let bracket = name.lastIndex(of: "["), bracket > name.startIndex,
      name[bracket...].dropFirst().dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    {
      name = String(name[..<bracket]).trimmedWhitespace
    }
    return name
  }
}
