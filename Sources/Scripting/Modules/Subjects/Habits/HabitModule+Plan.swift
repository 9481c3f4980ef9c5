import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions

/// The functions that make a tracker a habit, change its plan, and end it.
extension HabitModule {
  private static let schedule = HabitContent.schema["schedule"]?.declaration.summary ?? ""
  private static let goal = HabitContent.schema["goal"]?.declaration.summary ?? ""
  /// The habits of a group, and how many of them a day needs.
  private static let group: [HostField] = [
    .optional(
      "of", .stringList,
      "The names or ids of the habits of a group, which has no entries and no goal of its own: its "
        + "days are done when those of its members are."),
    .optional(
      "needs", .any,
      "How many members a day of a group needs, of those that are due: \"all\" (default), \"any\" or a "
        + "number."),
  ]
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
        ] + Self.group
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
        habit.add{name = "Write", schedule = {per = "day"}}
        habit.add{name = "Words", schedule = {per = "day"}, of = {"Read", "Write"}, needs = "any"}
        habit.add{name = "Sweets", schedule = {per = "week"}, goal = {at_most = 6, of = "number"}}
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let schedule: HabitSchedule? = try Self.read(call, "schedule")
      let goal: HabitGoal? = try Self.read(call, "goal")
      guard let schedule else {
        throw .argument("schedule", expected: "a table", got: "a boolean")
      }
      guard let group = try members(call, session) else { return }
      let plan = try call.checking(naming: Self.groupNames) { () throws(FieldError) in
        try HabitPlan(schedule, goal: goal, members: group.members)
      }
      let name = try call.string("name")
      let options = try RecordingOptions(call, session)
      // A habit that is added at a later time does not stand in the way.
      let trackers = try HostFailure.converting(session.trackers(at: options.at))
      let existing = trackers.tracker(named: name)
      if let existing {
        // The tracker may be created several times, and each time has an id.
        let actions = existing.ids.map {
          ProfileEvent.Action.habit(.plan(HabitContent(tracker: $0, plan: plan)))
        }
        var recorded: ProfileEvent.Action?
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
              + " habit.update changes its schedule")
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
        let habit = ProfileEvent.Action.habit(.plan(HabitContent(tracker: created.id, plan: plan)))
        let recorded = try session.record(habit, at: options.at, key: options.key)
        OutcomeReply(session).replySubject(recorded, to: call.reply)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }
  }

  var update: HostFunction {
    recorder(
      "update",
      "Changes the schedule or the goal of a habit, or takes a stopped one up again. A change counts "
        + "from the next period on (from the next day where the period is the day): what it replaces "
        + "judges the current period to its end. What is not given stays.",
      options: .table(
        "changes", "The new values.",
        [
          .optional("schedule", .any, Self.schedule + " It stays if it is absent."),
          .optional("goal", .any, Self.goal + " It stays if it is absent. false clears it."),
        ] + Self.group + RecordingOptions.fields),
      example: """
        habit.add{name = "Run", schedule = {times = 2, per = "week"}}
        habit.update("Run", {schedule = {times = 3, per = "week"}})
        habit.update("Run", {goal = {at_least = 5, of = "number"}})
        print(habit.get("Run").text)
        """
    ) { [self] call, habit throws(HostFailure) in
      let old = try habit.changedPlan(call)
      let newSchedule: HabitSchedule? = try Self.read(call, "schedule")
      let newGoal: HabitGoal? = try Self.read(call, "goal")
      guard let group = try members(call, habit.session, after: old?.members) else { return nil }
      if newSchedule == nil, !call.isPresent("goal"), !group.isGiven, habit.tracker.isHabit {
        throw .message("habit.update: expected schedule, goal, of or needs, got none of them")
      }
      if call.isPresent("schedule"), newSchedule == nil {
        throw .argument(
          "schedule", expected: "a table (habit.stop ends a habit)", got: "a boolean")
      }
      // The members of a group take the place of a goal, and a goal that of the members.
      let members = call.isPresent("goal") && !group.isGiven ? nil : group.members
      let goal = call.isPresent("goal") ? newGoal : members == nil ? old?.goal : nil
      guard let schedule = newSchedule ?? old?.schedule else { return nil }
      let plan = try call.checking(naming: Self.groupNames) { () throws(FieldError) in
        // A schedule that stays does not forbid a goal over the period.
        newSchedule == nil && goal?.isOverPeriod ?? false
          ? try HabitPlan(HabitSchedule(schedule.period), goal: goal)
          : try HabitPlan(schedule, goal: goal, members: members)
      }
      return .habit(.plan(HabitContent(tracker: habit.tracker.id, plan: plan)))
    }.formerly(["set"])
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

  private static let groupNames = ["members.of": "of", "members.needs": "needs"]

  /// Returns the members of a group that a call gives, else those so far; if one of them is no habit,
  /// answers the call with an error value and returns `nil`.
  private func members(
    _ call: borrowing HostCall, _ session: Session, after old: HabitMembers? = nil
  ) throws(HostFailure) -> (members: HabitMembers?, isGiven: Bool)? {
    let hasNeed = call.isPresent("needs")
    guard call.isPresent("of") || hasNeed else { return (old, false) }
    var trackers = old?.trackers ?? []
    if call.isPresent("of") {
      trackers = []
      for name in try call.strings("of") {
        guard let habit = try habit(call, named: name) else { return nil }
        trackers.append(habit.tracker.id)
      }
    } else if old == nil {
      throw .argument("of", expected: "the habits of a group, since needs is given", got: "nothing")
    }
    let need: HabitMembers.Need?
    if hasNeed {
      let json = try call.value("needs").json
      need =
        switch json {
        case .integer(let count): Int(exactly: count).map { .count($0) }
        case .string(let text): HabitMembers.Need(text)
        default: nil
        }
      if need == nil {
        throw .argument("needs", expected: "all, any or a number", got: json.summary)
      }
    } else {
      need = old?.need
    }
    let ids = trackers
    let members = try call.checking(naming: Self.groupNames) { () throws(FieldError) in
      try HabitMembers(ids, need: need ?? .all)
    }
    return (members, true)
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
