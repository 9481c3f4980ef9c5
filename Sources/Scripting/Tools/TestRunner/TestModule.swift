import Calendar
import Lua
import Rules
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
  /// Runs a script by its path.
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

  private var eq: HostFunction {
    HostFunction(
      "eq", "Checks that two values are equal; tables are equal if their contents are.",
      parameters: [
        .optional("actual", .any, "The actual value."),
        .optional("expected", .any, "The expected value."), Self.message,
      ],
      example: """
        test("adding", function(t) t.eq(1 + 1, 2) t.eq({a = {1}}, {a = {1}}) end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (actual, expected) = (try call.value("actual"), try call.value("expected"))
      if let difference = LuaDifference(expected, actual) {
        try fail(call, "eq", difference.text)
      }
    }
  }

  private var ne: HostFunction {
    HostFunction(
      "ne", "Checks that two values are not equal.",
      parameters: [
        .optional("actual", .any, "The actual value."),
        .optional("unexpected", .any, "The value that is not expected."),
        Self.message,
      ],
      example: """
        test("ids differ", function(t)
          t.ne(spark.add{title = "a", category = "idea"}.id, spark.add{title = "b", category = "idea"}.id)
        end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (actual, unexpected) = (try call.value("actual"), try call.value("unexpected"))
      if LuaDifference(unexpected, actual) == nil {
        try fail(
          call, "ne", "expected anything but \(LuaDifference.shown(unexpected))")
      }
    }
  }

  private var ok: HostFunction {
    HostFunction(
      "ok", "Checks that a value is neither nil nor false.",
      parameters: [
        .optional("value", .any, "The actual value."),
        .optional(
          "message", .any,
          "The message if the check fails; a number, as from t.ok(s:find(\"x\")), is ignored."),
      ],
      example: """
        test("there is a profile", function(t) t.ok(profile()) end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let isFalse = call.kind("value") == .boolean && !call.boolean("value")
      if !call.isPresent("value") || isFalse {
        try fail(
          call, "ok", "expected a true value, got \(isFalse ? "false" : "nil")")
      }
    }
  }

  private var near: HostFunction {
    HostFunction(
      "near", "Checks that two numbers differ by no more than a tolerance.",
      parameters: [
        HostParameter("actual", .number(), "The actual number."),
        HostParameter("expected", .number(), "The expected number."),
        HostParameter("tolerance", .number(0...Double.infinity), "The maximum difference."),
        Self.message,
      ],
      example: """
        test("a third", function(t) t.near(1 / 3, 0.333, 0.001) end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (actual, expected) = (call.number("actual"), call.number("expected"))
      // Not `>`, since a comparison with NaN is false.
      if !(abs(actual - expected) <= call.number("tolerance")) {
        try fail(
          call, "near",
          "expected \(LuaDifference.shown(.number(expected))) ± \(call.number("tolerance")), got "
            + LuaDifference.shown(.number(actual)))
      }
    }
  }

  private var has: HostFunction {
    HostFunction(
      "has", "Checks that a text contains another text literally.",
      parameters: [
        HostParameter("text", .string, "The actual text."),
        HostParameter("part", .string, "The text that it must contain."), Self.message,
      ],
      example: """
        test("it greets", function(t) t.has("Good morning", "morning") end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (text, part) = (try call.string("text"), try call.string("part"))
      if !part.isEmpty && !text.utf8.contains(part.utf8) {
        try fail(
          call, "has", "expected \(Suggestion.quoted(part)) in \(Suggestion.quoted(text))")
      }
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
      parameters: [HostParameter("at", .time, "A timestamp in the profile's zone.")],
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
      guard let session, let instant = try call.instant("at", session.zone) else { return }
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
