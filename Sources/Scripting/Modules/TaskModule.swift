import Calendar
import Lua
import Rules
import Schema
import Sessions

/// `task`: adding, completing and finding tasks, and their scores.
struct TaskModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "task", "Tasks: things to do, each with a score by its priority.",
      denial: "the task module is read-only; add tasks with task.add{…}",
      functions: [
        add, complete, reopen, update, remove, get, each, score, dayScore, analytics,
      ])
  }

  static let priority = HostType.choice(TaskPriority.names, numbers: [1, 2, 3, 4])
  static let type = HostType.choice(TaskType.names, numbers: [1, 2, 3, 4])
  private static let id = HostParameter("id", .string, "The id of the task.")

  static func priority(_ call: borrowing HostCall, _ slot: Int) -> TaskPriority? {
    call.choice(slot).flatMap { TaskPriority(rawValue: UInt8($0 + 1)) }
  }

  static func type(_ call: borrowing HostCall, _ slot: Int) -> TaskType? {
    call.choice(slot).flatMap { TaskType(rawValue: UInt8($0 + 1)) }
  }

  static let taskFields = [
    HostResult("id", "string", "The id: 32 hexadecimal digits."),
    HostResult("name", "string", "The name."),
    HostResult("details", "string?", "Further text."),
    HostResult("priority", "string", "The priority, P0 (highest) to P3."),
    HostResult("type", "string", "The type: morning, evening, upcoming or inbox."),
    HostResult("project", "string", "The name of the project."),
    HostResult("due", "string?", "The due day."),
    HostResult("reminder", "string?", "The time of the reminder."),
    HostResult("status", "string", "The status: open or completed."),
    HostResult("overdue", "boolean", "Whether it is open and its due day is before today."),
    HostResult("added_at", "string", "The time at which it was added."),
    HostResult("completed_at", "string?", "The time of completion."),
    HostResult("completed_day", "string?", "The civil day of completion."),
    HostResult("score", "integer", "The score; 0 while it is open."),
  ]

  private var add: HostFunction {
    HostFunction(
      "add", "Adds a task and returns the outcome. A project that does not exist is created.",
      parameters: [
        HostParameter(
          "task",
          .table(
            [
              HostField("name", .string, "The name: 1 to 200 characters."),
              HostField("details", .string, "Further text.", isOptional: true),
              HostField("priority", Self.priority, "The priority (default: P2).", isOptional: true),
              HostField("type", Self.type, "The type (default: morning).", isOptional: true),
              HostField("evening", .boolean, "true: sets the type to evening.", isOptional: true),
              HostField(
                "project", .string,
                "The name of the project (default: Inbox).", isOptional: true),
              HostField("due", .day, "The due day.", isOptional: true),
              HostField("reminder", .time, "The time of the reminder.", isOptional: true),
            ] + RecordingOptions.fields), "The fields of the task.")
      ],
      returns: [
        HostResult(
          "outcome", "table?", "The outcome; nil and an error if the key is taken.",
          fields: OutcomeReply.subjectFields.dropLast() + [Self.note])
      ],
      example: """
        local t = task.add{name = "Water the plants", priority = "P1", due = clock.day()}
        print(task.complete(t.id).score)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let (name, details) = (try call.string(0), try call.optionalString(1))
      let project = try call.optionalString(5)
      let due = try call.day(6)
      let (reminder, note) = try call.instantWithNote(7, session)
      let content = try call.checking(Self.slots) { () throws(FieldError) in
        try TaskContent(
          name: name, details: details, priority: Self.priority(call, 2) ?? .p2,
          type: Self.type(call, 3), evening: call.boolean(4), project: project, due: due,
          reminder: reminder)
      }
      try context.record(
        .task(.taskAdd(content)), call, optionsFrom: 8, slots: Self.slots, note: note)
    }
  }

  private static let note = HostResult(
    "note", "string?",
    "ambiguous (the local time occurs twice) or skipped (it does not occur), because clocks "
      + "change. The time meant is at, otherwise the reminder.")

  private static let slots = [
    "name": 0, "details": 1, "priority": 2, "type": 3, "project": 5, "due": 6, "reminder": 7,
    "at": 8, "key": 9,
  ]

  /// Returns a host function that records a change of the status of a task.
  private func statusChange(
    _ name: String, _ summary: String, example: String,
    _ action: @escaping @Sendable (EventID) -> TaskAction
  ) -> HostFunction {
    HostFunction(
      name, summary, parameters: [Self.id, RecordingOptions.parameter],
      returns: [
        HostResult(
          "outcome", "table?", "The outcome; nil and an error if the change is refused.",
          fields: OutcomeReply.subjectFields)
      ], example: example
    ) { [context] call throws(HostFailure) in
      try context.record(
        .task(action(try call.id(0))), call, optionsFrom: 1, slots: ["at": 1, "key": 2])
    }
  }

  private var complete: HostFunction {
    statusChange(
      "complete",
      "Completes a task and returns the outcome. It scores by its priority at that time, on the "
        + "civil day of that time. A task that is already completed is refused.",
      example: """
        local t = task.add{name = "Call the plumber", priority = 1}
        print(task.complete(t.id).score)
        """
    ) { .taskComplete($0) }
  }

  private var reopen: HostFunction {
    statusChange(
      "reopen",
      "Reopens a completed task and returns the outcome. Its score is subtracted from the day of "
        + "completion.",
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
        + "their values; false clears details, due day and reminder.",
      parameters: [
        Self.id,
        HostParameter(
          "changes",
          .table([
            HostField("name", .string, "The new name.", isOptional: true),
            HostField(
              "details", .textOrNone, "The new details; false clears them.", isOptional: true),
            HostField("priority", Self.priority, "The new priority.", isOptional: true),
            HostField("type", Self.type, "The new type.", isOptional: true),
            HostField("evening", .boolean, "true: sets the type to evening.", isOptional: true),
            HostField("project", .string, "The name of the new project.", isOptional: true),
            HostField("due", .dayOrNone, "The new due day; false clears it.", isOptional: true),
            HostField(
              "reminder", .timeOrNone, "The new time of the reminder; false clears it.",
              isOptional: true),
            HostField("at", .time, "The time of the change (default: now).", isOptional: true),
          ]), "The new values."),
      ],
      returns: [
        HostResult(
          "task", "table?", "The updated task; nil and an error if there is none with this id.",
          fields: Self.taskFields + [Self.note])
      ],
      example: """
        local t = task.add{name = "Write to Ada", due = clock.day()}
        print(task.update(t.id, {due = false, priority = "P0"}).priority)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let id = try call.id(0)
      let slots = [
        "name": 1, "details": 2, "priority": 3, "type": 4, "project": 6, "due": 7, "reminder": 8,
        "at": 9,
      ]
      let details = try call.textOrNone(2)
      let due = try call.dayOrNone(7)
      let (reminder, reminderNote) = try call.instantOrNoneWithNote(8, session)
      let (name, project) = (try call.optionalString(1), try call.optionalString(6))
      let at = try call.time(9)
      let change = try call.checking(slots) { () throws(FieldError) in
        try TaskChange(
          name: name, details: details, priority: Self.priority(call, 3),
          type: Self.type(call, 4), evening: call.boolean(5), project: project, due: due,
          reminder: reminder)
      }
      do throws(SessionError) {
        var note: Zone.Note?
        if !change.isEmpty {
          note = try session.record(.task(.taskUpdate(id, change)), at: at).note
          call.chargePermanentMemory(ScriptContext.eventSize)
        }
        let tasks = try session.folded().tasks
        guard let task = tasks.task(id) else { throw .refused(.unknownTask) }
        call.reply.json(task.json(session, tasks).adding("note", (note ?? reminderNote)?.json))
      } catch {
        try call.answer(error, slots: slots)
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes a task, with its score and all of its effects. Nothing is deleted: flint undo "
        + "restores it.",
      parameters: [Self.id],
      returns: [
        HostResult(
          "removed", "true?",
          "true; nil and an error if there is no task with this id.")
      ],
      example: """
        local t = task.add{name = "By mistake"}
        print(task.remove(t.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .taskAdd) }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the task with an id.", parameters: [Self.id],
      returns: [
        HostResult(
          "task", "table?",
          "The task; nil if there is none with this id.", fields: Self.taskFields)
      ],
      example: """
        local t = task.add{name = "Paint the fence", type = "upcoming"}
        print(task.get(t.id).type)
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.id(0)
      try context.viewing(call) { session throws(SessionError) in
        let tasks = try session.folded().tasks
        guard let task = tasks.task(id) else { return call.reply.nil() }
        call.reply.json(task.json(session, tasks))
      }
    }
  }

  private var score: HostFunction {
    HostFunction(
      "score", "Returns the score of a task; 0 while it is open.", parameters: [Self.id],
      returns: [
        HostResult(
          "score", "integer?",
          "The score; nil if there is no task with this id.")
      ],
      example: """
        local t = task.add{name = "File the papers", priority = "P3"}
        print(task.score(t.id))
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.id(0)
      try context.viewing(call) { session throws(SessionError) in
        guard let score = try session.folded().tasks.score(of: id) else { return call.reply.nil() }
        call.reply.integer(score)
      }
    }
  }

  private var dayScore: HostFunction {
    HostFunction(
      "day_score", "Returns the total score of the tasks completed on a civil day.",
      parameters: [HostParameter("day", .day, "The day (default: today).", isOptional: true)],
      returns: [HostResult("score", "integer", "The total score.")],
      example: """
        print(task.day_score())
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day(0)
      try context.viewing(call) { session throws(SessionError) in
        call.reply.integer(try session.folded().tasks.score(on: day ?? session.today))
      }
    }
  }
}
