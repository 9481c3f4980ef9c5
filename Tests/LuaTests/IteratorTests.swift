import Lua
import Testing

@Suite struct IteratorTests {
  private final class Closings { var count = 0 }

  private func closings(_ code: String) -> (Outcome, Int) {
    withScriptThread {
      let closings = Closings()
      let outcome = run(code, modules: sampleModules(onClose: { closings.count += 1 }))
      return (outcome, closings.count)
    }
  }

  @Test func `an iterator returns its values, and is closed at the end`() {
    let (outcome, closed) = closings(
      """
      local out = {}
      for a, b, c, d, e in each(3) do out[#out + 1] = table.concat({ a, b, tostring(c), d, e }, ' ') end
      return table.concat(out, '; ')
      """)
    #expect(
      outcome.values == [.text("1 n1 false 0.5 five; 2 n2 true 1.0 five; 3 n3 false 1.5 five")])
    #expect(closed == 1)
  }

  @Test func `leaving the loop closes the iterator, and so do errors`() {
    #expect(closings("for i in each(10) do break end for i in each(10) do break end").1 == 2)
    #expect(closings("pcall(function() for i in each(10) do error('x') end end)").1 == 1)
    #expect(closings("for i in each(20) do end").0.message == "script.lua:1: thirteen is refused")
    #expect(closings("for i in each(20) do end").1 == 1)
  }

  @Test func `an iterator can be called directly, and raises an error when it is closed`() {
    let (outcome, closed) = closings(
      """
      local step = each(2)
      local a, b, c = step(), step(), step()
      return a, b, c, pcall(step)
      """)
    #expect(
      outcome.values == [
        .integer(1), .integer(2), .nil, .boolean(false),
        .text("this iterator has ended or was closed"),
      ])
    #expect(closed == 1)
  }

  @Test func `a hundred thousand iterators may be open, across coroutines, and all are closed`() {
    let (outcome, closed) = closings(
      """
      local open = {}
      for i = 1, 100000 do open[i] = each(5) end
      local co = coroutine.wrap(function() for i in open[7] do coroutine.yield(i) end end)
      local a, b = co(), co()
      return a, b, (open[7]())
      """)
    #expect(outcome.values == [.integer(1), .integer(2), .integer(3)])
    #expect(closed == 100_000)
  }

  @Test func `the garbage collector closes unreachable iterators`() {
    let (outcome, closed) = closings("for i = 1, 20000 do each(5) end")
    #expect(outcome.error == nil)
    #expect(closed == 20_000)
  }
}
