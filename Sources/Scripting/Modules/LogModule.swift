import Lua

/// `log`: lines for the person who watches.
struct LogModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "log", "Lines for the person who watches; they go to standard error.",
      functions: [
        function(.info, "Says something for the record.", "log.info(\"imported 12 rows\")"),
        function(.warn, "Says that something wants a look.", "log.warn(\"row 7 has no title\")"),
        function(.error, "Says that something went wrong.", "log.error(\"no rows at all\")"),
      ])
  }

  private func function(_ level: LogLevel, _ summary: String, _ example: String) -> HostFunction {
    HostFunction(
      level.rawValue, summary, parameters: [HostParameter("message", .string, "The line.")],
      example: example
    ) { [context] call throws(HostFailure) in
      let message = try call.string(0)
      // With the level and the line's end.
      try call.chargeOutput(message.utf8.count + 8)
      try call.flushOutput()
      context.messages.log(level, message)
    }
  }
}
