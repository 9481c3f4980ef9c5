import Rules
import Sessions

/// A project of Todoist's, exported as CSV.
public struct TodoistFormat: AppFormat {
  /// Makes the format.
  public init() {}

  /// `todoist`.
  public let name = "todoist"
  /// `Todoist`.
  public let title = "Todoist"

  /// What its columns become.
  public var guide: FormatGuide {
    FormatGuide(
      summary: "A project that Todoist exported as CSV: each task becomes a task of the project "
        + "that the file is named after.",
      columns: [
        .init("TYPE", "task: a task; note: details of the task above; section: a line of details"),
        .init("CONTENT", "the task's name, with its @labels"),
        .init("DESCRIPTION", "the details"),
        .init("PRIORITY", "1, 2, 3, 4: P0, P1, P2, P3"),
        .init("INDENT", "the line \"Part of\" of the details, where the task is part of another"),
        .init("AUTHOR", nil),
        .init("RESPONSIBLE", "a line of the details"),
        .init("DATE", "the day it is due, or a line of the details"),
        .init("DATE_LANG, TIMEZONE", nil),
        .init("DURATION, DURATION_UNIT", "a line of the details"),
        .init("DEADLINE", "the day it is due, if DATE gives none; a line of the details"),
        .init("DEADLINE_LANG", nil),
      ],
      oddities: [
        "A file has no name of the project in it: it is the file's, without an extension and a "
          + "number in brackets.",
        "Dates may be words of any language, such as \"every! monday\" or \"morgen\"; what is no "
          + "date with a year stays in the details.",
        "There are no ids and no times of adding: tasks are added at the time of the import.",
        "Finished tasks are not in the file.",
        "Rows without any text lie between others.",
        "A task below one whose CONTENT or INDENT cannot be read is rejected with it, since it may "
          + "be part of that.",
      ],
      identity: "the project, the task's content, and which of several of that content it is")
  }

  /// The files that have Todoist's columns.
  public func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      Set(files[index].header.map { $0.trimmedWhitespace.lowercased() })
        .isSuperset(of: ["type", "content", "priority", "indent"])
    }
  }

  /// Reads projects.
  public func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    var words = 0
    for (index, file) in files.enumerated() {
      let table = try TextTable(file)
      reading.columns.append(table.header)
      var reader = TodoistReader(
        table, file: index, project: TodoistFormat.project(file.path), context)
      for row in table.rows { reader.take(row) }
      reading.units += reader.finish()
      reader.keys.share(in: &reading, table, file: index)
      words += reader.words
    }
    reading.notes = [
      "Tasks are added at the time of the import, since Todoist's file does not say when they were."
    ]
    if words > 0 {
      reading.notes.append(
        "Dates in words, such as those that come again, are kept in the details: \(words).")
    }
    return reading
  }

  /// The project that a file is named after: `Work` for `Work [220474322].csv`.
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
