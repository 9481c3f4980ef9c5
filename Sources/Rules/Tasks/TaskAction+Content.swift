/// The canonical content of task events, from which their ids are computed and which profiles
/// store.
extension TaskAction {
  /// Writes the canonical content: members in a fixed order, priority and type as the numbers 1 to
  /// 4, without defaults and absent values. In a change, `null` clears a field.
  public func write(to content: inout ContentWriter) {
    switch self {
    case .taskAdd(let task): task.write(to: &content)
    case .taskComplete(let id), .taskReopen(let id): content.write("task", id)
    case .taskUpdate(let id, let change):
      content.write("task", id)
      change.write(to: &content)
    case .projectAdd(let project):
      content.write("name", project.name.text)
      content.write("description", project.description)
    case .projectRename(let from, let to):
      content.write("from", from.text)
      content.write("to", to.text)
    case .projectRemove(let name): content.write("name", name.text)
    }
  }

  /// Reads the content of an event; unknown members are ignored.
  ///
  /// - Throws: `ContentError` when a member is missing or invalid, or when `kind` is not a kind of
  ///   task or project event.
  public static func read(
    _ kind: EventKind, _ content: inout ContentReader
  ) throws(ContentError) -> TaskAction {
    let members = try Members(&content)
    do throws(FieldError) {
      switch kind {
      case .taskAdd: return .taskAdd(try members.content())
      case .taskComplete: return .taskComplete(try members.required(members.task, "task"))
      case .taskReopen: return .taskReopen(try members.required(members.task, "task"))
      case .taskUpdate:
        let task = try members.required(members.task, "task")
        return .taskUpdate(task, try members.change())
      case .projectAdd:
        let name = try members.required(members.name, "name")
        return .projectAdd(try ProjectContent(name: name, description: members.description))
      case .projectRename:
        return .projectRename(
          from: try ProjectName(try members.required(members.from, "from"), field: "from"),
          to: try ProjectName(try members.required(members.to, "to"), field: "to"))
      case .projectRemove:
        let name = try members.required(members.name, "name")
        return .projectRemove(try ProjectName(name, field: "name"))
      default: break
      }
    } catch {
      throw ContentError(error.description)
    }
    throw ContentError("expected an event about tasks or projects, got \(kind.name)")
  }
}

extension TaskContent {
  fileprivate func write(to content: inout ContentWriter) {
    content.write("name", name)
    content.write("details", details)
    if priority != .p2 { content.write("priority", Int64(priority.rawValue)) }
    if type != .morning { content.write("type", Int64(type.rawValue)) }
    if !project.isInbox { content.write("project", project.text) }
    content.write("due", due)
    content.write("reminder", reminder)
  }
}

extension TaskChange {
  fileprivate func write(to content: inout ContentWriter) {
    content.write("name", name)
    if let details { content.write("details", json: details.map { .string($0) } ?? .null) }
    content.write("priority", priority.map { Int64($0.rawValue) })
    content.write("type", type.map { Int64($0.rawValue) })
    content.write("project", project?.text)
    if let due { content.write("due", json: due.map { .string($0.description) } ?? .null) }
    if let reminder {
      content.write("reminder", json: reminder.map { .integer($0.milliseconds) } ?? .null)
    }
  }
}

/// The members of the content of any task or project event.
private struct Members {
  var task: EventID?
  var name: String?
  var details: String??
  var priority: Int64?
  var type: Int64?
  var project: String?
  var due: CivilDay??
  var reminder: Instant??
  var description: String?
  var from: String?
  var to: String?

  init(_ content: inout ContentReader) throws(ContentError) {
    while let name = try content.next() {
      switch name {
      case "task": task = try content.id()
      case "name": self.name = try content.string()
      case "details": details = .some(try Members.text(&content))
      case "priority": priority = try content.integer()
      case "type": type = try content.integer()
      case "project": project = try content.string()
      case "due": due = .some(try Members.day(&content))
      case "reminder": reminder = .some(try Members.instant(&content))
      case "description": description = try content.string()
      case "from": from = try content.string()
      case "to": to = try content.string()
      default: _ = try content.json()
      }
    }
  }

  func required<Value>(_ value: Value?, _ name: String) throws(FieldError) -> Value {
    guard let value else { throw FieldError(field: name, expected: "a value", found: "none") }
    return value
  }

  func content() throws(FieldError) -> TaskContent {
    try TaskContent(
      name: try required(name, "name"), details: details ?? nil,
      priority: try readPriority() ?? .p2, type: try readType(), project: project,
      due: due ?? nil, reminder: reminder ?? nil)
  }

  func change() throws(FieldError) -> TaskChange {
    try TaskChange(
      name: name, details: details, priority: try readPriority(), type: try readType(),
      project: project, due: due, reminder: reminder)
  }

  private func readPriority() throws(FieldError) -> TaskPriority? {
    guard let priority else { return nil }
    return try TaskPriority(stored: priority)
  }

  private func readType() throws(FieldError) -> TaskType? {
    guard let type else { return nil }
    return try TaskType(stored: type)
  }

  private static func text(_ content: inout ContentReader) throws(ContentError) -> String? {
    switch try content.json() {
    case .null: return nil
    case .string(let text): return text
    default: throw ContentError("expected a text or null")
    }
  }

  private static func day(_ content: inout ContentReader) throws(ContentError) -> CivilDay? {
    guard let text = try text(&content) else { return nil }
    guard let day = CivilDay(text) else { throw ContentError("expected a day, got \"\(text)\"") }
    return day
  }

  private static func instant(_ content: inout ContentReader) throws(ContentError) -> Instant? {
    switch try content.json() {
    case .null: return nil
    case .integer(let milliseconds): return Instant(milliseconds: milliseconds)
    default: throw ContentError("expected a whole number or null")
    }
  }
}
