import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// The output of Taskwarrior's `task export`.
package struct TaskwarriorFormat: AppFormat {
  package init() {}

  package let name = "taskwarrior"
  package let title = "Taskwarrior"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "Taskwarrior's \"task export\" (JSON): each task becomes a task, and its completion "
        + "if it was completed.",
      columns: [
        .init("uuid", "the task's key"),
        .init("description", "the name"),
        .init("status", "whether it was completed; deleted tasks are skipped"),
        .init("entry", "when it was added"),
        .init("end", "when it was completed"),
        .init("due", "the day it is due, and a time as a line of the details"),
        .init("project", "the project"),
        .init("priority", "H, M, L: P0, P1, P3; none: P2"),
        .init("annotations", "lines of the details"),
        .init("tags", "the tags"),
        .init("depends", "the tasks to complete first, also those that are imported later"),
        .init("wait", "the day until which it is hidden, and a time as a line of the details"),
        .init(
          "recur",
          "of a recurring task, how often it comes again; of the tasks made from it, and in hours, a "
            + "line of the details"),
        .init("scheduled, until", "lines of the details"),
        .init(
          "mask", "of a recurring task, how many times were made, and so the day it is due next"),
        .init("id, imask, last, modified, parent, rtype, start, template, urgency", nil),
        .init("your own attributes", "lines of the details"),
      ],
      oddities: [
        "The file is a list, or has one object per line. A list without its end is refused.",
        "A task that is pending or deleted, but was completed or present in an earlier export, is "
          + "reported as changed; --update removes its completion, or the whole task.",
        "Of several files in one import, the state of a task that was modified last counts, whatever the "
          + "order of the files.",
        "A completed task no longer depends on others, since Taskwarrior lets one complete it before "
          + "them.",
        "Times are in UTC; the days they belong to are those of the profile's zone.",
        "A recurring task is a template: the tasks made from it are in the file themselves, and stay "
          + "tasks of their own. It becomes a task that comes again, due on the first day for which "
          + "Taskwarrior made no task yet, and hidden until the day before that.",
      ],
      identity: "the uuid")
  }

  static let column = "task"

  /// Returns the files that are JSON and have Taskwarrior's attributes or are an empty list, and
  /// rejects files of tasks.
  package func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      if SingleColumn.isRejects(files[index].header, column: Self.column) { return true }
      let start = files[index].start
      guard let first = start.first(where: { $0 > 0x20 }), first == 0x5B || first == 0x7B else {
        return false
      }
      if start.filter({ $0 > 0x20 }) == [0x5B, 0x5D] { return true }
      let text = String(decoding: start, as: UTF8.self)
      return ["\"uuid\"", "\"description\"", "\"status\"", "\"entry\""].allSatisfy(text.contains)
    }
  }

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    let context = copy context
    var reading = FormatReading(units: [], columns: [])
    var remarks = TaskwarriorRemarks()
    var states = TaskwarriorStates()
    var rows: [[(JSONRecords.Record, Result<TaskwarriorTask, RowProblem>)]] = []
    for (index, file) in files.enumerated() {
      let records = try TaskwarriorFormat.records(file).map { record in
        (record, Result { () throws(RowProblem) in try TaskwarriorTask(record.bytes) })
      }
      states.add(records.compactMap { try? $0.1.get() }, of: index, context)
      rows.append(records)
    }
    for (index, file) in files.enumerated() {
      reading.columns.append([TaskwarriorFormat.column])
      var names: [String] = []
      var seen: Set<String> = []
      for (record, task) in rows[index] {
        let outcome: ImportUnit.Outcome
        var absences: [Absence] = []
        do throws(RowProblem) {
          let task = try task.get()
          for name in task.names where seen.insert(name).inserted { names.append(name) }
          if states.isOlder(task, of: index) {
            outcome = .skipped(TaskwarriorStates.olderReason)
          } else {
            absences = try task.absences()
            outcome = try task.outcome(context)
            remarks.count(task, outcome)
          }
        } catch {
          outcome = .rejected(error)
        }
        var unit = SingleColumn.unit(record, of: file, index: index, outcome)
        unit.absences = absences
        reading.units.append(unit)
      }
      reading.memberNames[index] = names
    }
    reading.notes = remarks.notes + states.notes
    return reading
  }
}

extension TaskwarriorFormat {
  /// Returns the attributes that the guide marks as ignored: custom attributes are not.
  package func ignored(in header: [String], of path: String) -> IgnoredColumns {
    var ignored = guide.ignored(in: header)
    ignored.names.removeAll { ignored.unknown.contains($0) }
    ignored.unknown = []
    return ignored
  }

  /// Returns the tasks of a file, each as JSON.
  private static func records(
    _ file: WholeFile
  ) throws(FormatProblem) -> [JSONRecords.Record] {
    try SingleColumn.records(of: file, column: column) { (bytes) throws(FormatProblem) in
      if file.columns != nil {
        throw FormatProblem(
          path: file.path, message: "JSON has no columns: omit --no-header and --column-names")
      }
      let records = JSONRecords.split(bytes)
      if let line = JSONRecords.cut(bytes, records) {
        let last = records.last.map { "; the last task in it begins on line \($0.line)" } ?? ""
        throw FormatProblem(
          path: file.path, line: line,
          message: "the file is truncated: its list of tasks has no ] at the end\(last); "
            + "create it again with task export")
      }
      return records
    }
  }
}
