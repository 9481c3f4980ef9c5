import Lua
import Rules
import Sessions

/// The functions that are globals: `profile`, `checkpoint`, `progress`.
struct GlobalFunctions {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "", "The profile as a whole, and the run.",
      functions: [profile, checkpoint, progress, fail])
  }

  private var profile: HostFunction {
    HostFunction(
      "profile", "The profile at a glance, as of now: a copy, worked out from the events.",
      returns: [
        HostResult(
          "profile", "table", "",
          fields: [
            HostResult("today", "string"), HostResult("zone", "string"),
            HostResult("rulebook", "string"), HostResult("level", "integer"),
            HostResult("level_title", "string"),
            HostResult("level_progress", "number", "0 to 1; 1 at the last level."),
            HostResult("next_level_at", "integer?", "Total points."),
            HostResult("points", "table", "", fields: Self.ledgerFields),
            HostResult("streak", "integer", "Days, as of today."),
            HostResult("longest_streak", "integer"), HostResult("sparks", "integer"),
            HostResult(
              "sparks_by_category", "table", "",
              fields: Category.names.map { HostResult($0, "integer") }),
            HostResult("cards", "integer", "Distinct cards owned."),
            HostResult("cards_total", "integer"), HostResult("fuel", "integer"),
            HostResult("fuel_capacity", "integer"), HostResult("overloads", "integer"),
            HostResult("tokens", "integer", "Roll tokens to spend."),
            HostResult("missions_completed", "integer"),
            HostResult("achievements", "integer", "Achievements unlocked."),
            HostResult("achievements_total", "integer"),
            HostResult("journey_days", "integer?", "nil without a journey."),
            HostResult("open_tasks", "integer"), HostResult("task_score", "integer"),
            HostResult("task_score_today", "integer"), HostResult("rated_days", "integer"),
            HostResult("quest_steps", "integer"), HostResult("tracker_entries", "integer"),
            HostResult("void_events", "integer", "Events without effect."),
            HostResult(
              "rarest", "table[]", "The three rarest cards owned.",
              fields: CardModule.cardFields),
          ])
      ],
      example: """
        local p = profile()
        print(p.level_title, p.points.total, p.streak)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      do throws(SessionError) {
        call.reply.json(try session.summary().json(session))
      } catch {
        throw HostFailure(error)
      }
    }
  }

  /// Where points come from.
  static let ledgerFields = [
    HostResult("total", "integer"), HostResult("spark", "integer"),
    HostResult("duplicate", "integer"), HostResult("mission", "integer"),
    HostResult("task", "integer", "0 unless the rulebook credits task scores as points."),
  ]

  private var checkpoint: HostFunction {
    HostFunction(
      "checkpoint",
      "Makes everything so far last, whatever becomes of the rest of the script: what was recorded, "
        + "and files that are written and closed, those of rejected rows among them.",
      example: """
        spark.add{title = "Kept in any case", category = "decision"}
        checkpoint()
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      do throws(OutputFailure) {
        try context.outputs.prepareClosed()
      } catch {
        throw context.failure("checkpoint", error)
      }
      do throws(SessionError) {
        try session.checkpoint()
      } catch {
        throw HostFailure(error)
      }
      do throws(OutputFailure) {
        try context.outputs.place()
      } catch {
        throw context.failure(
          "checkpoint",
          OutputFailure(message: "\(error); what was recorded is kept all the same"))
      }
    }
  }

  private var fail: HostFunction {
    HostFunction(
      "fail",
      "Ends the script with a message and status 1, and keeps nothing. For what is nobody's fault: "
        + "error(…) tells where the script went wrong, this does not, and pcall does not catch it.",
      parameters: [HostParameter("message", .string, "Why.")],
      example: """
        if spark.count() > 1000000 then fail("there are too many sparks for this report") end
        """
    ) { [context] call throws(HostFailure) in
      let message = try call.string(0)
      try call.chargeOutput(message.utf8.count)
      try call.flushOutput()
      if context.isTest { throw .again(message) }
      throw .fatal(ScriptEnd.failure(message))
    }
  }

  private var progress: HostFunction {
    HostFunction(
      "progress", "Shows how far a long script is.",
      parameters: [
        HostParameter("done", .integer(0...Int64.max), "How much is done."),
        HostParameter("total", .integer(0...Int64.max), "How much there is to do."),
        HostParameter("message", .string, "What is being done.", isOptional: true),
      ],
      example: """
        for i = 1, 3 do progress(i, 3, "importing") end
        """
    ) { [context] call throws(HostFailure) in
      let message = try call.optionalString(2) ?? ""
      // With the figures that come with it.
      try call.chargeOutput(message.utf8.count + 64)
      try call.flushOutput()
      context.messages.progress(call.integer(0), call.integer(1), message)
    }
  }
}
