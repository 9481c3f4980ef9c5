import FlintSchema
import Testing

@testable import FlintRules

/// Invalid quest files, with the exact error messages.
struct `Quest sets are refused` {
  func faults(_ json: String) -> [String] {
    do {
      _ = try QuestFile(parsing: Array(json.utf8), file: "test.json")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test func `a text that is not JSON is refused with line and column`() {
    #expect(
      faults("{\"id\": \"s\",\n  oops}") == ["line 2, column 3: expected a name in quotes, got 'o'"]
    )
    #expect(faults("") == ["line 1, column 1: expected a value, but the text ends"])
    #expect(faults("[]") == ["expected an object, got a list"])
    #expect(faults("null") == ["expected an object, got null"])
  }

  @Test func `the error names the file and has one line for each error in it`() {
    let json = #"{"id":"s","missions":[{"id":"m"}]}"#
    let error = #expect(throws: QuestSetError.self) {
      try QuestSet(parsing: Array(json.utf8), file: "harbour.json")
    }
    #expect(
      error?.description == """
        harbour.json has 2 errors and was not loaded:
          name (set "s"): missing; expected a text
          missions[1].title (mission "m"): missing; expected a text
        """)
    let one = #expect(throws: QuestSetError.self) {
      try QuestSet(parsing: Array("7".utf8), file: "7.json")
    }
    #expect(
      one?.description
        == "7.json has 1 error and was not loaded:\n  expected an object, got 7")
  }

  @Test func `every missing key is reported at once`() {
    #expect(
      faults(#"{"missions":[{},{"id":"m","title":"M","nodes":[{}],"gates":[{}]}]}"#) == [
        "id: missing; expected an id: a text or a whole number",
        "name: missing; expected a text",
        "missions[1].id: missing; expected an id: a text or a whole number",
        "missions[1].title: missing; expected a text",
        "missions[2].nodes[1].id: missing; expected an id: a text or a whole number",
        "missions[2].nodes[1].orderIndex: missing; expected a whole number",
        "missions[2].nodes[1].title: missing; expected a text",
        "missions[2].gates[1].id: missing; expected an id: a text or a whole number",
        "missions[2].gates[1].type: missing; "
          + "expected missionSet, mission, node, level, item or other",
        "missions[2].gates[1].requirement: missing; expected a text or a whole number",
      ])
    #expect(faults(#"{"id":"s","name":"S"}"#) == [#"missions (set "s"): missing; expected a list"#])
  }

  @Test func `null counts as absent`() {
    #expect(
      faults(#"{"id":null,"name":null,"missions":null}"#) == [
        "id: missing; expected an id: a text or a whole number", "name: missing; expected a text",
        "missions: missing; expected a list",
      ])
  }

  @Test func `every wrong type is reported with the value found`() {
    #expect(
      faults(
        #"{"id":"","name":7,"category":[],"source":{},"sourceUrl":true,"lastScraped":2026,"#
          + #""lastKnownUpdate":false,"totalMissions":"three","missions":[5,{"id":"m","title":1,"#
          + #""number":1.5,"url":2,"nodes":["x",{"id":"a","orderIndex":"0","title":null,"#
          + #""description":3,"dependencies":[null,"a b",true,""],"location":"Quay"},"#
          + #"{"id":"b","orderIndex":0.5,"title":"B","dependencies":"a","#
          + #""location":{"zone":1,"coordinates":[],"npc":{}}}],"gates":[[],{"id":"g","type":"boss","#
          + #""afterNodeId":false,"requirement":null,"description":1},{"id":{},"type":3,"#
          + #""requirement":true}]},{"id":"n","title":"N","nodes":{},"gates":"none"}]}"#) == [
          "id: expected an id: a text or a whole number, got \"\"",
          "name: expected a text, got 7",
          "category: expected a text, got a list",
          "source: expected a text, got an object",
          "sourceUrl: expected a text, got true",
          "lastScraped: expected a text, got 2026",
          "lastKnownUpdate: expected a text, got false",
          "totalMissions: expected a whole number, got \"three\"",
          "missions[1]: expected an object, got 5",
          "missions[2].title (mission \"m\"): expected a text, got 1",
          "missions[2].number (mission \"m\"): expected a text or a whole number, got 1.5",
          "missions[2].url (mission \"m\"): expected a text, got 2",
          "missions[2].nodes[1]: expected an object, got \"x\"",
          "missions[2].nodes[2].orderIndex (node \"a\"): expected a whole number, got \"0\"",
          "missions[2].nodes[2].title (node \"a\"): missing; expected a text",
          "missions[2].nodes[2].description (node \"a\"): expected a text, got 3",
          "missions[2].nodes[2].dependencies[1] (node \"a\"): "
            + "expected an id: a text or a whole number, got null",
          "missions[2].nodes[2].dependencies[3] (node \"a\"): "
            + "expected an id: a text or a whole number, got true",
          "missions[2].nodes[2].dependencies[4] (node \"a\"): "
            + "expected an id: a text or a whole number, got \"\"",
          "missions[2].nodes[2].location (node \"a\"): expected an object, got \"Quay\"",
          "missions[2].nodes[3].orderIndex (node \"b\"): expected a whole number, got 0.5",
          "missions[2].nodes[3].dependencies (node \"b\"): expected a list, got \"a\"",
          "missions[2].nodes[3].location.coordinates (node \"b\"): expected a text, got a list",
          "missions[2].nodes[3].location.zone (node \"b\"): expected a text, got 1",
          "missions[2].nodes[3].location.npc (node \"b\"): expected a text, got an object",
          "missions[2].gates[1]: expected an object, got a list",
          "missions[2].gates[2].type (gate \"g\"): "
            + "expected missionSet, mission, node, level, item or other, got \"boss\"",
          "missions[2].gates[2].afterNodeId (gate \"g\"): "
            + "expected an id: a text or a whole number, got false",
          "missions[2].gates[2].requirement (gate \"g\"): "
            + "missing; expected a text or a whole number",
          "missions[2].gates[2].description (gate \"g\"): expected a text, got 1",
          "missions[2].gates[3].id: expected an id: a text or a whole number, got an object",
          "missions[2].gates[3].type: "
            + "expected missionSet, mission, node, level, item or other, got 3",
          "missions[2].gates[3].requirement: expected a text or a whole number, got true",
          "missions[3].nodes (mission \"n\"): expected a list, got an object",
          "missions[3].gates (mission \"n\"): expected a list, got \"none\"",
          "missions[2].nodes[2].dependencies[2] (node \"a\"): "
            + "expected the id of a node of the set, got \"a b\"",
        ])
  }

  @Test func `a duplicate key is refused`() {
    #expect(
      faults(#"{"id":"s","id":"t","name":"S","missions":[{"id":"m","title":"A","title":"B"}]}"#)
        == ["line 1, column 11: a second member \"id\" of the same object"])
  }

  @Test func `ids that are not unique are refused`() {
    #expect(
      faults(
        QuestText.set(
          "s",
          QuestText.mission(
            "m", ["a", "b", "a"], QuestText.gate("g", "item", "x"),
            QuestText.gate("g", "item", "y")),
          QuestText.mission("n", ["b", "m"]),
          QuestText.mission("m", [], QuestText.gate("g", "other", "z")))) == [
          "missions[1].nodes[3].id (node \"a\"): expected an id that no other node of the set has; "
            + "missions[1].nodes[1] has it",
          "missions[1].gates[2].id (gate \"g\"): expected an id that no other gate of the set has; "
            + "missions[1].gates[1] has it",
          "missions[2].nodes[1].id (node \"b\"): expected an id that no other node of the set has; "
            + "missions[1].nodes[2] has it",
          "missions[3].id (mission \"m\"): expected an id that no other mission of the set has; "
            + "missions[1] has it",
          "missions[3].gates[1].id (gate \"g\"): expected an id that no other gate of the set has; "
            + "missions[1].gates[1] has it",
        ])
  }

  @Test func `a node, a mission, a gate and the set may share an id`() {
    #expect(
      faults(
        QuestText.set(
          "x", QuestText.mission("x", ["x"], QuestText.gate("x", "item", "x")))) == [])
  }

  @Test func `unknown dependencies are refused`() {
    #expect(
      faults(
        QuestText.set(
          "s", QuestText.mission("m", ["a: zz", "b: a yy a"]), QuestText.mission("n", ["c: b m"]))
      ) == [
        "missions[1].nodes[1].dependencies[1] (node \"a\"): "
          + "expected the id of a node of the set, got \"zz\"",
        "missions[1].nodes[2].dependencies[2] (node \"b\"): "
          + "expected the id of a node of the set, got \"yy\"",
        "missions[2].nodes[1].dependencies[2] (node \"c\"): "
          + "expected the id of a node of the set, got \"m\"",
      ])
  }

  @Test func `a gate after no node of its mission is refused`() {
    #expect(
      faults(
        QuestText.set(
          "s",
          QuestText.mission(
            "m", ["a"], QuestText.gate("g", "item", "x", after: "a"),
            QuestText.gate("h", "item", "x", after: "b")),
          QuestText.mission("n", ["b"]),
          QuestText.mission("o", [], QuestText.gate("i", "item", "x", after: "b"))
        )) == [
          "missions[1].gates[2].afterNodeId (gate \"h\"): "
            + "expected the id of a node of the same mission, got \"b\"",
          "missions[3].gates[1].afterNodeId (gate \"i\"): "
            + "expected the id of a node of the same mission, got \"b\"",
        ])
  }

  @Test func `a node that depends on itself is refused, and the cycle is reported`() {
    #expect(
      faults(QuestText.set("s", QuestText.mission("m", ["x", "a: x b", "b: a"]))) == [
        "missions[1].nodes[2].dependencies[2] (node \"a\"): dependency cycle: a → b → a"
      ])
    #expect(
      faults(QuestText.set("s", QuestText.mission("m", ["a: a"]))) == [
        "missions[1].nodes[1].dependencies[1] (node \"a\"): dependency cycle: a → a"
      ])
    // Across missions, and two at once.
    #expect(
      faults(
        QuestText.set(
          "s", QuestText.mission("m", ["a: d", "b: e"]), QuestText.mission("n", ["c: a", "d: c"]),
          QuestText.mission("o", ["e: f", "f: b", "g: f a"]))) == [
          "missions[1].nodes[1].dependencies[1] (node \"a\"): dependency cycle: a → d → c → a",
          "missions[1].nodes[2].dependencies[1] (node \"b\"): dependency cycle: b → e → f → b",
        ])
  }

  @Test func `the path of a cycle is that of the file for any order of the nodes`() {
    let nodes = [
      #"{"id":"late","orderIndex":9,"title":"T"}"#,
      #"{"id":"b","orderIndex":2,"title":"T","dependencies":["late","late","a"]}"#,
      #"{"id":"a","orderIndex":1,"title":"T","dependencies":["late","b"]}"#,
    ]
    #expect(
      faults(
        #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","nodes":["#
          + nodes.joined(separator: ",") + "]}]}") == [
          "missions[1].nodes[3].dependencies[2] (node \"a\"): dependency cycle: a → b → a"
        ])
  }

  @Test func `a gate that requires a node behind it is refused`() {
    // The node itself, one behind it, its mission, and its set.
    #expect(
      faults(QuestText.set("s", QuestText.mission("m", ["a"], QuestText.gate("g", "node", "a"))))
        == [
          "missions[1].nodes[1] (node \"a\"): dependency cycle: a → gate g → a"
        ])
    #expect(
      faults(
        QuestText.set(
          "s",
          QuestText.mission("m", ["a", "b", "c: b"], QuestText.gate("g", "node", "c", after: "a")))
      ) == [
        "missions[1].nodes[2] (node \"b\"): dependency cycle: b → gate g → c → b"
      ])
    #expect(
      faults(
        QuestText.set(
          "s", QuestText.mission("m", ["a", "b"], QuestText.gate("g", "mission", "m", after: "a")))
      ) == [
        "missions[1].nodes[2] (node \"b\"): dependency cycle: b → gate g → mission m → b"
      ])
    #expect(
      faults(
        QuestText.set("s", QuestText.mission("m", ["a"], QuestText.gate("g", "missionSet", "s")))
      ) == [
        "missions[1].nodes[1] (node \"a\"): dependency cycle: a → gate g → set s → mission m → a"
      ])
  }

  @Test func `missions that require each other are refused`() {
    #expect(
      faults(
        QuestText.set(
          "s", QuestText.mission("m", ["a"], QuestText.gate("g", "mission", "n")),
          QuestText.mission("n", ["b"], QuestText.gate("h", "mission", "m")))) == [
          "missions[1].nodes[1] (node \"a\"): dependency cycle: "
            + "a → gate g → mission n → b → gate h → mission m → a"
        ])
    // By a dependency one way and a gate the other.
    #expect(
      faults(
        QuestText.set(
          "s", QuestText.mission("m", ["a: b"]),
          QuestText.mission("n", ["b", "c"], QuestText.gate("h", "mission", "m")))) == [
          "missions[1].nodes[1].dependencies[1] (node \"a\"): dependency cycle: "
            + "a → b → gate h → mission m → a"
        ])
  }

  @Test func `a gate with no nodes behind it can require anything`() {
    #expect(
      faults(
        QuestText.set(
          "s",
          QuestText.mission(
            "m", ["a", "b"], QuestText.gate("g", "mission", "m", after: "b"),
            QuestText.gate("h", "node", "a", after: "a"),
            QuestText.gate("i", "missionSet", "s", after: "b")))) == [])
  }

  @Test func `a chain of many nodes is no cycle, and one that closes is`() {
    let count = 20_000
    let chain = (0..<count).map { $0 == 0 ? "n0" : "n\($0): n\($0 - 1)" }
    #expect(faults(QuestText.set("s", QuestText.mission("m", chain))) == [])
    let closed = ["n0: n\(count - 1)"] + chain.dropFirst()
    #expect(faults(QuestText.set("s", QuestText.mission("m", closed))).count == 1)
  }
}
