import Rules
import Sessions

/// Reads the rows of a project, of which some belong to the one above.
struct TodoistReader {
  private let table: TextTable
  private let file: Int
  private let project: String
  private let context: ReadingContext
  private var units: [ImportUnit] = []
  /// Tells tasks of one content apart.
  private(set) var keys = AlikeRows()
  /// The task that notes are of, not told yet.
  private var open: Open?
  /// Where the next row stands.
  private var place = TodoistPlace()
  /// The rows that were rejected before, by where they were: what they are, if that can be read by now.
  private var mended: [RecordOrigin: TodoistRow?] = [:]
  /// How many dates are words.
  private(set) var words = 0
  private let dates: DateReader

  /// A task, its rows and its notes.
  private struct Open {
    var originals: [OriginalRecord]
    var task: Result<AppTask, RowProblem>
    var notes: [String] = []
    /// Where its row was rejected, or is.
    var file: String
    var line: Int
  }

  init(_ table: TextTable, file: Int, project: String, _ context: borrowing ReadingContext) {
    self.table = table
    self.file = file
    self.project = project
    self.context = copy context
    dates = DateReader(order: context.dateOrder)
    for row in table.rows {
      if let origin = row.origin { mended[origin] = .some(nil) }
    }
  }

  private func text(_ row: TextTable.Row, _ name: String) -> String {
    table.text(row, name).trimmedWhitespace.withLineFeeds
  }

  mutating func take(_ row: TextTable.Row) {
    let type = table.text(row, "TYPE").trimmedWhitespace.lowercased()
    if row.problem == nil && type == "note" && isNoteOfOpen(row) {
      let (note, kept) = (note(row), noteContext(row))
      open?.originals.append(row.original(file: file, kept))
      open?.notes.append(note)
      return
    }
    if row.problem == nil && type == "task" {
      close()
      var kept = RowContext()
      let task: Result<AppTask, RowProblem>
      do throws(RowProblem) {
        task = .success(try self.task(row, &kept))
      } catch {
        task = .failure(error)
      }
      open = Open(
        originals: [row.original(file: file, kept)], task: task,
        file: row.origin?.file ?? "", line: row.origin?.line ?? row.line)
      return
    }
    // An empty row does not part a task from its notes.
    if !(row.isBlank && row.problem == nil) { close() }
    var kept: RowContext?
    let outcome = row.outcome { row throws(RowProblem) in
      switch type {
      case "section":
        place = TodoistPlace(section: text(row, "CONTENT"))
        return .skipped("a section, which the details of its tasks name")
      case "meta": return .skipped("a setting of the project's view")
      case "note":
        kept = RowContext()
        kept?[number: "note_of"] = 0
        throw RowProblem(
          column: "TYPE", value: "note",
          reason: "there is no task above this note; a project's own notes have no place")
      default:
        throw RowProblem(
          column: "TYPE", value: type, reason: "expected task, section, note or meta")
      }
    }
    if case .skipped = outcome, let origin = row.origin { mended[origin] = .gone }
    if case .rejected = outcome, kept == nil { kept = unknown(row) }
    units.append(ImportUnit([row.original(file: file, kept)], outcome))
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
    var unit = ImportUnit(open.originals, outcome)
    unit.alikeKey = try? open.task.get().alikeKey
    units.append(unit)
  }

  // MARK: Notes

  /// Whether a note is of the task above; one that was rejected says of which line.
  private func isNoteOfOpen(_ row: TextTable.Row) -> Bool {
    guard let open else { return false }
    guard let origin = row.origin, let context = row.context else { return true }
    guard origin.file == open.file, let line = context[number: "note_of"] else { return false }
    // Of a row of which it could not be told that it is a task: the one right above.
    return line == 0
      ? (open.line + 1...open.line + open.originals.count).contains(origin.line) : line == open.line
  }

  private func noteContext(_ row: TextTable.Row) -> RowContext {
    var context = RowContext()
    context[number: "note_of"] = open?.line ?? 0
    return context
  }

  /// A note, behind the day it was written if the file says so.
  private func note(_ row: TextTable.Row) -> String {
    let text = text(row, "CONTENT")
    guard let date = dates.read(table.text(row, "DATE")) else { return "Note: \(text)" }
    return "Note of \(date.day(in: context.zone)): \(text)"
  }

  // MARK: Tasks

  /// Where a row stands: that of one that was rejected was kept.
  private func place(of row: TextTable.Row) -> TodoistPlace {
    guard let origin = row.origin, let context = row.context else { return place }
    var place = TodoistPlace(context)
    place.resolve { line in
      mended[RecordOrigin(file: origin.file, line: line, path: origin.path)] ?? .gone
    }
    return place
  }

  /// Notes what a row is, for those below it.
  private mutating func note(_ row: TextTable.Row, indent: Int?, name: String?) {
    if let origin = row.origin, row.context != nil {
      if let indent, let name { mended[origin] = .task(indent: indent, name: name) }
    } else if let indent, let name {
      place.enter(indent, name)
    } else {
      place.reject(line: row.line, indent: indent)
    }
  }

  /// What is to be kept of a row that may be a task once it is mended.
  private mutating func unknown(_ row: TextTable.Row) -> RowContext {
    var kept = RowContext()
    let place = place(of: row)
    let indent = row.problem == nil ? Int(text(row, "INDENT")) : nil
    place.narrowed(to: indent).keep(in: &kept)
    // What has no indent is more likely a section or a note.
    guard row.problem != nil || indent != nil else { return kept }
    let content = row.problem == nil ? text(row, "CONTENT") : ""
    if !content.isEmpty {
      AlikeRows.note(content, keys.next(content, row, in: table), in: &kept)
    }
    let isPlain = place.unreadParent(of: indent) == nil && !content.isEmpty
    note(row, indent: indent, name: isPlain ? content : nil)
    return kept
  }

  /// - Parameter kept: becomes what a rejects file has to keep of the row.
  private mutating func task(
    _ row: TextTable.Row, _ kept: inout RowContext
  ) throws(RowProblem) -> AppTask {
    let whole = place(of: row)
    let content = text(row, "CONTENT")
    let written = text(row, "INDENT")
    let indent = written.isEmpty ? 1 : Int(written).flatMap { $0 > 0 ? $0 : nil }
    let place = whole.narrowed(to: indent)
    place.keep(in: &kept)
    guard !content.isEmpty else {
      note(row, indent: indent, name: nil)
      throw RowProblem(column: "CONTENT", value: content, reason: "expected a name")
    }
    // Counted before anything is rejected, so that a row keeps its key when another is mended.
    let number = keys.next(content, row, in: table)
    AlikeRows.note(content, number, in: &kept)
    guard let indent else {
      note(row, indent: nil, name: nil)
      throw RowProblem(column: "INDENT", value: written, reason: "expected a number from 1 on")
    }
    if let above = place.unread.first {
      note(row, indent: indent, name: nil)
      throw RowProblem(
        column: "INDENT", value: written,
        reason: "it may be part of the task on line \(above), which is rejected: mend that one")
    }
    note(row, indent: indent, name: content)
    let project = row.origin.map { TodoistFormat.project($0.path) } ?? project
    var task = AppTask(
      column: "CONTENT", name: content,
      key: SourceKey.make("todoist", project, content) + (number == 0 ? "" : "/\(number + 1)"),
      details: text(row, "DESCRIPTION"), project: project, added: context.now,
      isAddedKnown: false)
    task.alikeKey = SourceKey.make("todoist", project, content)
    task.priority = try priority(text(row, "PRIORITY"))
    task.tell("Section", place.section)
    if let parent = place.parent(of: indent) { task.tell("Part of", parent) }
    task.tell("Responsible", text(row, "RESPONSIBLE"))
    date(row, &task)
    return task
  }

  /// Says when a task is due, and how long it takes.
  private mutating func date(_ row: TextTable.Row, _ task: inout AppTask) {
    let (date, deadline) = (text(row, "DATE"), text(row, "DEADLINE"))
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
    let duration = text(row, "DURATION")
    // Todoist writes None where there is none.
    if !duration.isEmpty && duration != "None" {
      task.tell("Duration", "\(duration) \(text(row, "DURATION_UNIT"))")
    }
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
}
