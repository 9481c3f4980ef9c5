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

/// Reads the rows of a project, of which some belong to the one above.
private struct TodoistReader {
  private let table: TextTable
  private let file: Int
  private let project: String
  private let context: ReadingContext
  private let dates: DateReader
  private var units: [ImportUnit] = []
  private var occurrences = Occurrences()
  /// The task that notes are of, not told yet.
  private var open: Open?
  private var section = ""
  /// The names of the tasks that a task may be part of, by their indent.
  private var parents: [Int: String] = [:]
  /// How many dates are words.
  private(set) var words = 0

  /// A task, its rows and its notes.
  private struct Open {
    var originals: [OriginalRecord]
    var task: Result<AppTask, RowProblem>
    var notes: [String] = []
  }

  init(_ table: TextTable, file: Int, project: String, _ context: borrowing ReadingContext) {
    self.table = table
    self.file = file
    self.project = project
    self.context = copy context
    dates = DateReader(order: context.dateOrder)
  }

  mutating func take(_ row: TextTable.Row) {
    let original = row.original(file: file)
    let type = table.text(row, "TYPE").trimmedWhitespace.lowercased()
    if row.problem == nil && type == "note" && open != nil {
      let note = note(row)
      open?.originals.append(original)
      open?.notes.append(note)
      return
    }
    if row.problem == nil && type == "task" {
      close()
      do throws(RowProblem) {
        open = Open(originals: [original], task: .success(try task(row)))
      } catch {
        open = Open(originals: [original], task: .failure(error))
      }
      return
    }
    // An empty row does not part a task from its notes.
    if !(row.isBlank && row.problem == nil) { close() }
    units.append(
      ImportUnit(
        [original],
        row.outcome { row throws(RowProblem) in
          switch type {
          case "section":
            section = table.text(row, "CONTENT").trimmedWhitespace
            parents = [:]
            return .skipped("a section, which the details of its tasks name")
          case "meta": return .skipped("a setting of the project's view")
          case "note":
            throw RowProblem(
              column: "TYPE", value: "note",
              reason: "there is no task above this note; a project's own notes have no place")
          default:
            throw RowProblem(
              column: "TYPE", value: type, reason: "expected task, section, note or meta")
          }
        }))
  }

  /// The units of all rows, in their order.
  mutating func finish() -> [ImportUnit] {
    close()
    return units.sorted { $0.originals[0].line < $1.originals[0].line }
  }

  private mutating func close() {
    guard let open else { return }
    self.open = nil
    let outcome: ImportUnit.Outcome
    do throws(RowProblem) {
      var task = try open.task.get()
      task.lines += open.notes
      outcome = .drafts(try task.drafts(context.zone))
    } catch {
      outcome = .rejected(error)
    }
    units.append(ImportUnit(open.originals, outcome))
  }

  private mutating func task(_ row: TextTable.Row) throws(RowProblem) -> AppTask {
    func text(_ name: String) -> String { table.text(row, name).trimmedWhitespace.withLineFeeds }
    let content = text("CONTENT")
    guard !content.isEmpty else {
      throw RowProblem(column: "CONTENT", value: content, reason: "expected a name")
    }
    let project = row.origin.map(TodoistFormat.project) ?? project
    let count = occurrences.next(content)
    var task = AppTask(
      column: "CONTENT", name: content,
      key: SourceKey.make("todoist", project, content) + (count == 0 ? "" : "/\(count + 1)"),
      details: text("DESCRIPTION"), project: project, added: context.now, isAddedKnown: false)
    task.priority = try priority(text("PRIORITY"))
    let indent = try indent(text("INDENT"))
    parents[indent] = content
    parents = parents.filter { $0.key <= indent }
    task.tell("Section", section)
    if let parent = parents.filter({ $0.key < indent }).max(by: { $0.key < $1.key }) {
      task.tell("Part of", parent.value)
    }
    task.tell("Responsible", text("RESPONSIBLE"))
    let (date, deadline) = (text("DATE"), text("DEADLINE"))
    if let due = dates.read(date) {
      task.due = due.day(in: context.zone)
      if due.time != nil || !deadline.isEmpty { task.tell("Date", date) }
    } else if !date.isEmpty {
      task.tell("Date", date)
      words += 1
    }
    if !deadline.isEmpty {
      task.tell("Deadline", deadline)
      if task.due == nil { task.due = dates.read(deadline)?.day(in: context.zone) }
    }
    let duration = text("DURATION")
    // Todoist writes None where there is none.
    if !duration.isEmpty && duration != "None" {
      task.tell("Duration", "\(duration) \(text("DURATION_UNIT"))")
    }
    return task
  }

  /// A note, behind the day it was written if the file says so.
  private func note(_ row: TextTable.Row) -> String {
    let text = table.text(row, "CONTENT").trimmedWhitespace.withLineFeeds
    guard let date = dates.read(table.text(row, "DATE")) else { return "Note: \(text)" }
    return "Note of \(date.day(in: context.zone)): \(text)"
  }

  private func priority(_ text: String) throws(RowProblem) -> TaskPriority {
    switch text {
    case "1": return .p0
    case "2": return .p1
    case "3": return .p2
    case "4": return .p3
    case "": return .p2
    default:
      throw RowProblem(column: "PRIORITY", value: text, reason: "expected 1, 2, 3 or 4")
    }
  }

  private func indent(_ text: String) throws(RowProblem) -> Int {
    if text.isEmpty { return 1 }
    guard let indent = Int(text), indent > 0 else {
      throw RowProblem(column: "INDENT", value: text, reason: "expected a number from 1 on")
    }
    return indent
  }
}
