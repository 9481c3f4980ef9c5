import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A reader of the rows of a project, some of which belong to the row above.
struct TodoistReader {
  private let table: CSVTable
  private let columns: Columns
  private let file: Int
  private let project: String
  private let context: ReadingContext
  private var units: [ImportUnit] = []
  /// The numbering of tasks with the same content.
  private var keys = OccurrenceCounter()
  /// The task whose notes are being collected, if any.
  private var open: OpenTask?
  /// The position of the next row.
  private var position = TodoistPosition()
  /// The number of dates that are words.
  private(set) var unreadDates = 0
  private let dates: DateReader

  /// The columns of a project's file.
  private struct Columns {
    let type, content, description, priority, indent: Int?
    let responsible, date, deadline, duration, durationUnit: Int?

    init(_ table: CSVTable) {
      type = table.column("TYPE")
      content = table.column("CONTENT")
      description = table.column("DESCRIPTION")
      priority = table.column("PRIORITY")
      indent = table.column("INDENT")
      responsible = table.column("RESPONSIBLE")
      date = table.column("DATE")
      deadline = table.column("DEADLINE")
      duration = table.column("DURATION")
      durationUnit = table.column("DURATION_UNIT")
    }
  }

  /// A task, and its key without the number that distinguishes it from tasks of the same content.
  private typealias NumberedTask = (task: AppTask, duplicateKey: String)

  private struct OpenTask {
    var originals: [OriginalRecord]
    var task: Result<NumberedTask, RowProblem>
    var notes: [String] = []
  }

  init(_ table: CSVTable, file: Int, project: String, _ context: borrowing ReadingContext) {
    self.table = table
    columns = Columns(table)
    self.file = file
    self.project = project
    self.context = copy context
    dates = DateReader(order: context.dateOrder)
    units.reserveCapacity(table.rows.count)
  }

  private func text(_ row: CSVTable.Row, _ column: Int?) -> String {
    table.text(row, column).trimmedWhitespace.withLineFeeds
  }

  mutating func read(_ row: CSVTable.Row) {
    let type = table.text(row, columns.type).trimmedWhitespace.lowercased()
    let original = row.original(file: file, needsOriginal: true)
    if row.problem == nil && type == "note" && open != nil {
      let note = note(row)
      open?.originals.append(original)
      open?.notes.append(note)
      return
    }
    if row.problem == nil && type == "task" {
      close()
      let task: Result<NumberedTask, RowProblem>
      do throws(RowProblem) {
        task = .success(try self.task(row))
      } catch {
        task = .failure(error)
      }
      open = OpenTask(originals: [original], task: task)
      return
    }
    // An empty row does not separate a task from its notes.
    if !(row.isBlank && row.problem == nil) { close() }
    let outcome = row.outcome { row throws(RowProblem) in
      switch type {
      case "section":
        position = TodoistPosition(section: text(row, columns.content))
        return .skipped("a section, which the details of its tasks name")
      case "meta": return .skipped("a setting of the project's view")
      case "note":
        throw RowProblem(
          column: "TYPE", value: "note",
          reason: "there is no task above this note; notes of a project cannot be imported")
      default:
        throw RowProblem(
          column: "TYPE", value: type, reason: "expected task, section, note or meta")
      }
    }
    if outcome.isRejected, row.problem != nil || type != "note" { enter(unknown: row) }
    units.append(ImportUnit([original], outcome))
  }

  /// Returns the units of all rows, in order.
  mutating func finish() -> [ImportUnit] {
    close()
    units.sort { $0.originals[0].line < $1.originals[0].line }
    return units
  }

  private mutating func close() {
    guard let open else { return }
    self.open = nil
    let outcome: ImportUnit.Outcome
    do throws(RowProblem) {
      var task = try open.task.get().task
      task.lines += open.notes.map { AppTask.Line(text: $0) }
      outcome = .events(try task.events(context.zone))
    } catch {
      outcome = .rejected(error)
    }
    var unit = ImportUnit(open.originals, outcome)
    unit.duplicateKey = try? open.task.get().duplicateKey
    units.append(unit)
  }

  // MARK: Notes

  /// Returns the text of a note, preceded by the day on which it was written if the file states it.
  private func note(_ row: CSVTable.Row) -> String {
    let text = text(row, columns.content)
    guard let date = dates.read(table.text(row, columns.date)) else { return "Note: \(text)" }
    return "Note of \(date.day(in: context.zone)): \(text)"
  }

  // MARK: Tasks

  /// Records the meaning of a row, for the rows below it.
  private mutating func note(_ row: CSVTable.Row, indent: Int?, name: String?) {
    if let indent, let name {
      position.enter(indent, name)
    } else {
      position.reject(line: row.line, indent: indent)
    }
  }

  /// Moves the position below a row that may be a task once it is corrected.
  private mutating func enter(unknown row: CSVTable.Row) {
    let indent = row.problem == nil ? Int(text(row, columns.indent)) : nil
    // A row without an indent is more likely a section or a note.
    guard row.problem != nil || indent != nil else { return }
    let content = row.problem == nil ? text(row, columns.content) : ""
    if !content.isEmpty { _ = keys.next(content) }
    let isPlain = position.unreadParent(of: indent) == nil && !content.isEmpty
    note(row, indent: indent, name: isPlain ? content : nil)
  }

  /// Returns the task of a row, with its key.
  private mutating func task(_ row: CSVTable.Row) throws(RowProblem) -> NumberedTask {
    let content = text(row, columns.content)
    let written = text(row, columns.indent)
    let indent = written.isEmpty ? 1 : Int(written).flatMap { $0 > 0 ? $0 : nil }
    guard !content.isEmpty else {
      note(row, indent: indent, name: nil)
      throw RowProblem(column: "CONTENT", value: content, reason: "expected a name")
    }
    // The row is counted before any check, so that it keeps its key when another is corrected.
    let number = keys.next(content)
    guard let indent else {
      note(row, indent: nil, name: nil)
      throw RowProblem(column: "INDENT", value: written, reason: "expected a number from 1 on")
    }
    if let above = position.unreadParent(of: indent) {
      note(row, indent: indent, name: nil)
      throw RowProblem(
        column: "INDENT", value: written,
        reason:
          "it may be a subtask of the task on line \(above), which is rejected; correct that task")
    }
    let parent = position.parent(of: indent)
    note(row, indent: indent, name: content)
    let key = SourceKey.make("todoist", project, content)
    var task = AppTask(
      column: "CONTENT", name: content, key: number == 0 ? key : "\(key)/\(number + 1)",
      details: text(row, columns.description), project: project, added: context.now,
      isAddedKnown: false)
    task.takeLabels()
    task.priority = try priority(text(row, columns.priority))
    task.addLine("Section", position.section)
    if let parent { task.addLine("Part of", parent) }
    task.addLine("Responsible", text(row, columns.responsible))
    date(row, &task)
    return (task, duplicateKey: key)
  }

  /// Sets the due day, and adds dates and the duration to the details.
  private mutating func date(_ row: CSVTable.Row, _ task: inout AppTask) {
    let (date, deadline) = (text(row, columns.date), text(row, columns.deadline))
    if let due = dates.read(date) {
      task.due = due.day(in: context.zone)
      if due.time != nil || !deadline.isEmpty { task.addLine("Date", date) }
    } else if let recurrence = TodoistRecurrence(date, dates) {
      task.every = recurrence.every
      task.due = recurrence.first.map { $0.day(in: context.zone) }
      if task.due == nil,
        let day = recurrence.firstDay(from: context.zone.day(of: context.now))
      {
        (task.due, task.isDueKnown) = (day, false)
      }
      task.formerDue = .some(dates.read(deadline)?.day(in: context.zone))
      task.addLine("Date", date, isFormer: recurrence.isWhole)
    } else if !date.isEmpty {
      task.addLine("Date", date)
      unreadDates += 1
    }
    if !deadline.isEmpty {
      task.addLine("Deadline", deadline)
      if task.due == nil { task.due = dates.read(deadline)?.day(in: context.zone) }
    }
    let duration = text(row, columns.duration)
    // Todoist writes None where there is none.
    if !duration.isEmpty && duration != "None" {
      task.addLine("Duration", "\(duration) \(text(row, columns.durationUnit))")
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
