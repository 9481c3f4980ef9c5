import FlintJSON
import Lua
import FlintRules

struct LogModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "log", "Log messages, written to standard error.",
      functions: [
        function(
          .debug, "Logs a message for debugging; shown with --log-level debug.",
          "log.debug(\"row 7\", {title = \"Read\"})"),
        function(.info, "Logs an informational message.", "log.info(\"imported 12 rows\")"),
        function(.warn, "Logs a warning.", "log.warn(\"row 7 has no title\")"),
        function(.error, "Logs an error; the script continues.", "log.error(\"no rows at all\")"),
      ])
  }

  private func function(_ level: LogLevel, _ summary: String, _ example: String) -> HostFunction {
    HostFunction(
      level.rawValue, summary,
      parameters: [
        HostParameter("message", .string, "The message."),
        .optional(
          "fields", .any, "A table of further values by name; shown after the message, or as JSON."),
      ],
      example: example
    ) { [context] call throws(HostFailure) in
      let message = try call.string("message")
      // The level and the line end are printed with the message.
      try call.chargeOutput(message.utf8.count + 8)
      var fields: JSONValue?
      if call.isPresent("fields") {
        guard case .object(let members) = try call.value("fields").json else {
          throw .argument("fields", expected: "a table of values by name", got: "something else")
        }
        fields = .object(members)
        try call.chargeOutput(fields?.text().utf8.count ?? 0)
      }
      try call.flushOutput()
      context.messages.log(level, message, fields)
    }
  }
}
