import FlintCalendar
import FlintJSON
import FlintSchema
import TestSupport
import Testing

@testable import FlintRules

/// Random histories of quest events compared with a reference model.
struct `Random histories of quests` {
  static let setIDs = ["s", "t", "u"]
  static let nodeIDs = ["a", "b", "c", "d", "e", "f", "g", "h"]
  static let missionIDs = ["m", "n", "o"]

  /// A set that is valid except for possible dependency cycles.
  static func text(_ random: inout SplitMix64) throws -> String {
    let id = try #require(setIDs.randomElement(using: &random))
    var ids = nodeIDs.shuffled(using: &random)
      .prefix(Int.random(in: 0...nodeIDs.count, using: &random))
    let all = Array(ids)
    var gateCount = 0
    let missions = try missionIDs.shuffled(using: &random)
      .prefix(Int.random(in: 0...3, using: &random)).map { mission in
        let own = Array(ids.prefix(Int.random(in: 0...4, using: &random)))
        ids = ids.dropFirst(own.count)
        let nodes = try own.map { id in
          // Mostly on earlier nodes in the list of all, so that not every set has a cycle.
          let place = try #require(all.firstIndex(of: id))
          let end = Int.random(in: 0..<20, using: &random) == 0 ? all.count : place
          let needs = all[..<end].filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
          return
            #"{"id":"\#(id)","orderIndex":\#(Int.random(in: 0...4, using: &random)),"#
            + #""title":"T","dependencies":\#(JSONValue.array(needs.map { .string($0) }).text())}"#
        }
        let gates = try (0..<Int.random(in: 0...2, using: &random)).map { _ in
          gateCount += 1
          return try gate("g\(gateCount)", own, &random)
        }
        return
          #"{"id":"\#(mission)","title":"M","nodes":[\#(nodes.joined(separator: ","))],"#
          + #""gates":[\#(gates.joined(separator: ","))]}"#
      }
    // A node may be in no mission; then its dependents would be invalid, and so is the set.
    return #"{"id":"\#(id)","name":"S","missions":[\#(missions.joined(separator: ","))]}"#
  }

  static func gate(
    _ id: String, _ own: [String], _ random: inout SplitMix64
  ) throws -> String {
    let type = try #require(QuestGate.Requirement.allCases.randomElement(using: &random))
    let requirement =
      switch type {
      case .missionSet: (setIDs + ["v"]).randomElement(using: &random)
      case .mission: (missionIDs + ["x"]).randomElement(using: &random)
      case .node: (nodeIDs + ["x"]).randomElement(using: &random)
      case .level: ["1", "2", "3", "many"].randomElement(using: &random)
      case .item, .other: "x"
      }
    return QuestText.gate(
      id, type.rawValue, try #require(requirement),
      after: Bool.random(using: &random) ? own.randomElement(using: &random) : nil)
  }

  static func set(_ random: inout SplitMix64) throws -> QuestSet {
    while true {
      let text = try text(&random)
      if let set = try? QuestSet(parsing: Array(text.utf8), file: "random") { return set }
    }
  }

  static func action(
    _ state: QuestsState, _ level: Int64, _ random: inout SplitMix64
  ) throws -> QuestAction {
    let set = try #require(setIDs.randomElement(using: &random))
    func reference(_ ids: [String]) throws -> QuestReference {
      QuestReference(set: set, id: try #require(ids.randomElement(using: &random)))
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3: return .load(try self.set(&random))
    case 3..<8: return .setLevel(Int64.random(in: 0...4, using: &random))
    case 8..<20: return .openGate(try reference(["g1", "g2", "g3", "g4", "g5", "g6"]))
    case 20..<35: return .reset(.node(try reference(nodeIDs)), cascade: Bool.random(using: &random))
    case 35..<39:
      return .reset(.mission(try reference(missionIDs)), cascade: Bool.random(using: &random))
    case 39..<41: return .reset(.set(set), cascade: Bool.random(using: &random))
    case 41: return .reset(.everything, cascade: Bool.random(using: &random))
    case 42..<52: return .complete(try reference(nodeIDs))
    default:
      let available = state.nodes(QuestQuery(.available), level: level)
      guard let node = available.randomElement(using: &random) else {
        return .complete(try reference(nodeIDs))
      }
      return .complete(node.reference)
    }
  }

  /// Whether every query of a state agrees with the model.
  static func check(_ state: QuestsState, _ model: QuestModel, level: Int64) {
    var statuses: [QuestStatus] = []
    var available: [QuestReference] = []
    for set in model.sets {
      for mission in set.missions {
        for node in mission.nodes {
          let status = model.status(of: node, in: mission, of: set, level: level)
          statuses.append(status)
          if status == .available { available.append(QuestReference(set: set.id, id: node.id)) }
        }
      }
    }
    let views = state.nodes(level: level)
    #expect(views.map(\.status) == statuses)
    #expect(state.nodes(QuestQuery(.available), level: level).map(\.reference) == available)
    for view in views {
      #expect((view.lock == nil) == (view.status != .locked))
      guard let lock = view.lock, let set = model.set(view.set),
        let mission = set.missions.first(where: { $0.id == view.mission })
      else { continue }
      #expect(
        lock.nodes
          == view.node.dependencies.filter { model.completed[.init(set: set.id, id: $0)] == nil })
      #expect(
        lock.gates
          == model.gates(before: view.node, in: mission)
          .filter { !model.isOpen($0, in: set, level: level) })
    }
    for view in state.gates(level: level) {
      guard let set = model.set(view.set) else { continue }
      #expect(view.isOpen == model.isOpen(view.gate, in: set, level: level))
      #expect(view.opensByHand == model.opensByHand(view.gate, in: set))
    }
    for view in state.sets {
      #expect(view.completedNodes == model.completed.keys.count { $0.set == view.set.id })
      #expect(
        view.completeMissions == view.set.missions.count { model.isDone(view.set, $0.nodes) })
      #expect(view.emptyMissions == view.set.missions.count { $0.nodes.isEmpty })
    }
  }

  /// Whether the counts that a state maintains equal a recount.
  static func checkCounts(_ state: QuestsState) throws {
    var writer = StateWriter()
    state.encode(to: &writer)
    var reader = StateReader(writer.bytes)
    let again = QuestsState(from: &reader)
    #expect(reader.isAtEnd)
    #expect(again == state)
    for (left, right) in zip(state.progress, again.progress) {
      #expect(left.waits == right.waits)
      #expect(left.isOpen == right.isOpen)
      #expect(left.open == right.open)
      #expect(left.openMissions == right.openMissions)
      #expect(left.completedCount == right.completedCount)
    }
    #expect(again.positions == state.positions)
    #expect(
      again.watchers.mapValues(Set.init).filter { !$0.value.isEmpty }
        == state.watchers.mapValues(Set.init).filter { !$0.value.isEmpty })
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `every action has the same effect as in the reference model`(seed: UInt64) throws {
    var random = SplitMix64(state: seed &* 1_000_003)
    var state = QuestsState()
    var model = QuestModel()
    for _ in 0..<3 {
      let set = try Self.set(&random)
      _ = state.apply(
        .load(set), id: EventID(high: 0, low: 0), at: Instant(milliseconds: 0),
        day: CivilDay(number: 0), level: 1)
      _ = model.apply(.load(set), day: 0, level: 1)
    }
    for number in 0..<150 as Range<Int32> {
      let level = Int64.random(in: 1...3, using: &random)
      let action = try Self.action(state, level, &random)
      let before = state
      let effect = state.apply(
        action, id: EventID(high: 0, low: UInt64(number)),
        at: Instant(milliseconds: Int64(number)), day: CivilDay(number: number), level: level)
      let expected = model.apply(action, day: number, level: level)
      #expect(effect.void == expected.void)
      func days(_ steps: Int64) -> [Int32] {
        effect.reversals.filter { $0.steps == steps }.map(\.day.number).sorted()
      }
      #expect(days(1) == expected.back)
      #expect(days(-1) == model.revived)
      #expect(effect.reversals.count == expected.back.count + model.revived.count)
      if case .load = action {
        #expect(effect.voided.count == expected.back.count)
        #expect(effect.revived.count == model.revived.count)
      }
      if case .complete = action { #expect(effect.steps == (effect.void == nil ? 1 : 0)) }
      if effect.void != nil { #expect(state == before) }
      Self.check(state, model, level: level)
      try Self.checkCounts(state)
    }
  }

  @Test func `a set is refused exactly when it has a dependency cycle`() throws {
    var random = SplitMix64(state: 99)
    var refusals = 0
    var loads = 0
    for _ in 0..<2000 {
      let text = try Self.text(&random)
      var reader = TableReader(.json)
      var draft = QuestSet.table.blank
      QuestSet.table.read(try JSONValue(parsing: text), into: &draft, &reader)
      var faults = reader.faults
      #expect(faults.isEmpty)
      let nodes = Set(draft.missions.flatMap(\.nodes).map(\.id))
      let isWhole = draft.missions.flatMap(\.nodes).allSatisfy {
        nodes.isSuperset(of: $0.dependencies)
      }
      if !isWhole { continue }
      var model = QuestModel()
      model.sets = [draft]
      let needs = model.needsInTheEnd()
      let hasCycle = needs.contains { $0.value.contains($0.key) }
      let set = draft.checked(adding: &faults)
      #expect((set == nil) == hasCycle)
      #expect(faults.isEmpty != hasCycle)
      for fault in faults { #expect(fault.problem.hasPrefix("dependency cycle: ")) }
      if hasCycle { refusals += 1 } else { loads += 1 }
    }
    // Both cases occur often enough for the test to be meaningful.
    #expect(refusals > 100)
    #expect(loads > 100)
  }

  @Test func `every action equals the one read from its content`() throws {
    var random = SplitMix64(state: 5)
    var state = QuestsState()
    for number in 0..<2000 as Range<UInt64> {
      let action = try Self.action(state, 2, &random)
      _ = state.apply(
        action, id: EventID(high: 0, low: number), at: Instant(milliseconds: 0),
        day: CivilDay(number: 0), level: 2)
      let event = ProfileEvent.Action.quest(action)
      let again = try ProfileEvent.Action(event.kind, content: Array(event.content.utf8))
      #expect(again == event)
      #expect(again.content == event.content)
    }
  }

  @Test func `a damaged cache is refused, or decodes to a consistent state`() throws {
    var random = SplitMix64(state: 17)
    var state = QuestsState()
    for number in 0..<200 as Range<UInt64> {
      let action = try Self.action(state, 2, &random)
      _ = state.apply(
        action, id: EventID(high: 0, low: number), at: Instant(milliseconds: 0),
        day: CivilDay(number: 0), level: 2)
    }
    var writer = StateWriter()
    state.encode(to: &writer)
    for end in 0..<writer.bytes.count {
      var reader = StateReader(writer.bytes, in: 0..<end)
      _ = QuestsState(from: &reader)
      #expect(!reader.isAtEnd)
    }
    for _ in 0..<3000 {
      var bytes = writer.bytes
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      var reader = StateReader(bytes)
      let damaged = QuestsState(from: &reader)
      if reader.isAtEnd { _ = damaged.nodes(level: 2) }
    }
  }
}
