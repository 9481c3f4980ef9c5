import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// One task of Taskwarrior, as JSON.
struct TaskwarriorTask {
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

  /// Whether both are one state of a task. Its number in lists and its urgency change with time.
  func isSame(as other: TaskwarriorTask) -> Bool {
    lasting.elementsEqual(other.lasting) { $0.name == $1.name && $0.value == $1.value }
  }

  private var lasting: [(name: String, value: JSONValue)] {
    guard case .object(let members) = value else { return [] }
    return members.filter { !["id", "urgency"].contains($0.name) }.sorted { $0.name < $1.name }
  }

  /// Returns the text of an attribute, if it is present.
  func text(_ name: String) throws(RowProblem) -> String? {
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

  func instant(_ name: String, _ context: ReadingContext) throws(RowProblem) -> Instant? {
    try date(name).map { $0.instant ?? context.zone.resolve($0.timestamp).instant }
  }

  /// The text of an attribute that lists use, if it is readable.
  func plain(_ name: String) -> String { ((try? text(name)) ?? nil)?.trimmedWhitespace ?? "" }

  func outcome(_ context: ReadingContext) throws(RowProblem) -> ImportUnit.Outcome {
    let key = try required("uuid").trimmedWhitespace
    let status = try required("status")
    switch status {
    case "pending", "waiting", "completed": break
    case "deleted": return .skipped("a task that was deleted")
    case "recurring" where recurrence == nil:
      return .skipped(
        "a template of tasks that recur as no task of Flint can: those made from it are imported")
    case "recurring": break
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
    if status == "recurring" { try moveOn(&task) }
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
    guard let text = try text("priority"), !text.isEmpty else { return .p2 }
    guard let priority = TaskPriority(letter: text) else {
      throw RowProblem(column: "priority", value: text, reason: "expected H, M or L")
    }
    return priority
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
      if name == "wait" { task.wait = local.day }
      let label = name.prefix(1).uppercased() + name.dropFirst()
      if local.milliseconds != 0 {
        task.addLine(label, context.zone.text(instant))
      } else if name != "due" {
        task.addLine(label, local.day.description, isFormer: name == "wait")
      }
    }
    // A task that was made from a template does not come again itself.
    let isTemplate = try text("status") == "recurring"
    task.setRecurrence(isTemplate ? recurrence : nil, try text("recur") ?? "")
  }

  /// How often a template makes a task, if a task of Flint can come again so.
  private var recurrence: TaskRecurrence? { TaskRecurrence(taskwarrior: plain("recur")) }

  /// The maximum number of tasks made from a template.
  private static let mostMade = 100_000

  /// Moves a recurring task to the first day for which no task was made from it yet, and hides it until
  /// the one before, for which there is a task.
  private func moveOn(_ task: inout AppTask) throws(RowProblem) {
    guard let first = task.due, let every = task.every else { return }
    var due = first
    var previous: CivilDay?
    for _ in plain("mask").prefix(Self.mostMade) {
      guard let next = every.next(after: due, from: first) else { break }
      (previous, due) = (due, next)
    }
    task.wait = task.wait.map { $0 + (due - first) } ?? previous
    task.due = due
  }

  /// Sets tags and dependencies, and adds annotations to the details.
  private func addAnnotations(
    to task: inout AppTask, _ context: ReadingContext
  ) throws(RowProblem) {
    task.tags = texts(value["tags"])
    task.addLine("Tags", task.tags.joined(separator: ", "), isFormer: true)
    // Earlier releases wrote the ids as one text.
    let depends = texts(value["depends"]).flatMap { $0.split(separator: ",").map(String.init) }
    task.after = depends.map(\.trimmedWhitespace).filter { !$0.isEmpty }
    task.addLine(
      "Depends on", texts(value["depends"]).joined(separator: ", "), isFormer: true)
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
