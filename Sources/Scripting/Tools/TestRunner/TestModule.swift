import FlintCalendar
import Lua
import FlintRules
import Sessions

/// The functions of test files in addition to the rest of the API: `test`, and the functions of
/// `t`.
final class TestModule {
  /// The tests that were declared, in order.
  private(set) var tests: [Declared] = []
  /// The number of checks executed so far.
  private(set) var checks = 0
  /// Whether a test is running, so that no other can be declared.
  var isRunning = false
  var session: Session?
  /// Returns the output printed so far.
  var printed: () -> [UInt8] = { [] }
  var runScript: (borrowing HostCall, String, [String]) throws(HostFailure) -> Void = { _, _, _ in
  }

  struct Declared {
    let name: String
    let line: Int?
    let function: LuaFunction

    func call() throws(LuaError) {
      _ = try function.call(writing: {
        $0.beginObject(of: "t")
        $0.end()
      })
    }
  }

  var names: [String] { tests.map(\.name) }

  var modules: [HostModule] {
    [
      HostModule("", "Declaring tests.", functions: [test]),
      HostModule(
        "t",
        "The argument of a test: checks and a clock. The last argument of a check is a message.",
        functions: [eq, ne, ok, near, has, fails, run, clock, output]),
    ]
  }

  // MARK: Declaring

  private var test: HostFunction {
    HostFunction(
      "test", "Declares a test. It runs on a new profile, with its own clock.",
      parameters: [
        HostParameter("name", .string, "A statement that is true if the test succeeds."),
        HostParameter("body", .function, "The test; its argument is t."),
      ],
      example: """
        test("a spark brings points", function(t)
          local s = spark.add{title = "Read", category = "idea"}
          t.ok(s.points > 0)
          t.eq(spark.count(), 1)
        end)
        """
    ) { [self] call throws(HostFailure) in
      let name = try call.string("name")
      if isRunning { throw .message("test: a test cannot declare another") }
      if name.isEmpty { throw .argument("name", expected: "a name", got: "\"\"") }
      if names.contains(name) {
        throw .message("test: there is a test \(Suggestion.quoted(name)) already")
      }
      guard let function = try call.function("body") else { return }
      tests.append(Declared(name: name, line: call.caller?.line, function: function))
    }
  }

  // MARK: Checks

  private static let message = HostField.optional(
    "message", .string, "The message if the check fails.")

  private func fail(
    _ call: borrowing HostCall, _ name: String, _ text: String
  ) throws(HostFailure) {
    let isGiven = call.kind("message") == .string
    let message = isGiven ? "\(try call.string("message")): " : ""
    throw .message("t.\(name): \(message)\(text)")
  }

  /// - Parameter problem: returns the reason why the check fails; `nil` if it succeeds.
  private func check(
    _ name: String, _ summary: String, _ parameters: HostParameter...,
    message: HostParameter = TestModule.message, example: String,
    problem: @escaping (borrowing HostCall) throws(HostFailure) -> String?
  ) -> HostFunction {
    HostFunction(name, summary, parameters: parameters + [message], example: example) {
      [self] call throws(HostFailure) in
      checks += 1
      if let problem = try problem(call) { try fail(call, name, problem) }
    }
  }

  private var eq: HostFunction {
    check(
      "eq", "Checks that two values are equal; tables are equal if their contents are.",
      .optional("actual", .any, "The actual value."),
      .optional("expected", .any, "The expected value."),
      example: """
        test("adding", function(t) t.eq(1 + 1, 2) t.eq({a = {1}}, {a = {1}}) end)
        """
    ) { call throws(HostFailure) in
      let (actual, expected) = (try call.value("actual"), try call.value("expected"))
      return LuaDifference(expected, actual)?.text
    }
  }

  private var ne: HostFunction {
    check(
      "ne", "Checks that two values are not equal.",
      .optional("actual", .any, "The actual value."),
      .optional("unexpected", .any, "The value that is not expected."),
      example: """
        test("ids differ", function(t)
          t.ne(spark.add{title = "a", category = "idea"}.id, spark.add{title = "b", category = "idea"}.id)
        end)
        """
    ) { call throws(HostFailure) in
      let (actual, unexpected) = (try call.value("actual"), try call.value("unexpected"))
      return LuaDifference(unexpected, actual) == nil
        ? "expected anything but \(LuaDifference.shown(unexpected))" : nil
    }
  }

  private var ok: HostFunction {
    check(
      "ok", "Checks that a value is neither nil nor false.",
      .optional("value", .any, "The actual value."),
      message: .optional(
        "message", .any,
        "The message if the check fails; a number, as from t.ok(s:find(\"x\")), is ignored."),
      example: """
        test("there is a profile", function(t) t.ok(profile()) end)
        """
    ) { call throws(HostFailure) in
      if !call.isPresent("value") { return "expected a true value, got nil" }
      let isFalse = call.kind("value") == .boolean && !call.boolean("value")
      return isFalse ? "expected a true value, got false" : nil
    }
  }

  private var near: HostFunction {
    check(
      "near", "Checks that two numbers differ by no more than a tolerance.",
      HostParameter("actual", .number(), "The actual number."),
      HostParameter("expected", .number(), "The expected number."),
      HostParameter("tolerance", .number(0...Double.infinity), "The maximum difference."),
      example: """
        test("a third", function(t) t.near(1 / 3, 0.333, 0.001) end)
        """
    ) { call throws(HostFailure) in
      let (actual, expected) = (call.number("actual"), call.number("expected"))
      // Not `>`, since a comparison with NaN is false.
      if abs(actual - expected) <= call.number("tolerance") { return nil }
      return
        "expected \(LuaDifference.shown(.number(expected))) ± \(call.number("tolerance")), got "
        + LuaDifference.shown(.number(actual))
    }
  }

  private var has: HostFunction {
    check(
      "has", "Checks that a text contains another text literally.",
      HostParameter("text", .string, "The actual text."),
      HostParameter("part", .string, "The text that it must contain."),
      example: """
        test("it greets", function(t) t.has("Good morning", "morning") end)
        """
    ) { call throws(HostFailure) in
      let (text, part) = (try call.string("text"), try call.string("part"))
      if part.isEmpty || text.utf8.contains(part.utf8) { return nil }
      return "expected \(Suggestion.quoted(part)) in \(Suggestion.quoted(text))"
    }
  }

  private var run: HostFunction {
    HostFunction(
      "run",
      "Runs a script as flint run does, with arguments, in the test's state and on its profile; "
        + "the test can read the files that it writes. Errors of the script are raised here, as "
        + "are those of fail and of wrong arguments; pcall catches them.",
      parameters: [
        HostParameter("path", .string, "The script's path, relative to the test file's directory."),
        .optional("arguments", .stringList, "The arguments of the script."),
      ],
      returns: HostResult("output", "string", "The output of the script."),
      example: """
        test("the report shows the number of sparks", function(t)
          spark.add{title = "Read", category = "idea"}
          fs.write("report.lua", "print(spark.count(), arg[1])")
          t.eq(t.run("report.lua", {"x"}), "1\\tx\\n")
        end)
        """
    ) { [self] call throws(HostFailure) in
      let path = try call.string("path")
      let arguments = try call.strings("arguments")
      try call.flushOutput()
      let before = printed().count
      try runScript(call, path, arguments)
      try call.flushOutput()
      let bytes = Array(printed().dropFirst(before))
      call.reply.string(bytes.span)
    }
  }

  private var fails: HostFunction {
    HostFunction(
      "fails", "Checks that a function raises an error whose message contains a text.",
      parameters: [
        HostParameter("body", .function, "The function, which is called without arguments."),
        .optional("text", .string, "The text that the message must contain."),
        Self.message,
      ],
      returns: HostResult("error", "string", "The message."),
      example: """
        test("titles are needed", function(t)
          t.fails(function() spark.add{title = "", category = "idea"} end, "not empty")
        end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      guard let body = try call.function("body") else { return }
      do throws(LuaError) {
        _ = try body.call()
      } catch {
        if case .stopped = error.code { throw .script(error) }
        if let text = try call.optionalString("text"), !error.message.contains(text) {
          try fail(
            call, "fails",
            "expected an error with \(Suggestion.quoted(text)), got "
              + Suggestion.quoted(error.message))
        }
        return call.reply.string(error.message)
      }
      try fail(call, "fails", "expected an error, got none")
    }
  }

  // MARK: The clock and the output

  private var clock: HostFunction {
    HostFunction(
      "clock", "Sets the current time of this test; it can only advance.",
      parameter: HostParameter("at", .time, "A timestamp in the profile's zone."),
      example: """
        test("streaks grow by the day", function(t)
          for day = 1, 3 do
            t.clock("2027-01-0" .. day .. "T09:00")
            spark.add{title = "Read", category = "idea"}
          end
          t.eq(profile().streak, 3)
        end)
        """
    ) { [self] call throws(HostFailure) in
      guard let session, let instant = try call.instant("at", session) else { return }
      guard instant >= session.now else {
        throw .argument(
          "at", expected: "a time not before \(session.zone.text(session.now))",
          got: "\(session.zone.text(instant))")
      }
      session.setClock(to: instant, until: instant)
    }
  }

  private var output: HostFunction {
    HostFunction(
      "output", "Returns the output printed and logged so far.",
      returns: HostResult("text", "string", "The output."),
      example: """
        test("it says so", function(t)
          print("done")
          t.eq(t.output(), "done\\n")
        end)
        """
    ) { [self] call throws(HostFailure) in
      try call.flushOutput()
      let bytes = printed()
      call.reply.string(bytes.span)
    }
  }
}
