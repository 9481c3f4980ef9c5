import Lua
import Testing

struct `Results that nobody wants` {
  /// Whether the result of each call of a host function was wanted.
  private final class Notes {
    var wanted: [Bool] = []
  }

  /// A function `note.down(…)` that records whether its result is wanted and replies 7.
  private static func recorded(_ code: String) -> (wanted: [Bool], outcome: Outcome) {
    let notes = Notes()
    let module = HostModule(
      "note", "",
      functions: [
        HostFunction(
          "down", "",
          parameters: [
            HostParameter("value", .any, isOptional: true),
            HostParameter("key", .any, isOptional: true),
          ]
        ) { call throws(HostFailure) in
          notes.wanted.append(call.reply.isWanted)
          call.reply.integer(7)
        },
        HostFunction("through", "", parameters: [HostParameter("body", .function)]) {
          call throws(HostFailure) in
          let body = try call.function(0)
          do throws(LuaError) {
            _ = try body?.call()
          } catch {
            throw .message(error.message)
          }
          // The nested call has recorded itself only.
          notes.wanted.append(call.reply.isWanted)
        },
      ])
    let outcome = run(code, modules: [module])
    return (notes.wanted, outcome)
  }

  @Test(
    arguments: [
      ("note.down()", [false]),
      ("note.down(1); note.down{}", [false, false]),
      ("note.down(note.down())", [true, false]),
      ("local a = note.down()", [true]),
      ("local a, b, c = note.down()", [true]),
      ("local _ = note.down()", [true]),
      ("return note.down()", [true]),
      ("return (note.down())", [true]),
      ("local t = {note.down()}", [true]),
      ("if note.down() then end", [true]),
      ("pcall(note.down)", [true]),
      ("local f = coroutine.wrap(note.down) f()", [true]),
      ("coroutine.wrap(function() note.down() coroutine.yield() note.down() end)()", [false]),
      ("local t = setmetatable({}, {__index = note.down}) local a = t[1]", [true]),
      ("local t = setmetatable({}, {__newindex = function() note.down() end}) t[1] = 1", [false]),
      ("for _ = 1, 2 do note.down() end", [false, false]),
      ("for value in note.down do if value then break end end", [true]),
      ("note.through(function() local a = note.down() note.down() end)", [true, false, false]),
      ("local a = note.through(function() note.down() end)", [false, true]),
    ] as [(String, [Bool])])
  func `of calls that are statements are not wanted`(code: String, wanted: [Bool]) {
    let recorded = Self.recorded(code)
    #expect(recorded.outcome.error == nil)
    #expect(recorded.wanted == wanted)
  }

  @Test func `that are not wanted are discarded, and wanted ones are returned`() {
    let recorded = Self.recorded(
      """
      local values = {}
      for i = 1, 100 do
        note.down(i)
        values[#values + 1] = note.down(i) + i
      end
      return select("#", note.down()), values[1], values[100]
      """)
    #expect(recorded.outcome.values == [.integer(1), .integer(8), .integer(107)])
    #expect(recorded.wanted.count { !$0 } == 100)
  }
}
