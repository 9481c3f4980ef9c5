import Lua
import Testing

@Suite struct NameTests {
  @Test(arguments: [
    ("x", true), ("_", true), ("_ENV", true), ("a1", true), ("Ab_9", true), ("", false),
    ("1a", false), ("a-b", false), ("a.b", false), ("ä", false), ("end", false), ("End", true),
    ("goto", false), ("a b", false), ("a\0", false),
  ])
  func `names are what Lua takes as such`(text: String, isName: Bool) {
    #expect(LuaName.isValid(text) == isName)
    // Held against Lua itself.
    #expect((run("local t = {\(text) = 1}").error == nil) == isName)
  }
}
