import Lua
import Rules

/// `log`: lines for the person who watches.
struct LogModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "log", "Lines for the person who watches; they go to standard error.",
      functions: [
        function(
          .debug, "Says something for whoever looks for a fault; shown with --log-level debug.",
          "log.debug(\"row 7\", {title = \"Read\"})"),
        function(.info, "Says something for the record.", "log.info(\"imported 12 rows\")"),
        function(.warn, "Says that something wants a look.", "log.warn(\"row 7 has no title\")"),
        function(.error, "Says that something went wrong.", "log.error(\"no rows at all\")"),
      ])
  }

  private func function(_ level: LogLevel, _ summary: String, _ example: String) -> HostFunction {
    HostFunction(
      level.rawValue, summary,
      parameters: [
        HostParameter("message", .string, "The line."),
        HostParameter(
          "fields", .any, "A table of what belongs to it: told behind the line, or as JSON.",
          isOptional: true),
      ],
      example: example
    ) { [context] call throws(HostFailure) in
      let message = try call.string(0)
      // With the level and the line's end.
      try call.chargeOutput(message.utf8.count + 8)
      var fields: JSONValue?
      if call.isPresent(1) {
        guard case .object(let members) = try call.value(1).json else {
          throw .argument(1, expected: "a table with names", got: "something else")
        }
        fields = .object(members)
        try call.chargeOutput(fields?.text().utf8.count ?? 0)
      }
      try call.flushOutput()
      context.messages.log(level, message, fields)
    }
  }
}
