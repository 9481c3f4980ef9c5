import FlintCalendar
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `task`: adding, completing and finding tasks, and their scores.
struct TaskModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "task", "Tasks: things to do, each with a score by its priority.",
      denial: "the task module is read-only; add tasks with task.add{…}",
      functions: [
        add, complete, reopen, update, start, stop, running, remove, get,
      ] + each + [score, dayScore, analytics])
  }

  static let priority = TaskPriority.fieldType.hostType
  static let type = TaskType.fieldType.hostType
  private static let content = TaskContent.schema.declarations
  static let id = HostParameter("id", .string, "The id or name of the task.")
  static let scope = ReferenceScope(.taskAdd)
  private static let evening = HostField.optional(
    "evening", .boolean, "true: sets the type to evening.")

  /// Returns the type that the argument `evening` sets, if it is true.
  private static func evening(
    _ call: borrowing HostCall
  ) throws(HostFailure) -> [String: FieldValue] {
    guard call.boolean("evening") else { return [:] }
    if let given = call.choice("type", of: TaskType.self), given != .evening {
      throw .argument(
        "type", expected: "evening, since the task is for the evening", got: given.name)
    }
    return ["type": .name(TaskType.evening.name)]
  }

  private var add: HostFunction {
    HostFunction(
      "add",
      "Adds a task and returns the outcome. A project that does not exist is created. every is a "
        + "text such as \"2 weeks\" or a schedule as of habits, such as {per = \"month\"}: completing "
        + "the task moves its days to the next time after that day. after lists ids or names of tasks.",
      parameter: .table(
        "task", "The fields of the task.",
        Self.content.map(\.hostField) + RecordingOptions.fields + [Self.evening]),
      returns: .outcome("The outcome; nil and an error if the key is taken."),
      example: """
        local can = task.add{name = "Fill the can"}
        local t = task.add{name = "Water the plants", due = clock.day(), every = "week",
                           after = {can.id}, tags = {"garden"}}
        task.complete(can.id)
        task.complete(t.id)
        print(task.get(t.id).due)
        """
    ) { [context] call throws(HostFailure) in
      try context.record(TaskContent.self, call, given: Self.evening(call))
    }
  }

  /// Returns a host function that records a change of the status of a task.
  private func statusChange(
    _ name: String, _ summary: String, of status: TaskStatus, example: String,
    _ action: @escaping @Sendable (EventID) -> TaskAction
  ) -> HostFunction {
    HostFunction(
      name, summary, parameters: [Self.id, RecordingOptions.parameter],
      returns: .outcome("The outcome; nil and an error if the change is refused."), example: example
    ) { [context] call throws(HostFailure) in
      let scope = ReferenceScope(.taskAdd, preferring: status)
      guard let id = try context.id("id", of: scope, call) else { return }
      try context.record(.task(action(id)), call)
    }
  }

  private var complete: HostFunction {
    statusChange(
      "complete",
      "Completes a task and returns the outcome. It scores by its priority at that time, on the "
        + "civil day of that time. One that comes again stays open, with later days. Work on it is "
        + "stopped first. A task that is already completed, or comes after an open one, is refused.",
      of: .open,
      example: """
        local t = task.add{name = "Call the plumber", priority = 1}
        print(task.complete(t.id).score)
        """
    ) { .taskComplete($0) }
  }

  private var reopen: HostFunction {
    statusChange(
      "reopen",
      "Reopens a completed task, or takes back the latest completion of one that comes again, and "
        + "returns the outcome. Its score is subtracted from the day of completion.",
      of: .completed,
      example: """
        local t = task.add{name = "Sweep the yard"}
        task.complete(t.id)
        print(task.reopen(t.id).score)
        """
    ) { .taskReopen($0) }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Updates a task; a score it has earned does not change. Fields that are not given keep "
        + "their values; false clears those that a task need not have.",
      parameters: [
        Self.id,
        .table(
          "changes", "The new values.",
          Self.content.map(\.hostChange) + [
            .optional("at", .time, "The time of the change (default: now)."),
            Self.evening,
          ]),
      ],
      returns: HostResult(
        "task", "table?", "The updated task; nil and an error if there is none with this id.",
        of: UpdatedTask.self),
      example: """
        local t = task.add{name = "Write to Ada", due = clock.day()}
        print(task.update(t.id, {due = false, priority = "P0"}).priority)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      guard let id = try context.id("id", of: Self.scope, call) else { return }
      var (change, reminderNote) = try call.change(TaskContent.self, session)
      for (name, value) in try Self.evening(call) {
        change = try call.checking { () throws(FieldError) in
          try change.setting(name, value)
        }
      }
      let at = try call.time("at", try context.session())
      do throws(SessionError) {
        var note: CivilZone.Note?
        if !change.isEmpty {
          note = try session.record(.task(.taskUpdate(id, change)), at: at).note
          call.chargePermanentMemory(ScriptContext.eventSize)
        }
        let tasks = try session.folded().tasks
        guard let task = tasks.task(id) else { throw .refused(.unknownTask) }
        call.reply.row(
          UpdatedTask(TaskRow(task, session, tasks), note: note ?? reminderNote))
      } catch {
        try call.answer(error)
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes a task, with its score and all of its effects. Nothing is deleted: flint undo "
        + "restores it.",
      parameter: Self.id,
      returns: .removed("true; nil and an error if there is no task with this id."),
      example: """
        local t = task.add{name = "By mistake"}
        print(task.remove(t.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .taskAdd) }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the task with an id.", parameter: Self.id,
      returns: HostResult(
        "task", "table?",
        "The task; nil if there is none with this id, nil and an error if several ids begin with it.",
        of: TaskRow.self),
      example: """
        local t = task.add{name = "Paint the fence", type = "upcoming"}
        print(task.get(t.id).type)
        """
    ) { [context] call throws(HostFailure) in
      guard let id = try context.id("id", of: Self.scope, call, isQuery: true) else { return }
      try context.viewing(call) { session throws(SessionError) in
        let tasks = try session.folded().tasks
        guard let task = tasks.task(id) else { return call.reply.nil() }
        call.reply.row(TaskRow(task, session, tasks))
      }
    }
  }

  private var score: HostFunction {
    HostFunction(
      "score", "Returns the score of a task; 0 while it is open.", parameter: Self.id,
      returns: HostResult(
        "score", "integer?",
        "The score; nil if there is no task with this id, nil and an error if several ids begin with it."
      ),
      example: """
        local t = task.add{name = "File the papers", priority = "P3"}
        print(task.score(t.id))
        """
    ) { [context] call throws(HostFailure) in
      guard let id = try context.id("id", of: Self.scope, call, isQuery: true) else { return }
      try context.viewing(call) { session throws(SessionError) in
        guard let score = try session.folded().tasks.score(of: id) else { return call.reply.nil() }
        call.reply.integer(score)
      }
    }
  }

  private var dayScore: HostFunction {
    HostFunction(
      "day_score", "Returns the total score of the tasks completed on a civil day.",
      parameter: .optional("day", .day, "The day (default: today)."),
      returns: HostResult("score", "integer", "The total score."),
      example: """
        print(task.day_score())
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
      try context.viewing(call) { session throws(SessionError) in
        call.reply.integer(try session.folded().tasks.score(on: day ?? session.today))
      }
    }
  }
}
