import Foundation
import Lua
import Sessions
import Storage
import Testing

/// Now is Sunday, 2026-03-01, noon in Rome.
struct `quest` {
  private let playground: Playground
  private let directory: URL

  init() throws {
    playground = try Playground()
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-quests-\(UUID().uuidString)")
  }

  /// Runs a script beside files of a content.
  private func run(
    _ code: String, files: [String: String] = [:]
  ) throws -> Playground.Result {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for (name, content) in files {
      try Data(content.utf8).write(to: directory.appendingPathComponent(name))
    }
    defer { try? FileManager.default.removeItem(at: directory) }
    return try playground.run(
      code.replacing("HERE", with: directory.path), directory: directory.path)
  }

  private func values(_ code: String) throws -> [LuaValue] {
    let result = try run(Self.load + code, files: Self.files)
    #expect(result.error?.message == nil)
    return result.values
  }

  private static let load = """
    local t = quest.add('HERE/town.json', {at = '2026-02-01T08:00'})
    local c = quest.add('HERE/cave.json', {at = '2026-02-01T08:00'})
    local function ids(nodes)
      local list = {}
      for _, n in ipairs(nodes) do list[#list + 1] = n.set .. '/' .. n.id end
      return table.concat(list, ' ')
    end

    """

  /// A town of three steps, one of them behind a thing to have; and a cave that asks for the town,
  /// a level, a mission and a node.
  private static let files = [
    "town.json": """
    {"id": "town", "name": "The Town", "category": "start", "missions": [
      {"id": "arrive", "title": "Arrive", "number": 1, "nodes": [
        {"id": "gate", "orderIndex": 0, "title": "Pass the gate", "description": "By day.",
         "dependencies": [], "location": {"zone": "Old Town", "npc": "Guard Bo",
         "coordinates": "C-3"}},
        {"id": "inn", "orderIndex": 1, "title": "Find the inn", "dependencies": ["gate"]},
        {"id": "bed", "orderIndex": 2, "title": "Sleep", "dependencies": ["inn"],
         "location": {"zone": "Inn"}}],
       "gates": [{"id": "key", "type": "item", "afterNodeId": "inn", "requirement": "room key",
         "description": "Ask downstairs."}]},
      {"id": "leave", "title": "Leave", "nodes": []}], "mood": "calm"}
    """,
    "cave.json": """
    {"id": "cave", "name": "The Cave", "missions": [
      {"id": "enter", "title": "Enter", "nodes": [
        {"id": "gate", "orderIndex": 0, "title": "Lift the gate", "dependencies": []}],
       "gates": [{"id": "town-first", "type": "missionSet", "requirement": "town"}]},
      {"id": "leave", "title": "Leave", "nodes": []},
      {"id": "deep", "title": "Go deep", "nodes": [
        {"id": "drop", "orderIndex": 0, "title": "Drop", "dependencies": []}],
       "gates": [{"id": "grown", "type": "level", "requirement": "5"},
         {"id": "key", "type": "node", "requirement": "gate"}]}]}
    """,
  ]

  @Test func `loaded sets have all fields`() throws {
    let result = try run(
      Self.load + "return t, c, select(2, quest.add('HERE/town.json')), #quest.all()",
      files: Self.files)
    let (town, cave) = (result.values[0], result.values[1])
    let expected: [(String, LuaValue)] = [
      ("id", .text("town")), ("name", .text("The Town")), ("category", .text("start")),
      ("done", .integer(0)), ("nodes", .integer(3)), ("missions", .integer(2)),
      ("missions_complete", .integer(0)), ("missions_empty", .integer(1)),
      ("complete", .boolean(false)),
    ]
    for (name, value) in expected { #expect(town[name] == value, "\(name)") }
    #expect(cave["category"] == nil)
    #expect(result.values[2]["mood"] == .integer(1))
    #expect(result.values[3] == .integer(2))
  }

  @Test func `an equal set loaded again is not recorded again`() throws {
    for _ in 0..<2 {
      _ = try playground.run(
        "quest.add('\(Playground.root.path)/examples/data/quests/harbour.json')")
    }
    #expect(try playground.store.session { try $0.history.batches().count } == 1)
  }

  @Test func `a set loaded again keeps its completed nodes`() throws {
    let code = """
      quest.complete('town/gate', {at = '2026-02-02'})
      quest.complete('town/inn', {at = '2026-02-03'})
      local set = quest.add('HERE/smaller.json')
      return set.name, set.done, set.nodes, ids(quest.all_nodes{set = 'town', status = 'completed'})
      """
    let smaller = """
      {"id": "town", "name": "The Village", "missions": [{"id": "m", "title": "M", "nodes": [
        {"id": "inn", "orderIndex": 0, "title": "Inn", "dependencies": []},
        {"id": "mill", "orderIndex": 1, "title": "Mill", "dependencies": []}]}]}
      """
    let result = try run(
      Self.load + code, files: Self.files.merging(["smaller.json": smaller]) { $1 })
    #expect(
      result.values == [.text("The Village"), .integer(1), .integer(2), .text("town/inn")])
  }

  @Test func `missions have a status and progress`() throws {
    let code = """
      quest.complete('town/gate')
      local lines = {}
      for _, m in ipairs(quest.all_missions()) do
        lines[#lines + 1] = table.concat({m.set, m.id, m.title, tostring(m.number),
          m.done .. '/' .. m.nodes, m.status}, ' ')
      end
      return table.concat(lines, '; '), #quest.all_missions{set = 'cave'}
      """
    #expect(
      try values(code) == [
        .text(
          "town arrive Arrive 1 1/3 in_progress; town leave Leave nil 0/0 empty; "
            + "cave enter Enter nil 0/1 untouched; cave leave Leave nil 0/0 empty; cave deep Go deep nil 0/1 untouched"
        ),
        .integer(3),
      ])
  }

  @Test func `nodes have a status and the reason why they are locked`() throws {
    let result = try run(
      Self.load + """
        quest.complete('town/gate', {at = '2026-02-02T10:00'})
        return quest.all_nodes{set = 'town'}, quest.all_nodes{set = 'cave'}
        """, files: Self.files)
    guard case .array(let town) = result.values[0], case .array(let cave) = result.values[1] else {
      Issue.record("no lists")
      return
    }
    let first: [(String, LuaValue?)] = [
      ("set", .text("town")), ("mission", .text("arrive")), ("id", .text("gate")),
      ("title", .text("Pass the gate")), ("description", .text("By day.")),
      ("zone", .text("Old Town")), ("npc", .text("Guard Bo")), ("coordinates", .text("C-3")),
      ("status", .text("completed")), ("waits_for", nil), ("dependencies", .array([])),
      ("completed_at", .text("2026-02-02T10:00:00+01:00")),
    ]
    for (name, value) in first { #expect(town.first?[name] == value, "\(name)") }
    #expect(town.map { $0["status"] } == [.text("completed"), .text("available"), .text("locked")])
    #expect(town[1]["dependencies"] == .array([.text("gate")]))
    #expect(town[1]["description"] == nil)
    #expect(
      town[2]["waits_for"] == .text("waits for node \"inn\" and gate \"key\" (item room key)"))
    #expect(
      cave.map { $0["waits_for"] } == [
        .text("waits for gate \"town-first\" (missionSet town)"),
        .text("waits for gate \"grown\" (level 5) and gate \"key\" (node gate)"),
      ])
  }

  @Test(arguments: [
    ("quest.all_nodes{status = 'available'}", "town/gate"),
    ("quest.all_nodes{status = 'available', set = 'cave'}", ""),
    ("quest.all_nodes{mission = 'deep'}", "cave/drop"),
    ("quest.all_nodes{status = 'locked'}", "town/inn town/bed cave/gate cave/drop"),
    ("quest.all_nodes{status = 'locked', limit = 1}", "town/inn"),
    ("quest.all_nodes{zone = 'OLD'}", "town/gate"),
    ("quest.all_nodes{npc = 'bo'}", "town/gate"),
    ("quest.all_nodes{text = 'GATE'}", "town/gate cave/gate"),
    ("quest.all_nodes{text = 'by day'}", "town/gate"),
    ("quest.all_nodes()", "town/gate town/inn town/bed cave/gate cave/drop"),
  ])
  func `nodes are found by filters`(call: String, found: String) throws {
    #expect(try values("return ids(\(call))") == [.text(found)])
  }

  @Test func `gates open by their requirement or by hand`() throws {
    let code = """
      local function gates(filter)
        local list = {}
        for _, g in ipairs(quest.all_gates(filter)) do
          list[#list + 1] = g.set .. '/' .. g.id .. ' ' .. tostring(g.open) .. ' '
            .. tostring(g.by_hand) .. ' ' .. tostring(g.after_node) .. ' ' .. g.nodes
        end
        return table.concat(list, '; ')
      end
      local before = gates()
      quest.complete('town/gate')
      quest.complete('inn')
      local opened = quest.open_gate('town/key')
      quest.complete('bed')
      quest.set_level(5)
      quest.complete('cave/gate')
      return before, opened.status, gates{set = 'town'}, gates{set = 'cave', mission = 'enter'},
        gates{mission = 'deep'}, ids(quest.all_nodes{status = "available"})
      """
    #expect(
      try values(code) == [
        .text(
          "town/key false true inn 1; cave/town-first false false nil 1; "
            + "cave/grown false false nil 1; cave/key false false nil 1"),
        .text("added"), .text("town/key true true inn 1"),
        .text("cave/town-first true false nil 1"),
        .text("cave/grown true false nil 1; cave/key true false nil 1"), .text("cave/drop"),
      ])
  }

  @Test func `a level that is set replaces the level of the profile`() throws {
    let code = """
      quest.set_level(5)
      local high = quest.all_gates{set = 'cave', mission = 'deep'}[1].open
      quest.set_level(4)
      local low = quest.all_gates{set = 'cave', mission = 'deep'}[1].open
      return high, low
      """
    #expect(try values(code) == [.boolean(true), .boolean(false)])
  }

  @Test func `reset resets a node, a mission, a set or everything`() throws {
    let code = """
      local function play()
        for _, id in ipairs{'town/gate', 'inn'} do quest.complete(id) end
        quest.open_gate('town/key')
        quest.complete('bed')
        quest.complete('cave/gate')
      end
      local function done() return quest.all()[1].done .. quest.all()[2].done end
      local seen = {}
      play()
      for _, call in ipairs{
        function() return quest.reset('cave/gate') end,
        function() return quest.reset('town/arrive') end,
        function() play() return quest.reset('arrive', {cascade = true}) end,
        function() play() return quest.reset('town', {cascade = true}) end,
        function() play() return quest.reset() end,
      } do
        assert(call().status == 'added')
        seen[#seen + 1] = done()
      end
      return table.concat(seen, ' '), quest.all_gates{set = 'town'}[1].open
      """
    #expect(try values(code) == [.text("30 00 00 00 00"), .boolean(false)])
  }

  @Test func `a node that completed nodes depend on is reset with them or not at all`() throws {
    let code = """
      quest.complete('town/gate')
      quest.complete('inn')
      local got, why = quest.reset('town/gate')
      local before = quest.all()[1].done
      quest.reset('town/gate', {cascade = true})
      return got, why.code, why.message, before, quest.all()[1].done, ids(quest.all_nodes{status = "available"})
      """
    #expect(
      try values(code) == [
        .nil, .text("refused"),
        .text("completed nodes depend on it; ask for cascade to un-complete them too"),
        .integer(2), .integer(0), .text("town/gate"),
      ])
  }

  @Test(arguments: [
    (
      "quest.complete('town/bed')", "locked",
      "node town/bed is locked: waits for node \"inn\" and gate \"key\" (item room key)"
    ),
    (
      "quest.complete('gate')", "ambiguous",
      "\"gate\" names 2 quest nodes; specify one: town/gate or cave/gate"
    ),
    (
      "quest.complete('in')", "not_found",
      "no quest node \"in\" in the loaded sets (did you mean \"inn\"?)"
    ),
    ("quest.complete('zzzz')", "not_found", "no quest node \"zzzz\" in the loaded sets"),
    (
      "quest.complete('town/gat')", "not_found",
      "no quest node \"town/gat\" in the loaded sets (did you mean \"town/gate\"?)"
    ),
    (
      "quest.open_gate('key')", "ambiguous",
      "\"key\" names 2 quest gates; specify one: town/key or cave/key"
    ),
    (
      "quest.open_gate('zzzz')", "not_found",
      "no quest gate \"zzzz\" in the loaded sets"
    ),
    (
      "quest.open_gate('town-first')", "refused", "the gate is open, or opens by itself"
    ),
    ("quest.reset('inn')", "refused", "the node is not completed"),
    (
      "quest.reset('zzzz')", "not_found",
      "no quest node \"zzzz\" in the loaded sets"
    ),
    (
      "quest.reset('gate')", "ambiguous",
      "\"gate\" names 2 quest nodes; specify one: town/gate or cave/gate"
    ),
    (
      "quest.reset('leave')", "ambiguous",
      "\"leave\" names 2 quest missions; specify one: town/leave or cave/leave"
    ),
    ("quest.graph('zzzz')", "not_found", "no quest set \"zzzz\" in the loaded sets"),
    // Before it was loaded.
    (
      "quest.complete('town/gate', {at = '2026-01-01'})", "refused",
      "quest set \"town\" was loaded 2026-02-01T08:00:00+01:00; this has to be later"
    ),
  ])
  func `refusals are returned as values`(call: String, code: String, message: String) throws {
    let script = """
      local got, why = \(call)
      return got, why.code, why.message, #quest.all_nodes{status = 'completed'}
      """
    #expect(try values(script) == [.nil, .text(code), .text(message), .integer(0)])
  }

  @Test func `a set can be removed, and its completed nodes are restored with it`() throws {
    let code = """
      quest.complete('town/gate', {at = '2026-02-02'})
      local before = #quest.all_nodes{status = 'completed'}
      local loads = quest.remove('town')
      local void
      for e in history.each_void() do void = e.reason end
      local gone = #quest.all()
      quest.add('HERE/town.json', {at = '2026-02-01T09:00'})
      return before, loads, gone, #quest.all_nodes{status = 'completed'}, void,
        select(2, quest.remove('twon')).message
      """
    #expect(
      try values(code) == [
        .integer(1), .integer(1), .integer(1), .integer(1),
        .text("there is no such quest set, mission or node"),
        .text("no quest set \"twon\" in the loaded sets (did you mean \"town\"?)"),
      ])
  }

  @Test func `a completion at an earlier time refers to the set of that time`() throws {
    // The set that is loaded now has no node "old".
    let code = """
      quest.add('HERE/then.json', {at = '2026-02-01T08:00'})
      quest.add('HERE/now.json', {at = '2026-02-20T08:00'})
      local done = quest.complete('story/old', {at = '2026-02-10'})
      local reason
      for e in history.each_void() do reason = e.reason end
      return done.status, reason, select(2, quest.complete('story/old')).code
      """
    func set(_ node: String) -> String {
      #"{"id":"story","name":"Story","missions":[{"id":"m","title":"M","nodes":["#
        + #"{"id":"\#(node)","orderIndex":0,"title":"N","dependencies":[]}]}]}"#
    }
    let result = try run(code, files: ["then.json": set("old"), "now.json": set("new")])
    #expect(result.error?.message == nil)
    #expect(
      result.values == [
        .text("added"), .text("the node is no longer in its set"), .text("not_found"),
      ])
  }

  @Test func `a node completed twice is refused`() throws {
    let code = """
      quest.complete('town/gate')
      local got, why = quest.complete('town/gate')
      return got, why.code, why.message, profile().quest_steps
      """
    #expect(
      try values(code) == [
        .nil, .text("refused"), .text("the node is completed already"), .integer(1),
      ])
  }

  @Test func `a key is recognised again`() throws {
    let code = """
      local first = quest.complete('town/gate', {key = 'k', at = '2026-02-02'})
      local again = quest.complete('town/gate', {key = 'k', at = '2026-02-02'})
      local other, why = quest.complete('town/inn', {key = 'k', at = '2026-02-02'})
      return first.status, again.status, again.id == first.id, other, why.code
      """
    #expect(
      try values(code) == [
        .text("added"), .text("unchanged"), .boolean(true), .nil, .text("conflict"),
      ])
  }

  @Test func `graphs are text for Graphviz or Mermaid`() throws {
    let code = """
      return quest.graph('town'):match('^digraph'), quest.graph('town', 'dot') == quest.graph('town'),
        quest.graph('town', 'mermaid'):match('^flowchart TD'),
        #quest.graph('town/arrive') < #quest.graph('town')
      """
    #expect(
      try values(code) == [
        .text("digraph"), .boolean(true), .text("flowchart TD"), .boolean(true),
      ])
  }

  // MARK: Files

  @Test(arguments: [
    (
      "{\"id\": \"x\", \"name\": \"X\", \"missions\": [}",
      """
      quest.add: HERE/bad.json has 1 error and was not loaded:
        line 1, column 39: expected a value, got '}'
      """
    ),
    (
      """
      {"id": "x", "missions": [{"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": ["b"]},
        {"id": "a", "orderIndex": "first", "title": "B", "dependencies": []}]}]}
      """,
      """
      quest.add: HERE/bad.json has 4 errors and was not loaded:
        name (set "x"): missing; expected a text
        missions[1].nodes[2].orderIndex (node "a"): expected a whole number, got "first"
        missions[1].nodes[2].id (node "a"): expected an id that no other node of the set has; \
      missions[1].nodes[1] has it
        missions[1].nodes[1].dependencies[1] (node "a"): expected the id of a node of the set, \
      got "b"
      """
    ),
    (
      """
      {"id": "x", "name": "X", "missions": [{"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": ["b"]},
        {"id": "b", "orderIndex": 1, "title": "B", "dependencies": ["a", "zz"]}]}]}
      """,
      """
      quest.add: HERE/bad.json has 2 errors and was not loaded:
        missions[1].nodes[2].dependencies[2] (node "b"): expected the id of a node of the set, \
      got "zz"
        missions[1].nodes[1].dependencies[1] (node "a"): dependency cycle: a → b → a
      """
    ),
  ])
  func `a file with errors is refused as a whole, and a script can catch that`(
    content: String, message: String
  ) throws {
    let code = """
      local ok, why = pcall(quest.add, 'HERE/bad.json')
      return ok, tostring(why), #quest.all()
      """
    let result = try run(code, files: ["bad.json": content])
    #expect(result.error?.message == nil)
    #expect(result.values.first == .boolean(false))
    #expect(result.values.last == .integer(0))
    let failure = (result.values[1].text ?? "").replacing(directory.path, with: "HERE")
    #expect(failure == message)
  }

  @Test func `an uncaught file error ends the script, and nothing is recorded`() throws {
    let result = try run(
      "quest.set_level(3)\nquest.add('HERE/bad.json')", files: ["bad.json": "[]"])
    let message = try #require(result.error?.message).replacing(directory.path, with: "HERE")
    #expect(message.hasPrefix("script.lua:"))
    #expect(message.contains("HERE/bad.json has 1 error and was not loaded:"))
    #expect(try playground.store.session { try $0.history.batches().count } == 0)
  }

  @Test(arguments: [
    (
      "/etc/hostname",
      "/etc/hostname: reading is not allowed; allow it with --allow-read /etc/hostname"
    ),
    (
      "HERE/../../../../../../../../etc/passwd",
      ": reading is not allowed; allow it with --allow-read "
    ),
    ("HERE/nothing.json", "nothing.json: no such file"),
    ("HERE", ": not a regular file"),
    ("", ": no such file"),
  ])
  func `a file that is not allowed or does not exist is not read`(path: String, message: String)
    throws
  {
    let result = try run(
      "return pcall(quest.add, '\(path)')", files: ["here.txt": ""])
    #expect(result.values.first == .boolean(false))
    let failure = result.values.last?.text ?? "nothing"
    #expect(failure.contains("quest.add: "), "\(failure)")
    #expect(failure.contains(message), "\(failure)")
  }

  @Test(arguments: [
    ("quest.add()", "quest.add: argument 1 \"path\": expected string, got nothing"),
    ("quest.complete()", "quest.complete: argument 1 \"id\": expected string, got nothing"),
    (
      "quest.set_level(-1)",
      "quest.set_level: argument 1 \"level\": expected integer of at least 0, got -1"
    ),
    (
      "quest.set_level(1.5)",
      "quest.set_level: argument 1 \"level\": expected integer of at least 0, got 1.5"
    ),
    (
      "quest.set_level(1, {at = '2027-01-01'})",
      "quest.set_level: argument 2 \"options\": field \"at\": expected a time that is not later than "
        + "now (2026-03-01T12:00:00+01:00), got 2027-01-01T12:00:00+01:00"
    ),
    (
      "quest.set_level(1, {key = ''})",
      "quest.set_level: argument 2 \"options\": field \"key\": expected 1 to 1000 bytes, got 0 bytes"
    ),
    (
      "quest.reset(nil, {at = 'soon'})",
      "quest.reset: argument 2 \"options\": field \"at\": expected a time such as 14:30, "
        + "yesterday 14:30, -3h or 2026-03-01T09:30, got \"soon\""
    ),
    (
      "quest.reset(nil, {cascade = 1})",
      "quest.reset: argument 2 \"options\": field \"cascade\": expected boolean, got number"
    ),
    (
      "quest.all_nodes{status = 'done'}",
      "quest.all_nodes: field \"status\": expected completed, available or locked, got \"done\""
    ),
    (
      "quest.all_nodes{zones = 'x'}",
      "quest.all_nodes: unknown field \"zones\" (did you mean \"zone\"?)"
    ),
    (
      "quest.all_nodes{limit = -1}",
      "quest.all_nodes: field \"limit\": expected integer of at least 0, got -1"
    ),
    (
      "quest.all_missions{set = 7}",
      "quest.all_missions: field \"set\": expected string, got number"
    ),
    (
      "quest.graph('x', 'svg')",
      "quest.graph: argument 2 \"format\": expected dot or mermaid, got \"svg\""
    ),
    (
      "quest.all = nil",
      "quest.all: the quest module is read-only; complete nodes with quest.complete(id)"
    ),
  ])
  func `errors state the function, the argument and the fix`(code: String, message: String) throws {
    #expect(try playground.failure(code) == "script.lua:1: " + message)
  }

  @Test func `lists are empty without loaded sets`() throws {
    let code = """
      return #quest.all(), #quest.all_missions(), #quest.all_nodes(), #quest.all_gates(), #quest.all_nodes{status = "available"},
        #quest.all_nodes{text = ''}, quest.reset().status
      """
    #expect(
      try playground.run(code).values == [
        .integer(0), .integer(0), .integer(0), .integer(0), .integer(0), .integer(0),
        .text("added"),
      ])
  }
}
