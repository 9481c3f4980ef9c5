import JSON
import Lua
import Rules
import Schema
import Sessions

/// The functions that make a tracker a habit, change its plan, and end it.
extension HabitModule {
  private static let schedule = HabitContent.schema["schedule"]?.declaration.summary ?? ""
  private static let goal = HabitContent.schema["goal"]?.declaration.summary ?? ""
  /// The fields of the tracker that `add` creates; the goal of a tracker is a text.
  private static let tracker = TrackerContent.schema.declarations.filter {
    $0.name != "name" && $0.name != "goal"
  }

  var add: HostFunction {
    HostFunction(
      "add",
      "Makes a tracker a habit from today on, and returns the outcome. A tracker that does not exist "
        + "is created, with the fields given.",
      parameter: .table(
        "habit", "The name, the schedule, the goal, and fields of a new tracker.",
        [
          HostField("name", .string, "The name of the tracker: 1 to 100 characters."),
          HostField("schedule", .any, Self.schedule), .optional("goal", .any, Self.goal),
        ]
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
      let options = try RecordingOptions(call, session)
      // A habit that is added at a later time does not stand in the way.
      let trackers = try HostFailure.converting(session.trackers(at: options.at))
      let existing = trackers.tracker(named: name)
      if let existing {
        // The tracker may be created several times, and each time has an id.
        let actions = existing.ids.map {
          Event.Action.habit(.plan(HabitContent(tracker: $0, plan: plan)))
        }
        var recorded: Event.Action?
        for action in actions
        where try HostFailure.converting(
          session.isRecorded(action, at: options.at, key: options.key))
        {
          recorded = action
        }
        if existing.isHabit, recorded == nil {
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
        return try context.record(recorded ?? actions[0], call)
      }
      let (content, _) = try call.record(
        TrackerContent.self, session,
        given: [
          "goal": .none, "name": .text(name), "fields": try call.trackerFields("fields").fieldValue,
        ])
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

  var set: HostFunction {
    recorder(
      "set",
      "Changes the schedule or the goal of a habit, or takes a stopped one up again. A change counts "
        + "from the next period on (from the next day where the period is the day): what it replaces "
        + "judges the current period to its end. What is not given stays.",
      options: .table(
        "changes", "The new values.",
        [
          .optional("schedule", .any, Self.schedule + " It stays if it is absent."),
          .optional("goal", .any, Self.goal + " It stays if it is absent. false clears it."),
        ] + RecordingOptions.fields),
      example: """
        habit.add{name = "Run", schedule = {times = 2, per = "week"}}
        habit.set("Run", {schedule = {times = 3, per = "week"}})
        habit.set("Run", {goal = {at_least = 5, of = "number"}})
        print(habit.get("Run").text)
        """
    ) { call, habit throws(HostFailure) in
      let old = try habit.changedPlan(call)
      let newSchedule: HabitSchedule? = try Self.read(call, "schedule")
      let newGoal: HabitGoal? = try Self.read(call, "goal")
      if newSchedule == nil, newGoal == nil, !call.isPresent("goal"), habit.tracker.isHabit {
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
      return .habit(.plan(HabitContent(tracker: habit.tracker.id, plan: plan)))
    }
  }

  var stop: HostFunction {
    recorder(
      "stop",
      "Ends a habit from a day on: its tracker has no schedule any more. Its history stays.",
      options: RecordingOptions.parameter, refusal: "it is no habit",
      example: """
        habit.add{name = "Piano", schedule = {per = "day"}}
        habit.stop("Piano")
        """
    ) { _, habit in
      .habit(.plan(HabitContent(tracker: habit.tracker.id, plan: nil)))
    }
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
}
