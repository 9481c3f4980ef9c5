import Lua
import Testing

/// Counts from 1 to `last`, yielding five values; records when it is closed.
private final class Counter: HostIterator {
  var current: Int64 = 0
  let last: Int64
  let onClose: () -> Void

  init(last: Int64, onClose: @escaping () -> Void) {
    self.last = last
    self.onClose = onClose
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    guard current < last else { return false }
    current += 1
    if current == 13 { throw .message("thirteen is refused") }
    reply.integer(current)
    reply.string("n\(current)")
    reply.boolean(current % 2 == 0)
    reply.number(Double(current) / 2)
    reply.constant("five")
    return true
  }

  func close() { onClose() }
}

private struct Disk: Error, CustomStringConvertible {
  var description: String { "disk on fire" }
}

/// Modules that show each feature once.
func sampleModules(onClose: @escaping () -> Void = {}) -> [HostModule] {
  let categories = ["decision", "energy", "idea", "experiment", "challenge"]
  let add = HostFunction(
    "add", "Adds a spark.",
    parameters: [
      HostParameter(
        "spark",
        .table([
          HostField("category", .choice(categories)),
          HostField(
            "intensity", .choice(["low", "medium", "high", "extreme"], numbers: [1, 2, 3, 4]),
            isOptional: true),
          HostField("title", .string),
          HostField("minutes", .integer(0...1440), isOptional: true),
          HostField("tags", .stringList, isOptional: true),
          HostField(
            "range", .table([HostField("from", .integer()), HostField("extra", .any)]),
            isOptional: true),
        ]))
    ]
  ) { (call: inout HostCall) throws(HostFailure) in
    if call.integer(3) == 1000 {
      throw .argument(3, expected: "a sane number", got: "1000")
    }
    let reply = call.reply
    reply.beginTable()
    reply.field("category", call.choice(0) ?? -1)
    reply.field("intensity", call.choice(1) ?? -1)
    reply.field("title", try call.string(2))
    reply.field("minutes", call.integer(3))
    reply.field("tags")
    reply.value(.array(try call.strings(4).map(LuaValue.text)))
    reply.field("from", call.integer(5))
    reply.field("extra")
    reply.value(try call.value(6))
    reply.end()
  }
  let roll = HostFunction(
    "roll", "Rolls.",
    parameters: [
      HostParameter("category", .choice(categories)),
      HostParameter("count", .integer(1...10), isOptional: true),
    ]
  ) { call in
    if call.isPresent(1) { return call.reply.integer(call.integer(1)) }
    call.refuse("no_token", "no roll token is left") { $0.field("tokens", 0) }
  }
  let misc: [HostFunction] = [
    HostFunction(
      "sum", "Adds.", parameters: [HostParameter("a", .integer()), HostParameter("b", .integer())]
    ) { call in call.reply.integer(call.integer(0) &+ call.integer(1)) },
    HostFunction("echo", "Echoes.", parameters: [HostParameter("value", .any, isOptional: true)]) {
      (call: inout HostCall) throws(HostFailure) in call.reply.value(try call.value(0))
    },
    HostFunction(
      "half", "Halves.", parameters: [HostParameter("x", .number(0...100))]
    ) { call in call.reply.number(call.number(0) / 2) },
    HostFunction("none", "Nothing.") { _ in },
    HostFunction("fatal", "Fails for good.") { (_: inout HostCall) throws(HostFailure) in
      throw .fatal(Disk())
    },
    HostFunction("fail", "Fails.") { (call: inout HostCall) throws(HostFailure) in
      call.reply.beginTable()
      throw .message("it failed")
    },
    HostFunction("where", "Returns the caller's position.") { call in
      if let caller = call.caller { call.reply.string("\(caller.chunk) \(caller.line)") }
    },
    HostFunction("each", "Counts.", parameters: [HostParameter("last", .integer())]) { call in
      call.reply.iterator(Counter(last: call.integer(0), onClose: onClose))
    },
    HostFunction(
      "either", "Takes a name or a number.",
      parameters: [HostParameter("id", .either(.string, .integer()))]
    ) { (call: inout HostCall) throws(HostFailure) in
      if call.kind(0) == .integer {
        call.reply.integer(call.integer(0))
      } else {
        call.reply.string(try call.string(0))
      }
    },
    HostFunction(
      "apply", "Calls back.",
      parameters: [
        HostParameter("f", .function), HostParameter("text", .string),
        HostParameter("times", .integer()),
      ]
    ) { (call: inout HostCall) throws(HostFailure) in
      guard let function = try call.function(0) else { return }
      call.reply.beginArray()
      for index in 0..<call.integer(2) {
        do throws(LuaError) {
          let results = try function.call(.integer(index), .text("x"))
          call.reply.value(results.first ?? .nil)
        } catch {
          throw .script(error)
        }
      }
      call.reply.string(try call.string(1))
      call.reply.end()
    },
  ]
  return [
    HostModule(
      "spark", "Sparks.", denial: "points and cards are derived, a script cannot write them",
      functions: [add]),
    HostModule("card", "Cards.", functions: [roll]),
    HostModule("", "Globals.", functions: misc),
  ]
}

@Suite struct HostFunctionTests {
  private func message(_ code: String) -> String { run(code, modules: sampleModules()).message }

  @Test func `arguments arrive and results return`() {
    let code = """
      local r = spark.add { category = 'idea', intensity = 'high', title = 'Ünïcode', minutes = 5.0,
        tags = { 'a', 'b' }, range = { from = 7, extra = { 1, { x = true } } } }
      local s = spark.add { category = 'energy', intensity = 4, title = '' }
      return r.category, r.intensity, r.title, r.minutes, table.concat(r.tags, ','), r.from,
        r.extra[2].x, s.intensity, s.minutes, sum(2, 3), half(3), select('#', none())
      """
    #expect(
      run(code, modules: sampleModules()).values == [
        .integer(2), .integer(2), .text("Ünïcode"), .integer(5), .text("a,b"), .integer(7),
        .boolean(true), .integer(3), .integer(0), .integer(5), .number(1.5), .integer(0),
      ])
  }

  @Test(arguments: [
    (
      #"spark.add{ category = "idea", title = "x", intensity = "hgih" }"#,
      #"spark.add: field "intensity": expected low, medium, high or extreme (or 1 to 4), got "hgih" (did you mean "high"?)"#
    ),
    (
      #"spark.add{ category = "idea", titel = "x" }"#,
      #"spark.add: unknown field "titel" (did you mean "title"?)"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", qwerty = 1, zzz = 2, abc = 3 }"#,
      #"spark.add: unknown field "abc""#
    ),
    (
      #"spark.add{ category = "idea" }"#,
      #"spark.add: field "title": expected string, got nothing"#
    ),
    (
      #"spark.add{ category = "idea", title = 5 }"#,
      #"spark.add: field "title": expected string, got number"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", minutes = 1441 }"#,
      #"spark.add: field "minutes": expected integer from 0 to 1440, got 1441"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", minutes = 1.5 }"#,
      #"spark.add: field "minutes": expected integer from 0 to 1440, got 1.5"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", tags = { "a", 2 } }"#,
      #"spark.add: field "tags": expected string at item 2, got number"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", tags = { "a", x = "b" } }"#,
      #"spark.add: field "tags": expected list of strings, got table with other keys"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", range = { from = "y", extra = 1 } }"#,
      #"spark.add: field "range.from": expected integer, got string"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", range = { from = 1, extra = print } }"#,
      #"spark.add: field "range.extra": expected plain values, got function"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", range = { form = 1, extra = 1 } }"#,
      #"spark.add: unknown field "range.form" (did you mean "from"?)"#
    ),
    (
      #"spark.add{ "idea", category = "idea", title = "x" }"#,
      #"spark.add: argument 1 "spark": expected fields with names, got the key 1"#
    ),
    (
      #"spark.add{ category = "idea", title = "x", minutes = 1000 }"#,
      #"spark.add: field "minutes": expected a sane number, got 1000"#
    ),
    (
      #"spark.add{ category = "idea", title = "a\xff" }"#,
      #"spark.add: field "title": expected text in UTF-8, got an invalid byte at 2"#
    ),
    (#"spark.add()"#, #"spark.add: argument 1 "spark": expected table, got nothing"#),
    (#"spark.add("x")"#, #"spark.add: argument 1 "spark": expected table, got string"#),
    (
      #"card.roll(5)"#,
      #"card.roll: argument 1 "category": expected decision, energy, idea, experiment or challenge, got number"#
    ),
    (
      #"card:roll("idea")"#,
      #"card.roll: called with a colon, write card.roll(…)"#
    ),
    (
      #"card.roll("idea", 11)"#,
      #"card.roll: argument 2 "count": expected integer from 1 to 10, got 11"#
    ),
    (#"card.roll("idea", 1, 2)"#, #"card.roll: expected at most 2 arguments, got 3"#),
    (#"sum(1, 2, 3)"#, #"sum: expected 2 arguments, got 3"#),
    (#"none(1)"#, #"none: expected no arguments, got 1"#),
    (#"sum(1, "2")"#, #"sum: argument 2 "b": expected integer, got string"#),
    (#"half(0/0)"#, #"half: argument 1 "x": expected number from 0.0 to 100.0, got nan"#),
    (#"either({})"#, #"either: argument 1 "id": expected string or integer, got table"#),
    (#"fail()"#, "it failed"),
  ])
  func `argument errors name what was expected`(code: String, expected: String) {
    let found = message("\n\(code)").replacing("-nan", with: "nan")
    #expect(found == "script.lua:2: \(expected)")
  }

  @Test func `a refusal returns nil and a table whose text is its message`() {
    let code = """
      local card, err = card.roll('idea')
      return card == nil, err.code, err.message, err.tokens, tostring(err), getmetatable(err)
      """
    #expect(
      run(code, modules: sampleModules()).values == [
        .boolean(true), .text("no_token"), .text("no roll token is left"), .integer(0),
        .text("no roll token is left"), .boolean(false),
      ])
    #expect(message("error(select(2, card.roll('idea')))") == "no roll token is left")
  }

  @Test func `host tables are read-only`() {
    #expect(
      message("spark.points = 5")
        == "script.lua:1: spark.points: points and cards are derived, a script cannot write them")
    #expect(message("card.roll = print") == "script.lua:1: card.roll: card is read-only")
    #expect(message("rawset(card, 'roll', print)").hasSuffix("this table is read-only"))
    #expect(message("setmetatable(card, {})").hasSuffix("cannot change a protected metatable"))
    #expect(message("table.insert(card, 1)").hasSuffix("card is read-only"))
    let keys = "local n = {} for k in pairs(card) do n[#n + 1] = k end return table.concat(n, ' ')"
    #expect(texts(keys, modules: sampleModules()) == ["roll"])
  }

  @Test func `a fatal failure cannot be caught and is thrown by the run`() {
    let outcome = run("while true do pcall(fatal) end", modules: sampleModules())
    #expect(outcome.stop == .fatal)
    #expect(outcome.error?.underlying is Disk)
    #expect(outcome.message == "script.lua:1: disk on fire")
  }

  @Test func `the caller's position is known`() {
    #expect(texts("\n\nreturn (where())", modules: sampleModules()) == ["script.lua 3"])
  }

  @Test func `values are copied deeply, in order, without cycles`() {
    let code = "local t = { 1, 2, { b = 1, a = { true } } } return echo(t)"
    #expect(
      run(code, modules: sampleModules()).values == [
        .array([
          .integer(1), .integer(2),
          .table([
            .init(.text("a"), .array([.boolean(true)])), .init(.text("b"), .integer(1)),
          ]),
        ])
      ])
    #expect(
      message("local t = {} t.t = t echo(t)").hasSuffix(
        "expected a table without cycles, got one that contains itself"))
    #expect(
      message("local t = {} for i = 1, 200 do t = { t } end echo(t)").hasSuffix(
        "expected a table nested at most 90 deep, got a deeper one"))
  }

  @Test func `functions of the script can be called back`() {
    let code = """
      local big = ('long string that is not interned, surely'):rep(3)
      local r = apply(function(i, x)
        collected = ('garbage'):rep(100 + i)
        sum(1, 2)
        return x .. i
      end, big .. 'end', 3)
      return r[1], r[2], r[3], r[4] == big .. 'end'
      """
    #expect(
      run(code, modules: sampleModules()).values == [
        .text("x0"), .text("x1"), .text("x2"), .boolean(true),
      ])
    #expect(
      message("\napply(function() error('inner') end, '', 1)") == "script.lua:2: inner")
    let limits = LuaLimits(wallTime: .milliseconds(60))
    let loop = "while true do pcall(apply, function() while true do end end, '', 1) end"
    #expect(run(loop, limits: limits, modules: sampleModules()).stop == .time)
    #expect(message("apply(coroutine.yield, '', 1)").contains("attempt to yield"))
  }

  @Test func `random arguments never cause more than an argument error`() {
    let code = """
      local functions = { sum, half, echo, each, either, spark.add, card.roll, where, apply, print,
        tostring, next, pairs, ipairs, rawset, rawget, rawlen, setmetatable, getmetatable, load,
        require, select, tonumber, math.random, math.randomseed, string.format, string.rep,
        table.concat, table.unpack, table.insert, table.remove, table.move, utf8.char, xpcall,
        pcall, coroutine.create, coroutine.resume, coroutine.wrap, coroutine.close,
        coroutine.status, coroutine.isyieldable, collectgarbage, error, assert }
      local values = { false, true, 0, 1, -1, 2^53, 1.5, 0/0, 1/0, -1/0, math.mininteger,
        math.maxinteger, '', 'idea', 'x', '%s', '10', '\\0', '\\xff', {}, { 1, 2 }, { a = 1 }, print,
        function() end, coroutine.create(print), setmetatable({}, { __index = error }),
        setmetatable({}, { __tostring = error }), spark, io }
      local real = print
      for round = 1, 4000 do
        local f = functions[math.random(#functions)]
        local a, b, c = values[math.random(#values + 1)], values[math.random(#values + 1)],
          values[math.random(#values + 1)]
        local function clamp(v) if f == string.rep and type(v) == 'number' then return 3 end return v end
        if not (f == table.concat or f == table.move or f == table.unpack) then
          pcall(f, clamp(a), clamp(b), clamp(c))
        end
      end
      return 'alive'
      """
    var limits = LuaLimits(wallTime: .seconds(20))
    limits.memory = 64 << 20
    let outcome = run(code, limits: limits, modules: sampleModules())
    #expect(outcome.values == [.text("alive")], "\(outcome.message)")
  }
}
