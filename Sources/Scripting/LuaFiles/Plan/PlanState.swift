import FlintCalendar
import Lua
import Players
import FlintRules
import Sessions

/// A Lua state in which a plan's file has run: its result, and its functions.
final class PlanState {
  /// The result of the file.
  private(set) var value = LuaValue.nil
  private(set) var functions: [LuaFunction] = []
  /// Whether the file has a function `day`.
  private(set) var isScripted = false
  /// The assertions about the results, in the order of the calls.
  private(set) var assertions: [Assertion] = []
  private var play: LuaFunction?
  private var renewal: LuaFunction?
  /// Whether no player has been played since the file ran.
  private var isFresh = true
  private let state: LuaState
  let context: ScriptContext
  private let days = PlanDays()

  /// Runs a plan's file. Must be called on a thread with a stack of several megabytes.
  ///
  /// - Throws: `LuaError`.
  init(_ text: PlanText, limits: LuaLimits, started: (LuaStopper) -> Void = { _ in })
    throws(LuaError)
  {
    context = ScriptContext(
      hasFixedClock: true, files: text.grants,
      messages: ScriptContext.Messages()
    ) { throw PlanAbsence() }
    context.profile.absence =
      "there is no player yet; write the actions of players in day(player, today)"
    let received = Received()
    let days = days
    let plain = PlainSparks()
    let host = HostModule(
      "flint_plan_host", "",
      functions: [
        HostFunction(
          "take", "",
          parameters: [
            .optional("result", .any), HostParameter("day", .string),
            HostParameter("play", .function), HostParameter("renew", .function),
          ]
        ) { call throws(HostFailure) in
          (received.value, received.functions) = try call.valueWithFunctions("result")
          received.day = try call.string("day")
          received.play = try call.function("play")
          received.renewal = try call.function("renew")
        },
        HostFunction("advance", "") { call throws(HostFailure) in
          guard let advance = days.advance, let day = advance() else { return call.reply.nil() }
          days.date = day.date
          call.reply.integer(day.number)
        },
        HostFunction(
          "record", "",
          parameters: [HostParameter("entries", .any), HostParameter("first", .integer())]
        ) { [context] call throws(HostFailure) in
          let first = call.integer("first")
          guard let count = call.listLength("entries", isKnown: first > 1) else {
            return call.reply.integer(0)
          }
          let next = try plain.record(call, first: first, through: count, context.session())
          if next <= count { call.reply.integer(next) } else { call.reply.nil() }
        },
        HostFunction("date", "") { call throws(HostFailure) in
          call.reply.string(days.date.description)
          call.reply.constant(days.date.weekdayName)
        },
      ])
    let assertions = PlanAssertions()
    context.planAssertions = assertions
    state = try LuaState(
      limits: limits, modules: ScriptAPI.modules(context) + [host],
      environment: LuaEnvironment(
        write: { _ in true },
        readModule: { name in
          name == PlanFrame.module
            ? .source(text.source, chunkName: "@\(text.path)")
            : Script.module(name, in: [text.directory])
        },
        random: { [context] in context.fillRandom($0) },
        seedRandom: { [context] in context.seedRandom($0) }))
    started(state.stopper)
    _ = try state.run(source: Array(PlanFrame.text.utf8), chunkName: "=(plan)")
    try state.disarm()
    value = received.value
    functions = received.functions
    isScripted = received.day == "function"
    play = received.play
    renewal = received.renewal
    self.assertions = assertions.all
    context.planAssertions = nil
  }

  /// Runs the file again if a player has been played since it ran, so that no state of that player
  /// is left. Must be called before each player, and before the player's session exists.
  func renew() throws(LuaError) {
    defer { isFresh = false }
    if isFresh { return }
    state.forgetModules()
    change(to: nil)
    // The assertions have been recorded in the first run.
    context.planAssertions = PlanAssertions()
    defer { context.planAssertions = nil }
    _ = try renewal?.call(writing: { _ in })
    try renewal?.disarm()
  }

  /// Changes to the profile of a player, or to none.
  func change(to session: Session?) {
    context.change(to: session)
    state.forgetRandom()
  }

  /// Plays a player to the end of the horizon.
  ///
  /// - Parameters:
  ///   - number: the player's number.
  ///   - segment: the name of the player's segment, if the plan has segments.
  ///   - advance: advances to the next day; `nil` at the end of the horizon.
  /// - Returns: the values of the plan's own measures, by name.
  func play(
    _ number: Int64, segment: String?, _ advance: @escaping () -> (number: Int64, date: CivilDay)?
  ) throws(LuaError) -> LuaValue {
    days.advance = advance
    defer { days.advance = nil }
    let results = try play?.call(writing: { arguments in
      arguments.integer(number + 1)
      if let segment { arguments.string(segment) }
    })
    guard let results else { return .nil }
    try play?.disarm()
    return results.first ?? .nil
  }

  /// The values that the file passes to the host.
  private final class Received {
    var value = LuaValue.nil
    var functions: [LuaFunction] = []
    var day = ""
    var play: LuaFunction?
    var renewal: LuaFunction?
  }
}

private final class PlanDays {
  var date = CivilDay(number: 0)
  var advance: (() -> (number: Int64, date: CivilDay)?)?
}

private struct PlanAbsence: Error {}

extension CivilDay {
  fileprivate var weekdayName: StaticString {
    switch weekday {
    case 0: "Monday"
    case 1: "Tuesday"
    case 2: "Wednesday"
    case 3: "Thursday"
    case 4: "Friday"
    case 5: "Saturday"
    default: "Sunday"
    }
  }
}
