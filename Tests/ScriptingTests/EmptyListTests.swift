import Lua
import Testing

struct `An empty list` {
  @Test func `of the host is a list in JSON`() throws {
    let code = """
      local s = spark.add{title = 'x', category = 'idea', at = '2026-01-01'}
      return json.encode(spark.get(s.id).tags), json.encode(quest.all()),
        json.encode(json.decode('{"a": [], "b": {}, "c": [[], {}], "d": [null]}'))
      """
    #expect(
      try Playground().run(code).values == [
        .text("[]"), .text("[]"), .text("{\"a\":[],\"b\":{},\"c\":[[],{}],\"d\":[]}"),
      ])
  }

  @Test func `of the host is a list among what a script returns`() throws {
    let values = try Playground().run("return quest.all(), {}, json.decode('{}')").values
    #expect(values == [.array([]), .table([]), .table([])])
  }

  @Test func `of a script is one where a list is expected`() throws {
    let code = """
      local _, draws = pcall(audit.draws, {draws = {}})
      local _, rules = pcall(odds.compare, {rules = {}})
      return draws, rules
      """
    let values = try Playground().run(code).values.map { $0.text ?? "" }
    // The draws are read before the pool is looked for.
    #expect(values[0].contains("has no pools"), "\(values)")
    #expect(values[1].contains("expected at least two rulebooks, got none"), "\(values)")
  }

  @Test func `can be filled like any table`() throws {
    let code = """
      local list, object, back = json.decode('[]'), json.decode('[]'), json.decode('[]')
      list[1] = 'x'
      object.name = 'y'
      back[1] = 1
      table.remove(back)
      return json.encode(list), json.encode(object), json.encode(back)
      """
    #expect(
      try Playground().run(code).values == [
        .text("[\"x\"]"), .text("{\"name\":\"y\"}"), .text("[]"),
      ])
  }

  @Test func `hides its mark from the script`() throws {
    let code = """
      local list = json.decode('[]')
      local seen = 0
      for _ in pairs(list) do seen = seen + 1 end
      local plain = getmetatable(list)
      setmetatable(list, {__index = {x = 7}})
      return seen, next(list), #list, plain, list.x, getmetatable(list).__index.x,
        json.encode(setmetatable(json.decode('[]'), nil)), getmetatable('')
      """
    // A table whose metatable is removed is an ordinary table.
    #expect(
      try Playground().run(code).values == [
        .integer(0), .nil, .integer(0), .nil, .integer(7), .integer(7), .text("{}"),
        .boolean(false),
      ])
  }
}
