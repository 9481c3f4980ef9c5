import Calendar
public import JSON
public import Rules
public import Sessions

extension TaskState {
  /// The task as JSON.
  public func json(_ session: Session, _ tasks: TasksState) -> JSONValue {
    .object([
      ("id", .string(id.description)), ("name", .string(name)),
      ("details", details.map { .string($0) } ?? .null),
      ("priority", .string(priority.name)), ("type", .string(type.name)),
      ("project", .string(tasks.project(of: self).name.text)),
      ("due", due.map { .string($0.description) } ?? .null),
      ("reminder", reminder.map { .string(session.zone.text($0)) } ?? .null),
      ("status", .string(status.rawValue)),
      ("overdue", .boolean(isOverdue(on: session.today))),
      ("added_at", .string(addedAt.text(offset: addedOffset))),
      ("completed_at", completion.map { .string($0.at.text(offset: $0.offset)) } ?? .null),
      ("completed_day", completion.map { .string($0.day.description) } ?? .null),
      ("score", .integer(completion?.score ?? 0)),
    ])
  }
}

extension TaskAnalytics {
  /// The analytics as JSON.
  public var json: JSONValue {
    .object([
      (
        "days",
        .array(
          days.map { day in
            .object([
              ("day", .string(day.day.description)), ("completed", .integer(day.completed)),
              ("score", .integer(day.score)), ("mean_7", .millionths(day.week.millionths)),
              ("mean_30", .millionths(day.month.millionths)),
            ])
          })
      ),
      ("completed", .integer(completion.completed)), ("of", .integer(completion.all)),
      ("completion_ratio", completion.millionths.map { .millionths($0) } ?? .null),
      (
        "by_project",
        .array(
          projects.map { .object([("project", .string($0.project.name.text))] + $0.tally.members) })
      ),
      (
        "by_priority",
        .array(
          priorities.map { .object([("priority", .string($0.priority.name))] + $0.tally.members) })
      ),
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
public struct ProjectView: Sendable {
  /// The project.
  public var project: Project
  /// The number of open tasks.
  public var open = 0
  /// The number of completed tasks.
  public var completed = 0

  /// The project as JSON.
  public var json: JSONValue {
    .object([
      ("name", .string(project.name.text)),
      ("description", project.description.map { .string($0) } ?? .null),
      ("open", .integer(Int64(open))), ("completed", .integer(Int64(completed))),
    ])
  }
}

extension TasksState {
  /// All projects with the numbers of their tasks, Inbox first.
  public var projectViews: [ProjectView] {
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

extension JSONValue {
  /// Returns a number of millionths as a JSON number.
  public static func millionths(_ millionths: Int64) -> JSONValue {
    .number(Double(millionths) / 1_000_000)
  }
}
