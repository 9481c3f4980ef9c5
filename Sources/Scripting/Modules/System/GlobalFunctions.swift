import Lua
import FlintRules
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
        of: SessionRow<ProfileSummary>.self),
      example: """
        local p = profile()
        print(p.level_title, p.points.total, p.streak)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      call.reply.row(session.row(try HostFailure.converting(session.reader.summary())))
    }
  }

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
