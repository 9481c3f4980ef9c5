import Lua
import Testing

/// Bugs of Lua 5.4.4 that a script can reach, as SECURITY.md states them: a release has them or not, and no other answer.
@Suite struct `Known bugs of Lua` {
  /// Whether the linked release has the bugs that 5.4.5 corrected.
  static let isBefore5 = (Int(LuaLibrary.release.dropFirst("Lua 5.4.".count)) ?? 0) < 5

  @Test func `break closes the closing value of a for loop, from 5.4.5 on`() {
    let code = """
      local function test()
        local isClosed = false
        local value <const> = setmetatable({}, {__close = function() isClosed = true end})
        for key in next, {1}, nil, value do
          local function captures() return key end
          break
        end
        return isClosed
      end
      return test()
      """
    #expect(run(code).values == [.boolean(!Self.isBefore5)])
  }

  @Test func `a bitwise operation of constants among 300 is compiled rightly, from 5.4.5 on`() {
    let constants = (1...300).map { "\($0).5" }.joined(separator: ",")
    // 1 ~ 2 has both bits.
    #expect(
      run("local t = {\(constants)} return 1 ~ (2 or 3)").values == [
        .integer(Self.isBefore5 ? 0 : 3)
      ])
  }

  @Test func `utf8 codes refuses spurious continuation bytes, from 5.4.5 on`() {
    let code =
      #"return (pcall(function() for _ in utf8.codes("in\xe8\x8f\xbf\xbf\xbf") do end end))"#
    #expect(run(code).values == [.boolean(Self.isBefore5)])
  }

  @Test func `closings of coroutines are nested to a limit, in every release`() {
    let code = """
      local function nested(depth)
        if depth == 0 then return true end
        local thread = coroutine.create(function()
          local value <close> = setmetatable({}, {__close = function() assert(nested(depth - 1)) end})
          coroutine.yield()
        end)
        coroutine.resume(thread)
        return coroutine.close(thread)
      end
      return nested(10), select(2, nested(100000))
      """
    let outcome = run(code)
    #expect(outcome.values.first == .boolean(true), "\(outcome.message)")
    #expect(outcome.values.last?.text?.contains("too many nested closings of coroutines") == true)
  }
}
