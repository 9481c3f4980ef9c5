import Calendar
import JSON
import Rules
import Schema
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
        .init("status", "whether it was completed; deleted and recurring tasks are skipped"),
        .init("entry", "when it was added"),
        .init("end", "when it was completed"),
        .init("due", "the day it is due, and a time as a line of the details"),
        .init("project", "the project"),
        .init("priority", "H, M, L: P0, P1, P3; none: P2"),
        .init("annotations", "lines of the details"),
        .init("tags", "a line of the details"),
        .init("depends, recur, scheduled, until, wait", "lines of the details"),
        .init("id, imask, last, mask, modified, parent, rtype, start, template, urgency", nil),
        .init("your own attributes", "lines of the details"),
      ],
      oddities: [
        "The file is a list, or has one object per line. A list without its end is refused.",
        "A task that is pending or deleted, but was completed or present in an earlier export, is "
          + "reported as changed; --update removes its completion, or the whole task.",
        "Times are in UTC; the days they belong to are those of the profile's zone.",
        "A recurring task is a template: the tasks generated from it are in the file themselves.",
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
    for (index, file) in files.enumerated() {
      reading.columns.append([TaskwarriorFormat.column])
      var names: [String] = []
      var seen: Set<String> = []
      for record in try TaskwarriorFormat.records(file) {
        let outcome: ImportUnit.Outcome
        var absences: [Absence] = []
        do throws(RowProblem) {
          let task = try TaskwarriorTask(record.bytes)
          for name in task.names where seen.insert(name).inserted { names.append(name) }
          absences = try task.absences()
          outcome = try task.outcome(context)
        } catch {
          outcome = .rejected(error)
        }
        var unit = SingleColumn.unit(record, of: file, index: index, outcome)
        unit.absences = absences
        reading.units.append(unit)
      }
      reading.memberNames[index] = names
    }
    reading.notes = [
      "Tags, annotations, dependencies and custom attributes are stored in the details."
    ]
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

private struct TaskwarriorTask {
  private let value: JSONValue

  init(_ bytes: [UInt8]) throws(RowProblem) {
    do throws(JSONError) {
      value = try JSONValue(record: bytes)
    } catch {
      // The error's line number is relative to the record, not to the file.
      throw RowProblem(reason: "not a task in JSON: \(error.problem)")
    }
    guard case .object = value else {
      throw RowProblem(value: value.summary, reason: "expected a task, that is, an object")
    }
  }

  var names: [String] {
    if case .object(let members) = value { members.map(\.name) } else { [] }
  }

  /// Returns the text of an attribute, if it is present.
  private func text(_ name: String) throws(RowProblem) -> String? {
    switch value[name] {
    case .string(let text): return text
    case .null, nil: return nil
    case .integer(let number): return String(number)
    case let other?:
      throw RowProblem(column: name, value: other.summary, reason: "expected a text")
    }
  }

  private func required(_ name: String) throws(RowProblem) -> String {
    guard let text = try text(name), !text.trimmedWhitespace.isEmpty else {
      throw RowProblem(column: name, value: "", reason: "expected a value")
    }
    return text
  }

  private func date(_ name: String) throws(RowProblem) -> WrittenDate? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    return try TaskwarriorTask.date(text, name)
  }

  private static func date(_ text: String, _ name: String) throws(RowProblem) -> WrittenDate {
    if let date = DateReader().read(text) { return date }
    throw RowProblem(
      column: name, value: text, reason: "expected a time such as 20260925T080000Z")
  }

  private func instant(_ name: String, _ context: ReadingContext) throws(RowProblem) -> Instant? {
    try date(name).map { $0.instant ?? context.zone.resolve($0.timestamp).instant }
  }

  func outcome(_ context: ReadingContext) throws(RowProblem) -> ImportUnit.Outcome {
    let key = try required("uuid").trimmedWhitespace
    let status = try required("status")
    switch status {
    case "pending", "waiting", "completed": break
    case "deleted": return .skipped("a task that was deleted")
    case "recurring": return .skipped("a template of recurring tasks")
    default:
      throw RowProblem(
        column: "status", value: status,
        reason: "expected pending, waiting, completed, deleted or recurring")
    }
    guard let added = try instant("entry", context) else {
      throw RowProblem(column: "entry", value: "", reason: "expected the time it was added")
    }
    var task = AppTask(
      column: "description", name: try required("description"), key: key,
      project: try text("project") ?? "", added: added)
    if status == "completed" {
      task.completed = try instant("end", context)
      if task.completed == nil {
        throw RowProblem(
          column: "end", value: "", reason: "expected a time, since the task was completed")
      }
    }
    task.priority = try priority()
    try addDays(to: &task, context)
    try addAnnotations(to: &task, context)
    addCustomAttributes(to: &task)
    return .events(try task.events(context.zone))
  }

  /// Returns the events that must not exist, according to the status of the task.
  func absences() throws(RowProblem) -> [Absence] {
    let (key, status) = (try required("uuid").trimmedWhitespace, try required("status"))
    guard ["pending", "waiting", "deleted"].contains(status) else { return [] }
    return AppTask.absences(key, isGone: status == "deleted", column: "status", value: status)
  }

  private func priority() throws(RowProblem) -> TaskPriority {
    switch try text("priority") {
    case "H": return .p0
    case "M": return .p1
    case nil, "": return .p2
    case "L": return .p3
    case let text?:
      throw RowProblem(column: "priority", value: text, reason: "expected H, M or L")
    }
  }

  /// Sets the due day, and adds the other dates to the details.
  private func addDays(
    to task: inout AppTask, _ context: ReadingContext
  ) throws(RowProblem) {
    for name in ["due", "scheduled", "wait", "until"] {
      guard let date = try date(name) else { continue }
      let instant = date.instant ?? context.zone.resolve(date.timestamp).instant
      let local = CivilTime(instant, offset: context.zone.offset(at: instant))
      // A day without a time is written as its 00:00.
      if name == "due" {
        task.due = local.milliseconds == 0 ? local.day : context.zone.day(of: instant)
      }
      let label = name.prefix(1).uppercased() + name.dropFirst()
      if local.milliseconds != 0 {
        task.addLine(label, context.zone.text(instant))
      } else if name != "due" {
        task.addLine(label, local.day.description)
      }
    }
    task.addLine("Repeat", try text("recur") ?? "")
  }

  /// Adds tags, dependencies and annotations to the details.
  private func addAnnotations(
    to task: inout AppTask, _ context: ReadingContext
  ) throws(RowProblem) {
    task.addLine("Tags", texts(value["tags"]).joined(separator: ", "))
    task.addLine("Depends on", texts(value["depends"]).joined(separator: ", "))
    guard let annotations = value["annotations"], annotations != .null else { return }
    guard case .array(let list) = annotations else {
      throw RowProblem(column: "annotations", value: annotations.summary, reason: "expected a list")
    }
    for annotation in list {
      guard case .string(let text) = annotation["description"] else {
        throw RowProblem(
          column: "annotations", value: annotation.summary,
          reason: "expected one with a description")
      }
      guard case .string(let entry) = annotation["entry"] else {
        task.addLine("Note", text)
        continue
      }
      let day = try TaskwarriorTask.date(entry, "annotations").day(in: context.zone)
      task.addLine("Note of \(day)", text)
    }
  }

  private func texts(_ value: JSONValue?) -> [String] {
    switch value {
    case .string(let text): text.isEmpty ? [] : [text]
    case .array(let list): list.flatMap { texts($0) }
    default: []
    }
  }

  /// The built-in attributes of Taskwarrior.
  private static let known: Set<String> = [
    "uuid", "description", "status", "entry", "end", "due", "project", "priority", "annotations",
    "tags", "depends", "recur", "scheduled", "until", "wait", "id", "imask", "mask", "modified",
    "parent", "rtype", "start", "template", "urgency", "last",
  ]

  /// Adds the custom attributes of the user to the details.
  private func addCustomAttributes(to task: inout AppTask) {
    guard case .object(let members) = value else { return }
    for (name, value) in members where !TaskwarriorTask.known.contains(name) {
      switch value {
      case .null: break
      case .string(let text): task.addLine(name, text)
      default: task.addLine(name, value.text())
      }
    }
  }
}
