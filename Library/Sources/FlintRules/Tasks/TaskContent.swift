package import FlintCalendar
package import FlintSchema

/// The content of an event that adds a task.
///
/// A value is valid: its name is trimmed, of 1 to 200 characters, its days and times are in range.
package struct TaskContent: SchemaRecord {
  /// The name.
  package private(set) var name = "task"
  /// The details as free text, if any.
  package private(set) var details: String?
  /// The priority.
  package private(set) var priority = TaskPriority.p2
  /// The type.
  package private(set) var type = TaskType.morning
  /// The project, which is created if none of that name exists.
  package private(set) var project = ProjectName.inbox
  /// The civil day on which the task is due, if any.
  package private(set) var due: CivilDay?
  /// The instant of the reminder, if any.
  package private(set) var reminder: Instant?
  /// The tags: trimmed, lower-case, unique, in byte order.
  package private(set) var tags: [String] = []
  /// How often the task comes again, if it does: completing it moves its days to the next time.
  package private(set) var every: TaskRecurrence?
  /// The tasks that have to be completed first, each once, in the order of their ids.
  package private(set) var after: [EventID] = []
  /// The civil day until which the task is hidden, if any.
  package private(set) var wait: CivilDay?

  package static let maximumNameLength = 200

  package static let schema = RecordSchema<TaskContent>([
    Field(
      "name", \.name, "The name: 1 to 200 characters.", type: .line(maximum: maximumNameLength)),
    Field("details", \.details, "Further text."),
    Field("priority", \.priority, "The priority, P0 (highest) to P3.", default: .p2),
    Field("type", \.type, "The type.", default: .morning),
    Field("project", \.project, "The name of the project.", default: .inbox),
    Field("due", \.due, "The due day.", isUpcoming: true),
    Field("reminder", \.reminder, "The time of the reminder.", isUpcoming: true),
    Field(
      FieldDeclaration("tags", .list, "The tags.", isClearable: true),
      get: { $0.tags.fieldValue },
      set: { (task, value) throws(FieldError) in
        task.tags = try [String](value, field: "tags").normalizedTags()
      }),
    Field("every", \.every, "How often it comes again: day, 2 weeks, month, year, mon,wed, …."),
    Field(
      FieldDeclaration(
        "after", .ids(of: EventKind.taskAdd.name), "The tasks that have to be completed first.",
        isClearable: true),
      get: { $0.after.map(\.description).fieldValue },
      set: { (task, value) throws(FieldError) in task.after = try ids(value, field: "after") }),
    Field("wait", \.wait, "The day until which it is hidden.", isUpcoming: true),
  ])
  package static let blank = TaskContent()

  /// Moves the due day, and the day of waiting and the reminder by as many days.
  mutating func move(on move: TaskState.Move) {
    (due, wait, reminder) = (move.due, move.wait, move.reminder)
    self.move(by: move.due.map { move.next - $0 } ?? 0)
    due = move.next
  }

  /// Moves the due day, the day of waiting and the reminder.
  package mutating func move(by days: Int) {
    move(
      due: due.map { $0 + days }, wait: wait.map { $0 + days },
      reminder: reminder.map {
        Instant(milliseconds: $0.milliseconds + Int64(days) * 86_400_000)
      })
  }

  /// Replaces the days; one that profiles do not accept is dropped.
  mutating func move(due: CivilDay?, wait: CivilDay?, reminder: Instant?) {
    self.due = due
    self.wait = wait.flatMap { $0.components.year <= 9999 ? $0 : nil }
    self.reminder = reminder.flatMap { $0.isAccepted ? $0 : nil }
  }

  /// Returns the ids of a list, each once, in their order.
  private static func ids(_ value: FieldValue, field: String) throws(FieldError) -> [EventID] {
    var ids: Set<EventID> = []
    for text in try [String](value, field: field) {
      ids.insert(try EventID(.name(text), field: field))
    }
    return ids.sorted { ($0.high, $0.low) < ($1.high, $1.low) }
  }

  private init() {}

  /// Creates the content and trims the name; empty details count as absent.
  ///
  /// - Parameter project: the project's name, 1 to 100 characters; by default Inbox.
  /// - Throws: `FieldError` with the name of the field, when a value is out of range.
  package init(
    name: String, details: String? = nil, priority: TaskPriority = .p2, type: TaskType = .morning,
    project: String? = nil, due: CivilDay? = nil, reminder: Instant? = nil,
    tags: [String] = []
  ) throws(FieldError) {
    self.name = name
    self.details = details
    self.priority = priority
    self.type = type
    if let project { self.project = try ProjectName(project) }
    self.due = due
    self.reminder = reminder
    self.tags = tags
    self = try checked()
  }
}

/// A change of fields of a task from then on; a score already earned does not change.
package typealias TaskChange = RecordChange<TaskContent>

extension TaskContent: EventContent {
  package var action: ProfileEvent.Action { .task(.taskAdd(self)) }
  package init?(_ action: ProfileEvent.Action) {
    guard case .task(.taskAdd(let content)) = action else { return nil }
    self = content
  }
}
