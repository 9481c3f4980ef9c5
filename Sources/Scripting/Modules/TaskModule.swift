import Lua
import Rules
import Sessions

/// `task`: adding, completing and finding tasks, and what they score.
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
  private static let id = HostParameter("id", .string, "The task's id.")

  static func priority(_ call: borrowing HostCall, _ slot: Int) -> TaskPriority? {
    call.choice(slot).flatMap { TaskPriority(rawValue: UInt8($0 + 1)) }
  }

  static func type(_ call: borrowing HostCall, _ slot: Int) -> TaskType? {
    call.choice(slot).flatMap { TaskType(rawValue: UInt8($0 + 1)) }
  }

  static let taskFields = [
    HostResult("id", "string", "32 hexadecimal digits."), HostResult("name", "string"),
    HostResult("details", "string?"), HostResult("priority", "string", "P0 to P3."),
    HostResult("type", "string", "morning, evening, upcoming or inbox."),
    HostResult("project", "string"), HostResult("due", "string?", "A day."),
    HostResult("reminder", "string?", "A time."), HostResult("status", "string"),
    HostResult("overdue", "boolean", "Whether it is open and was due before today."),
    HostResult("added_at", "string"), HostResult("completed_at", "string?"),
    HostResult("completed_day", "string?"),
    HostResult("score", "integer", "What it scored; 0 while it is open."),
  ]

  private var add: HostFunction {
    HostFunction(
      "add", "Adds a task. A project that there is not yet is made.",
      parameters: [
        HostParameter(
          "task",
          .table(
            [
              HostField("name", .string, "1 to 200 characters."),
              HostField("details", .string, "Free text.", isOptional: true),
              HostField("priority", Self.priority, "P2 if not given.", isOptional: true),
              HostField("type", Self.type, "morning if not given.", isOptional: true),
              HostField("evening", .boolean, "true: of type evening.", isOptional: true),
              HostField("project", .string, "Inbox if not given.", isOptional: true),
              HostField("due", .day, "The day it is due.", isOptional: true),
              HostField("reminder", .time, "When to remind of it.", isOptional: true),
            ] + RecordingOptions.fields), "What is said of the task.")
      ],
      returns: [
        HostResult(
          "outcome", "table?", "", fields: OutcomeReply.subjectFields.dropLast() + [Self.note])
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
      let (reminder, note) = try call.notedInstant(7, session)
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
    "ambiguous or skipped: what the local time at was, or, where nothing is to be said of that, "
      + "the reminder.")

  private static let slots = [
    "name": 0, "details": 1, "priority": 2, "type": 3, "project": 5, "due": 6, "reminder": 7,
    "at": 8, "key": 9,
  ]

  private func moving(
    _ name: String, _ summary: String, example: String,
    _ action: @escaping @Sendable (EventID) -> TaskAction
  ) -> HostFunction {
    HostFunction(
      name, summary, parameters: [Self.id, RecordingOptions.parameter],
      returns: [
        HostResult(
          "outcome", "table?", "nil and an error when it cannot be.",
          fields: OutcomeReply.subjectFields)
      ], example: example
    ) { [context] call throws(HostFailure) in
      try context.record(
        .task(action(try call.id(0))), call, optionsFrom: 1, slots: ["at": 1, "key": 2])
    }
  }

  private var complete: HostFunction {
    moving(
      "complete",
      "Completes a task: it scores by the priority it has then, on the civil day of that time. A "
        + "task that is completed already is refused.",
      example: """
        local t = task.add{name = "Call the plumber", priority = 1}
        print(task.complete(t.id).score)
        """
    ) { .taskComplete($0) }
  }

  private var reopen: HostFunction {
    moving(
      "reopen",
      "Opens a completed task again, and takes its score back from the day it was given.",
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
      "Changes a task from now on: what it has scored stays. What is not given stays; false takes "
        + "details, due day and reminder away.",
      parameters: [
        Self.id,
        HostParameter(
          "changes",
          .table([
            HostField("name", .string, isOptional: true),
            HostField("details", .textOrNone, isOptional: true),
            HostField("priority", Self.priority, isOptional: true),
            HostField("type", Self.type, isOptional: true),
            HostField("evening", .boolean, isOptional: true),
            HostField("project", .string, isOptional: true),
            HostField("due", .dayOrNone, isOptional: true),
            HostField("reminder", .timeOrNone, isOptional: true),
            HostField("at", .time, "When; now if not given.", isOptional: true),
          ]), "What is to be different."),
      ],
      returns: [
        HostResult(
          "task", "table?", "As it is afterwards; nil and an error when there is none.",
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
      let (reminder, reminderNote) = try call.notedInstantOrNone(8, session)
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
          call.keepMemory(ScriptContext.eventSize)
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
      "Takes a task back, with its score and everything else that followed from it. Nothing is "
        + "deleted: flint undo brings it back.",
      parameters: [Self.id],
      returns: [HostResult("removed", "true?", "nil and an error when there is none.")],
      example: """
        local t = task.add{name = "By mistake"}
        print(task.remove(t.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .taskAdd) }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Finds a task by its id.", parameters: [Self.id],
      returns: [HostResult("task", "table?", "nil when there is none.", fields: Self.taskFields)],
      example: """
        local t = task.add{name = "Mend the fence", type = "upcoming"}
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
      "score", "What a task scored: 0 while it is open.", parameters: [Self.id],
      returns: [HostResult("score", "integer?", "nil when there is no such task.")],
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
      "day_score", "What the tasks completed on a civil day scored.",
      parameters: [HostParameter("day", .day, "Today if not given.", isOptional: true)],
      returns: [HostResult("score", "integer")],
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
