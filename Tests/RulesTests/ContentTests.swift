import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// Parses the action of an event from its canonical content.
func action(_ kind: EventKind, _ content: String) throws(ContentError) -> ProfileEvent.Action {
  try ProfileEvent.Action(kind, content: Array(content.utf8))
}

struct `The content of an event` {
  @Test(arguments: [
    "", "[]", "1", #""on""#, "{", #"{"on""#, #"{"on":"#, #"{"on":true"#, #"{"on":true,"#,
    #"{"on":true,}"#, #"{,"on":true}"#, #"{"on":true "a":2}"#, #"{"on" true}"#, "{on:true}",
    #"{"on":true}x"#, #"{"on":true}}"#, #"{"on":true}{}"#, #"{"on":true},"#,
  ])
  func `is one JSON object`(text: String) {
    #expect(throws: ContentError.self) { try action(.moodFill, text) }
  }

  @Test func `may contain white space`() throws {
    #expect(try action(.moodFill, " { \"on\" : true } \n") == .mood(.fill(true)))
  }

  @Test(arguments: EventKind.allCases)
  func `is read by the subject of its kind alone`(kind: EventKind) throws {
    let content = try ContentMembers(parsing: Array("{}".utf8))
    let error = FieldError(field: "kind", expected: "a kind of this subject", found: kind.name)
    func check<Action: EventAction>(_ own: EventKind..., reading: Action.Type) {
      if own.contains(kind) { return }
      #expect(throws: error) { try Action(kind, content) }
    }
    check(
      .taskAdd, .taskComplete, .taskReopen, .taskUpdate, .taskStart, .taskStop, .projectAdd,
      .projectRename, .projectRemove, reading: TaskAction.self)
    check(
      .questLoad, .questComplete, .questReset, .questGate, .questLevel, reading: QuestAction.self)
    check(.journeyStart, .activity, reading: JourneyAction.self)
    check(.mood, .moodFill, reading: MoodAction.self)
    check(.trackerCreate, .trackerUpdate, .trackerEntry, reading: TrackerAction.self)
  }

  @Test(
    arguments: [
      ("task", [.taskComplete, .taskReopen, .taskUpdate, .taskStart, .taskStop]),
      (
        "tracker",
        [.trackerUpdate, .trackerEntry, .habit, .habitSkip, .habitPause, .habitResume]
      ),
      ("set", [.questComplete, .questReset, .questGate]), ("nothing", []),
    ] as [(String, [EventKind])])
  func `shows which kinds refer to a task, a tracker or a quest set`(
    member: String, kinds: [EventKind]
  ) {
    #expect(Set(EventKind.referring(by: member)) == Set(kinds))
  }
}
