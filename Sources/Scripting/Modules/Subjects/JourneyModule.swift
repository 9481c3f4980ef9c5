import JSON
import Lua
import Rules
import Schema
import Sessions
import Views

/// `journey`: starting journeys, and their scores and goals.
struct JourneyModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "journey",
      "Journeys: the days since a start, with scores, an emotional landscape and next goals.",
      denial: "journeys cannot be written: start one with journey.start(day)",
      functions: [start, remove, get, scores, landscape, nextGoals])
  }

  /// The fields of a condition of an achievement.
  static let conditionFields = [
    HostResult(
      "metric", "string", "The metric: " + LadderMetric.names.joined(separator: ", ") + "."),
    HostResult(
      "have", "number?",
      "The current value (of a score, 0 to 1); nil if it needs a journey and there is none."),
    HostResult("need", "number", "The required value."),
    HostResult("missing", "number", "The difference to the required value."),
  ]

  private static let asOf = HostField.optional(
    "day", .day, "The day as of which the result is computed (default: today).")

  private var start: HostFunction {
    HostFunction(
      "start",
      "Starts a journey on a day and returns the outcome. It replaces the current journey; "
        + "achievements unlocked on an earlier journey remain unlocked.",
      parameters: [
        .optional(
          "day", .day, "The first day; not later than the day of at (default: the day of at)."),
        RecordingOptions.parameter,
      ],
      returns: .outcome("The outcome; nil and an error if the key is taken."),
      example: """
        journey.start(clock.add_days(clock.day(), -10))
        print(journey.get().days)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let recordedOn = try call.eventDay("at", session)
      let action = JourneyAction.start(
        day: try call.day("day", try context.session()) ?? recordedOn)
      if let problem = action.problem(recordedOn: recordedOn) {
        throw .argument("day", expected: problem.expected, got: problem.found)
      }
      try context.record(.journey(action), call)
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes a start of a journey and all of its effects; the journey started before, if any, "
        + "is the current one again. Nothing is deleted: flint undo restores it.",
      parameter: HostParameter("id", .string, "The id of the journey."),
      returns: .removed("true; nil and an error if there is no journey with this id."),
      example: """
        local wrong = journey.start("2026-01-01")
        print(journey.remove(wrong.id), journey.get().start)
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .journeyStart) }
  }

  private var get: HostFunction {
    HostFunction(
      "get",
      "Returns a summary of the journey; streak and active days are present without a journey "
        + "as well.",
      parameter: Self.asOf,
      returns: HostResult(
        "journey", "table", "The summary.",
        fields: [
          HostResult("day", "string", "The day as of which it is computed."),
          HostResult("id", "string?", "The id of the journey; nil without a journey."),
          HostResult("start", "string?", "The first day."),
          HostResult("started_at", "string?", "The time of the event that started it."),
          HostResult("days", "integer?", "Whole days since the start."),
          HostResult(
            "streak", "integer",
            "The number of consecutive active days up to the day or the one before."),
          HostResult(
            "longest_streak", "integer",
            "The longest streak in the whole history, in days."),
          HostResult(
            "streak_goal", "integer?",
            "The streak to reach next: the next rung of a ladder, past the last one each week."),
          HostResult("active", "boolean", "Whether the day has an event."),
          HostResult("active_days", "integer", "The number of days with an event."),
          HostResult("first_active_day", "string?", "The first day with an event."),
          HostResult("journals", "integer", "The number of journal entries."),
          HostResult("sos_sessions", "integer", "The number of sos sessions."),
          HostResult("self_care_sessions", "integer", "The number of self-care sessions."),
          HostResult(
            "achievements", "integer",
            "The number of achievements unlocked up to the day."),
          HostResult(
            "achievements_total", "integer", "The number of achievements in the rulebook."),
        ]),
      example: """
        journey.start("2026-02-01")
        local j = journey.get()
        print(j.start, j.days, j.streak)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
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
      "Returns the scores consistency, self-care and stability, from 0 to 1. For a future day "
        + "they assume that no event happens until then. A journey has them from its start day on, also for "
        + "days before it was recorded.",
      parameter: Self.asOf,
      returns: HostResult(
        "scores", "table?", "The scores; nil without a journey.",
        fields: [
          HostResult("day", "string", "The day."),
          HostResult("days", "integer", "Whole days since the start."),
          HostResult("consistency", "number", "The consistency score, 0 to 1."),
          HostResult("self_care", "number", "The self-care score, 0 to 1."),
          HostResult("stability", "number", "The stability score, 0 to 1."),
        ]),
      example: """
        journey.start("2026-02-01")
        activity.record("self_care")
        print(journey.scores().self_care)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
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
      "Returns the emotional landscape of the seven days that end on a day: a value from 0 to 1 "
        + "for each, earliest first. Days before the journey are not included.",
      parameter: .optional("day", .day, "The last day (default: today)."),
      returns: HostResult(
        "landscape", "table[]", "The values by day; empty without a journey.",
        fields: [
          HostResult("day", "string", "The day, YYYY-MM-DD."),
          HostResult("value", "number", "The value, 0 to 1."),
        ]),
      example: """
        journey.start("2026-02-01")
        for _, point in ipairs(journey.landscape()) do print(point.day, point.value) end
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
      try context.viewing(call) { session throws(SessionError) in
        let points = try session.state().journey.landscape(
          endingOn: day ?? session.today, seed: session.profile.seed)
        call.reply.json(.array(points.map(\.json)))
      }
    }
  }

  private var nextGoals: HostFunction {
    HostFunction(
      "next_goals",
      "Returns the next achievement of each ladder that has locked ones, with the missing "
        + "conditions.",
      returns: HostResult(
        "goals", "table[]", "The goals, in the order of the ladders.",
        fields: [
          HostResult("ladder", "string", "The id of the ladder."),
          HostResult("ladder_title", "string", "The title of the ladder."),
          HostResult("id", "string", "The id of the achievement."),
          HostResult("title", "string", "The title of the achievement."),
          HostResult("conditions", "table[]", "The conditions.", fields: Self.conditionFields),
          HostResult(
            "needs_journey", "boolean", "Whether it requires that a journey is started."),
          HostResult(
            "unlocks_on", "string?",
            "The day on which it will certainly be unlocked, if there is one."),
        ]),
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
