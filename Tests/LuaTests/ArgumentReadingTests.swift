import Lua
import TestSupport
import Testing

/// Arguments are read directly from Lua's records if they have the expected layout, and through its API
/// otherwise. The results must be the same.
@Suite struct ArgumentReadingTests {
  /// Returns a description of every argument.
  private static func makeModule() -> HostModule {
    let texts = [HostParameter("text", .string), HostParameter("more", .string, isOptional: true)]
    let integers = [
      HostParameter("a", .integer()), HostParameter("b", .integer(-5...40), isOptional: true),
    ]
    let six = (1...6).map { HostParameter("p\($0)", .integer(), isOptional: $0 > 2) }
    let seven = (1...7).map { HostParameter("p\($0)", .integer(), isOptional: $0 > 2) }
    let mixed = [
      HostParameter("n", .number(-1...1e6)), HostParameter("flag", .boolean, isOptional: true),
      HostParameter("id", .either(.string, .integer(0...9)), isOptional: true),
    ]
    let others = [
      HostParameter("any", .any, isOptional: true),
      HostParameter("tags", .stringList, isOptional: true), HostParameter("t", .string),
    ]
    let choices = [
      HostParameter("kind", .choice(["low", "high"], numbers: [1, 2])), HostParameter("s", .string),
    ]
    let functions = [
      ("none", []), ("texts", texts), ("integers", integers), ("six", six), ("seven", seven),
      ("mixed", mixed), ("others", others), ("choices", choices),
    ].map { name, parameters in
      HostFunction(name, "Describes its arguments.", parameters: parameters) {
        (call: inout HostCall) throws(HostFailure) in
        let reply = call.reply
        reply.integer(parameters.count)
        for slot in parameters.indices {
          reply.string("\(call.kind(slot))")
          switch call.kind(slot) {
          case .integer: reply.integer(call.integer(slot))
          case .number: reply.number(call.number(slot))
          case .choice: reply.integer(call.choice(slot) ?? -1)
          case .string:
            reply.string(try call.string(slot))
            reply.value(try call.value(slot))
          case .absent: reply.nil()
          default: reply.value(try call.value(slot))
          }
        }
      }
    }
    return HostModule("host", "Describes its arguments.", functions: functions)
  }

  /// Values, written as Lua expressions.
  private static let values = [
    "nil", "true", "false", "0", "1", "2", "-5", "-6", "40", "41", "3.0", "-0.0", "2.5", "1e300",
    "0/0", "1/0", "math.maxinteger", "math.mininteger", "''", "'low'", "'7'", "'Ünïcode'",
    "'a\\0b'",
    "'\\xff'", "('x'):rep(39)", "('x'):rep(40)", "('x'):rep(41)", "('x'):rep(300)", "{}",
    "{'a', 'b'}",
    "{1}", "{a = 1}", "print", "function() end", "coroutine.create(print)", "10 // 1", "'3' + 4",
    "'a' .. 1",
  ]

  private static let names = [
    "none", "texts", "integers", "six", "seven", "mixed", "others", "choices",
  ]

  /// Calls with random arguments, each of which prints its outcome on a line.
  private static func script(seed: UInt64) -> String {
    var random = SplitMix64(state: seed)
    var lines = [
      """
      local function show(name, ...)
        local shown = table.pack(pcall(host[name], ...))
        for i = 1, shown.n do
          local value = shown[i]
          shown[i] = type(value) == 'table' and '{' .. #value .. '}' or math.type(value) == 'float'
            and ('%a'):format(value) or tostring(value):gsub('0x%x+', '…')
        end
        print(name, table.concat(shown, ' '))
      end
      """
    ]
    for _ in 0..<400 {
      let name = names[Int.random(in: names.indices, using: &random)]
      let count = Int.random(in: 0..<9, using: &random)
      let arguments = (0..<count).map { _ in values[Int.random(in: values.indices, using: &random)]
      }
      // From a coroutine too, which has a separate stack.
      let call = (["'\(name)'"] + arguments).joined(separator: ", ")
      lines.append(
        Int.random(in: 0..<4, using: &random) == 0
          ? "coroutine.wrap(show)(\(call))" : "show(\(call))")
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `arguments are the same when read directly and through the API`(seed: UInt64) {
    let code = Self.script(seed: seed)
    let limits = LuaLimits(wallTime: .seconds(60))
    var slower = limits
    slower.failsLayoutCheck = true
    let there = run(code, limits: limits, modules: [Self.makeModule()])
    let asked = run(code, limits: slower, modules: [Self.makeModule()])
    #expect(there.message == "no error")
    #expect(there.printed == asked.printed)
    #expect(there.printed.split(separator: "\n").count == 400)
    #expect(there.printed.contains("\ttrue "))
    #expect(there.printed.contains("expected "))
  }

  /// Otherwise no test fails, but all calls are slower.
  @Test func `the records of this Lua have the expected layout`() {
    var slower = LuaLimits()
    slower.failsLayoutCheck = true
    let known = withScriptThread {
      (try? LuaState(limits: LuaLimits()))?.readsArgumentsDirectly
    }
    let unknown = withScriptThread { [slower] in
      (try? LuaState(limits: slower))?.readsArgumentsDirectly
    }
    #expect(known == true)
    #expect(unknown == false)
  }

  @Test func `a call within a call keeps its arguments`() {
    let add = HostFunction(
      "add", "Adds.", parameters: [HostParameter("a", .integer()), HostParameter("b", .integer())]
    ) { call in call.reply.integer(call.integer(0) &+ call.integer(1)) }
    let around = HostFunction(
      "around", "Calls a function, and then describes its own arguments.",
      parameters: [HostParameter("f", .function), HostParameter("n", .integer())]
    ) { (call: inout HostCall) throws(HostFailure) in
      guard let function = try call.function(0) else { return }
      do throws(LuaError) {
        let inner = try function.call(.integer(call.integer(1) &* 10))
        call.reply.value(inner.first ?? .nil)
      } catch {
        throw .script(error)
      }
      call.reply.integer(call.integer(1))
    }
    let code = """
      local function f(n)
        local inner, own = host.around(function(m) return host.add(m, n) end, 7)
        return host.add(inner, own)
      end
      return host.around(f, 2)
      """
    // 7 * 10 + 20 = 90, and 90 + 7 = 97.
    let outcome = run(code, modules: [HostModule("host", "Nests.", functions: [add, around])])
    #expect(outcome.values == [.integer(97), .integer(2)])
  }
}
