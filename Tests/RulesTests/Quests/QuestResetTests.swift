import Testing

@testable import FlintRules

/// Resets of completed nodes.
struct `Quest nodes are reset` {
  typealias Q = QuestText

  /// A chain `a`, `b`, `c` and a separate node `d`, each completed on its own day.
  func chain() throws -> PlayedQuests {
    var played = try PlayedQuests(loading: Q.set("s", Q.mission("m", ["a", "b: a", "c: b", "d"])))
    for (index, node) in ["a", "b", "c", "d"].enumerated() {
      played.complete("s/\(node)", on: Int32(index + 1))
    }
    return played
  }

  @Test func `a node without completed dependents is available again after a reset`() throws {
    var played = try chain()
    let (void, days) = played.reset(node: "s/c")
    #expect(void == nil)
    #expect(days == [3])
    #expect(played.completed == ["a", "b", "d"])
    #expect(played.available == ["c"])
    #expect(played.complete("s/c", on: 9) == nil)
    #expect(played.reset(node: "s/c").days == [9])
  }

  @Test func `resetting a node with completed dependents, direct or indirect, is void`() throws {
    var played = try chain()
    let before = played.state
    #expect(played.reset(node: "s/b").void == .nodeNeeded)
    #expect(played.reset(node: "s/a").void == .nodeNeeded)
    #expect(played.state == before)
  }

  @Test func `a cascade also resets all dependents`() throws {
    var played = try chain()
    let (void, days) = played.reset(node: "s/a", cascade: true)
    #expect(void == nil)
    #expect(days == [1, 2, 3])
    #expect(played.completed == ["d"])
    #expect(played.available == ["a"])
  }

  @Test func `a cascade has no further effect on a node without dependents`() throws {
    var played = try chain()
    #expect(played.reset(node: "s/d", cascade: true).days == [4])
    #expect(played.completed == ["a", "b", "c"])
  }

  @Test func `a node that is not completed cannot be reset`() throws {
    var played = try chain()
    played.reset(node: "s/d")
    #expect(played.reset(node: "s/d").void == .nodeOpen)
    #expect(played.reset(node: "s/d", cascade: true).void == .nodeOpen)
    #expect(played.reset(node: "s/z").void == .unknownQuest)
    #expect(played.reset(node: "t/a").void == .unknownQuest)
    #expect(played.reset(.mission(QuestReference(set: "s", id: "z"))).void == .unknownQuest)
    #expect(played.reset(.mission(QuestReference(set: "t", id: "m"))).void == .unknownQuest)
    #expect(played.reset(.set("t")).void == .unknownQuest)
  }

  @Test func `completed nodes behind a gate that would close count as dependents`() throws {
    // By node, by mission, and by set.
    for gate in [Q.gate("g", "node", "b"), Q.gate("g", "mission", "m")] {
      var played = try PlayedQuests(
        loading: Q.set("s", Q.mission("m", ["a", "b: a"]), Q.mission("n", ["c", "d"], gate)))
      for (index, node) in ["a", "b", "d"].enumerated() {
        #expect(played.complete("s/\(node)", on: Int32(index + 1)) == nil)
      }
      #expect(played.reset(node: "s/a").void == .nodeNeeded)
      #expect(played.reset(node: "s/b").void == .nodeNeeded)
      #expect(played.reset(node: "s/b", cascade: true).days == [2, 3])
      #expect(played.available == ["b"])
      #expect(played.completed == ["a"])
    }
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a", "b: a"])),
      Q.set("t", Q.mission("n", ["c", "d: c"], Q.gate("g", "missionSet", "s"))))
    for (index, node) in ["s/a", "s/b", "t/c"].enumerated() {
      #expect(played.complete(node, on: Int32(index + 1)) == nil)
    }
    #expect(played.available == ["d"])
    #expect(played.reset(node: "s/b").void == .nodeNeeded)
    #expect(played.reset(node: "s/a", cascade: true).days == [1, 2, 3])
    #expect(played.available == ["a"])
    #expect(played.completed == [])
  }

  @Test
  func `a gate opened by hand stays open, and the nodes behind it do not depend on its opener`()
    throws
  {
    var played = try PlayedQuests(
      loading: Q.set("t", Q.mission("n", ["c"], Q.gate("g", "missionSet", "s"))))
    played.open("t/g")
    try played.load(Q.set("s", Q.mission("m", ["a"])))
    played.complete("s/a", on: 1)
    played.complete("t/c", on: 2)
    #expect(played.reset(node: "s/a").days == [1])
    #expect(played.completed == ["c"])
    #expect(played.reset(node: "t/c").days == [2])
    #expect(played.available == ["c", "a"])
  }

  @Test func `nodes outside a gate do not depend on its opener`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s", Q.mission("m", ["a"]),
        Q.mission("n", ["b", "c"], Q.gate("g", "node", "a", after: "b")))
    )
    played.complete("s/a", on: 1)
    played.complete("s/b", on: 2)
    #expect(played.reset(node: "s/a").days == [1])
    #expect(played.completed == ["b"])
  }

  @Test func `a mission is reset as a whole`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s", Q.mission("m", ["a", "b: a"]), Q.mission("n", ["c: b", "d"]), Q.mission("o", ["e: d"]))
    )
    for (index, node) in ["a", "b", "d", "e"].enumerated() {
      played.complete("s/\(node)", on: Int32(index + 1))
    }
    // Within the mission one may depend on the other.
    let mission = QuestScope.mission(QuestReference(set: "s", id: "m"))
    #expect(played.reset(mission).days == [1, 2])
    #expect(played.completed == ["d", "e"])
    // Nothing is left to reset, which is no error.
    #expect(played.reset(mission).void == nil)
    // A completed node elsewhere depends on it.
    let other = QuestScope.mission(QuestReference(set: "s", id: "n"))
    #expect(played.reset(other).void == .nodeNeeded)
    #expect(played.reset(other, cascade: true).days == [3, 4])
    #expect(played.completed == [])
  }

  @Test func `a set is reset as a whole`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a"]), Q.mission("n", ["b: a"])),
      Q.set("t", Q.mission("o", ["c", "d"], Q.gate("g", "missionSet", "s", after: "c"))))
    for (index, node) in ["s/a", "s/b", "t/c"].enumerated() {
      played.complete(node, on: Int32(index + 1))
    }
    var beforeGate = played
    #expect(beforeGate.reset(.set("s")).days == [1, 2])
    #expect(beforeGate.completed == ["c"])
    played.complete("t/d", on: 4)
    #expect(played.reset(.set("s")).void == .nodeNeeded)
    var other = played
    #expect(other.reset(.set("t")).days == [3, 4])
    #expect(played.reset(.set("s"), cascade: true).days == [1, 2, 4])
    #expect(played.completed == ["c"])
  }

  @Test func `everything except the level is reset`() throws {
    let sets = [
      Q.set("s", Q.mission("m", ["a"], Q.gate("g", "item", "x"))),
      Q.set("t", Q.mission("n", ["b"], Q.gate("h", "missionSet", "s"))),
    ]
    var played = try PlayedQuests(loading: sets[0], sets[1])
    played.apply(.setLevel(4))
    played.open("s/g")
    played.complete("s/a", on: 5)
    played.complete("t/b", on: 6)
    #expect(played.reset(.everything).days == [5, 6])
    var fresh = try PlayedQuests(loading: sets[0], sets[1])
    fresh.apply(.setLevel(4))
    #expect(played.state == fresh.state)
    #expect(played.available == [])
    #expect(played.reset(.everything).void == nil)
    var nothing = PlayedQuests()
    #expect(nothing.reset(.everything).void == nil)
  }

  @Test func `resetting a mission or a set closes its gates that were opened by hand`() throws {
    let set = Q.set(
      "s", Q.mission("m", ["a"], Q.gate("g", "item", "x")),
      Q.mission("n", ["b"], Q.gate("h", "item", "y")))
    var played = try PlayedQuests(loading: set)
    played.open("s/g")
    played.open("s/h")
    played.complete("s/a")
    #expect(played.reset(node: "s/a").void == nil)
    #expect(played.available == ["a", "b"])
    played.reset(.mission(QuestReference(set: "s", id: "m")))
    #expect(played.available == ["b"])
    played.reset(.set("s"))
    #expect(played.available == [])
    #expect(played.open("s/g") == nil)
  }

  @Test func `dependencies are transitive through nodes that are not completed`() throws {
    var played = try PlayedQuests(loading: Q.set("s", Q.mission("m", ["a", "c"])))
    played.complete("s/a", on: 1)
    played.complete("s/c", on: 2)
    // Now `c` comes after `b`, which is not done, and that after `a`.
    try played.load(Q.set("s", Q.mission("m", ["a", "b: a", "c: b"])))
    #expect(played.completed == ["a", "c"])
    #expect(played.reset(node: "s/a").void == .nodeNeeded)
    #expect(played.reset(node: "s/a", cascade: true).days == [1, 2])
  }
}
