import Lua
import Rules
import Sessions
import Views

/// The global functions: `profile`, `checkpoint`, `progress` and `fail`.
struct GlobalFunctions {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "", "The profile as a whole, and the run of the script.",
      functions: [profile, checkpoint, progress, fail])
  }

  private var profile: HostFunction {
    HostFunction(
      "profile",
      "Returns a summary of the profile as of now. The table is a copy: changing it changes "
        + "nothing.",
      returns: HostResult(
        "profile", "table", "The summary of the profile.",
        fields: [
          HostResult("today", "string", "The civil day of now, YYYY-MM-DD."),
          HostResult("zone", "string", "The IANA name of the profile's time zone."),
          HostResult("day_start", "string", "When civil days start, HH:MM."),
          HostResult("rulebook", "string", "The id of the rulebook."),
          HostResult("level", "integer", "The number of the level."),
          HostResult("level_title", "string", "The title of the level."),
          HostResult(
            "level_progress", "number",
            "The progress from this level to the next, 0 to 1; 1 at the last level."),
          HostResult(
            "next_level_at", "integer?",
            "The total points at which the next level begins; nil at the last level."),
          HostResult("points", "table", "The points by source.", fields: Self.ledgerFields),
          HostResult("streak", "integer", "The spark streak as of today, in days."),
          HostResult("longest_streak", "integer", "The longest spark streak, in days."),
          HostResult("sparks", "integer", "The number of sparks."),
          HostResult(
            "sparks_by_category", "table", "The number of sparks by category of the rulebook.",
            fields: Category.ignitionNames.map {
              HostResult($0, "integer", "The number of sparks.")
            }),
          HostResult("cards", "integer", "The number of distinct cards owned."),
          HostResult("cards_total", "integer", "The number of cards in the rulebook."),
          HostResult("fuel", "integer", "The current amount of fuel."),
          HostResult("fuel_capacity", "integer", "The fuel at which an overload occurs."),
          HostResult("overloads", "integer", "The number of overloads."),
          HostResult("tokens", "integer", "The number of roll tokens available."),
          HostResult(
            "missions_completed", "integer",
            "The number of mission completions, repetitions included."),
          HostResult("achievements", "integer", "The number of achievements unlocked."),
          HostResult(
            "achievements_total", "integer", "The number of achievements in the rulebook."),
          HostResult(
            "journey_days", "integer?",
            "Whole days since the journey's start; nil without a journey."),
          HostResult("open_tasks", "integer", "The number of open tasks."),
          HostResult("task_score", "integer", "The total score of tasks."),
          HostResult("task_score_today", "integer", "The score of the tasks completed today."),
          HostResult("rated_days", "integer", "The number of days with a mood rating."),
          HostResult("quest_steps", "integer", "The number of quest nodes completed."),
          HostResult("tracker_entries", "integer", "The number of tracker entries."),
          HostResult("void_events", "integer", "The number of events without effect."),
          HostResult(
            "rarest", "table[]", "The three rarest cards owned.",
            of: SessionRow<CardView>.self),
          HostResult(
            "balances", "table?",
            "The balances by currency; nil where the rulebook has no currencies."),
          HostResult(
            "removed_draws", "table?",
            "The draws that were removed or undone, by category and pool; nil if there were none."),
        ]),
      example: """
        local p = profile()
        print(p.level_title, p.points.total, p.streak)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      call.reply.json(try HostFailure.converting(session.reader.summary().json(session)))
    }
  }

  /// The fields of the points by source.
  static let ledgerFields = [
    HostResult("total", "integer", "Points from all sources."),
    HostResult("spark", "integer", "Points from sparks."),
    HostResult("duplicate", "integer", "Bonus points from duplicate cards."),
    HostResult("mission", "integer", "Points from missions."),
    HostResult(
      "task", "integer",
      "Points from tasks; 0 unless the rulebook credits task scores as points."),
    HostResult(
      "earned", "integer?",
      "Points from other events; absent if the rulebook has no earning rules."),
  ]

  private var checkpoint: HostFunction {
    HostFunction(
      "checkpoint",
      "Commits the events recorded so far and the files that are written and closed, including "
        + "those of rejected rows. They are not undone if the script fails afterwards.",
      example: """
        spark.add{title = "Saved in any case", category = "decision"}
        checkpoint()
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      try context.writing(for: "checkpoint", context.outputs.prepareClosed())
      try HostFailure.converting(session.checkpoint())
      do throws(OutputFailure) {
        try context.outputs.moveToTargets()
      } catch {
        throw context.failure(
          "checkpoint",
          OutputFailure(message: "\(error); the recorded events are committed all the same"))
      }
    }
  }

  private var fail: HostFunction {
    HostFunction(
      "fail",
      "Ends the script with a message and status 1, and discards everything since the last "
        + "checkpoint. For expected failures: unlike error(…), it does not print a position in "
        + "the script, and pcall does not catch it.",
      parameter: HostParameter("message", .string, "The reason."),
      example: """
        if spark.count() > 1000000 then fail("there are too many sparks for this report") end
        """
    ) { [context] call throws(HostFailure) in
      let message = try call.string("message")
      try call.chargeOutput(message.utf8.count)
      try call.flushOutput()
      if context.isTest { throw .again(message) }
      throw .fatal(ScriptEnd.failure(message))
    }
  }

  private var progress: HostFunction {
    HostFunction(
      "progress", "Shows the progress of a long script.",
      parameters: [
        HostParameter("done", .integer(0...Int64.max), "The number of steps done."),
        HostParameter("total", .integer(0...Int64.max), "The total number of steps."),
        .optional("message", .string, "A description of the current step."),
      ],
      example: """
        for i = 1, 3 do progress(i, 3, "importing") end
        """
    ) { [context] call throws(HostFailure) in
      let message = try call.optionalString("message") ?? ""
      // The figures are printed with the message.
      try call.chargeOutput(message.utf8.count + 64)
      try call.flushOutput()
      context.messages.progress(call.integer("done"), call.integer("total"), message)
    }
  }
}
