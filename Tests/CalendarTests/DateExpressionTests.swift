import FlintCalendar
import Testing

/// Returns the present at a local time in a zone.
private func present(
  _ local: String, zone name: String = "Europe/Rome", dayStart: String = "00:00"
) throws -> DateContext {
  let zone = try CivilZone(name: name, dayStart: try #require(DayStart(dayStart)))
  return DateContext(now: zone.resolve(try #require(Timestamp(local))).instant, zone: zone)
}

struct `Everyday words for days` {
  // Checked on a calendar of each month; 2026-11-24 is a Tuesday.
  @Test(arguments: [
    ("today", "2026-11-24"), ("yesterday", "2026-11-23"), ("tomorrow", "2026-11-25"),
    ("TODAY", "2026-11-24"), ("  Yesterday ", "2026-11-23"), ("mon", "2026-11-23"),
    ("tue", "2026-11-24"), ("Tuesday", "2026-11-24"), ("wed", "2026-11-18"),
    ("sunday", "2026-11-22"), ("last mon", "2026-11-23"), ("last tue", "2026-11-17"),
    ("last wednesday", "2026-11-18"), ("next tue", "2026-12-01"), ("next wed", "2026-11-25"),
    ("next mon", "2026-11-30"), ("-7d", "2026-11-17"), ("- 7 d", "2026-11-17"),
    ("−7d", "2026-11-17"), ("+2w", "2026-12-08"), ("+2 weeks", "2026-12-08"),
    ("-1mo", "2026-10-24"), ("+1y", "2027-11-24"), ("-0d", "2026-11-24"),
    ("3 days ago", "2026-11-21"), ("3days   ago", "2026-11-21"), ("a week ago", "2026-11-17"),
    ("in 2 weeks", "2026-12-08"), ("in a month", "2026-12-24"), ("2026-03-01", "2026-03-01"),
    ("2024-02-29", "2024-02-29"), ("2026-W47-1", "2026-11-16"), ("2026-w53-7", "2027-01-03"),
  ])
  func `mean the days of a calendar`(text: String, expected: String) throws {
    let date = try DateExpression(text, as: .day)
    #expect(try date.day(try present("2026-11-24T15:30")).description == expected)
  }

  @Test(arguments: [
    // A Sunday and a Monday.
    ("2026-11-22", "sun", "2026-11-22"), ("2026-11-22", "mon", "2026-11-16"),
    ("2026-11-22", "last sun", "2026-11-15"), ("2026-11-22", "next sun", "2026-11-29"),
    ("2026-11-22", "next mon", "2026-11-23"), ("2026-11-23", "mon", "2026-11-23"),
    ("2026-11-23", "last mon", "2026-11-16"), ("2026-11-23", "sun", "2026-11-22"),
    // Ends of years.
    ("2026-12-31", "tomorrow", "2027-01-01"), ("2026-12-31", "+1mo", "2027-01-31"),
    ("2027-01-01", "yesterday", "2026-12-31"), ("2027-01-01", "-1mo", "2026-12-01"),
    ("2027-01-01", "mon", "2026-12-28"), ("2027-01-01", "-13mo", "2025-12-01"),
    ("2025-12-31", "next thu", "2026-01-01"),
    // Months that are too short, and leap days.
    ("2026-03-31", "-1mo", "2026-02-28"), ("2024-03-31", "-1mo", "2024-02-29"),
    ("2026-03-31", "+1mo", "2026-04-30"), ("2026-01-31", "+1mo", "2026-02-28"),
    ("2026-10-31", "-11mo", "2025-11-30"), ("2024-02-29", "-1y", "2023-02-28"),
    ("2024-02-29", "+1y", "2025-02-28"), ("2024-02-29", "+4y", "2028-02-29"),
    ("2024-02-29", "yesterday", "2024-02-28"), ("2024-02-28", "tomorrow", "2024-02-29"),
    ("2024-03-01", "-1d", "2024-02-29"), ("2100-03-01", "-1d", "2100-02-28"),
  ])
  func `mean the days of a calendar at its corners`(
    today: String, text: String, expected: String
  ) throws {
    let date = try DateExpression(text, as: .day)
    #expect(try date.day(try present(today + "T12:00")).description == expected)
  }

  @Test(arguments: [
    ("mon", "2026-11-30"), ("tue", "2026-12-01"), ("wed", "2026-11-25"), ("sun", "2026-11-29"),
    ("last mon", "2026-11-23"), ("next mon", "2026-11-30"), ("today", "2026-11-24"),
    ("-1d", "2026-11-23"),
  ])
  func `mean the next weekday of what is still to come`(text: String, expected: String) throws {
    let date = try DateExpression(text, as: .day)
    #expect(
      try date.day(try present("2026-11-24T15:30"), direction: .next).description == expected)
  }

  @Test func `follow the start of days`() throws {
    let context = try present("2026-11-25T01:30", dayStart: "04:00")
    #expect(try DateExpression("yesterday", as: .day).day(context).description == "2026-11-23")
    #expect(try DateExpression("tue", as: .day).day(context).description == "2026-11-24")
  }
}

struct `Everyday words for ranges` {
  @Test(arguments: [
    ("today", "2026-11-24", "2026-11-25"), ("yesterday", "2026-11-23", "2026-11-24"),
    ("mon", "2026-11-23", "2026-11-24"), ("week", "2026-11-23", "2026-11-30"),
    ("this week", "2026-11-23", "2026-11-30"), ("last week", "2026-11-16", "2026-11-23"),
    ("next week", "2026-11-30", "2026-12-07"), ("month", "2026-11-01", "2026-12-01"),
    ("Last Month", "2026-10-01", "2026-11-01"), ("next month", "2026-12-01", "2027-01-01"),
    ("this year", "2026-01-01", "2027-01-01"), ("last year", "2025-01-01", "2026-01-01"),
    ("2026-11", "2026-11-01", "2026-12-01"), ("2024-02", "2024-02-01", "2024-03-01"),
    ("2026-W47", "2026-11-16", "2026-11-23"), ("2026-W53", "2026-12-28", "2027-01-04"),
    ("2027-W01", "2027-01-04", "2027-01-11"), ("2026-w01", "2025-12-29", "2026-01-05"),
    ("2026", "2026-01-01", "2027-01-01"), ("last 30 days", "2026-10-26", "2026-11-25"),
    ("last 1 day", "2026-11-24", "2026-11-25"), ("last 2 weeks", "2026-11-11", "2026-11-25"),
    ("last 3 months", "2026-08-25", "2026-11-25"),
    ("2026-03-01..2026-03-31", "2026-03-01", "2026-04-01"),
    ("2026-01 .. 2026-03", "2026-01-01", "2026-04-01"), ("mon..today", "2026-11-23", "2026-11-25"),
    ("-7d..yesterday", "2026-11-17", "2026-11-24"), ("9999", "9999-01-01", "10000-01-01"),
  ])
  func `mean days from the first up to the end`(text: String, since: String, end: String) throws {
    let days = try DateExpression(text, as: .range).days(try present("2026-11-24T15:30"))
    #expect(days.lowerBound.description == since)
    #expect(days.upperBound.description == end)
  }

  @Test(arguments: [
    ("2026-11-22", "week", "2026-11-16", "2026-11-23"),
    ("2026-11-23", "last week", "2026-11-16", "2026-11-23"),
    ("2027-01-01", "week", "2026-12-28", "2027-01-04"),
    ("2027-01-15", "last month", "2026-12-01", "2027-01-01"),
    ("2024-03-31", "last month", "2024-02-01", "2024-03-01"),
    ("2026-01-31", "next month", "2026-02-01", "2026-03-01"),
    ("2024-02-29", "last year", "2023-01-01", "2024-01-01"),
    ("2024-02-29", "year", "2024-01-01", "2025-01-01"),
  ])
  func `mean whole weeks, months and years`(
    today: String, text: String, since: String, end: String
  ) throws {
    let days = try DateExpression(text, as: .range).days(try present(today + "T12:00"))
    #expect(days.lowerBound.description == since)
    #expect(days.upperBound.description == end)
  }
}

struct `Everyday words for times` {
  @Test(arguments: [
    ("14:30", "2026-11-24T14:30:00"), ("9am", "2026-11-24T09:00:00"),
    ("9 AM", "2026-11-24T09:00:00"), ("2:30 pm", "2026-11-24T14:30:00"),
    ("12am", "2026-11-24T00:00:00"), ("12pm", "2026-11-24T12:00:00"),
    ("7:05:09", "2026-11-24T07:05:09"), ("yesterday 14:30", "2026-11-23T14:30:00"),
    ("yesterday at 14:30", "2026-11-23T14:30:00"), ("mon 9:00", "2026-11-23T09:00:00"),
    ("last tue 9am", "2026-11-17T09:00:00"), ("today", "2026-11-24T00:00:00"),
    ("mon", "2026-11-23T00:00:00"), ("2026-03-01", "2026-03-01T00:00:00"),
    ("2026-03-01 9:30", "2026-03-01T09:30:00"), ("2026-03-01 2:30 pm", "2026-03-01T14:30:00"),
    ("2026-03-01T09:30", "2026-03-01T09:30:00"), (" 2026-03-01T09:30Z ", "2026-03-01T09:30:00Z"),
    ("2026-03-01T09:30:00+05:00", "2026-03-01T09:30:00+05:00"),
    ("now", "2026-11-24T15:30:00+01:00"), ("-3h", "2026-11-24T12:30:00+01:00"),
    ("-90min", "2026-11-24T14:00:00+01:00"), ("90 minutes ago", "2026-11-24T14:00:00+01:00"),
    ("+16h", "2026-11-25T07:30:00+01:00"), ("in 45 seconds", "2026-11-24T15:30:45+01:00"),
    ("3 days ago", "2026-11-21T15:30:00"), ("-7d 9:00", "2026-11-17T09:00:00"),
    ("-1mo", "2026-10-24T15:30:00"), ("3 days ago at 9pm", "2026-11-21T21:00:00"),
  ])
  func `mean times of the local clock`(text: String, expected: String) throws {
    let moment = try DateExpression(text, as: .moment).moment(try present("2026-11-24T15:30"))
    #expect(moment.local.description + (moment.offset?.description ?? "") == expected)
  }

  @Test(arguments: [
    ("-7d", "2026-11-17T00:00:00"), ("2026-11", "2026-11-01T00:00:00"),
    ("last month", "2026-10-01T00:00:00"), ("-3h", "2026-11-24T12:30:00+01:00"),
    ("yesterday 14:30", "2026-11-23T14:30:00"), ("last 30 days", "2026-10-26T00:00:00"),
    ("2026-03-01T09:30", "2026-03-01T09:30:00"), ("yesterday", "2026-11-23T00:00:00"),
  ])
  func `mean the first moment where a range begins`(text: String, expected: String) throws {
    let moment = try DateExpression(text, as: .bound).moment(try present("2026-11-24T15:30"))
    #expect(moment.local.description + (moment.offset?.description ?? "") == expected)
  }

  // Clocks in Rome went from 02:00 to 03:00 at 2026-03-29T01:00Z, and from 03:00 to 02:00 at
  // 2026-10-25T01:00Z.
  @Test(arguments: [
    ("2026-03-29T01:30Z", "-1h", "2026-03-29T00:30:00Z"),
    ("2026-03-29T01:30Z", "now", "2026-03-29T01:30:00Z"),
    ("2026-03-29T10:00Z", "2:30", "2026-03-29T01:30:00Z"),
    ("2026-03-30T00:30Z", "-1d", "2026-03-29T01:30:00Z"),
    ("2026-03-29T22:30Z", "today", "2026-03-29T22:00:00Z"),
    ("2026-03-29T21:30Z", "today", "2026-03-28T23:00:00Z"),
    ("2026-10-25T01:30Z", "-1h", "2026-10-25T00:30:00Z"),
    ("2026-10-25T01:30Z", "-2h", "2026-10-24T23:30:00Z"),
    ("2026-10-25T10:00Z", "2:30", "2026-10-25T00:30:00Z"),
    ("2026-10-26T01:30Z", "-1d", "2026-10-25T00:30:00Z"),
    ("2026-10-26T10:00Z", "yesterday 4:00", "2026-10-25T03:00:00Z"),
  ])
  func `mean instants across changes of the clocks`(
    now: String, text: String, expected: String
  ) throws {
    let instant = try DateExpression(text, as: .moment).instant(try present(now))
    #expect(instant.description == expected)
  }

  @Test(arguments: [
    ("today", "2026-11-24T04:00:00"), ("23:00", "2026-11-24T23:00:00"),
    ("1:00", "2026-11-25T01:00:00"), ("yesterday 2:00", "2026-11-24T02:00:00"),
    ("2026-11-24 2:00", "2026-11-24T02:00:00"), ("2026-11-24", "2026-11-24T04:00:00"),
    ("2026-11-24T02:00", "2026-11-24T02:00:00"), ("-1d", "2026-11-24T01:30:00"),
  ])
  func `are within days that begin later`(text: String, expected: String) throws {
    let context = try present("2026-11-25T01:30", dayStart: "04:00")
    let instant = try DateExpression(text, as: .moment).instant(context)
    #expect(context.zone.text(instant) == expected + "+01:00")
  }
}
