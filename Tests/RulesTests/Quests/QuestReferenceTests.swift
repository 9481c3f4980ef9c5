import Testing

@testable import FlintRules

/// References to nodes, missions, gates and sets by text.
struct `Quest references` {
  typealias Q = QuestText

  func state() throws -> QuestsState {
    try PlayedQuests(
      loading: Q.set(
        "harbour", Q.mission("arrive", ["berth", "talk"], Q.gate("fee", "item", "coins"))),
      Q.set("light", Q.mission("arrive", ["talk", "harbour/berth", "climb"]))
    ).state
  }

  @Test(arguments: [
    ("a/b", ["a", "b"]), ("a/b/c", ["a", "b/c"]), ("a//", ["a", "/"]), ("a", nil), ("a/", nil),
    ("/b", nil),
    ("/", nil), ("", nil),
  ])
  func `a reference is a set and an id, neither of them empty`(text: String, parts: [String]?) {
    let reference = QuestReference(description: text)
    #expect(reference.map { [$0.set, $0.id] } == parts)
  }

  @Test func `an id without a set is resolved where no other set has it`() throws {
    let state = try state()
    #expect(try state.resolveNode("berth") == QuestReference(set: "harbour", id: "berth"))
    #expect(try state.resolveNode("climb") == QuestReference(set: "light", id: "climb"))
    #expect(try state.resolveGate("fee") == QuestReference(set: "harbour", id: "fee"))
    #expect(try state.resolveSet("light") == "light")
  }

  @Test func `a set before the id resolves an ambiguous id`() throws {
    let state = try state()
    #expect(try state.resolveNode("light/talk") == QuestReference(set: "light", id: "talk"))
    #expect(try state.resolveMission("light/arrive") == QuestReference(set: "light", id: "arrive"))
    #expect(try state.resolveGate("harbour/fee") == QuestReference(set: "harbour", id: "fee"))
    #expect(QuestReference(set: "light", id: "talk").description == "light/talk")
  }

  @Test func `a reference with a set takes precedence over an id that looks the same`() throws {
    let state = try state()
    #expect(try state.resolveNode("harbour/berth") == QuestReference(set: "harbour", id: "berth"))
    #expect(
      try state.resolveNode("light/harbour/berth")
        == QuestReference(set: "light", id: "harbour/berth"))
  }

  @Test func `set ids are equal regardless of case`() throws {
    var played = try PlayedQuests(
      loading: Q.set("harbour", Q.mission("arrive", ["berth", "talk"])),
      Q.set(
        "light", Q.mission("climb", ["up"], Q.gate("wait", "missionSet", "HARBOUR"))))
    #expect(played.complete("Harbour/berth") == nil)
    // A later load changes the definition, and keeps the completions.
    try played.load(Q.set("HARBOUR", Q.mission("arrive", ["berth", "talk", "leave"])))
    #expect(played.state.sets.map(\.set.id) == ["HARBOUR", "light"])
    #expect(played.state.sets.map(\.completedNodes) == [1, 0])
    #expect(try played.state.resolveNode("harbour/leave").set == "HARBOUR")
    #expect(try played.state.resolveSet("Harbour") == "HARBOUR")
    #expect(played.complete("light/up") == .nodeLocked)
    #expect(played.complete("harbour/talk") == nil)
    #expect(played.complete("hArBoUr/leave") == nil)
    #expect(played.complete("Light/up") == nil)
    #expect(played.reset(.set("harbour"), cascade: true).days == [1, 1, 1, 1])
    // A set cannot require itself under another case either.
    #expect(
      throws: QuestSetError.self,
      performing: {
        try QuestSet(
          parsing: Array(
            Q.set("Tower", Q.mission("m", ["a"], Q.gate("g", "missionSet", "tower"))).utf8),
          file: "tower.json")
      })
  }

  @Test func `an id of several sets is refused, and all matches are listed`() throws {
    let state = try state()
    let node = #expect(throws: QuestReferenceError.self) { try state.resolveNode("talk") }
    #expect(node?.candidates == ["harbour/talk", "light/talk"])
    #expect(
      node?.description
        == #""talk" names 2 quest nodes; specify one: harbour/talk or light/talk"#)
    let mission = #expect(throws: QuestReferenceError.self) { try state.resolveMission("arrive") }
    #expect(
      mission?.description
        == #""arrive" names 2 quest missions; specify one: harbour/arrive or light/arrive"#)
  }

  @Test func `an unknown id is refused, and a similar one is suggested`() throws {
    let state = try state()
    for (text, message) in [
      ("clim", #"no quest node "clim" in the loaded sets (did you mean "climb"?)"#),
      (
        "light/clim",
        #"no quest node "light/clim" in the loaded sets (did you mean "light/climb"?)"#
      ),
      ("nothing like it", #"no quest node "nothing like it" in the loaded sets"#),
      ("", #"no quest node "" in the loaded sets"#),
      ("arrive", #"no quest node "arrive" in the loaded sets"#),
    ] {
      let error = #expect(throws: QuestReferenceError.self) { try state.resolveNode(text) }
      #expect(error?.description == message)
    }
    let set = #expect(throws: QuestReferenceError.self) { try state.resolveSet("harbor") }
    #expect(
      set?.description
        == #"no quest set "harbor" in the loaded sets (did you mean "harbour"?)"#)
    let gate = #expect(throws: QuestReferenceError.self) { try QuestsState().resolveGate("fee") }
    #expect(gate?.description == #"no quest gate "fee" in the loaded sets"#)
  }
}
