import FlintJSON
import Testing

@testable import FlintRules

/// Reading of quest set files.
struct `Quest sets are read` {
  func file(_ json: String) throws -> QuestFile {
    try QuestFile(parsing: Array(json.utf8), file: "test.json")
  }

  @Test func `every known key is read`() throws {
    let set = try file(
      """
      {"id": "s", "name": "Set", "category": "town", "source": "Here", "sourceUrl": "https://a.b",
       "lastScraped": "2026-01-02", "lastKnownUpdate": "2026-01-01", "totalMissions": 7,
       "missions": [{"id": "m", "title": "Mission", "number": "1-1", "url": "https://a.b/m",
         "nodes": [{"id": "a", "orderIndex": 0, "title": "First", "description": "More",
                    "dependencies": [],
                    "location": {"coordinates": "H-8", "zone": "Quay", "npc": "Odile"}},
                   {"id": "b", "orderIndex": 1, "title": "Second", "dependencies": ["a"]}],
         "gates": [{"id": "g", "type": "level", "afterNodeId": "a", "requirement": "10",
                    "description": "Come back later"}]}]}
      """
    ).set
    #expect(set.id == "s")
    #expect(set.name == "Set")
    #expect(set.category == "town")
    #expect(set.source == "Here")
    #expect(set.sourceURL == "https://a.b")
    #expect(set.lastScraped == "2026-01-02")
    #expect(set.lastKnownUpdate == "2026-01-01")
    #expect(set.totalMissions == 7)
    #expect(set.nodeCount == 2)
    let first = QuestNode(
      id: "a", orderIndex: 0, title: "First", description: "More", dependencies: [],
      location: QuestLocation(coordinates: "H-8", zone: "Quay", npc: "Odile"))
    let second = QuestNode(id: "b", orderIndex: 1, title: "Second", dependencies: ["a"])
    let gate = QuestGate(
      id: "g", type: .level, afterNodeID: "a", requirement: "10", description: "Come back later")
    #expect(
      set.missions == [
        QuestMission(
          id: "m", title: "Mission", number: "1-1", url: "https://a.b/m", nodes: [first, second],
          gates: [gate])
      ])
  }

  @Test(arguments: [
    // Only required keys.
    #"{"id":"s","name":"Set","missions":[{"id":"m","title":"Mission","#
      + #""nodes":[{"id":"a","orderIndex":0,"title":"A"}]}]}"#,
    // All other keys null.
    #"{"id":"s","name":"Set","category":null,"source":null,"sourceUrl":null,"lastScraped":null,"#
      + #""lastKnownUpdate":null,"totalMissions":null,"missions":[{"id":"m","title":"Mission","#
      + #""number":null,"url":null,"gates":null,"nodes":[{"id":"a","orderIndex":0,"title":"A","#
      + #""description":null,"dependencies":null,"location":null}]}]}"#,
    // Empty lists, and a location without fields.
    #"{"id":"s","name":"Set","missions":[{"id":"m","title":"Mission","gates":[],"#
      + #""nodes":[{"id":"a","orderIndex":0,"title":"A","dependencies":[],"#
      + #""location":{"zone":null}}]}]}"#,
  ])
  func `an optional key may be null, which counts as absent`(_ json: String) throws {
    let file = try file(json)
    #expect(
      file.set.missions == [
        QuestMission(
          id: "m", title: "Mission",
          nodes: [QuestNode(id: "a", orderIndex: 0, title: "A", dependencies: [])],
          gates: [])
      ])
    #expect(file.set.category == nil)
    #expect(file.set.totalMissions == nil)
    #expect(file.notice == nil)
  }

  @Test func `a mission may have no nodes, and a set no missions`() throws {
    let missions = try file(
      #"{"id":"s","name":"Set","missions":[{"id":"a","title":"A","nodes":[]},"#
        + #"{"id":"b","title":"B"},{"id":"c","title":"C","nodes":null}]}"#
    ).set.missions
    #expect(missions.map(\.nodes) == [[], [], []])
    #expect(try file(#"{"id":"s","name":"Set","missions":[]}"#).set.missions.isEmpty)
  }

  @Test func `ids may be whole numbers, and so may a number and a requirement`() throws {
    let set = try file(
      #"{"id":7,"name":"Set","missions":[{"id":1,"title":"A","number":3,"#
        + #""nodes":[{"id":1,"orderIndex":0,"title":"A"},{"id":2,"orderIndex":1.0,"title":"B","#
        + #""dependencies":[1,"1"]}],"#
        + #""gates":[{"id":9,"type":"level","afterNodeId":1,"requirement":12}]}]}"#
    ).set
    #expect(set.id == "7")
    let mission = try #require(set.missions.first)
    #expect(mission.id == "1")
    #expect(mission.number == "3")
    #expect(mission.nodes.map(\.id) == ["1", "2"])
    #expect(mission.nodes.map(\.orderIndex) == [0, 1])
    // A dependency named twice, in either form, counts once.
    #expect(mission.nodes.map(\.dependencies) == [[], ["1"]])
    #expect(mission.gates.map(\.id) == ["9"])
    #expect(mission.gates.map(\.afterNodeID) == ["1"])
    #expect(mission.gates.map(\.level) == [12])
  }

  @Test func `nodes are sorted by orderIndex, equal ones in the order of the file`() throws {
    let indexes: [(String, Int)] = [("a", 7), ("b", 2), ("c", -1), ("d", 2), ("e", 100)]
    let nodes = indexes.map { #"{"id":"\#($0)","orderIndex":\#($1),"title":"T"}"# }
    let set = try file(
      #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","nodes":[\#(nodes.joined(separator: ","))]}]}"#
    ).set
    #expect(set.missions[0].nodes.map(\.id) == ["c", "b", "d", "a", "e"])
  }

  @Test func `unknown keys are ignored and counted by name`() throws {
    let file = try file(
      #"{"metadata":1,"id":"s","name":"S","Missions":[],"missions":[{"id":"m","title":"M","#
        + #""metadata":{"id":3},"nodes":[{"id":"a","orderIndex":0,"title":"T","metadata":[],"xp":5,"#
        + #""location":{"xp":1}}],"gates":[{"id":"g","type":"item","requirement":"r","xp":null}]}]}"#
    )
    #expect(
      file.unknownKeys == [
        QuestFile.UnknownKey(name: "Missions", count: 1),
        QuestFile.UnknownKey(name: "metadata", count: 3),
        QuestFile.UnknownKey(name: "xp", count: 3),
      ])
    #expect(
      file.notice == "test.json: ignored unknown keys: Missions × 1, metadata × 3, xp × 3")
    #expect(file.set.json.text().contains("metadata") == false)
    let one = try self.file(#"{"id":"s","name":"S","missions":[],"a\n\"b":1}"#)
    #expect(one.notice == #"test.json: ignored unknown key: a\n\"b × 1"#)
  }

  @Test func `a level is an integer or a text with one; any other requirement is free text`() throws
  {
    for (requirement, level) in [
      ("\"10\"", 10), ("10", 10), ("\" 10 \"", 10), ("\"-3\"", -3), ("\"Level 10\"", nil),
      ("\"\"", nil), ("\"10.5\"", nil),
    ] as [(String, Int64?)] {
      let gate = try file(
        #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","gates":"#
          + #"[{"id":"g","type":"level","requirement":\#(requirement)}]}]}"#
      ).set.missions[0].gates[0]
      #expect(gate.level == level, "\(requirement)")
    }
  }

  @Test func `a title may be empty, and a description equal to it`() throws {
    let node = try file(
      #"{"id":"s","name":"","missions":[{"id":"m","title":"","nodes":[{"id":"a","orderIndex":0,"#
        + #""title":"Go","description":"Go"}]}]}"#
    ).set.missions[0].nodes[0]
    #expect(node.title == "Go")
    #expect(node.description == "Go")
  }

  @Test func `a written set equals the one read back`() throws {
    let json = QuestText.set(
      "s", QuestText.mission("m", ["a", "b: a", "c: b a"], QuestText.gate("g", "item", "x")),
      QuestText.mission("n", []))
    let set = try file(json).set
    #expect(try QuestFile(reading: set.json, file: "again").set == set)
    #expect(
      set.json.text()
        == #"{"id":"s","name":"s","missions":[{"id":"m","title":"m","nodes":["#
        + #"{"id":"a","orderIndex":0,"title":"a"},"#
        + #"{"id":"b","orderIndex":1,"title":"b","dependencies":["a"]},"#
        + #"{"id":"c","orderIndex":2,"title":"c","dependencies":["b","a"]}],"#
        + #""gates":[{"id":"g","type":"item","requirement":"x"}]},{"id":"n","title":"n"}]}"#)
  }
}
