import Calendar
import JSON
import Lua
import Rules
import Schema
import Sessions
import Views

/// `habit`: trackers with a schedule and a goal.
struct HabitModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "habit",
      "Habits: trackers with a schedule (how often) and a goal (what makes a day done).",
      denial: "the habit module is read-only; create habits with habit.add{…}",
      functions: [
        add, set, stop, done, notDone, skip, pause, resume, list, get, days, periods,
      ])
  }

  static let reference = HostParameter(
    "habit", .string, "The name (case-insensitive) or the id of the habit's tracker.")
  private static let schedule =
    HabitContent.schema["schedule"]?.declaration.summary ?? ""
  private static let goal = HabitContent.schema["goal"]?.declaration.summary ?? ""
  /// The fields of the tracker that `add` creates; its goal as a text is another thing.
  private static let tracker = TrackerContent.schema.declarations.filter {
    $0.name != "name" && $0.name != "goal"
  }
  private static let note = HostField.optional("note", .string, "A note, such as the reason.")

  private static let periodFields = [
    HostResult("first_day", "string", "The first day."),
    HostResult("last_day", "string", "The last day."),
    HostResult("status", "string", "The status: \(HabitPeriodStatus.names.alternatives)."),
    HostResult("done", "integer", "The number of days done."),
    HostResult(
      "required", "integer",
      "The number of days that have to be done: fewer than the schedule's where days are skipped or "
        + "paused. 1 where the goal is over the period."),
    HostResult("amount", "number", "The sum of the period, in the unit of the goal."),
  ]

  private static let dayFields = [
    HostResult("day", "string", "The civil day."),
    HostResult("status", "string", "The status: \(HabitDayStatus.names.alternatives)."),
    HostResult(
      "amount", "number", "The day's sum: in the unit of the goal, else of entries that count."),
    HostResult("strength", "number", "The strength at the end of the day, 0 to 1."),
  ]

  private static let fields = [
    HostResult("id", "string", "The id of the tracker: 32 hexadecimal digits."),
    HostResult("name", "string", "The name."), HostResult("category", "string", "The category."),
    HostResult("schedule", "table?", "The schedule; nil if the habit was stopped."),
    HostResult("goal", "table?", "The goal; nil if an entry that counts suffices."),
    HostResult("text", "string", "The schedule and the goal in words."),
    HostResult("paused", "boolean", "Whether the habit is paused."),
    HostResult("first_day", "string?", "The first day with a schedule."),
    HostResult("today", "string?", "The status of today; nil if the habit was stopped."),
    HostResult("period", "table?", "The period of today, if any.", fields: periodFields),
    HostResult(
      "streak", "integer",
      "The number of consecutive periods done, back from the current one; skipped ones are neutral."
    ),
    HostResult("best_streak", "integer", "The greatest streak."),
    HostResult(
      "strength", "number",
      "The strength, 0 to 1: Loop Habit Tracker's score, which grows with each day done."),
    HostResult(
      "completion", "number?",
      "The share of the last 30 days' periods that are done; nil if none is over or done."),
  ]

  private static func planFields(_ suffix: String) -> [HostField] {
    [
      .optional("schedule", .any, schedule + suffix),
      .optional("goal", .any, goal + (suffix.isEmpty ? "" : " false clears it.")),
    ]
  }

  // MARK: Finding a habit

  /// Returns the tracker that the first argument names; if there is none, or it never was a habit,
  /// answers the call with an error value.
  private func habit(
    _ call: borrowing HostCall
  ) throws(HostFailure) -> (session: Session, tracker: Tracker, history: HabitHistory)? {
    let wanted = try call.string("habit")
    let session = try context.session()
    let trackers = try HostFailure.converting(session.definitions().trackers)
    guard let tracker = trackers.tracker(reference: wanted) else {
      let names = trackers.trackers.filter { $0.habit != nil }.map(\.content.name)
      call.refuse(
        "not_found",
        "there is no habit \"\(wanted)\"\(Suggestion.hint(for: wanted, among: names))")
      return nil
    }
    guard let history = tracker.habit else {
      call.refuse(
        "not_habit",
        "\"\(tracker.content.name)\" is a tracker without a schedule; habit.add gives it one")
      return nil
    }
    return (session, tracker, history)
  }

  /// Records an action about the habit that the first argument names, and replies the outcome.
  private func recording(
    _ call: borrowing HostCall,
    _ action: (Session, Tracker, HabitHistory) throws(HostFailure) -> Event.Action?
  ) throws(HostFailure) {
    guard let (session, tracker, history) = try habit(call),
      let action = try action(session, tracker, history)
    else { return }
    try context.record(action, call)
  }

  /// Returns the plan that applies on the day of `at`, else the current one, else the last one.
  private static func plan(
    _ call: borrowing HostCall, _ session: Session, _ history: HabitHistory
  ) throws(HostFailure) -> HabitPlan? {
    let day = try call.eventDay("at", session)
    return history.span(on: day)?.plan ?? history.plan ?? history.spans.last?.plan
  }

  /// Returns a schedule or a goal that is a table; `nil` if it is absent or `false`.
  private static func read<Value: FieldConvertible>(
    _ call: borrowing HostCall, _ name: String
  ) throws(HostFailure) -> Value? {
    let slot = HostSlot(name)
    if !call.isPresent(slot) { return nil }
    if try call.isNone(slot, "a table") { return nil }
    let json = try call.value(slot).json
    return try call.checking { () throws(FieldError) in try Value(.json(json), field: name) }
  }

  // MARK: The plan

  private var add: HostFunction {
    HostFunction(
      "add",
      "Makes a tracker a habit from today on, and returns the outcome. A tracker that does not exist "
        + "is created, with the fields given.",
      parameter: .table(
        "habit", "The name, the schedule, the goal, and fields of a new tracker.",
        [HostField("name", .string, "The name of the tracker: 1 to 100 characters.")]
          + [HostField("schedule", .any, Self.schedule), Self.planFields("")[1]]
          + Self.tracker.map(\.hostField) + [
            .optional(
              "at", .time,
              "The time from whose day on it is a habit; a new tracker is created then (default: now)."
            ),
            RecordingOptions.fields[1],
          ]),
      returns: .outcome("The outcome; nil and an error if the tracker is a habit already."),
      example: """
        habit.add{
          name = "Read", schedule = {times = 5, per = "week"},
          goal = {at_least = 20, of = "minutes"}, category = "learning",
        }
        habit.add{name = "Sweets", schedule = {per = "week"}, goal = {at_most = 6, of = "number"}}
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let schedule: HabitSchedule? = try Self.read(call, "schedule")
      let goal: HabitGoal? = try Self.read(call, "goal")
      guard let schedule else {
        throw .argument("schedule", expected: "a table", got: "a boolean")
      }
      let plan = try call.checking { () throws(FieldError) in
        try HabitPlan(schedule, goal: goal)
      }
      let name = try call.string("name")
      let trackers = try HostFailure.converting(session.definitions().trackers)
      let existing = trackers.tracker(named: name)
      if let existing {
        if existing.isHabit, try call.optionalString("key") == nil {
          return call.refuse(
            "refused",
            "\"\(existing.content.name)\" is a habit already (\(existing.habit?.plan?.description ?? ""));"
              + " habit.set changes its schedule")
        }
        if let field = Self.tracker.first(where: { call.isPresent(HostSlot($0.name)) }) {
          throw .argument(
            HostSlot(field.name),
            expected: "nothing, since the tracker exists (tracker.update changes it)",
            got: "a value")
        }
        return try context.record(
          .habit(.plan(HabitContent(tracker: existing.id, plan: plan))), call)
      }
      let (content, _) = try call.record(
        TrackerContent.self, session,
        given: [
          "goal": .none, "name": .text(name), "fields": try call.trackerFields("fields").fieldValue,
        ])
      let options = try RecordingOptions(call, session)
      do throws(SessionError) {
        let created = try session.record(.tracker(.create(content)), at: options.at)
        call.chargePermanentMemory(ScriptContext.eventSize)
        let habit = Event.Action.habit(.plan(HabitContent(tracker: created.id, plan: plan)))
        let recorded = try session.record(habit, at: options.at, key: options.key)
        OutcomeReply(session).replySubject(recorded, to: call.reply)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }
  }

  private var set: HostFunction {
    HostFunction(
      "set",
      "Changes the schedule or the goal of a habit from a day on, or takes a stopped one up again; "
        + "earlier days keep what they had. What is not given stays.",
      parameters: [
        Self.reference,
        .table(
          "changes", "The new values.",
          Self.planFields(" It stays if it is absent.") + RecordingOptions.fields),
      ],
      returns: .outcome("The outcome; nil and an error if there is no such habit."),
      example: """
        habit.add{name = "Run", schedule = {times = 2, per = "week"}}
        habit.set("Run", {schedule = {times = 3, per = "week"}})
        habit.set("Run", {goal = {at_least = 5, of = "number"}})
        print(habit.get("Run").text)
        """
    ) { [self] call throws(HostFailure) in
      try recording(call) { session, tracker, history throws(HostFailure) in
        let old = try Self.plan(call, session, history)
        let newSchedule: HabitSchedule? = try Self.read(call, "schedule")
        let newGoal: HabitGoal? = try Self.read(call, "goal")
        if newSchedule == nil, newGoal == nil, !call.isPresent("goal"), tracker.isHabit {
          throw .message("habit.set: expected schedule, goal or both, got neither")
        }
        if call.isPresent("schedule"), newSchedule == nil {
          throw .argument(
            "schedule", expected: "a table (habit.stop ends a habit)", got: "a boolean")
        }
        let goal = call.isPresent("goal") ? newGoal : old?.goal
        guard let schedule = newSchedule ?? old?.schedule else { return nil }
        let plan = try call.checking { () throws(FieldError) in
          // A schedule that stays does not forbid a goal over the period.
          newSchedule == nil && goal?.isOverPeriod ?? false
            ? try HabitPlan(HabitSchedule(schedule.period), goal: goal)
            : try HabitPlan(schedule, goal: goal)
        }
        return .habit(.plan(HabitContent(tracker: tracker.id, plan: plan)))
      }
    }
  }

  private var stop: HostFunction {
    HostFunction(
      "stop",
      "Ends a habit from a day on: its tracker has no schedule any more. Its history stays.",
      parameters: [Self.reference, RecordingOptions.parameter],
      returns: .outcome("The outcome; nil and an error if it is no habit."),
      example: """
        habit.add{name = "Piano", schedule = {per = "day"}}
        habit.stop("Piano")
        """
    ) { [self] call throws(HostFailure) in
      try recording(call) { _, tracker, _ in
        .habit(.plan(HabitContent(tracker: tracker.id, plan: nil)))
      }
    }
  }

  // MARK: Days

  private static let entryOptions = HostField.optional(
    "options", .table([note] + RecordingOptions.fields), "The note, the time and the key.")

  private var done: HostFunction {
    HostFunction(
      "done",
      "Records that something was done for a habit, as the entry that fits its goal: a checklist, or "
        + "the amount where the goal is a number or minutes. Returns the outcome.",
      parameters: [
        Self.reference,
        .optional("amount", .decimal, "The amount; required if the goal is a number or minutes."),
        Self.entryOptions,
      ],
      returns: .outcome("The outcome; nil and an error if there is no such habit."),
      example: """
        habit.add{name = "Stretch", schedule = {per = "day"}}
        habit.done("Stretch")
        habit.add{name = "Walk", schedule = {per = "day"}, goal = {at_least = 4.5, of = "number"}}
        habit.done("Walk", 5.2, {note = "round the lake"})
        print(habit.get("walk").today)
        """
    ) { [self] call throws(HostFailure) in
      let amount = try call.decimal("amount")
      try recording(call) { session, tracker, history throws(HostFailure) in
        guard let plan = try Self.plan(call, session, history) else { return nil }
        let kind = try call.checking { () throws(FieldError) in
          try plan.entryKind(amount: amount)
        }
        return try Self.entry(call, tracker, kind)
      }
    }
  }

  private var notDone: HostFunction {
    HostFunction(
      "not_done",
      "Records that nothing was done for a habit: the day is not_done at once. Returns the outcome.",
      parameters: [Self.reference, Self.entryOptions],
      returns: .outcome("The outcome; nil and an error if there is no such habit."),
      example: """
        habit.add{name = "Up early", schedule = {times = 5, per = "week"}}
        habit.not_done("Up early", {note = "overslept"})
        """
    ) { [self] call throws(HostFailure) in
      try recording(call) { _, tracker, _ throws(HostFailure) in
        try Self.entry(call, tracker, .checklist(false))
      }
    }
  }

  private static func entry(
    _ call: borrowing HostCall, _ tracker: Tracker, _ kind: EntryKind
  ) throws(HostFailure) -> Event.Action {
    let note = try call.optionalString("note")
    return .tracker(
      .entry(
        try call.checking(naming: ["minutes": "amount", "number": "amount"]) {
          () throws(FieldError) in
          try EntryContent(tracker: tracker.id, kind: kind, notes: note)
        }))
  }

  private var skip: HostFunction {
    HostFunction(
      "skip",
      "Makes a day of a habit neutral, past, today's or a coming one: it neither counts nor breaks a "
        + "streak. An entry of that day counts all the same. Returns the outcome.",
      parameters: [
        Self.reference, .optional("day", .day, "The day (default: today)."), Self.entryOptions,
      ],
      returns: .outcome("The outcome; nil and an error if there is no such habit."),
      example: """
        habit.add{name = "Swim", schedule = {weekdays = {"mon", "thu"}}}
        habit.skip("Swim", clock.day(), {note = "The pool is closed."})
        """
    ) { [self] call throws(HostFailure) in
      let note = try call.optionalString("note")
      try recording(call) { session, tracker, _ throws(HostFailure) in
        let given = try call.day("day", session)
        let day = if let given { given } else { try call.eventDay("at", session) }
        return .habit(
          .skip(
            try call.checking { () throws(FieldError) in
              try HabitSkip(tracker: tracker.id, day: day, note: note)
            }))
      }
    }
  }

  private var pause: HostFunction {
    HostFunction(
      "pause",
      "Pauses a habit: every day is neutral from the day of at on, until it is resumed. Returns the "
        + "outcome.",
      parameters: [Self.reference, Self.entryOptions],
      returns: .outcome("The outcome; nil and an error if it is paused already."),
      example: """
        habit.add{name = "Gym", schedule = {times = 2, per = "week"}}
        habit.pause("Gym", {note = "A sprained ankle."})
        print(habit.get("Gym").paused)
        """
    ) { [self] call throws(HostFailure) in
      let note = try call.optionalString("note")
      try recording(call) { _, tracker, _ in
        .habit(.pause(HabitPause(tracker: tracker.id, note: note)))
      }
    }
  }

  private var resume: HostFunction {
    HostFunction(
      "resume",
      "Resumes a paused habit: the day of at counts again. Returns the outcome.",
      parameters: [Self.reference, Self.entryOptions],
      returns: .outcome("The outcome; nil and an error if it is not paused."),
      example: """
        habit.add{name = "Choir", schedule = {times = 1, per = "week"}}
        habit.pause("Choir")
        habit.resume("Choir")
        """
    ) { [self] call throws(HostFailure) in
      let note = try call.optionalString("note")
      try recording(call) { _, tracker, _ in
        .habit(.resume(HabitPause(tracker: tracker.id, note: note)))
      }
    }
  }

  // MARK: Reading

  private var list: HostFunction {
    HostFunction(
      "list", "Returns the habits, in the order of their trackers' creation.",
      parameter: .filter(
        "The habits to include (default: all that are not stopped).",
        .optional("stopped", .boolean, "Whether stopped habits are included.")),
      returns: HostResult("habits", "table[]", "The habits.", fields: Self.fields),
      example: """
        for _, h in ipairs(habit.list()) do print(h.name, h.text, h.today, h.streak) end
        """
    ) { [context] call throws(HostFailure) in
      let includesStopped = call.optionalBoolean("stopped") ?? false
      try context.viewing(call) { session throws(SessionError) in
        let views = try session.folded().trackers.habits(
          today: session.today, includesStopped: includesStopped)
        call.reply.json(.array(views.map { $0.json(session) }))
      }
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns a habit with its status of today, streaks and strength.",
      parameter: Self.reference,
      returns: HostResult(
        "habit", "table?", "The habit; nil if there is none with this name or id.",
        fields: Self.fields),
      example: """
        habit.add{name = "Floss", schedule = {per = "day"}}
        habit.done("Floss")
        print(habit.get("floss").streak)
        """
    ) { [context] call throws(HostFailure) in
      let wanted = try call.string("habit")
      try context.viewing(call) { session throws(SessionError) in
        let tracker = try session.folded().trackers.tracker(reference: wanted)
        guard let view = tracker?.habitView(today: session.today) else { return call.reply.nil() }
        call.reply.json(view.json(session))
      }
    }
  }

  private static let range = HostField.filter(
    "The range (default: everything).",
    .optional("since", .day, "The first day."),
    .before(.day, "The first day after the range."))

  /// Calls a closure with the record of the habit that the first argument names, and a range of days.
  private func reading(
    _ call: borrowing HostCall, _ body: (HabitRecord, (CivilDay) -> Bool) -> Void
  ) throws(HostFailure) {
    let (since, before) = try call.dayBounds(try context.session())
    guard let (session, tracker, _) = try habit(call) else { return }
    do throws(SessionError) {
      guard let current = try session.folded().trackers.tracker(tracker.id),
        let record = current.habitRecord(today: session.today)
      else { return call.reply.nil() }
      body(record) { day in
        since.map { $0 <= day } ?? true && before.map { day < $0 } ?? true
      }
    } catch {
      try call.answer(error)
    }
  }

  private var days: HostFunction {
    HostFunction(
      "days", "Returns the days of a habit through today, earliest first.",
      parameters: [Self.reference, Self.range],
      returns: HostResult("days", "table[]", "The days.", fields: Self.dayFields),
      example: """
        habit.add{name = "Sketch", schedule = {per = "day"}}
        for _, d in ipairs(habit.days("Sketch")) do print(d.day, d.status, d.strength) end
        """
    ) { [self] call throws(HostFailure) in
      try reading(call) { record, includes in
        call.reply.json(.array(record.days.filter { includes($0.day) }.map(\.json)))
      }
    }
  }

  private var periods: HostFunction {
    HostFunction(
      "periods",
      "Returns the periods of a habit that began, earliest first; with a range, those of which a day "
        + "lies in it.",
      parameters: [Self.reference, Self.range],
      returns: HostResult("periods", "table[]", "The periods.", fields: Self.periodFields),
      example: """
        habit.add{name = "Call home", schedule = {times = 2, days = 10}}
        for _, p in ipairs(habit.periods("Call home")) do
          print(p.first_day, p.last_day, p.status, p.done .. "/" .. p.required)
        end
        """
    ) { [self] call throws(HostFailure) in
      try reading(call) { record, includes in
        let found = record.periods.filter { period in
          (period.start.number..<period.end.number).contains {
            includes(CivilDay(number: $0))
          }
        }
        call.reply.json(.array(found.map(\.json)))
      }
    }
  }
}
