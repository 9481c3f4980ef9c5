import Lua
import Rules
import Sessions

/// Looking at tasks: which there are, and what they came to.
extension TaskModule {
  private static let filters = HostParameter(
    "filter",
    .table([
      HostField(
        "view", .choice(TaskView.allCases.map(\.name)),
        "A task can be in several views, or in none. "
          + TaskView.allCases.map { "\($0.name): \($0.summary)" }.joined(separator: ". ") + ".",
        isOptional: true),
      HostField("day", .day, "The view's day; today if not given.", isOptional: true),
      HostField(
        "project", .string, "In the project of this name, upper or lower case alike.",
        isOptional: true),
      HostField("priority", Self.priority, isOptional: true),
      HostField("type", Self.type, isOptional: true),
      HostField("status", .choice(["open", "completed"]), isOptional: true),
      HostField("due_since", .day, "Due on this day or later.", isOptional: true),
      HostField("due_before", .day, "Due before this day.", isOptional: true),
      HostField(
        "text", .string, "In name or details, upper or lower case alike.", isOptional: true),
      HostField(
        "order", .choice(TaskQuery.Order.allCases.map(\.rawValue)), "due if not given.",
        isOptional: true),
      HostField("limit", .integer(0...Int64.max), "At most so many.", isOptional: true),
    ]), "Which tasks; all if not given.", isOptional: true)

  var each: HostFunction {
    HostFunction(
      "each", "Goes through tasks, one table each, those due first first.",
      parameters: [Self.filters],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.taskFields)
      ],
      example: """
        for t in task.each{view = "overdue"} do print(t.due, t.name) end
        """
    ) { [context] call throws(HostFailure) in
      var query = TaskQuery()
      query.view = call.choice(0).map { TaskView.allCases[$0] }
      query.day = try call.day(1)
      query.project = try call.optionalString(2)
      query.priority = Self.priority(call, 3)
      query.type = Self.type(call, 4)
      query.status = call.choice(5).map { $0 == 0 ? .open : .completed }
      query.dueSince = try call.day(6)
      query.dueUntil = try call.day(7)
      query.text = try call.optionalString(8)
      query.order = call.choice(9).map { TaskQuery.Order.allCases[$0] } ?? .due
      query.limit = call.isPresent(10) ? Int(clamping: call.integer(10)) : nil
      let session = try context.session()
      let tasks = try tasks(session)
      if let name = query.project {
        guard tasks.project(named: name) != nil else {
          throw .unknown(2, "the name of a project", name, among: tasks.projects.map(\.name.text))
        }
      } else if query.view == .project {
        throw .argument(2, expected: "the project whose view it is", got: "nothing")
      }
      call.reply.iterator(
        ViewIterator(tasks.tasks(query, today: session.today)) { $0.json(session, tasks) })
    }
  }

  private func tasks(_ session: Session) throws(HostFailure) -> TasksState {
    do throws(SessionError) {
      return try session.folded().tasks
    } catch {
      throw HostFailure(error)
    }
  }

  private static let tallyFields = [
    HostResult("completed", "integer"), HostResult("score", "integer"),
    HostResult("open", "integer"),
  ]

  var analytics: HostFunction {
    HostFunction(
      "analytics",
      "What tasks came to over days: score per day with its means over the last 7 and 30 days, the "
        + "share completed, by project and by priority, and the streak of days with a score.",
      parameters: [
        HostParameter(
          "range",
          .table([
            HostField("since", .day, "The first day; 29 days ago if not given.", isOptional: true),
            .until(.day, "The first day after; tomorrow if not given."),
          ]), isOptional: true)
      ],
      returns: [
        HostResult(
          "analytics", "table", "",
          fields: [
            HostResult(
              "days", "table[]", "Every day of the range.",
              fields: [
                HostResult("day", "string"), HostResult("completed", "integer"),
                HostResult("score", "integer"),
                HostResult("mean_7", "number", "The mean score of the 7 days up to it."),
                HostResult("mean_30", "number", "The same of 30 days."),
              ]),
            HostResult("completed", "integer", "Tasks completed within the range."),
            HostResult("of", "integer", "Tasks that were open at some time in the range."),
            HostResult("completion_ratio", "number?", "0 to 1; nil when there were none."),
            HostResult(
              "by_project", "table[]", "",
              fields: [HostResult("project", "string")] + Self.tallyFields),
            HostResult(
              "by_priority", "table[]", "",
              fields: [HostResult("priority", "string", "P0 to P3.")] + Self.tallyFields),
            HostResult(
              "streak", "integer", "Days in a row with a score, up to today or yesterday."),
            HostResult("longest_streak", "integer"),
          ])
      ],
      example: """
        local a = task.analytics{since = "2026-03-01", before = "2026-03-08"}
        print(#a.days, a.completed)
        """
    ) { [context] call throws(HostFailure) in
      let (since, until) = (try call.day(0), try call.day(1))
      let today = try context.session().today
      let last = until ?? today + 1
      let first = since ?? last + -30
      guard first <= last, last - first <= 100_000 else {
        throw .argument(
          1, expected: "a day that is not before since, at most 100000 days later",
          got: last.description)
      }
      try context.viewing(call) { session throws(SessionError) in
        call.reply.json(
          try session.folded().tasks.analytics(since: first, until: last, today: today).json)
      }
    }
  }
}
