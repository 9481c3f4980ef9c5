import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `A range of days` {
  @Test func `a range has at least one day`() throws {
    #expect(try days("2026-03-01", "2026-03-02").count == 1)
    #expect(
      throws: FieldError(
        field: "before", expected: "a day after since (2026-03-01)", found: "2026-03-01")
    ) { try days("2026-03-01", "2026-03-01") }
    #expect(
      throws: FieldError(
        field: "before", expected: "a day after since (2026-03-02)", found: "2026-03-01")
    ) { try days("2026-03-02", "2026-03-01") }
  }

  @Test func `a range is within the years 1 to 9999`() throws {
    let (first, last) = (day("0001-01-01"), day("9999-12-31"))
    for since in [first + -1, last + 1] {
      #expect(
        throws: FieldError(
          field: "since", expected: "a day from 0001-01-01 to 9999-12-31",
          found: since.description)
      ) { try DayRange(since: since, before: day("2026-01-01")) }
    }
    #expect(
      throws: FieldError(
        field: "before", expected: "a day up to 10000-01-01", found: (last + 2).description)
    ) { try DayRange(since: day("2026-01-01"), before: last + 2) }
    #expect(try DayRange(since: first, before: last + 1).count == 3_652_059)
    #expect(try DayRange(since: last, before: last + 1).count == 1)
    for edge in [CivilDay(number: .min), CivilDay(number: .max)] {
      #expect(throws: FieldError.self) {
        try LivedProfile().state.days(since: edge, before: nil, today: day("2026-03-01"))
      }
      #expect(throws: FieldError.self) {
        try LivedProfile().state.days(since: nil, before: edge, today: day("2026-03-01"))
      }
    }
  }

  @Test func `the default range of an empty profile is today`() throws {
    let today = day("2026-03-01")
    let range = try LivedProfile().state.days(since: nil, before: nil, today: today)
    #expect(range == (try days("2026-03-01", "2026-03-02")))
  }

  @Test func `the default range goes from the first day with data to tomorrow`() throws {
    var profile = try LivedProfile()
    try profile.spark(.idea, .low, "2026-02-10T09:00")
    let today = day("2026-03-01")
    #expect(
      try profile.state.days(since: nil, before: nil, today: today)
        == days("2026-02-10", "2026-03-02"))
    let rated = try MoodContent(day: day("2026-02-03"), mood: .good)
    profile.apply(.mood(.record(rated)), at: Instant(milliseconds: 1_772_000_000_000))
    #expect(
      try profile.state.days(since: nil, before: nil, today: today)
        == days("2026-02-03", "2026-03-02"))
    // The last event is on the civil day after today.
    try profile.spark(.idea, .low, "2026-03-02T09:00", offset: 64_800)
    #expect(
      try profile.state.days(since: nil, before: nil, today: today)
        == days("2026-02-03", "2026-03-03"))
  }

  @Test func `a range with one given end is never empty`() throws {
    var profile = try LivedProfile()
    try profile.spark(.idea, .low, "2026-02-10T09:00")
    let (state, today) = (profile.state, day("2026-03-01"))
    #expect(
      try state.days(since: day("2026-04-01"), before: nil, today: today)
        == days("2026-04-01", "2026-04-02"))
    #expect(
      try state.days(since: nil, before: day("2026-01-01"), today: today)
        == days("2025-12-31", "2026-01-01"))
    #expect(
      try state.days(since: day("9999-12-31"), before: nil, today: today).count == 1)
  }
}
