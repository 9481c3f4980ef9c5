import Foundation
import Testing

@testable import FlintRules

/// The quest sets that come with the project as examples.
struct `The example quest sets` {
  static func file(_ name: String) throws -> QuestFile {
    var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let path = root.appendingPathComponent("examples/data/quests/\(name)")
    return try QuestFile(parsing: Array(Data(contentsOf: path)), file: name)
  }

  static func played() throws -> PlayedQuests {
    var played = PlayedQuests()
    for name in ["harbour.json", "lighthouse.json"] {
      played.apply(.load(try file(name).set))
    }
    return played
  }

  @Test func `both example sets are read, and unknown keys are reported`() throws {
    let harbour = try Self.file("harbour.json")
    #expect(harbour.set.missions.map(\.nodes.count) == [3, 2])
    #expect(harbour.set.lastKnownUpdate == nil)
    #expect(harbour.notice == "harbour.json: ignored unknown key: metadata × 2")
    let lighthouse = try Self.file("lighthouse.json")
    #expect(lighthouse.set.missions.map(\.nodes.count) == [4, 4, 2, 0])
    #expect(lighthouse.notice == "lighthouse.json: ignored unknown key: metadata × 2")
    let types = lighthouse.set.missions.flatMap(\.gates).map(\.type)
    #expect(Set(types) == Set(QuestGate.Requirement.allCases))
  }

  @Test func `the two together can be played to the end`() throws {
    var played = try Self.played()
    #expect(played.available == ["harbour-1-1"])
    #expect(
      played.lock("lighthouse/land-2")
        == #"waits for node "land-1" and gate "pilots" (missionSet harbour)"#)
    for node in ["1-1", "1-2", "1-3", "2-1", "2-2"] {
      #expect(played.complete("harbour/harbour-\(node)") == nil)
    }
    #expect(played.available == ["land-1"])
    played.complete("lighthouse/land-1")
    #expect(played.available == ["land-2", "land-3"])
    for node in ["land-3", "land-2", "land-4"] { played.complete("lighthouse/\(node)") }
    #expect(played.available == ["lamp-1"])
    played.complete("lighthouse/lamp-1")
    #expect(
      played.lock("lighthouse/lamp-3") == #"waits for gate "oil" (item 3 jars of whale oil)"#)
    played.open("lighthouse/oil")
    #expect(played.available == ["lamp-2", "lamp-3"])
    for node in ["lamp-2", "lamp-3"] { played.complete("lighthouse/\(node)") }
    #expect(played.lock("lighthouse/lamp-4") == #"waits for gate "steady-hand" (level 5)"#)
    played.apply(.setLevel(5))
    #expect(played.available == ["lamp-4"])
    played.complete("lighthouse/lamp-4")
    #expect(played.available == ["watch-1"])
    played.complete("lighthouse/watch-1")
    #expect(
      played.lock("lighthouse/watch-2") == #"waits for gate "calm" (other a night without fog)"#)
    played.open("lighthouse/calm")
    played.complete("lighthouse/watch-2")
    #expect(played.available == [])
    #expect(played.state.sets.map(\.isComplete) == [true, true])
    #expect(
      played.state.missions(set: "lighthouse").map(\.status)
        == [.complete, .complete, .complete, .empty])
    // Resetting the first step resets all nodes that depend on it, and no others.
    #expect(played.reset(node: "harbour/harbour-1-1").void == .nodeNeeded)
    #expect(played.reset(node: "harbour/harbour-1-1", cascade: true).days.count == 15)
    #expect(played.completed == [])
  }
}
