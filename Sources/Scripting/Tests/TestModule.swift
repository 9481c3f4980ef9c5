import Lua
import Rules
import Sessions

/// What test files can call besides the rest of the API: `test`, and the functions of `t`.
final class TestModule {
  /// The tests that were declared, in order.
  private(set) var tests: [Declared] = []
  /// Checks made so far.
  private(set) var checks = 0
  /// Whether a test is being run, so that none can be declared.
  var isRunning = false
  var session: Session?
  /// What was printed so far.
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
        "t", "What a test is given: checks, and its clock. Each check takes a message last.",
        functions: [eq, ne, ok, near, has, fails, run, clock, output]),
    ]
  }

  // MARK: Declaring

  private var test: HostFunction {
    HostFunction(
      "test", "Declares a test. It is run on a new profile, with a clock of its own.",
      parameters: [
        HostParameter("name", .string, "What holds when it succeeds."),
        HostParameter("body", .function, "Given t."),
      ],
      example: """
        test("a spark brings points", function(t)
          local s = spark.add{title = "Read", category = "idea"}
          t.ok(s.points > 0)
          t.eq(spark.count(), 1)
        end)
        """
    ) { [self] call throws(HostFailure) in
      let name = try call.string(0)
      if isRunning { throw .message("test: a test cannot declare another") }
      if name.isEmpty { throw .argument(0, expected: "a name", got: "\"\"") }
      if names.contains(name) {
        throw .message("test: there is a test \(Suggestion.quoted(name)) already")
      }
      guard let function = try call.function(1) else { return }
      tests.append(Declared(name: name, line: call.caller?.line, function: function))
    }
  }

  // MARK: Checks

  private static let message = HostParameter(
    "message", .string, "Said when it fails.", isOptional: true)

  private func fail(
    _ call: borrowing HostCall, _ name: String, _ text: String, message slot: Int
  ) throws(HostFailure) {
    let message = call.kind(slot) == .string ? "\(try call.string(slot)): " : ""
    throw .message("t.\(name): \(message)\(text)")
  }

  private var eq: HostFunction {
    HostFunction(
      "eq", "Two values are equal; tables if all that is in them is.",
      parameters: [
        HostParameter("actual", .any, "What came out.", isOptional: true),
        HostParameter("expected", .any, "What should have.", isOptional: true), Self.message,
      ],
      example: """
        test("adding", function(t) t.eq(1 + 1, 2) t.eq({a = {1}}, {a = {1}}) end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (actual, expected) = (try call.value(0), try call.value(1))
      if let difference = LuaDifference(expected, actual) {
        try fail(call, "eq", difference.text, message: 2)
      }
    }
  }

  private var ne: HostFunction {
    HostFunction(
      "ne", "Two values are not equal.",
      parameters: [
        HostParameter("actual", .any, "What came out.", isOptional: true),
        HostParameter("unexpected", .any, "What should not have.", isOptional: true), Self.message,
      ],
      example: """
        test("ids differ", function(t)
          t.ne(spark.add{title = "a", category = "idea"}.id, spark.add{title = "b", category = "idea"}.id)
        end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (actual, unexpected) = (try call.value(0), try call.value(1))
      if LuaDifference(unexpected, actual) == nil {
        try fail(
          call, "ne", "expected anything but \(LuaDifference.shown(unexpected))", message: 2)
      }
    }
  }

  private var ok: HostFunction {
    HostFunction(
      "ok", "A value is neither nil nor false.",
      parameters: [
        HostParameter("value", .any, "What came out.", isOptional: true),
        HostParameter(
          "message", .any,
          "Said when it fails, if it is a text: t.ok(s:find(\"x\")) gives a number.",
          isOptional: true),
      ],
      example: """
        test("there is a profile", function(t) t.ok(profile()) end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let isFalse = call.kind(0) == .boolean && !call.boolean(0)
      if !call.isPresent(0) || isFalse {
        try fail(
          call, "ok", "expected something true, got \(isFalse ? "false" : "nil")", message: 1)
      }
    }
  }

  private var near: HostFunction {
    HostFunction(
      "near", "Two numbers differ by no more than a tolerance.",
      parameters: [
        HostParameter("actual", .number(), "What came out."),
        HostParameter("expected", .number(), "What should have."),
        HostParameter("tolerance", .number(0...Double.infinity), "How much they may differ."),
        Self.message,
      ],
      example: """
        test("a third", function(t) t.near(1 / 3, 0.333, 0.001) end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (actual, expected) = (call.number(0), call.number(1))
      // Not a greater-than: nothing is near to NaN.
      if !(abs(actual - expected) <= call.number(2)) {
        try fail(
          call, "near",
          "expected \(LuaDifference.shown(.number(expected))) ± \(call.number(2)), got "
            + LuaDifference.shown(.number(actual)), message: 3)
      }
    }
  }

  private var has: HostFunction {
    HostFunction(
      "has", "A text contains another, as it is written.",
      parameters: [
        HostParameter("text", .string, "What came out."),
        HostParameter("part", .string, "What should be in it."), Self.message,
      ],
      example: """
        test("it greets", function(t) t.has("Good morning", "morning") end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      let (text, part) = (try call.string(0), try call.string(1))
      if !part.isEmpty && !text.utf8.contains(part.utf8) {
        try fail(
          call, "has", "expected \(Suggestion.quoted(part)) in \(Suggestion.quoted(text))",
          message: 2)
      }
    }
  }

  private var run: HostFunction {
    HostFunction(
      "run",
      "Runs a script as flint run does, with arguments, in this test's state and on its profile; "
        + "what it would write is there for the test. Errors come through; here fail and what is wrong "
        + "with the arguments are errors too, which pcall catches.",
      parameters: [
        HostParameter("path", .string, "The script; from the test file's directory if relative."),
        HostParameter("arguments", .stringList, "What it is given.", isOptional: true),
      ],
      returns: [HostResult("output", "string", "What it printed.")],
      example: """
        test("the report tells of sparks", function(t)
          spark.add{title = "Read", category = "idea"}
          fs.write("report.lua", "print(spark.count(), arg[1])")
          t.eq(t.run("report.lua", {"x"}), "1\\tx\\n")
        end)
        """
    ) { [self] call throws(HostFailure) in
      let path = try call.string(0)
      let arguments = call.isPresent(1) ? try call.strings(1) : []
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
      "fails", "A function raises an error, whose message contains a text.",
      parameters: [
        HostParameter("body", .function, "Called without anything."),
        HostParameter("text", .string, "What the message contains.", isOptional: true),
        Self.message,
      ],
      returns: [HostResult("error", "string", "The message.")],
      example: """
        test("titles are needed", function(t)
          t.fails(function() spark.add{title = "", category = "idea"} end, "not empty")
        end)
        """
    ) { [self] call throws(HostFailure) in
      checks += 1
      guard let body = try call.function(0) else { return }
      do throws(LuaError) {
        _ = try body.call()
      } catch {
        if case .stopped = error.code { throw .script(error) }
        if let text = try call.optionalString(1), !error.message.contains(text) {
          try fail(
            call, "fails",
            "expected an error with \(Suggestion.quoted(text)), got "
              + Suggestion.quoted(error.message), message: 2)
        }
        return call.reply.string(error.message)
      }
      try fail(call, "fails", "expected an error, got none", message: 2)
    }
  }

  // MARK: The clock, and what was printed

  private var clock: HostFunction {
    HostFunction(
      "clock", "Sets what counts as now in this test; it never goes back.",
      parameters: [HostParameter("at", .time, "A timestamp, in the profile's zone.")],
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
      guard let session, let instant = try call.instant(0, session.zone) else { return }
      guard instant >= session.now else {
        throw .argument(
          0, expected: "a time from now (\(session.zone.text(session.now))) on",
          got: "\(session.zone.text(instant))")
      }
      session.play(at: instant, until: instant)
    }
  }

  private var output: HostFunction {
    HostFunction(
      "output", "What was printed and logged so far.",
      returns: [HostResult("text", "string")],
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
