import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// Canonical content of quest events.
struct `Quest actions` {
  static let node = QuestReference(set: "s", id: "a/b")

  static let forms: [(QuestAction, EventKind, String)] = [
    (.complete(node), .questComplete, #"{"set":"s","node":"a/b"}"#),
    (.openGate(node), .questGate, #"{"set":"s","gate":"a/b"}"#),
    (.setLevel(7), .questLevel, #"{"level":7}"#),
    (.reset(.node(node), cascade: false), .questReset, #"{"set":"s","node":"a/b"}"#),
    (.reset(.node(node), cascade: true), .questReset, #"{"set":"s","node":"a/b","cascade":true}"#),
    (
      .reset(.mission(node), cascade: true), .questReset,
      #"{"set":"s","mission":"a/b","cascade":true}"#
    ),
    (.reset(.set("s"), cascade: false), .questReset, #"{"set":"s"}"#),
    (.reset(.everything, cascade: false), .questReset, #"{"everything":true}"#),
  ]

  @Test func `every action has one canonical form`() throws {
    for (questAction, kind, text) in Self.forms {
      let event = ProfileEvent.Action.quest(questAction)
      #expect(event.content == text)
      #expect(event.kind == kind)
      #expect(try action(kind, text) == event)
    }
  }

  @Test func `the content of a load is the whole set in order, without unknown keys`() throws {
    let json = """
      {"missions": [{"nodes": [
           {"title": "Second", "orderIndex": 1, "id": 2, "dependencies": [1, 1], "xp": 3},
           {"title": "First", "orderIndex": 0, "id": 1, "description": null,
            "location": {"npc": "Odile", "zone": "Quay", "level": 3}}],
         "gates": [{"requirement": 5, "description": "Grow", "afterNodeId": 1, "type": "level",
                    "id": "g"}],
         "url": "u", "number": 1, "title": "M", "id": "m"}],
       "metadata": {}, "totalMissions": 1, "lastKnownUpdate": "k", "lastScraped": "l",
       "sourceUrl": "su", "source": "so", "category": "c", "name": "S", "id": "s"}
      """
    let set = try QuestSet(parsing: Array(json.utf8), file: "s.json")
    let text =
      #"{"id":"s","name":"S","category":"c","source":"so","sourceUrl":"su","lastScraped":"l","#
      + #""lastKnownUpdate":"k","totalMissions":1,"missions":[{"id":"m","title":"M","number":"1","#
      + #""url":"u","nodes":[{"id":"1","orderIndex":0,"title":"First","#
      + #""location":{"zone":"Quay","npc":"Odile"}},{"id":"2","orderIndex":1,"title":"Second","#
      + #""dependencies":["1"]}],"gates":[{"id":"g","type":"level","afterNodeId":"1","#
      + #""requirement":"5","description":"Grow"}]}]}"#
    #expect(ProfileEvent.Action.quest(.load(set)).content == text)
    #expect(set.json.text() == text)
    #expect(try action(.questLoad, text) == .quest(.load(set)))
    #expect(QuestAction.load(set).kind == .questLoad)
  }

  @Test func `unknown members are ignored`() throws {
    #expect(
      try action(.questComplete, #"{"by":[1],"node":"a","set":"s"}"#)
        == .quest(.complete(QuestReference(set: "s", id: "a"))))
  }

  @Test(arguments: [
    (EventKind.questComplete, #"{"set":"s"}"#, #"field "node": expected a text, got nothing"#),
    (.questComplete, #"{"node":"a"}"#, #"field "set": expected a text, got nothing"#),
    (.questGate, #"{"set":"s","node":"a"}"#, #"field "gate": expected a text, got nothing"#),
    (.questReset, "{}", #"field "set": expected a text, got nothing"#),
    (.questReset, #"{"node":"a"}"#, #"field "set": expected a text, got nothing"#),
    (.questLevel, #"{"level":-1}"#, #"field "level": expected 0 or more, got -1"#),
    (
      .questLoad, #"{"id":"s","name":"S"}"#,
      #"field "set": expected a valid quest set, got an invalid one; "#
        + "the quest set has 1 error and was not loaded:\n"
        + #"  missions (set "s"): missing; expected a list"#
    ),
  ])
  func `invalid content is refused`(_ kind: EventKind, _ text: String, _ message: String) {
    let error = #expect(throws: ContentError.self) { try action(kind, text) }
    #expect(error?.description == message)
  }

  @Test func `a negative level is refused`() throws {
    #expect(try QuestAction.level(0) == .setLevel(0))
    #expect(try QuestAction.level(.max) == .setLevel(.max))
    let error = #expect(throws: FieldError.self) { try QuestAction.level(-1) }
    #expect(error == FieldError(field: "level", expected: "0 or more", found: "-1"))
  }
}
