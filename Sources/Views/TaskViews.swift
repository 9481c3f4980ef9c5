package import Schema
import Calendar
package import JSON
package import Rules
package import Sessions

/// A task as lists and scripts show it.
package struct TaskRow: SchemaRow, Sendable {
  let task: TaskState
  let project: String
  let today: CivilDay
  let reminder: FieldValue

  /// Creates the row of a task.
  package init(_ task: TaskState, _ session: Session, _ tasks: TasksState) {
    self.task = task
    project = tasks.project(of: task).name.text
    today = session.today
    reminder = task.reminder.map { .time($0, session.zone.offset(at: $0)) } ?? .none
  }

  /// The fields.
  package static let schema = RecordSchema<TaskRow>(
    [Field("id", .id, "The id: 32 hexadecimal digits.") { .name($0.task.id.description) }]
      + TaskContent.schema.fields.map { field in
        // The project may have another name by now, and the reminder is shown as local time.
        switch field.name {
        case "project":
          Field("project", .text, "The name of the project.") { .text($0.project) }
        case "reminder":
          Field("reminder", .time, "The time of the reminder.", isOptional: true) { $0.reminder }
        default: field.within(\.task.content)
        }
      } + [
        Field("status", TaskStatus.fieldType, "The status: open or completed.") {
          .name($0.task.status.name)
        },
        Field("overdue", .boolean, "Whether it is open and its due day is before today.") {
          .boolean($0.task.isOverdue(on: $0.today))
        },
        Field("added_at", .time, "The time at which it was added.") {
          .time($0.task.addedAt, $0.task.addedOffset)
        },
        Field("completed_at", .time, "The time of completion.", isOptional: true) {
          $0.task.completion.map { .time($0.at, $0.offset) } ?? .none
        },
        Field("completed_day", .day, "The civil day of completion.", isOptional: true) {
          FieldValue($0.task.completion?.day)
        },
        Field("score", .integer, "The score; 0 while it is open.") {
          .integer($0.task.completion?.score ?? 0)
        },
      ])
}

extension TaskAnalytics {
  /// The analytics as JSON.
  package var json: JSONValue {
    let days = days.map { day in
      JSONValue.object([
        ("day", .string(day.day.description)), ("completed", .integer(day.completed)),
        ("score", .integer(day.score)), ("mean_7", .millionths(day.week.millionths)),
        ("mean_30", .millionths(day.month.millionths)),
      ])
    }
    let byProject = projects.map {
      JSONValue.object([("project", .string($0.project.name.text))] + $0.tally.members)
    }
    let byPriority = priorities.map {
      JSONValue.object([("priority", .string($0.priority.name))] + $0.tally.members)
    }
    return .object([
      ("days", .array(days)),
      ("completed", .integer(completion.completed)), ("of", .integer(completion.all)),
      ("completion_ratio", completion.millionths.map { .millionths($0) } ?? .null),
      ("by_project", .array(byProject)), ("by_priority", .array(byPriority)),
      ("streak", .integer(Int64(streak.current))),
      ("longest_streak", .integer(Int64(streak.longest))),
    ])
  }
}

extension TaskAnalytics.Tally {
  fileprivate var members: [(name: String, value: JSONValue)] {
    [("completed", .integer(completed)), ("score", .integer(score)), ("open", .integer(open))]
  }
}

/// A project with the number of its tasks.
package struct ProjectView: Sendable {
  /// The project.
  package var project: Project
  /// The number of open tasks.
  package var open = 0
  /// The number of completed tasks.
  package var completed = 0

  /// The project as JSON.
  package var json: JSONValue {
    .object([
      ("name", .string(project.name.text)),
      ("description", project.description.map { .string($0) } ?? .null),
      ("open", .integer(Int64(open))), ("completed", .integer(Int64(completed))),
    ])
  }
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
