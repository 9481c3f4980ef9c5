import FlintCalendar
import FlintRules
import Testing

@testable import Transfer

@Suite struct `A text that is nearly a date` {
  @Test(arguments: [
    ("2026-02-29", "expected a day that exists (February 2026 has 28 days)"),
    ("2026-02-29T10:00:00Z", "expected a day that exists (February 2026 has 28 days)"),
    (" 2026-13-01", "expected a day that exists (there is no month 13)"),
    ("2026-W54-1", "expected a day that exists (2026 has 53 weeks)"),
    ("2026-W47-8", "expected a day that exists (a week has 7 days)"),
    ("2026-W47", "expected a day, got a week; the days of a week are 2026-W47-1 to 2026-W47-7"),
    ("June 31, 2026", "expected a day that exists (June 2026 has 30 days)"),
    ("30 lutego 2024", "expected a day that exists (February 2024 has 29 days)"),
    ("miércoles, 22 de junio de 2026", "the weekday is wrong: 2026-06-22 is a Monday"),
    (
      "0001-01-01T00:00:00Z",
      "expected a time from 0001-01-02T00:00:00Z to 9999-12-30T23:59:59.999Z"
    ),
    // June 22, 2026 is a Monday.
    ("Tue, 22 Jun 2026", "the weekday is wrong: 2026-06-22 is a Monday"),
    ("Sunday June 22, 2026 10:00", "the weekday is wrong: 2026-06-22 is a Monday"),
    ("Tue, soon", nil), ("2026-06-01 25:00", nil), ("soon", nil), ("", nil),
  ])
  func `has the reason told`(text: String, reason: String?) {
    #expect(DateReader().read(text) == nil)
    #expect(DateReader.fault(of: text) == reason)
  }

  @Test func `is told from a day of another order`() {
    let reason = "expected a day that exists (June 2026 has 30 days)"
    #expect(DateReader.fault(of: "31/06/2026", in: .dmy) == reason)
    #expect(DateReader(order: .dmy).problem(with: "31/06/2026") == reason)
    #expect(DateReader.fault(of: "31/06/2026") == nil)
  }

  // Monday of week 47 of 2026 is November 16; 2020 has 53 weeks, the last of which ends on 3 January 2021.
  @Test(arguments: [
    ("2026-W47-1", "2026-11-16"), ("2026-w47-7", "2026-11-22"), ("2020-W53-7", "2021-01-03"),
    ("2026-W01-1", "2025-12-29"),
  ])
  func `is none if it is a day of a week`(text: String, day: String) {
    #expect(DateReader().read(text)?.day.description == day)
    #expect(DateReader().read(text)?.time == nil)
  }

  @Test(arguments: [
    ("0001-01-01", false), ("0001-01-01T23:59:59", false), ("0001-01-01T20:00:00-04:00", true),
    ("0001-01-02", true), ("0001-01-02T00:00:00+00:01", false), ("9999-12-30T23:59:59.999Z", true),
    ("9999-12-31", false), ("9999-12-31T01:00:00+02:00", true),
  ])
  func `is none if a profile accepts its time`(text: String, isRead: Bool) {
    #expect((DateReader().read(text) != nil) == isRead)
    let bytes = Array(text.utf8)
    #expect((DateReader().read(bytes.span) != nil) == isRead)
  }
}
