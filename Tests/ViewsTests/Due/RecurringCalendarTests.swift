import FlintCalendar
import FlintRules
import Testing
import Views

/// Recurring tasks in a calendar, whose rules are worked out by RFC 5545, section 3.3.10.
struct `A recurring task in a calendar` {
  /// Returns the lines of the calendar on 2026-02-26 with a task as canonical JSON.
  private static func lines(
    _ fields: String, as component: DueComponent = .todos, kind: DueView.Kind = .task
  ) throws -> [Substring] {
    var story = try DueStory()
    let content = #"{"name":"Pay"\#(fields)}"#
    try story.apply(
      try ProfileEvent.Action(.taskAdd, content: Array(content.utf8)), "2026-02-01T08:00")
    let dues = try story.dues("2026-02-26T10:00", within: .days(40), kind)
    let text = DueView.calendar(
      of: dues, now: try DueStory.instant("2026-02-26T10:00"), profile: EventID(high: 1, low: 2),
      as: component)
    return text.replacing("\r\n ", with: "").split(separator: "\r\n")
  }

  @Test(arguments: [
    ("day", "2026-03-01", "FREQ=DAILY"), ("3 days", "2026-03-01", "FREQ=DAILY;INTERVAL=3"),
    ("2 weeks", "2026-03-01", "FREQ=WEEKLY;INTERVAL=2"),
    // The first of March is a Sunday.
    ("sun,wed", "2026-03-01", "FREQ=WEEKLY;BYDAY=WE,SU"), ("mon,wed", "2026-03-01", nil),
    ("month", "2026-03-28", "FREQ=MONTHLY"),
    // The months that have no such day have their last one.
    ("month", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
    ("3 months", "2026-03-30", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
    ("year", "2026-03-31", "FREQ=YEARLY"), ("2 years", "2026-02-28", "FREQ=YEARLY;INTERVAL=2"),
  ])
  func `has a rule that means the same days`(every: String, due: String, rule: String?) throws {
    let lines = try Self.lines(#","due":"\#(due)","every":"\#(every)""#)
    let day = due.filter { $0 != "-" }
    if let rule {
      #expect(lines.contains { $0 == "RRULE:\(rule)" })
      // What recurs has a start and a duration.
      #expect(lines.contains("DTSTART;VALUE=DATE:\(day)") && lines.contains("DURATION:P1D"))
    } else {
      #expect(!lines.contains { $0.hasPrefix("RRULE") } && lines.contains("DUE;VALUE=DATE:\(day)"))
    }
  }

  @Test func `does not repeat the day on which it is overdue`() throws {
    let lines = try Self.lines(#","due":"2026-02-20","every":"week""#, kind: .overdue)
    #expect(lines.contains("DUE;VALUE=DATE:20260220"))
    #expect(!lines.contains { $0.hasPrefix("RRULE") })
  }

  @Test func `has its tags as categories`() throws {
    let lines = try Self.lines(#","due":"2026-03-01","tags":["a, b","phone"]"#)
    #expect(lines.contains("CATEGORIES:task,a\\, b,phone"))
  }

  @Test func `can be an event, for calendars that show no to-dos`() throws {
    let lines = try Self.lines(#","due":"2026-03-01","every":"month""#, as: .events)
    #expect(
      lines.filter { !["SUMMARY", "DESCRIPTION", "UID"].contains($0.prefix { $0 != ":" }) } == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Flint//Flint//EN", "BEGIN:VEVENT",
        "DTSTAMP:20260226T090000Z", "DTSTART;VALUE=DATE:20260301", "DURATION:P1D",
        "RRULE:FREQ=MONTHLY", "CATEGORIES:task", "PRIORITY:5", "TRANSP:TRANSPARENT", "END:VEVENT",
        "END:VCALENDAR",
      ])
  }

  @Test func `reminds at the start of an event`() throws {
    // 2026-02-26T12:00 of the zone.
    let lines = try Self.lines(#","reminder":1772103600000"#, as: .events, kind: .reminder)
    #expect(lines.contains("DTSTART:20260226T110000Z") && lines.contains("TRIGGER:PT0S"))
    #expect(!lines.contains { $0.hasPrefix("DUE") || $0.hasPrefix("STATUS") })
  }
}
