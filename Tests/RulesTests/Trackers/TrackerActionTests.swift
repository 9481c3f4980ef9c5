import FlintRules
import FlintSchema
import Testing

struct `Events about trackers` {
  static let tracker = EventID(high: 1, low: 9)
  static let hex = "00000000000000010000000000000009"

  static func examples() throws -> [(action: TrackerAction, content: String)] {
    [
      (.create(try TrackerContent(name: "Runs")), #"{"name":"Runs"}"#),
      (
        .create(
          try TrackerContent(
            name: "Weight", description: "Mornings", category: .health, goal: "Less \"of it\"",
            target: number("72.5"),
            fields: [
              TrackerField(name: "scale", type: .text), TrackerField(name: "age", type: .number),
            ])),
        #"{"name":"Weight","description":"Mornings","category":"health","#
          + #""goal":"Less \"of it\"","target":"72.5","#
          + #""fields":[{"name":"scale","type":"text"},{"name":"age","type":"number"}]}"#
      ),
      (.update(tracker, try TrackerChange()), #"{"tracker":"\#(hex)"}"#),
      (
        .update(
          tracker,
          try TrackerChange(
            [
              "target": .none, "name": .text("Walks"), "description": .none,
              "category": .name("personal"), "goal": .text("On"),
            ], removedFields: ["b", "a"],
            addedFields: [TrackerField(name: "c", type: .day)])),
        #"{"tracker":"\#(hex)","name":"Walks","description":null,"category":"personal","#
          + #""goal":"On","target":null,"remove_fields":["a","b"],"#
          + #""add_fields":[{"name":"c","type":"day"}]}"#
      ),
      (
        .update(tracker, try TrackerChange(["target": number("-1").fieldValue])),
        #"{"tracker":"\#(hex)","target":"-1"}"#
      ),
      (
        .entry(try EntryContent(tracker: tracker, kind: .session(minutes: 30))),
        #"{"tracker":"\#(hex)","kind":"session","minutes":30}"#
      ),
      (
        .entry(try EntryContent(tracker: tracker, kind: .measurement(number("0.10")))),
        #"{"tracker":"\#(hex)","kind":"measurement","number":"0.1"}"#
      ),
      (
        .entry(try EntryContent(tracker: tracker, kind: .log("a\nb"))),
        #"{"tracker":"\#(hex)","kind":"log","text":"a\nb"}"#
      ),
      (
        .entry(try EntryContent(tracker: tracker, kind: .checklist(false))),
        #"{"tracker":"\#(hex)","kind":"checklist","done":false}"#
      ),
      (
        .entry(
          try EntryContent(
            tracker: tracker, kind: .rating(5), title: "t", notes: "n", tags: ["b", "a, c"],
            values: [
              EntryContent.Value(name: "text", value: .text("true")),
              EntryContent.Value(name: "number", value: .number(number("2"))),
              EntryContent.Value(name: "flag", value: .boolean(true)),
              EntryContent.Value(name: "day", value: .day(day("2026-03-01"))),
            ])),
        #"{"tracker":"\#(hex)","kind":"rating","rating":5,"title":"t","notes":"n","#
          + #""tags":["a, c","b"],"values":{"day":{"day":"2026-03-01"},"flag":true,"#
          + #""number":{"number":"2"},"text":"true"}}"#
      ),
    ]
  }

  @Test func `actions have a canonical content`() throws {
    for (action, content) in try Self.examples() {
      #expect(ProfileEvent.Action.tracker(action).content == content)
    }
  }

  @Test func `actions are read back as they were written`() throws {
    for (trackerAction, content) in try Self.examples() {
      #expect(try action(trackerAction.kind, content) == .tracker(trackerAction))
    }
  }

  @Test func `actions have three kinds`() throws {
    #expect(
      try Self.examples().map(\.action.kind) == [
        .trackerCreate, .trackerCreate, .trackerUpdate, .trackerUpdate, .trackerUpdate,
        .trackerEntry, .trackerEntry, .trackerEntry, .trackerEntry, .trackerEntry,
      ])
  }

  @Test func `unknown members of later versions are ignored`() throws {
    for (trackerAction, content) in try Self.examples() {
      let longer = #"{"later":[1,{"x":null}],"# + content.dropFirst()
      #expect(try action(trackerAction.kind, longer) == .tracker(trackerAction))
    }
  }

  @Test(arguments: ["7", #"[{"name":"x","type":"text"}]"#])
  func `an update ignores the member of a definition's own fields`(fields: String) throws {
    let content = #"{"tracker":"\#(Self.hex)","fields":\#(fields),"goal":"On"}"#
    let change = try TrackerChange(["goal": .text("On")])
    #expect(try action(.trackerUpdate, content) == .tracker(.update(Self.tracker, change)))
    let own = try [TrackerField(name: "x", type: .text)].fieldValue
    #expect(try TrackerChange(["goal": .text("On"), "fields": own]) == change)
  }

  @Test(arguments: [
    "{}", #"{"name":""}"#, #"{"name":1}"#, #"{"name":"a","category":"none"}"#,
    #"{"name":"a","target":5}"#, #"{"name":"a","target":"x"}"#, #"{"name":"a","fields":[1]}"#,
    #"{"name":"a","fields":[{"name":"x"}]}"#, #"{"name":"a","fields":[{"name":"x","type":"y"}]}"#,
    #"{"name":"a","fields":{"name":"x","type":"text"}}"#,
    #"{"name":"a","fields":[{"name":"x","type":"text"},{"name":"X","type":"text"}]}"#,
    #"{"name":"a""#,
  ])
  func `an invalid tracker is refused`(text: String) {
    #expect(throws: ContentError.self) { try action(.trackerCreate, text) }
  }

  @Test(arguments: [
    #""name":"""#, #""description":1"#, #""target":"x""#, #""category":"x""#,
    #""remove_fields":"a""#, #""remove_fields":[""]"#, #""add_fields":["a"]"#,
  ])
  func `an invalid change is refused`(member: String) {
    #expect(throws: ContentError.self) {
      try action(.trackerUpdate, #"{"tracker":"\#(Self.hex)",\#(member)}"#)
    }
    #expect(throws: ContentError.self) { try action(.trackerUpdate, #"{"name":"a"}"#) }
  }

  @Test(arguments: [
    #""kind":"session""#, #""minutes":5"#, #""kind":"session","minutes":-1"#,
    #""kind":"session","minutes":1.5"#, #""kind":"measurement","number":1"#,
    #""kind":"checklist","done":1"#, #""kind":"rating","rating":6"#, #""kind":"log","text":"""#,
    #""kind":"nap","minutes":5"#, #""kind":"session","rating":5"#,
    #""kind":"rating","rating":5,"tags":["a",1]"#, #""kind":"rating","rating":5,"tags":[""]"#,
    #""kind":"rating","rating":5,"values":[]"#, #""kind":"rating","rating":5,"values":{"a":1}"#,
    #""kind":"rating","rating":5,"values":{"a":{"text":"x"}}"#,
    #""kind":"rating","rating":5,"values":{"a":{"number":"x"}}"#,
    #""kind":"rating","rating":5,"values":{"a":"1","A":"2"}"#,
  ])
  func `an invalid entry is refused`(members: String) {
    #expect(throws: ContentError.self) {
      try action(.trackerEntry, #"{"tracker":"\#(Self.hex)",\#(members)}"#)
    }
    #expect(throws: ContentError.self) {
      try action(.trackerEntry, #"{"kind":"checklist","done":true}"#)
    }
  }
}
