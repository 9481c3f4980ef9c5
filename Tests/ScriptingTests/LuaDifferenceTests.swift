import Lua
import Testing

@testable import Scripting

/// What `t.eq` says about values that differ.
struct `The first difference of two values` {
  private func table(_ key: String, _ value: LuaValue) -> LuaValue {
    .table([LuaValue.Entry(.text(key), value)])
  }

  private func text(_ expected: LuaValue, _ actual: LuaValue) -> String? {
    LuaDifference(expected, actual)?.text
  }

  @Test func `has the empty text in brackets and quotes where it is a key`() {
    let (one, two) = (table("", .integer(1)), table("", .integer(2)))
    #expect(text(one, two) == #"at [""]: expected 1, got 2"#)
    #expect(text(table("a", one), table("a", two)) == #"at a[""]: expected 1, got 2"#)
    #expect(text(one, .integer(3)) == #"expected {[""] = 1}, got 3"#)
    #expect(text(one, one) == nil)
  }

  @Test func `has names without brackets, and other texts in them`() {
    for (key, step) in [("a_1", "a_1"), ("a b", #"["a b"]"#), ("é", #"["é"]"#)] {
      #expect(
        text(table(key, .integer(1)), table(key, .integer(2)))
          == "at \(step): expected 1, got 2")
    }
  }
}
