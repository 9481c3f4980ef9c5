import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `An event about journeys` {
  @Test func `is encoded briefly, and decoded again`() throws {
    let written: [(JourneyAction, String)] = [
      (.start(day: day("2024-02-29")), #"{"day":"2024-02-29"}"#),
      (try .activity(.open, text: nil), #"{"activity":"open"}"#),
      (try .activity(.journal, text: " Rain.\n"), #"{"activity":"journal","text":" Rain.\n"}"#),
      (try .activity(.sos, text: "Called Ö."), #"{"activity":"sos","text":"Called Ö."}"#),
      (try .activity(.selfCare, text: nil), #"{"activity":"self_care"}"#),
    ]
    for (journeyAction, text) in written {
      let event = ProfileEvent.Action.journey(journeyAction)
      #expect(event.content == text)
      #expect(try action(event.kind, text) == event)
    }
    #expect(written.map(\.0.kind) == [.journeyStart] + Array(repeating: .activity, count: 4))
  }

  @Test func `may contain unknown members`() throws {
    #expect(
      try action(.journeyStart, #"{"why":[1,{"a":null}],"day":"2024-02-29","x":2}"#)
        == .journey(.start(day: day("2024-02-29"))))
    #expect(
      try action(.activity, #"{"minutes":5,"activity":"open"}"#)
        == .journey(.activity(Activity(.open))))
  }

  @Test(arguments: [
    (EventKind.journeyStart, "{}", #"field "day": expected a day such as 2026-03-01, got nothing"#),
    (
      .journeyStart, #"{"day":"2023-02-29"}"#,
      #"field "day": expected a day such as 2026-03-01, got "2023-02-29""#
    ),
    (
      .activity, "{}", #"field "kind": expected open, journal, sos or self_care, got nothing"#
    ),
    (
      .activity, #"{"activity":"nap"}"#,
      #"field "kind": expected open, journal, sos or self_care, got "nap""#
    ),
    (
      .activity, #"{"activity":"journal"}"#,
      #"field "text": expected a text that is not empty, got nothing"#
    ),
    (.activity, "[]", "line 1, column 1: expected an object"),
  ])
  func `that is damaged is not decoded`(kind: EventKind, text: String, problem: String) {
    #expect(throws: ContentError(description: problem)) { try action(kind, text) }
  }

  @Test(arguments: [nil, "", "  \n\t", "\u{2003}"])
  func `that is a journal entry has a text`(text: String?) throws {
    let found = text.map { "\"\($0)\"" } ?? "nothing"
    #expect(
      throws: FieldError(field: "text", expected: "a text that is not empty", found: found)
    ) { try Activity(.journal, text: text) }
    for kind in ActivityKind.allCases where kind != .journal {
      #expect(try Activity(kind, text: text).text == nil)
    }
  }

  @Test func `names its activities`() {
    #expect(ActivityKind.allCases.map(\.name) == ["open", "journal", "sos", "self_care"])
    for kind in ActivityKind.allCases { #expect(ActivityKind(name: kind.name) == kind) }
    #expect(ActivityKind(name: "Open") == nil)
  }

  @Test func `starts a journey on a day that is not later than its own`() {
    let today = day("2026-03-01")
    func problem(_ text: String) -> FieldError? {
      JourneyAction.start(day: day(text)).problem(recordedOn: today)
    }
    #expect(problem("2026-03-01") == nil)
    #expect(problem("0001-01-01") == nil)
    #expect(
      problem("2026-03-02")
        == FieldError(
          field: "day", expected: "a day that is not later than 2026-03-01", found: "2026-03-02"))
    let early = JourneyAction.start(day: day("0001-01-01") + -1).problem(recordedOn: today)
    #expect(early?.expected == "a day from 0001-01-01 to 9999-12-31")
    #expect(JourneyAction.entry.problem(recordedOn: today) == nil)
  }

  @Test func `is void when the journey would begin later, and changes nothing`() {
    var story = JourneyStory()
    story.other(on: day("2026-03-01"))
    let before = story.state
    let effect = story.apply(.start(day: day("2026-03-02")), on: day("2026-03-01"))
    #expect(effect.void == .laterDay)
    #expect(story.state == before)
    #expect(story.apply(.start(day: day("2026-03-01")), on: day("2026-03-01")).void == nil)
    #expect(story.state.journey?.start == day("2026-03-01"))
    #expect(story.state.journey?.id == EventID(high: 0, low: 3))
  }

  @Test func `counts as an activity, a start does not`() {
    var story = JourneyStory()
    let today = day("2026-03-01")
    #expect(story.apply(.start(day: today), on: today).activities == 0)
    for kind in ActivityKind.allCases {
      #expect(story.apply(.activity(.of(kind)), on: today).activities == 1)
    }
  }
}
