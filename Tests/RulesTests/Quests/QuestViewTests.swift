import Testing

@testable import FlintRules

/// Progress and search.
struct `Quest views` {
  typealias Q = QuestText

  static let coast = """
    {"id": "coast", "name": "Coast", "missions": [
      {"id": "m", "title": "Path", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "Talk to ODILE", "description": "She knows the tides",
         "location": {"zone": "North Quay", "npc": "Odile", "coordinates": "H-8"}},
        {"id": "b", "orderIndex": 1, "title": "Walk north", "dependencies": ["a"],
         "location": {"zone": "north quay, lower"}},
        {"id": "c", "orderIndex": 2, "title": "Ärgere niemanden", "dependencies": ["b"],
         "location": {"npc": "Old Benno"}}]},
      {"id": "n", "title": "Wait", "nodes": [{"id": "d", "orderIndex": 0, "title": "Sit and wait"}],
       "gates": [{"id": "g", "type": "level", "requirement": 3}]}]}
    """

  func played() throws -> PlayedQuests {
    var played = try PlayedQuests(
      loading: Self.coast, Q.set("t", Q.mission("m", ["x", "y"]), Q.mission("e", [])))
    played.complete("coast/a", on: 4)
    played.complete("t/y", on: 4)
    return played
  }

  @Test func `progress is the number of completed nodes, by mission and by set`() throws {
    var played = try played()
    #expect(played.state.sets.map(\.set.id) == ["coast", "t"])
    #expect(played.state.sets.map(\.completedNodes) == [1, 1])
    #expect(played.state.sets.map(\.nodeCount) == [4, 2])
    #expect(played.state.sets.map(\.missionCount) == [2, 2])
    #expect(played.state.sets.map(\.completeMissions) == [0, 0])
    #expect(played.state.sets.map(\.emptyMissions) == [0, 1])
    #expect(
      played.state.missions().map(\.reference.description)
        == ["coast/m", "coast/n", "t/m", "t/e"])
    #expect(played.state.missions().map(\.completedNodes) == [1, 0, 1, 0])
    #expect(played.state.missions().map(\.nodeCount) == [3, 1, 2, 0])
    #expect(
      played.state.missions().map(\.status) == [.inProgress, .untouched, .inProgress, .empty])
    played.complete("t/x")
    #expect(played.state.missions(set: "t").map(\.status) == [.complete, .empty])
    #expect(played.state.sets.map(\.isComplete) == [false, true])
    #expect(played.state.sets.map(\.completeMissions) == [0, 1])
    #expect(played.state.missions(set: "zz").isEmpty)
  }

  @Test func `a set without nodes is never complete`() throws {
    let played = try PlayedQuests(loading: Q.set("s", Q.mission("m", [])), Q.set("t"))
    #expect(played.state.sets.map(\.isComplete) == [false, false])
    #expect(played.state.sets.map(\.emptyMissions) == [1, 0])
  }

  /// The nodes that a query finds at level 1.
  func found(_ change: (inout QuestQuery) -> Void) throws -> [String] {
    var query = QuestQuery()
    change(&query)
    return try played().state.nodes(query, level: 1).map(\.reference.description)
  }

  @Test func `nodes are found by zone, npc and text regardless of letter case`() throws {
    #expect(try found { _ in } == ["coast/a", "coast/b", "coast/c", "coast/d", "t/x", "t/y"])
    #expect(try found { $0.zone = "NORTH quay" } == ["coast/a", "coast/b"])
    #expect(try found { $0.zone = "lower" } == ["coast/b"])
    #expect(try found { $0.zone = "" } == ["coast/a", "coast/b"])
    #expect(try found { $0.npc = "odile" } == ["coast/a"])
    #expect(try found { $0.npc = "O" } == ["coast/a", "coast/c"])
    #expect(try found { $0.text = "odile" } == ["coast/a"])
    #expect(try found { $0.text = "TIDES" } == ["coast/a"])
    #expect(try found { $0.text = "ärg" } == ["coast/c"])
    // Locations are not part of the text.
    #expect(try found { $0.text = "quay" } == [])
    #expect(
      try found {
        $0.zone = "north"; $0.npc = "odile"; $0.text = "talk"
      } == ["coast/a"])
    #expect(
      try found {
        $0.zone = "north"; $0.npc = "benno"
      } == [])
  }

  @Test func `nodes are found by status, set and mission`() throws {
    #expect(try found { $0.status = .completed } == ["coast/a", "t/y"])
    #expect(try found { $0.status = .available } == ["coast/b", "t/x"])
    #expect(try found { $0.status = .locked } == ["coast/c", "coast/d"])
    #expect(try found { $0.set = "coast" } == ["coast/a", "coast/b", "coast/c", "coast/d"])
    #expect(try found { $0.mission = "m" } == ["coast/a", "coast/b", "coast/c", "t/x", "t/y"])
    #expect(
      try found {
        $0.set = "t"; $0.mission = "m"; $0.status = .available
      } == ["t/x"])
    #expect(
      try found {
        $0.set = "coast"; $0.mission = "n"; $0.status = .available
      } == [])
    #expect(try found { $0.set = "zz" } == [])
    #expect(try found { $0.mission = "zz" } == [])
    #expect(
      try found {
        $0.status = .locked; $0.limit = 1
      } == ["coast/c"])
    #expect(try found { $0.limit = 0 } == [])
    #expect(try found { $0.limit = -1 } == [])
  }

  @Test func `available nodes depend on the level`() throws {
    var played = try played()
    #expect(
      played.state.nodes(QuestQuery(.available, set: "coast"), level: 3).map(\.node.id) == [
        "b", "d",
      ])
    #expect(
      played.state.nodes(QuestQuery(.available, set: "coast", mission: "n"), level: 3).map(
        \.node.id) == ["d"])
    #expect(
      played.state.nodes(QuestQuery(.available, set: "coast", mission: "n"), level: 2).isEmpty)
    played.apply(.setLevel(7))
    #expect(played.state.level(ofProfile: 1) == 7)
    #expect(
      played.state.nodes(QuestQuery(.available, mission: "n"), level: 1).map(\.node.id) == ["d"])
  }

  @Test func `a node has its completion, or its unmet requirements`() throws {
    let played = try played()
    let done = try #require(played.state.node(QuestReference(set: "coast", id: "a"), level: 1))
    #expect(done.status == .completed)
    #expect(done.completion?.day == PlayedQuests.march(4))
    #expect(done.lock == nil)
    #expect(done.mission == "m")
    let locked = try #require(played.state.node(QuestReference(set: "coast", id: "d"), level: 1))
    #expect(locked.status == .locked)
    #expect(locked.completion == nil)
    #expect(locked.lock?.nodes == [])
    #expect(locked.lock?.gates.map(\.id) == ["g"])
    #expect(played.state.node(QuestReference(set: "coast", id: "zz"), level: 1) == nil)
    #expect(played.state.node(QuestReference(set: "zz", id: "a"), level: 1) == nil)
  }

  @Test func `gates have their state, and whether they open by hand`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s",
        Q.mission(
          "m", ["a", "b"], Q.gate("g", "item", "x"), Q.gate("h", "level", "2", after: "a")),
        Q.mission("n", ["c"], Q.gate("i", "mission", "m"))),
      Q.set("t", Q.mission("o", ["d"], Q.gate("j", "missionSet", "u"))))
    played.open("s/g")
    let gates = played.state.gates(level: 1)
    #expect(gates.map(\.reference.description) == ["s/g", "s/h", "s/i", "t/j"])
    #expect(gates.map(\.isOpen) == [true, false, false, false])
    #expect(gates.map(\.opensByHand) == [true, false, false, true])
    #expect(gates.map(\.nodeCount) == [2, 1, 1, 1])
    #expect(gates.map(\.mission) == ["m", "m", "n", "o"])
    #expect(played.state.gates(set: "s", mission: "m", level: 2).map(\.isOpen) == [true, true])
    #expect(played.state.gates(mission: "n", level: 1).map(\.gate.id) == ["i"])
    #expect(played.state.gates(set: "zz", level: 1).isEmpty)
  }
}
