import Lua
import Testing

@testable import Scripting

/// The results, completions and help of the console.
struct `A console` {
  private func completion(_ text: String, _ names: [String: [String]] = [:]) -> Completion {
    Completion(of: text) { names[$0.joined(separator: ".")] ?? [] }
  }

  @Test func `completes functions of modules and of Lua's libraries`() {
    #expect(completion("spark.r").candidates == ["remove"])
    #expect(completion("spark.r").replaced == 1)
    #expect(completion("x = clock.").candidates.contains("week"))
    #expect(completion("print(string.form").candidates == ["format"])
    #expect(completion("task.zz").candidates == [])
  }

  @Test func `completes names and keywords, including globals of entries`() {
    #expect(completion("checkp").candidates == ["checkpoint"])
    #expect(completion("tot", ["": ["total", "other"]]).candidates == ["total"])
    #expect(completion("a.b.c", ["a.b": ["cat", "dog"]]).candidates == ["cat"])
    #expect(completion("whi").candidates == ["while"])
    #expect(completion("").candidates == [])
  }

  @Test func `completes the fields of a call, and their choices`() {
    #expect(completion("spark.add{ti").candidates == ["title = "])
    #expect(completion("spark.add{title = \"x\", no").candidates == ["notes = "])
    // Fields that are given already are not suggested.
    #expect(!completion("spark.add{title = \"x\", ").candidates.contains("title = "))
    #expect(completion("spark.add{category = \"en").candidates == ["energy"])
    #expect(completion("spark.add{category = \"").candidates.count == 5)
    #expect(completion("spark.add{intensity = 'ex").candidates == ["extreme"])
    #expect(completion("spark.add({ti").candidates == ["title = "])
    // A value, not a field.
    #expect(completion("spark.add{title = tit").candidates == [])
    // A nested table.
    #expect(completion("card.roll(\"idea\", {k").candidates == ["key = "])
    #expect(completion("spark.update(id, {ti").candidates == ["title = "])
    #expect(completion("nothing{tit").candidates == [])
  }

  @Test func `completes the choices of two types in the order of the reference`() {
    let colour = HostType.either(.choice(["red", "green"]), .choice(["rough", "blue"]))
    let cut = HostFunction(
      "cut", "Cuts a gem.",
      parameters: [HostParameter("gem", .table([HostField("colour", colour)]))]
    ) { _ in }
    let reference = Reference([HostModule("gem", "Gems.", functions: [cut])])
    func candidates(_ text: String) -> [String] {
      Completion(of: text, in: reference) { _ in [] }.candidates
    }
    #expect(candidates("gem.cut{colour = \"") == ["red", "green", "rough", "blue"])
    #expect(candidates("gem.cut{colour = \"r") == ["red", "rough"])
  }

  @Test func `completes commands and their arguments`() {
    #expect(completion(":he").candidates == [":help "])
    #expect(completion(":help spark.rem").candidates == ["spark.remove"])
    #expect(completion(":quit x").candidates == [])
  }

  @Test(arguments: [
    "\"", "'\\", "[[", "--[[", "spark.add{title = \"", "[==", "\\", "x = {{{{", "}}}}", ")))",
    "é", "spark.add{a=[[", "::", "a..b.", "....", "1e", "0x", "function(", "\u{0}", "\u{1F600}.",
  ])
  func `is not put off by what is no Lua`(text: String) {
    for cut in text.indices { _ = completion(String(text[...cut])) }
    #expect(completion(text).replaced <= text.utf8.count)
  }

  // MARK: Values

  /// Returns the text of the results of a script.
  private func shown(_ code: String, columns: Int = 40) throws -> String {
    try withScriptThread { () throws -> String in
      let state = try LuaState(limits: LuaLimits())
      return ShownValue.text(
        of: try state.show(source: Array("return \(code)".utf8), chunkName: "=x"),
        columns: columns)
    }
  }

  @Test func `shows values as Lua writes them`() throws {
    #expect(
      try shown("1, 2.5, -0.0, 2^53, 1/0, -1/0, 0/0 ~= 0/0")
        == "1\n2.5\n-0.0\n9007199254740992.0\nmath.huge\n-math.huge\ntrue")
    #expect(try shown("'a\\n\\t\"\\\\', '\\xff\\0é'") == #""a\n\t\"\\""# + "\n" + #""\xff\x00é""#)
    #expect(
      try shown("{}, {1, 2}, {a = 1, ['b c'] = 2, [2] = 3, ['end'] = true}")
        == "{}\n{1, 2}\n{\n  [2] = 3,\n  a = 1,\n  [\"b c\"] = 2,\n  [\"end\"] = true,\n}")
    #expect(try shown("{1, 2, x = 3}") == "{1, 2, x = 3}")
    #expect(try shown("{print, {x = coroutine.create(print)}}") == "{function, {x = coroutine}}")
    #expect(try shown("nil, print == nil, nil") == "nil\nfalse\nnil")
  }

  @Test func `breaks values that are too long for a line`() throws {
    #expect(
      try shown("{list = {'aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddd'}, x = 1}") == """
        {
          list = {
            "aaaaaaaaaa",
            "bbbbbbbbbb",
            "cccccccccc",
            "dddddd",
          },
          x = 1,
        }
        """)
    let many = try shown(
      "(function() local t = {} for i = 1, 500 do t[i] = 'item ' .. i end return t end)()")
    #expect(many.split(separator: "\n").count == 101)
    #expect(many.hasSuffix("… 402 more lines"))
    // All results share the lines, and at least one line of each is shown.
    let several = try shown(
      """
      (function()
        local t = {}
        for i = 1, 60 do t[i] = ('x'):rep(30) end
        return t, t, t, 42
      end)()
      """)
    let lines = several.split(separator: "\n")
    // 62 lines of the first, 38 of the second with the number of the rest, one of the third with the
    // number of the rest, and one.
    #expect(lines.count == 62 + 39 + 2 + 1)
    #expect(lines.suffix(4).map(String.init) == ["… 24 more lines", "{", "… 61 more lines", "42"])
  }

  // MARK: Help

  @Test func `explains every function and every module`() throws {
    for topic in ConsoleHelp.topics(in: Reference()) {
      let text = try #require(ConsoleHelp.text(for: topic, columns: 80), "\(topic)")
      #expect(text.count > 20)
    }
    #expect(ConsoleHelp.text(for: "spark.add", columns: 80)?.contains("Example") == true)
    #expect(ConsoleHelp.text(for: "string.rep", columns: 80)?.contains("pdf-string.rep") == true)
    #expect(ConsoleHelp.text(for: "string.nope", columns: 80) == nil)
    #expect(ConsoleHelp.text(for: "nope", columns: 80) == nil)
    #expect(ConsoleHelp.unknown("sprk.add").contains("did you mean \"spark.add\"?"))
  }
}
