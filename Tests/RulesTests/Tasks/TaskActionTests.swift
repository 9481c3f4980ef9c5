import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `Events about tasks` {
  static let id = EventID(high: 0x0123_4567_89ab_cdef, low: 0x0f0f)
  static let hexadecimal = "0123456789abcdef0000000000000f0f"

  /// Actions and their content. 2026-03-01 is 20,513 days after 1970-01-01.
  static let cases: [(TaskAction, String)] = {
    var cases: [(TaskAction, String)] = [
      (.taskComplete(id), #"{"task":"\#(hexadecimal)"}"#),
      (.taskReopen(id), #"{"task":"\#(hexadecimal)"}"#),
      (.projectRemove(.inbox), #"{"name":"Inbox"}"#),
    ]
    do {
      cases += [
        (.taskAdd(try TaskContent(name: "a")), #"{"name":"a"}"#),
        (.taskAdd(try TaskContent(name: "a", details: "", project: "INBOX")), #"{"name":"a"}"#),
        (
          .taskAdd(
            try TaskContent(
              name: "Say \"hi\"", details: "two\nlines", priority: .p0, type: .evening,
              project: "Work", due: CivilDay(number: 20_513),
              reminder: Instant(milliseconds: -5))),
          #"{"name":"Say \"hi\"","details":"two\nlines","priority":1,"type":2,"#
            + #""project":"Work","due":"2026-03-01","reminder":-5}"#
        ),
        (.taskUpdate(id, TaskChange()), #"{"task":"\#(hexadecimal)"}"#),
        (
          .taskUpdate(
            id,
            try TaskChange([
              "reminder": .none, "name": .text("b"), "details": .none, "priority": .name("P2"),
              "type": .name("morning"), "project": .text("inbox"), "due": .none,
            ])),
          #"{"task":"\#(hexadecimal)","name":"b","details":null,"priority":3,"type":1,"#
            + #""project":"Inbox","due":null,"reminder":null}"#
        ),
        (
          .taskUpdate(
            id,
            try TaskChange([
              "details": .text("d"), "due": .day(CivilDay(number: 20_513)),
              "reminder": .instant(Instant(milliseconds: 7)),
            ])),
          #"{"task":"\#(hexadecimal)","details":"d","due":"2026-03-01","reminder":7}"#
        ),
        (.projectAdd(try ProjectContent(name: "Work ")), #"{"name":"Work"}"#),
        (
          .projectAdd(try ProjectContent(name: "Work", description: "Paid")),
          #"{"name":"Work","description":"Paid"}"#
        ),
        (
          .projectRename(from: try ProjectName("Work"), to: try ProjectName("Büro")),
          #"{"from":"Work","to":"Büro"}"#
        ),
      ]
    } catch {
      Issue.record(error)
    }
    return cases
  }()

  private func content(_ action: TaskAction) -> String { ProfileEvent.Action.task(action).content }

  @Test func `actions are written in canonical form and read back`() throws {
    for (taskAction, text) in Self.cases {
      #expect(content(taskAction) == text)
      #expect(try action(taskAction.kind, text) == .task(taskAction))
    }
  }

  @Test func `texts of any characters are read back unchanged`() throws {
    let text = "a\u{0}\u{1f}\u{7f}\u{2028}\u{feff}\\\"/é e\u{301} 👩‍👩‍👧 \r\n b"
    let original = try TaskContent(name: text, details: text, project: text)
    let task = try #require(try TaskContent(action(.taskAdd, original.action.content)))
    // Unlike `==` of strings, this distinguishes canonically equivalent texts.
    #expect(task.name.utf8.elementsEqual(text.utf8))
    #expect(task.details?.utf8.elementsEqual(text.utf8) == true)
    #expect(task.project.text.utf8.elementsEqual(text.utf8))
  }

  @Test func `unknown members are ignored`() throws {
    #expect(
      try action(.taskAdd, #"{"later":{"x":[1,null]},"name":"a","type":4,"also":true}"#)
        == TaskContent(name: "a", type: .inbox).action)
  }

  @Test func `an absent field and a cleared one are different`() throws {
    let absent = try TaskChange(["name": .text("b")])
    let takenAway = try TaskChange(["name": .text("b"), "details": .none])
    #expect(absent != takenAway)
    #expect(content(.taskUpdate(Self.id, absent)) != content(.taskUpdate(Self.id, takenAway)))
    #expect(try TaskChange(["details": .text("")]) == TaskChange(["details": .none]))
    #expect(TaskChange().isEmpty)
    #expect(try !TaskChange(["due": .none]).isEmpty)
  }

  @Test(arguments: [
    (EventKind.taskAdd, #"{}"#), (.taskAdd, #"{"name":""}"#), (.taskAdd, #"{"name":5}"#),
    (.taskAdd, #"{"name":"a","priority":5}"#), (.taskAdd, #"{"name":"a","priority":0}"#),
    (.taskAdd, #"{"name":"a","priority":null}"#), (.taskAdd, #"{"name":"a","type":"evening"}"#),
    (.taskAdd, #"{"name":"a","type":257}"#), (.taskAdd, #"{"name":"a","due":"2026-02-30"}"#),
    (.taskAdd, #"{"name":"a","due":20513}"#), (.taskAdd, #"{"name":"a","reminder":"noon"}"#),
    (.taskAdd, #"{"name":"a""#), (.taskAdd, #"{"name":"a","project":" "}"#),
    (.taskComplete, #"{}"#), (.taskReopen, #"{"task":"12"}"#), (.taskUpdate, #"{"name":"b"}"#),
    (.taskUpdate, #"{"task":"\#(hexadecimal)","details":7}"#), (.projectAdd, #"{"name":" "}"#),
    (.projectRename, #"{"from":"a"}"#), (.projectRename, #"{"to":"a"}"#),
    (.projectRemove, #"{}"#), (.spark, #"{"name":"a"}"#), (.mood, #"{"name":"a"}"#),
  ])
  func `invalid content is refused`(_ kind: EventKind, _ content: String) {
    #expect(throws: ContentError.self) { try action(kind, content) }
  }
}
