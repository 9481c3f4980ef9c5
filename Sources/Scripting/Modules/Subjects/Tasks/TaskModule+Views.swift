import FlintCalendar
import Lua
import FlintRules
import Sessions
import Views

/// Views of tasks, and their statistics.
extension TaskModule {
  private static let filters = HostField.filter(
    "The tasks to include (default: all).",
    .optional(
      "view", .choice(TaskView.allCases.map(\.name)),
      "The view; a task can be in several views, or in none. "
        + TaskView.allCases.map { "\($0.name): \($0.summary)" }.joined(separator: ". ") + "."),
    .optional("day", .day, "The day of the view (default: today)."),
    .optional("project", .string, "Only tasks in the project with this name (case-insensitive)."),
    .optional("priority", Self.priority, "Only tasks of this priority."),
    .optional("type", Self.type, "Only tasks of this type."),
    .optional(
      "status", .choice(of: TaskCondition.self),
      "Only tasks of this status; ready: open, and neither waiting for a day nor for other tasks."),
    .optional("tag", .string, "Only tasks with this tag (case-insensitive)."),
    .optional("due_since", .day, "Only tasks due on this day or later."),
    .optional("due_before", .day, "Only tasks due before this day."),
    .optional(
      "text", .string, "Only tasks with this text in the name or the details (case-insensitive)."),
    .optional(
      "order", .choice(of: TaskQuery.Order.self), "The order (default: due)."),
    .limit("The maximum number of tasks."))

  var each: [HostFunction] {
    .each(
      "tasks", "Iterates over tasks, one table each, by default the earliest due day first.",
      parameters: [Self.filters], of: TaskRow.self,
      example: """
        for t in task.each{status = "ready", order = "urgency"} do print(t.urgency, t.name) end
        """,
      listing: """
        print(#task.all{status = "open"})
        """
    ) { [context] call throws(HostFailure) in
      var query = TaskQuery()
      query.view = call.choice("view", of: TaskView.self)
      query.day = try call.day("day", try context.session())
      query.project = try call.optionalString("project")
      query.priority = call.choice("priority", of: TaskPriority.self)
      query.type = call.choice("type", of: TaskType.self)
      query.status = call.choice("status", of: TaskCondition.self)
      query.tag = try call.optionalString("tag")
      query.dueSince = try call.day("due_since", try context.session(), as: .dayBound)
      query.dueUntil = try call.day("due_before", try context.session(), as: .dayBound)
      query.text = try call.optionalString("text")
      query.order = call.choice("order", of: TaskQuery.Order.self) ?? .due
      query.limit = call.limit
      let session = try context.session()
      let tasks = try HostFailure.converting(session.folded().tasks)
      if let name = query.project {
        guard tasks.project(named: name) != nil else {
          throw .unknown(
            "project", "the name of a project", name, among: tasks.projects.map(\.name.text))
        }
      } else if query.view == .project {
        throw .argument("project", expected: "a project for the view", got: "nothing")
      }
      return ViewIterator(
        tasks.tasks(query, today: session.today, rules: session.rulebook.definition.tasks)
      ) { task, reply in
        reply.row(TaskRow(task, session, tasks))
      }
    }
  }

  var analytics: HostFunction {
    HostFunction(
      "analytics",
      "Returns statistics of tasks over a range of days: score per day with its means over the "
        + "last 7 and 30 days, the ratio of completed tasks, totals by project and by priority, "
        + "and the streak of days with a score.",
      parameter: .optional(
        "range",
        .table([
          .optional("since", .day, "The first day (default: 29 days ago)."),
          .before(.day, "The end of the range (exclusive; default: tomorrow)."),
        ]), "The range of days."),
      returns: HostResult(
        "analytics", "table", "The statistics.", of: TaskAnalytics.self),
      example: """
        local a = task.analytics{since = "2026-03-01", before = "2026-03-08"}
        print(#a.days, a.completed)
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = try call.dayBounds(try context.session())
      let today = try context.session().today
      let last = before ?? today + 1
      let first = since ?? last + -30
      guard first <= last, last - first <= 100_000 else {
        throw .argument(
          "before", expected: "a day from since to 100000 days after it",
          got: last.description)
      }
      try context.viewing(call) { session throws(SessionError) in
        call.reply.row(
          try session.folded().tasks.analytics(since: first, before: last, today: today))
      }
    }
  }
}
