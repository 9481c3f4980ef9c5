import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

extension TaskUrgency.Term: ResultRow {
  package static let schema = ResultSchema<TaskUrgency.Term>(
    "UrgencyTerm", "What a circumstance of a task adds to its urgency.",
    [
      ResultField("factor", .text, "The circumstance, such as due.") { .name($0.factor.rawValue) },
      ResultField("tag", .text, "The tag, if it is one that adds of its own.", isOptional: true) {
        FieldValue(text: $0.tag)
      },
      ResultField("amount", .decimal, "What it adds.") { .decimal($0.hundredths * 10_000) },
    ])
}

extension TaskState.Completion: ResultRow {
  package static let schema = ResultSchema<TaskState.Completion>(
    "TaskCompletion", "A completion of a task.",
    [
      ResultField("at", .time, "The time of the completion.") { .time($0.at, $0.offset) },
      ResultField("day", \.day, "The civil day of the completion."),
      ResultField("priority", \.priority, "The priority that the task had."),
      ResultField("score", \.score, "The score."),
    ])
}

/// The work on a task that goes on.
package struct RunningWork: ResultRow, Sendable {
  let work: TaskWork
  /// The name of the task.
  package let name: String
  package let project: String
  /// The minutes since the start, without the rest.
  package let minutes: Int64

  /// Creates the row of the work that goes on; `nil` if there is none.
  package init?(_ session: Session) throws(SessionError) {
    let tasks = try session.folded().tasks
    guard let work = tasks.running, let task = tasks.task(work.task) else { return nil }
    self.work = work
    name = task.name
    project = tasks.project(of: task).name.text
    minutes = max(0, session.now.milliseconds - work.since.milliseconds) / 60_000
  }

  package static let schema = ResultSchema<RunningWork>(
    "RunningWork", "The work on a task that goes on.",
    [
      ResultField("task", .id, "The id of the task.") { .name($0.work.task.description) },
      ResultField("name", \.name, "The name of the task."),
      ResultField("project", \.project, "The name of its project."),
      ResultField("started_at", .time, "The time of the start.") {
        .time($0.work.since, $0.work.offset)
      },
      ResultField("minutes", \.minutes, "The whole minutes since then."),
    ])
}

extension StoppedWork: ResultRow {
  package static let schema = ResultSchema<StoppedWork>(
    "StoppedWork", "Work on a task that was stopped.",
    [
      ResultField("id", .id, "The id of the event.") { .name($0.stop.id.description) },
      ResultField("task", .id, "The id of the task.") { .name($0.task.id.description) },
      ResultField("name", \.task.name, "The name of the task."),
      ResultField("started_at", .time, "The time of the start.") {
        .time($0.since, $0.sinceOffset)
      },
      ResultField("stopped_at", .time, "The time of the stop.") {
        .time($0.stop.event.at, $0.stop.event.offset)
      },
      ResultField("minutes", \.minutes, "The minutes between them, rounded to the nearest."),
      ResultField(
        "tracker", \.tracker, "The tracker of the minutes, named like the project of the task."),
      ResultField(
        "entry", .id, "The id of the entry of the minutes; absent if there are none.",
        isOptional: true
      ) { FieldValue(name: $0.entry?.id.description) },
    ])
}
