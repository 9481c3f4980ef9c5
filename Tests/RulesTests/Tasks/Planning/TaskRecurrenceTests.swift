import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

struct `The recurrence of a task` {
  private func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text)) }

  @Test(arguments: [
    ("day", "day"), ("daily", "day"), ("every day", "day"), ("d", "day"), ("1d", "day"),
    ("week", "week"), ("Weekly", "week"), ("2w", "2 weeks"), ("every 2 weeks", "2 weeks"),
    ("2 wks", "2 weeks"), ("every other week", "2 weeks"), ("biweekly", "2 weeks"),
    ("month", "month"), ("monthly", "month"), ("3 months", "3 months"), ("3mo", "3 months"),
    ("quarterly", "3 months"), ("year", "year"), ("yearly", "year"), ("annually", "year"),
    ("2 years", "2 years"), ("  10   days ", "10 days"), ("1000 days", "1000 days"),
    ("weekdays", "mon,tue,wed,thu,fri"), ("weekend", "sat,sun"), ("mon,wed", "mon,wed"),
    ("wed, mon", "mon,wed"), ("Monday and Thursday", "mon,thu"), ("every sunday", "sun"),
    ("on fridays", "fri"), ("mon,tue,wed,thu,fri,sat,sun", "day"),
  ])
  func `is read as people write it, and has one text`(_ text: String, _ expected: String) throws {
    let recurrence = try #require(TaskRecurrence(text))
    #expect(recurrence.description == expected)
    #expect(TaskRecurrence(expected) == recurrence)
  }

  @Test(arguments: [
    "", "every", "and", "0 days", "1001 days", "99999999999999999999 d", "2", "-1 week",
    "1.5 weeks",
    "often", "mon,often", "2 mon", "week month", "every other", "2 3 weeks",
  ])
  func `is no other text`(_ text: String) throws {
    #expect(TaskRecurrence(text) == nil)
    #expect(throws: FieldError.self) { try TaskRecurrence(.text(text), field: "every") }
  }

  @Test(arguments: [
    (#"{"per":"day"}"#, "day"), (#"{"per":"week"}"#, "week"), (#"{"per":"month"}"#, "month"),
    (#"{"times":1,"per":"month"}"#, "month"), (#"{"times":1,"days":10}"#, "10 days"),
    (#"{"days":10}"#, "10 days"), (#"{"weekdays":["wed","mon"]}"#, "mon,wed"),
  ])
  func `is read from the schedule of a habit`(_ json: String, _ expected: String) throws {
    let value = FieldValue.json(try JSONValue(parsing: json))
    #expect(try TaskRecurrence(value, field: "every").description == expected)
  }

  @Test func `a schedule with several times in a period is refused with a reason`() throws {
    let value = FieldValue.json(try JSONValue(parsing: #"{"times":3,"per":"week"}"#))
    #expect(
      throws: FieldError(
        field: "every.times", expected: "1, since a task has one due day in a period", found: "3")
    ) { try TaskRecurrence(value, field: "every") }
  }

  /// The recurrence, the first day, the day after which the next is asked for, and the next. 2026-03-02 is a
  /// Monday.
  @Test(arguments: [
    ("day", "2026-03-01", "2026-03-01", "2026-03-02"),
    ("day", "2026-03-01", "2026-03-10", "2026-03-11"),
    ("3 days", "2026-03-01", "2026-03-01", "2026-03-04"),
    ("3 days", "2026-03-01", "2026-03-05", "2026-03-07"),
    ("week", "2026-03-06", "2026-03-06", "2026-03-13"),
    ("2 weeks", "2026-03-02", "2026-03-02", "2026-03-16"),
    ("2 weeks", "2026-03-02", "2026-03-16", "2026-03-30"),
    ("2 weeks", "2026-03-02", "2026-03-20", "2026-03-30"),
    ("month", "2026-01-31", "2026-01-31", "2026-02-28"),
    ("month", "2026-01-31", "2026-02-28", "2026-03-31"),
    ("month", "2026-01-31", "2026-03-31", "2026-04-30"),
    ("month", "2026-01-31", "2026-05-15", "2026-05-31"),
    ("month", "2026-01-31", "2026-05-31", "2026-06-30"),
    ("month", "2028-01-31", "2028-01-31", "2028-02-29"),
    ("month", "2028-01-30", "2028-02-29", "2028-03-30"),
    ("month", "2025-12-15", "2025-12-20", "2026-01-15"),
    ("3 months", "2025-11-30", "2025-11-30", "2026-02-28"),
    ("3 months", "2025-11-30", "2026-02-28", "2026-05-30"),
    ("3 months", "2025-11-30", "2026-04-01", "2026-05-30"),
    ("year", "2024-02-29", "2024-02-29", "2025-02-28"),
    ("year", "2024-02-29", "2027-02-28", "2028-02-29"),
    ("year", "2024-02-29", "2027-03-01", "2028-02-29"),
    ("mon,wed", "2026-03-02", "2026-03-02", "2026-03-04"),
    ("mon,wed", "2026-03-02", "2026-03-04", "2026-03-09"),
    ("weekdays", "2026-03-02", "2026-03-06", "2026-03-09"),
    ("sun", "2026-03-08", "2026-03-08", "2026-03-15"),
    ("year", "9998-06-01", "9998-06-01", "9999-06-01"),
  ])
  func `the next day follows another, counted from the first`(
    _ text: String, _ first: String, _ after: String, _ next: String
  ) throws {
    let recurrence = try #require(TaskRecurrence(text))
    #expect(recurrence.next(after: try day(after), from: try day(first)) == (try day(next)))
  }

  @Test(arguments: ["day", "week", "month", "year", "1000 years", "mon,tue", "sat"])
  func `there is no day after the year 9999`(_ text: String) throws {
    let recurrence = try #require(TaskRecurrence(text))
    let last = try day("9999-12-31")
    #expect(recurrence.next(after: last, from: last) == nil)
  }
}
