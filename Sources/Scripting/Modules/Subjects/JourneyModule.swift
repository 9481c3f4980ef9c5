import FlintJSON
import Lua
import FlintRules
import FlintSchema
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
        print(journey.remove(wrong.id), journey.get().first_day)
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
        "journey", "table", "The summary.", of: SessionRow<JourneyView>.self),
      example: """
        journey.start("2026-02-01")
        local j = journey.get()
        print(j.first_day, j.days, j.streak)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
      try context.viewing(call) { session throws(SessionError) in
        let view = JourneyView(
          try session.state().journey, ladders: session.rulebook.definition.ladders,
          on: day ?? session.today)
        call.reply.row(session.row(view))
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
        "scores", "table?", "The scores; nil without a journey.", of: JourneyScores.self),
      example: """
        journey.start("2026-02-01")
        activity.add{kind = "self_care"}
        print(journey.scores().self_care)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
      try context.viewing(call) { session throws(SessionError) in
        let day = day ?? session.today
        call.reply.row(try session.state(on: day).journey.scores(on: day))
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
        of: LandscapePoint.self),
      example: """
        journey.start("2026-02-01")
        for _, point in ipairs(journey.landscape()) do print(point.day, point.value) end
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
      try context.viewing(call) { session throws(SessionError) in
        let points = try session.state().journey.landscape(
          endingOn: day ?? session.today, seed: session.profile.seed)
        call.reply.rows(points)
      }
    }
  }

  private var nextGoals: HostFunction {
    HostFunction(
      "next_goals",
      "Returns the next achievement of each ladder that has locked ones, with the missing "
        + "conditions.",
      returns: HostResult(
        "goals", "table[]", "The goals, in the order of the ladders.", of: NextGoal.self),
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
        call.reply.rows(goals)
      }
    }
  }
}
