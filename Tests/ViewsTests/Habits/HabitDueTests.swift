import FlintCalendar
import FlintJSON
import FlintSchema
import Testing
import Views

@testable import FlintRules

/// Habits among the due items. 2026-03-02 is a Monday.
@Suite struct `Due habits` {
  private static func story(
    _ plan: String, name: String = "Read", done: String...
  ) throws -> (story: DueStory, id: EventID) {
    var story = try DueStory()
    let id = try story.apply(
      .tracker(.create(try TrackerContent(name: name))), "2026-02-23T08:00")
    let content = "{\"tracker\":\"\(id)\",\(plan)}"
    try story.apply(ProfileEvent.Action(.habit, content: Array(content.utf8)), "2026-02-23T08:01")
    for time in done {
      let entry = try EntryContent(tracker: id, kind: .checklist(true))
      try story.apply(.tracker(.entry(entry)), time)
    }
    return (story, id)
  }

  @Test func `end a streak today, or can wait`() throws {
    let (story, id) = try Self.story(
      #""schedule":{"times":2,"per":"week"}"#, done: "2026-02-24T09:00", "2026-02-25T09:00")
    let monday = try story.dues("2026-03-02T10:00", .habit)
    #expect(monday.map(\.id) == ["habit-\(id)"])
    #expect(monday.map(\.title) == ["Read"])
    #expect(monday.map(\.urgency) == [.low])
    #expect(
      monday[0].detail().hasPrefix("twice a week, 0 of 2 done, streak of 1. "))
    let saturday = try story.dues("2026-03-07T10:00", .habit)
    #expect(saturday.map(\.urgency) == [.high])
    #expect(
      saturday[0].detail().hasPrefix("twice a week, 0 of 2 done, ends a streak of 1. "))
    // Once enough is done, nothing is due.
    #expect(try story.dues("2026-02-26T10:00", .habit) == [])
  }

  @Test func `are not those done, limits, or not due today`() throws {
    let done = try Self.story(#""schedule":{"per":"day"}"#, done: "2026-03-02T09:00").story
    #expect(try done.dues("2026-03-02T10:00", .habit) == [])
    #expect(try done.dues("2026-03-03T10:00", .habit).map(\.urgency) == [.high])
    let limit = try Self.story(
      #""schedule":{"per":"week"},"goal":{"at_most":6,"of":"number"}"#
    ).story
    #expect(try limit.dues("2026-03-02T10:00", .habit) == [])
    let weekdays = try Self.story(#""schedule":{"weekdays":["tue"]}"#).story
    #expect(try weekdays.dues("2026-03-02T10:00", .habit) == [])
    #expect(try weekdays.dues("2026-03-03T10:00", .habit).map(\.urgency) == [.normal])
  }

  @Test(arguments: [
    (#""schedule":{"per":"day"}"#, "FREQ=DAILY"),
    (#""schedule":{"weekdays":["mon","wed","sun"]}"#, "FREQ=WEEKLY;BYDAY=MO,WE,SU"),
    (#""schedule":{"times":7,"per":"week"}"#, "FREQ=DAILY"),
  ])
  func `recur in a calendar where the schedule determines the days`(
    plan: String, rule: String
  ) throws {
    let story = try Self.story(plan).story
    let dues = try story.dues("2026-03-02T10:00", .habit)
    let text = DueView.calendar(
      of: dues, now: try DueStory.instant("2026-03-02T10:00"), profile: EventID(high: 1, low: 2))
    #expect(
      text.contains("DTSTART;VALUE=DATE:20260302\r\nDURATION:P1D\r\nRRULE:\(rule)\r\n"), "\(text)")
    #expect(!text.contains("DUE"))
  }

  @Test func `do not recur in a calendar where they are done a number of times`() throws {
    let story = try Self.story(#""schedule":{"times":3,"per":"week"}"#).story
    let text = DueView.calendar(
      of: try story.dues("2026-03-02T10:00", .habit),
      now: try DueStory.instant("2026-03-02T10:00"), profile: EventID(high: 1, low: 2))
    #expect(text.contains("DUE;VALUE=DATE:20260302\r\n"))
    #expect(!text.contains("RRULE"))
  }
}
