import FlintCalendar
import Testing

@testable import FlintRules

/// Availability of nodes: dependencies, gates and loading of sets.
struct `Quest nodes become available` {
  typealias Q = QuestText

  @Test func `a node is locked before all its dependencies are completed`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a", "b: a", "c: a", "d: b c", "e"])))
    #expect(played.available == ["a", "e"])
    #expect(played.lock("s/d") == #"waits for node "b" and node "c""#)
    #expect(played.complete("s/d") == .nodeLocked)
    #expect(played.complete("s/a") == nil)
    #expect(played.available == ["b", "c", "e"])
    #expect(played.complete("s/b") == nil)
    #expect(played.available == ["c", "e"])
    #expect(played.lock("s/d") == #"waits for node "c""#)
    #expect(played.complete("s/c") == nil)
    #expect(played.available == ["d", "e"])
    #expect(played.lock("s/d") == nil)
    #expect(played.complete("s/d") == nil)
    #expect(played.completed == ["a", "b", "c", "d"])
  }

  @Test func `a dependency may be in another mission`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a: z"]), Q.mission("n", ["y", "z: y"])))
    #expect(played.available == ["y"])
    played.complete("s/y")
    #expect(played.available == ["z"])
    played.complete("s/z")
    #expect(played.available == ["a"])
  }

  @Test
  func `a completion counts as a step of its day, and is void when the node is not available`()
    throws
  {
    var played = try PlayedQuests(loading: Q.set("s", Q.mission("m", ["a", "b: a"])))
    let effect = played.apply(.complete(QuestReference(set: "s", id: "a")), on: 3)
    #expect(effect.void == nil)
    #expect(effect.steps == 1)
    let completion = try #require(
      played.state.node(QuestReference(set: "s", id: "a"), level: 1)?.completion)
    #expect(completion.day == PlayedQuests.march(3))
    #expect(completion.at == Instant(milliseconds: 1_772_323_202_000))
    #expect(completion.event == EventID(high: 0, low: 1))
    let before = played.state
    #expect(played.complete("s/a") == .nodeCompleted)
    #expect(played.complete("s/z") == .unknownQuest)
    #expect(played.complete("t/a") == .unknownQuest)
    #expect(played.complete("s/m") == .unknownQuest)
    #expect(played.state == before)
  }

  // MARK: Gates

  @Test func `a gate locks the whole mission, or the nodes after one node`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s", Q.mission("m", ["a", "b"], Q.gate("g", "item", "oil")),
        Q.mission("n", ["c", "d", "e"], Q.gate("h", "other", "fog", after: "c")),
        Q.mission("o", ["f"])))
    #expect(played.available == ["c", "f"])
    #expect(played.lock("s/a") == #"waits for gate "g" (item oil)"#)
    #expect(played.complete("s/a") == .nodeLocked)
    #expect(played.open("s/g") == nil)
    #expect(played.available == ["a", "b", "c", "f"])
    #expect(played.open("s/h") == nil)
    #expect(played.available == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func `a gate locks only nodes of a greater orderIndex`() throws {
    let nodes = [("a", 0), ("b", 1), ("c", 1), ("d", 3)].map {
      #"{"id":"\#($0)","orderIndex":\#($1),"title":"T"}"#
    }
    for (after, available) in [
      ("a", ["a"]), ("b", ["a", "b", "c"]), ("c", ["a", "b", "c"]), ("d", ["a", "b", "c", "d"]),
    ] {
      let played = try PlayedQuests(
        loading: #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","nodes":["#
          + nodes.joined(separator: ",") + #"],"gates":["# + Q.gate("g", "item", "x", after: after)
          + "]}]}")
      #expect(played.available == available)
    }
  }

  @Test func `a node requires all its dependencies and gates`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s",
        Q.mission(
          "m", ["a", "b: a"], Q.gate("g", "item", "oil", after: "a"),
          Q.gate("h", "item", "wick", after: "a"), Q.gate("i", "level", "3"))))
    #expect(
      played.lock("s/b")
        == #"waits for node "a", gate "g" (item oil), gate "h" (item wick) and gate "i" (level 3)"#)
    played.level = 3
    played.open("s/h")
    #expect(played.lock("s/b") == #"waits for node "a" and gate "g" (item oil)"#)
    played.complete("s/a")
    #expect(played.lock("s/b") == #"waits for gate "g" (item oil)"#)
    played.open("s/g")
    #expect(played.available == ["b"])
  }

  @Test(arguments: [(8, ""), (9, " and 1 more"), (10, " and 2 more")])
  func `of more than eight dependencies the others are counted`(count: Int, others: String) throws {
    let nodes = (1...count).map { "n\($0)" }
    let played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", nodes + ["last: " + nodes.joined(separator: " ")])))
    let named = (1...8).map { #"node "n\#($0)""# }
    let list =
      others.isEmpty
      ? named.dropLast().joined(separator: ", ") + " and " + named[7]
      : named.joined(separator: ", ")
    #expect(played.lock("s/last") == "waits for " + list + others)
  }

  @Test func `a level gate opens at the profile's level, unless another was set`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s", Q.mission("m", ["a"], Q.gate("g", "level", "3")),
        Q.mission("n", ["b"], Q.gate("h", "level", "5"))))
    #expect(played.available == [])
    played.level = 3
    #expect(played.available == ["a"])
    #expect(played.open("s/h") == .gateNotClosed)
    #expect(played.complete("s/b") == .nodeLocked)
    played.apply(.setLevel(5))
    #expect(played.available == ["a", "b"])
    played.apply(.setLevel(2))
    #expect(played.available == [])
    #expect(played.complete("s/a") == .nodeLocked)
    played.level = 10
    #expect(played.available == [])
    played.apply(.setLevel(4))
    #expect(played.complete("s/a") == nil)
    // Completed nodes stay completed when the level falls.
    played.apply(.setLevel(0))
    #expect(played.completed == ["a"])
    #expect(played.lock("s/b") == #"waits for gate "h" (level 5)"#)
  }

  @Test func `a level gate without an integer opens by hand`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a"], Q.gate("g", "level", "rank 3"))))
    played.level = 10
    #expect(played.available == [])
    #expect(played.open("s/g") == nil)
    #expect(played.available == ["a"])
  }

  @Test func `a node gate opens with its node`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s", Q.mission("m", ["a", "b"]), Q.mission("n", ["c"], Q.gate("g", "node", "b"))))
    #expect(played.available == ["a", "b"])
    #expect(played.open("s/g") == .gateNotClosed)
    played.complete("s/a")
    #expect(played.available == ["b"])
    played.complete("s/b")
    #expect(played.available == ["c"])
    #expect(played.open("s/g") == .gateNotClosed)
  }

  @Test func `a mission gate opens with the last node of its mission`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s", Q.mission("m", ["a", "b"]), Q.mission("n", ["c"], Q.gate("g", "mission", "m")),
        Q.mission("o", ["d"], Q.gate("h", "mission", "n"))))
    played.complete("s/b")
    #expect(played.available == ["a"])
    played.complete("s/a")
    #expect(played.available == ["c"])
    #expect(played.open("s/g") == .gateNotClosed)
    played.complete("s/c")
    #expect(played.available == ["d"])
  }

  @Test func `a set gate opens with the last mission of its set`() throws {
    var played = try PlayedQuests(
      loading: Q.set("t", Q.mission("n", ["x"], Q.gate("g", "missionSet", "s"))),
      Q.set("s", Q.mission("m", ["a"]), Q.mission("e", []), Q.mission("o", ["b"])))
    #expect(played.available == ["a", "b"])
    #expect(played.open("t/g") == .gateNotClosed)
    played.complete("s/a")
    #expect(played.available == ["b"])
    played.complete("s/b")
    #expect(played.available == ["x"])
  }

  @Test func `a gate with an unknown requirement opens by hand`() throws {
    for (type, requirement) in [
      ("node", "zz"), ("node", "m"), ("mission", "a"), ("mission", "Talk to Odile"),
    ] {
      var played = try PlayedQuests(
        loading: Q.set("s", Q.mission("m", ["a"], Q.gate("g", type, requirement))),
        Q.set("t", Q.mission("mm", ["zz"])))
      #expect(played.available == ["zz"])
      played.complete("t/zz")
      #expect(played.available == [])
      #expect(played.open("s/g") == nil)
      #expect(played.available == ["a"])
    }
  }

  @Test func `a gate that requires a mission or set without nodes opens by hand`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a"], Q.gate("g", "mission", "e")), Q.mission("e", [])),
      Q.set("t", Q.mission("n", ["b"], Q.gate("h", "missionSet", "u"))),
      Q.set("u", Q.mission("e", [])))
    #expect(played.available == [])
    #expect(played.open("s/g") == nil)
    #expect(played.open("t/h") == nil)
    #expect(played.available == ["a", "b"])
  }

  @Test func `a gate that requires a set opens by hand while that set is not loaded`() throws {
    let waiting = Q.set("t", Q.mission("n", ["x"], Q.gate("g", "missionSet", "s")))
    let awaited = Q.set("s", Q.mission("m", ["a"]))
    var played = try PlayedQuests(loading: waiting)
    #expect(played.available == [])
    var opened = played
    #expect(opened.open("t/g") == nil)
    #expect(opened.available == ["x"])
    #expect(opened.open("t/g") == .gateNotClosed)
    // It stays open.
    try opened.load(awaited)
    #expect(opened.available == ["x", "a"])
    // A gate not opened by hand requires the set once it is loaded.
    try played.load(awaited)
    #expect(played.available == ["a"])
    #expect(played.open("t/g") == .gateNotClosed)
    played.complete("s/a")
    #expect(played.available == ["x"])
  }

  @Test func `a gate that requires a complete set is open at once`() throws {
    var played = try PlayedQuests(loading: Q.set("s", Q.mission("m", ["a"])))
    played.complete("s/a")
    try played.load(Q.set("t", Q.mission("n", ["x"], Q.gate("g", "missionSet", "s"))))
    #expect(played.available == ["x"])
  }

  @Test func `a gate opens once, and must be known`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a"], Q.gate("g", "item", "x"))))
    #expect(played.open("s/g") == nil)
    let before = played.state
    #expect(played.open("s/g") == .gateNotClosed)
    #expect(played.open("s/a") == .unknownGate)
    #expect(played.open("t/g") == .unknownGate)
    #expect(played.state == before)
  }

  // MARK: Loading again

  @Test func `loading a set again keeps completions by node id`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a", "b: a", "c: b"])), Q.set("t", Q.mission("n", ["x"])))
    played.complete("s/a", on: 1)
    played.complete("s/b", on: 2)
    played.complete("t/x", on: 2)
    // In another mission and another order; `a` is removed, and a new node precedes `b`.
    let effect = try played.load(
      Q.set("s", Q.mission("o", ["c: b", "d"]), Q.mission("p", ["e", "b: d"])))
    #expect(effect.reversals.map(\.day) == [PlayedQuests.march(1)])
    #expect(effect.reversals.map(\.steps) == [1])
    #expect(effect.voided == [EventID(high: 0, low: 2)])
    #expect(played.completed == ["b", "x"])
    #expect(played.available == ["c", "d", "e"])
    #expect(played.complete("s/a") == .unknownQuest)
    let completion = played.state.node(QuestReference(set: "s", id: "b"), level: 1)?.completion
    #expect(completion?.day == PlayedQuests.march(2))
    // The set keeps its position among the others.
    #expect(played.state.sets.map(\.set.id) == ["s", "t"])
    // When its node exists again, a completion counts again, on its original day.
    let again = try played.load(Q.set("s", Q.mission("m", ["a", "b: a", "c: b"])))
    #expect(again.reversals.map(\.day) == [PlayedQuests.march(1)])
    #expect(again.reversals.map(\.steps) == [-1])
    #expect(again.revived == [EventID(high: 0, low: 2)])
    #expect(played.completed == ["a", "b", "x"])
    #expect(played.available == ["c"])
  }

  @Test func `a reset completion does not reappear when its node is loaded again`() throws {
    var played = try PlayedQuests(loading: Q.set("s", Q.mission("m", ["a", "b"])))
    played.complete("s/a")
    try played.load(Q.set("s", Q.mission("m", ["b"])))
    #expect(played.reset(.set("s")).days == [])
    let again = try played.load(Q.set("s", Q.mission("m", ["a", "b"])))
    #expect(again.revived.isEmpty)
    #expect(played.completed == [])
  }

  @Test func `a set with a dependency cycle through other sets is not loaded`() throws {
    var played = try PlayedQuests(
      loading: Q.set("s", Q.mission("m", ["a", "b"], Q.gate("g", "missionSet", "t", after: "a"))),
      Q.set("t", Q.mission("n", ["c", "d"], Q.gate("h", "missionSet", "u", after: "c"))))
    let before = played.state
    let closing = Q.set("u", Q.mission("o", ["e"], Q.gate("i", "missionSet", "s")))
    #expect(try played.load(closing).void == .questCycle)
    #expect(played.state == before)
    let way = before.cycle(
      loading: try QuestSet(parsing: Array(closing.utf8), file: "u.json"))
    #expect(way?.map(\.gate.description) == ["u/i", "s/g", "t/h"])
    #expect(way?.map(\.opener) == ["s", "t", "u"])
    // A gate with no nodes behind it locks nothing.
    #expect(
      try played.load(Q.set("u", Q.mission("o", ["e"], Q.gate("i", "missionSet", "s", after: "e"))))
        .void == nil)
  }

  @Test func `loading a set again keeps gates that were opened by hand`() throws {
    var played = try PlayedQuests(
      loading: Q.set(
        "s",
        Q.mission(
          "m", ["a", "b"], Q.gate("g", "item", "oil"), Q.gate("h", "node", "x"),
          Q.gate("i", "missionSet", "t"))))
    for gate in ["s/g", "s/h", "s/i"] { #expect(played.open(gate) == nil) }
    #expect(played.available == ["a", "b"])
    // Now there is a node `x`, and the gate opens with it.
    try played.load(
      Q.set(
        "s", Q.mission("n", ["x"]),
        Q.mission(
          "m", ["a", "b"], Q.gate("g", "item", "whale oil"), Q.gate("h", "node", "x"),
          Q.gate("i", "missionSet", "t"))))
    #expect(played.available == ["x"])
    #expect(played.lock("s/a") == #"waits for gate "h" (node x)"#)
    played.complete("s/x")
    #expect(played.available == ["a", "b"])
  }

  @Test func `gates are updated when a set that they require is loaded again`() throws {
    var played = try PlayedQuests(
      loading: Q.set("t", Q.mission("n", ["x"], Q.gate("g", "missionSet", "s"))),
      Q.set("s", Q.mission("m", ["a"])))
    played.complete("s/a")
    #expect(played.available == ["x"])
    try played.load(Q.set("s", Q.mission("m", ["a", "b"])))
    #expect(played.available == ["b"])
    try played.load(Q.set("s", Q.mission("m", ["a"])))
    #expect(played.available == ["x"])
    // A set that now requires another set no longer requires the first.
    try played.load(Q.set("t", Q.mission("n", ["x"], Q.gate("g", "missionSet", "u"))))
    #expect(played.available == [])
    #expect(played.lock("t/x") == #"waits for gate "g" (missionSet u)"#)
  }
}
