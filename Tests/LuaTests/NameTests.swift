import Lua
import Testing

@Suite struct NameTests {
  @Test(arguments: [
    ("x", true), ("_", true), ("_ENV", true), ("a1", true), ("Ab_9", true), ("", false),
    ("1a", false), ("a-b", false), ("a.b", false), ("ä", false), ("end", false), ("End", true),
    ("goto", false), ("a b", false), ("a\0", false),
  ])
  func `names are valid exactly if Lua accepts them`(text: String, isName: Bool) {
    #expect(LuaName.isValid(text) == isName)
    // Compared with Lua itself.
    #expect((run("local t = {\(text) = 1}").error == nil) == isName)
  }
}
