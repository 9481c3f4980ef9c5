package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// A task as lists and scripts show it.
package struct TaskRow: ResultRow, Sendable {
  package let task: TaskState
  let project: String
  let today: CivilDay
  let reminder: FieldValue
  package let urgency: TaskUrgency
  /// The names of the tasks that it comes after, as far as they exist.
  let after: [String]
  /// The names of the tasks that have to be completed before it can be.
  package let blockers: [String]
  /// The work on the task that goes on.
  package let work: TaskWork?

  package init(_ task: TaskState, _ session: Session, _ tasks: TasksState) {
    self.task = task
    project = tasks.project(of: task).name.text
    today = session.today
    reminder = task.reminder.map { session.zone.time($0) } ?? .none
    let rules = session.rulebook.definition.tasks.urgency
    urgency = tasks.urgency(of: task, by: rules, today: today)
    after = task.after.compactMap { tasks.task($0)?.name }
    blockers = tasks.blockers(of: task).map(\.name)
    work = tasks.running.flatMap { $0.task == task.id ? $0 : nil }
  }

  package static let schema = ResultSchema<TaskRow>(
    "Task", "A task.",
    shown: [
      "urgency", "due", "every", "priority", "type", "project", "tags", "status", "score", "name",
    ],
    [ResultField("id", .id, "The id: 32 hexadecimal digits.") { .name($0.task.id.description) }]
      + TaskContent.schema.fields.map { field in
        // The project may have another name by now, and the reminder is shown as local time.
        switch field.name {
        case "project":
          ResultField(
            "project", .text, "The name of the project.",
            text: { $0.task.project.isInbox ? "" : $0.project }
          ) { .text($0.project) }
        case "type":
          ResultField(
            field, \.task.content, text: { $0.task.type == .morning ? "" : $0.task.type.name })
        case "reminder":
          ResultField("reminder", .time, "The time of the reminder.", isOptional: true) {
            $0.reminder
          }
        case "due":
          ResultField(field, \.task.content, tone: { $0.isOverdue ? .overdue : nil })
        case "after":
          ResultField(field, \.task.content, text: { $0.after.joined(separator: ", ") })
        default: ResultField(field, \.task.content)
        }
      } + [
        ResultField(
          "status", .value(TaskStatus.fieldType), "The status: open or completed.",
          text: { $0.condition }, tone: { $0.isOverdue ? .overdue : $0.task.isOpen ? nil : .done }
        ) { .name($0.task.status.name) },
        ResultField("overdue", \.isOverdue, "Whether it is open and its due day is before today."),
        ResultField("waiting", \.isWaiting, "Whether it is open and hidden until a later day."),
        ResultField(
          "blocked", \.isBlocked, "Whether it is open and other tasks have to be completed first."),
        ResultField(
          "urgency", .decimal,
          "How urgent it is: a sum of what the rulebook adds for its circumstances; 0 if completed."
        ) { .decimal($0.urgency.hundredths * 10_000) },
        .rows("urgency_terms", "What the urgency consists of.", TaskUrgency.Term.schema) {
          $0.urgency.terms
        },
        ResultField(
          "started_at", .time, "The time at which work on it was started, if it goes on.",
          isOptional: true
        ) { $0.work.map { .time($0.since, $0.offset) } ?? .none },
        ResultField("added_at", .time, "The time at which it was added.") {
          .time($0.task.addedAt, $0.task.addedOffset)
        },
        ResultField("completed_at", .time, "The time of completion.", isOptional: true) {
          $0.task.completion.map { .time($0.at, $0.offset) } ?? .none
        },
        ResultField("completed_day", \.task.completion?.day, "The civil day of completion."),
        ResultField(
          "score", .integer, "The score of its completions: 0 before the first.",
          text: { $0.task.isOpen ? "" : "\($0.task.score)" }
        ) { .integer($0.task.score) },
        .rows(
          "completions", "Its completions: several if it comes again.",
          TaskState.Completion.schema
        ) { $0.task.completions },
      ])

  private var isOverdue: Bool { task.isOverdue(on: today) }
  private var isWaiting: Bool { task.isWaiting(on: today) }
  private var isBlocked: Bool { !blockers.isEmpty }

  /// The status, or what is more specific; nothing for a task that is just open.
  private var condition: String {
    if work != nil { return "started" }
    if isWaiting { return "waiting" }
    if let first = blockers.first { return "after \(first)" + (blockers.count > 1 ? ", …" : "") }
    return isOverdue ? "overdue" : task.isOpen ? "" : task.status.name
  }
}

/// A task after a change, with the note on a local time in it.
package struct UpdatedTask: ResultRow, Sendable {
  let row: TaskRow
  let note: CivilZone.Note?

  /// Creates the row of a task.
  package init(_ row: TaskRow, note: CivilZone.Note?) { (self.row, self.note) = (row, note) }

  /// The fields: those of the task, and the note.
  package static let schema = ResultSchema<UpdatedTask>(
    "UpdatedTask", "A task after a change.",
    TaskRow.schema.fields.map { $0.within(\.row) } + [.note { $0.note }])
}

extension TaskAnalytics: ResultRow {
  package static let schema = ResultSchema<TaskAnalytics>(
    "TaskStatistics", "Statistics of tasks over a range of days.",
    [
      .rows("days", "The days of the range.", Day.schema) { $0.days },
      ResultField(
        "completed", \.completion.completed, "The number of tasks completed within the range."),
      ResultField(
        "of", \.completion.all, "The number of tasks that were open at some time in the range."),
      ResultField(
        "completion_ratio", .decimal,
        "completed divided by of, 0 to 1; nil if there were no tasks.",
        .share, isOptional: true
      ) { FieldValue(millionths: $0.completion.millionths) },
      .rows("by_project", "The totals by project.", ProjectTally.schema) {
        $0.projects
      },
      .rows("by_priority", "The totals by priority.", PriorityTally.schema) {
        $0.priorities
      },
      ResultField(
        "streak", \.streak.current,
        "The number of consecutive days with a score, up to today or yesterday."),
      ResultField(
        "longest_streak", \.streak.longest,
        "The greatest number of consecutive days with a score."),
    ])
}

extension TaskAnalytics.ProjectTally: ResultRow {
  package static let schema = ResultSchema<TaskAnalytics.ProjectTally>(
    "ProjectTally", "The tasks of a project.",
    [ResultField("project", \.project.name.text, "The name of the project.")]
      + TaskAnalytics.Tally.fields.map { $0.within(\.tally) })
}

extension TaskAnalytics.PriorityTally: ResultRow {
  package static let schema = ResultSchema<TaskAnalytics.PriorityTally>(
    "PriorityTally", "The tasks of a priority.",
    [ResultField("priority", \.priority, "The priority, P0 to P3.")]
      + TaskAnalytics.Tally.fields.map { $0.within(\.tally) })
}

extension TaskAnalytics.Tally {
  static let fields: [ResultField<TaskAnalytics.Tally>] = [
    ResultField("completed", \.completed, "The number of tasks completed."),
    ResultField("score", \.score, "Their total score."),
    ResultField("open", \.open, "The number of open tasks."),
  ]
}

extension TaskAnalytics.Day: ResultRow {
  package static let schema = ResultSchema<TaskAnalytics.Day>(
    "TaskDay", "The tasks of a day.",
    [
      ResultField("day", \.day, "The civil day."),
      ResultField("completed", \.completed, "The number of tasks completed."),
      ResultField("score", \.score, "Their total score."),
      ResultField("mean_7", .decimal, "The mean score of the 7 days up to this one.") {
        .decimal($0.week.millionths)
      },
      ResultField("mean_30", .decimal, "The mean score of the 30 days up to this one.") {
        .decimal($0.month.millionths)
      },
    ])
}

package struct ProjectView: ResultRow, Sendable {
  package var project: Project
  /// The number of open tasks.
  package var open = 0
  /// The number of completed tasks.
  package var completed = 0

  package static let schema = ResultSchema<ProjectView>(
    "Project", "A project.", shown: ["name", "open", "completed", "description"],
    [
      ResultField("name", \.project.name.text, "The name."),
      ResultField("description", \.project.description, "The description."),
      ResultField("open", \.open, "The number of open tasks."),
      ResultField("completed", \.completed, "The number of completed tasks."),
    ])
}

extension TasksState {
  /// All projects with the numbers of their tasks, Inbox first.
  package var projectViews: [ProjectView] {
    var views = projects.map { ProjectView(project: $0) }
    let indices = Dictionary(
      views.enumerated().map { ($1.project.name.text, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for task in tasks {
      guard let index = indices[project(of: task).name.text] else { continue }
      if task.isOpen { views[index].open += 1 } else { views[index].completed += 1 }
    }
    return views
  }
}
