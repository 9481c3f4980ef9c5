import Lua
import Rules
import Sessions

/// `journey`: starting one, and what came of it.
struct JourneyModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "journey", "Journeys: days since a start, and how they go: scores, landscape, next goals.",
      denial: "journeys cannot be written: start one with journey.start(day)",
      functions: [start, remove, get, scores, landscape, nextGoals])
  }

  /// What is told of a condition of an achievement.
  static let conditionFields = [
    HostResult("metric", "string", LadderMetric.names.joined(separator: ", ") + "."),
    HostResult("have", "number?", "Of a score 0 to 1; nil where it needs a journey."),
    HostResult("need", "number"), HostResult("missing", "number"),
  ]

  private static let asOf = HostParameter(
    "day", .day, "As of this day; today if not given.", isOptional: true)

  private var start: HostFunction {
    HostFunction(
      "start",
      "Starts a journey on a day, which is the one that counts from then on. What was unlocked on "
        + "an earlier journey stays.",
      parameters: [
        HostParameter(
          "day", .day, "Not later than the day of at; that day if not given.", isOptional: true),
        RecordingOptions.parameter,
      ],
      returns: [HostResult("outcome", "table?", "", fields: OutcomeReply.subjectFields)],
      example: """
        journey.start(clock.add_days(clock.day(), -10))
        print(journey.get().days)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let recordedOn = try call.eventDay(1, session)
      let action = JourneyAction.start(day: try call.day(0) ?? recordedOn)
      if let problem = action.problem(recordedOn: recordedOn) {
        throw .argument(0, expected: problem.expected, got: problem.found)
      }
      try context.record(.journey(action), call, optionsFrom: 1, slots: ["at": 1, "key": 2])
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Takes the start of a journey back, with everything that followed from it; the one started "
        + "before it counts again, if any. Nothing is deleted: flint undo brings it back.",
      parameters: [HostParameter("id", .string, "The journey's id.")],
      returns: [HostResult("removed", "true?", "nil and an error when there is none.")],
      example: """
        local wrong = journey.start("2026-01-01")
        print(journey.remove(wrong.id), journey.get().start)
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .journeyStart) }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "The journey at a glance; streak and active days are told without one as well.",
      parameters: [Self.asOf],
      returns: [
        HostResult(
          "journey", "table", "",
          fields: [
            HostResult("day", "string", "The day as of which all is told."),
            HostResult("id", "string?", "The event that started it; nil without a journey."),
            HostResult("start", "string?", "Its first day."),
            HostResult("started_at", "string?", "When that was recorded."),
            HostResult("days", "integer?", "Whole days since the start."),
            HostResult(
              "streak", "integer", "Active days in a row, up to the day or the one before."),
            HostResult("longest_streak", "integer", "Over all of history."),
            HostResult("active", "boolean", "Whether anything happened on the day."),
            HostResult("active_days", "integer", "Days on which anything happened."),
            HostResult("first_active_day", "string?"), HostResult("journals", "integer"),
            HostResult("sos_sessions", "integer"), HostResult("self_care_sessions", "integer"),
            HostResult("achievements", "integer", "Unlocked up to the day."),
            HostResult("achievements_total", "integer"),
          ])
      ],
      example: """
        journey.start("2026-02-01")
        local j = journey.get()
        print(j.start, j.days, j.streak)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day(0)
      try context.viewing(call) { session throws(SessionError) in
        let view = JourneyView(
          try session.state().journey, ladders: session.rulebook.definition.ladders,
          on: day ?? session.today)
        call.reply.json(.object(view.members(session)))
      }
    }
  }

  private var scores: HostFunction {
    HostFunction(
      "scores",
      "How it goes: consistency, self-care and stability, as numbers from 0 to 1. Of a day to come, "
        + "as if nothing happened until then.",
      parameters: [Self.asOf],
      returns: [
        HostResult(
          "scores", "table?", "nil without a journey.",
          fields: [
            HostResult("day", "string"),
            HostResult("days", "integer", "Whole days since the start."),
            HostResult("consistency", "number"), HostResult("self_care", "number"),
            HostResult("stability", "number"),
          ])
      ],
      example: """
        journey.start("2026-02-01")
        activity.record("self_care")
        print(journey.scores().self_care)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day(0)
      try context.viewing(call) { session throws(SessionError) in
        let day = day ?? session.today
        let scores = try session.state(on: day).journey.scores(on: day)
        call.reply.json(scores?.json ?? .null)
      }
    }
  }

  private var landscape: HostFunction {
    HostFunction(
      "landscape",
      "The emotional landscape of the seven days that end on a day: a value from 0 to 1 for each, "
        + "earliest first. Days before the journey have none.",
      parameters: [
        HostParameter("day", .day, "The last day; today if not given.", isOptional: true)
      ],
      returns: [
        HostResult(
          "landscape", "table[]", "Empty without a journey.",
          fields: [HostResult("day", "string"), HostResult("value", "number", "0 to 1.")])
      ],
      example: """
        journey.start("2026-02-01")
        for _, point in ipairs(journey.landscape()) do print(point.day, point.value) end
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day(0)
      try context.viewing(call) { session throws(SessionError) in
        let points = try session.state().journey.landscape(
          endingOn: day ?? session.today, seed: session.profile.seed)
        call.reply.json(.array(points.map(\.json)))
      }
    }
  }

  private var nextGoals: HostFunction {
    HostFunction(
      "next_goals", "The next achievement of each ladder that has one left, and what is missing.",
      returns: [
        HostResult(
          "goals", "table[]", "In the order of the ladders.",
          fields: [
            HostResult("ladder", "string", "The ladder's id."),
            HostResult("ladder_title", "string"), HostResult("id", "string"),
            HostResult("title", "string"),
            HostResult("conditions", "table[]", "What it asks for.", fields: Self.conditionFields),
            HostResult(
              "needs_journey", "boolean", "Whether it waits for a journey to be started."),
            HostResult(
              "unlocks_on", "string?",
              "The day on which it will unlock whatever happens, if that is certain."),
          ])
      ],
      example: """
        journey.start(clock.day())
        for _, goal in ipairs(journey.next_goals()) do
          local first = goal.conditions[1]
          print(goal.title, first.metric, first.missing, goal.unlocks_on)
        end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        let goals = try session.state().journey.nextGoals(
          of: session.rulebook.definition.ladders, today: session.today)
        call.reply.json(.array(goals.map(\.json)))
      }
    }
  }
}
