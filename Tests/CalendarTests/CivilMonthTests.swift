import FlintCalendar
import Testing

struct `A civil month` {
  @Test func `has a first day and an end`() {
    let cases = [
      (2024, 2, "2024-02-01", "2024-03-01"), (2026, 12, "2026-12-01", "2027-01-01"),
      (1, 1, "0001-01-01", "0001-02-01"), (9999, 11, "9999-11-01", "9999-12-01"),
    ]
    for (year, number, first, end) in cases {
      let month = CivilMonth(year: year, month: number)
      #expect(month?.firstDay == day(first))
      #expect(month?.end == day(end))
      #expect(month?.description == String(first.prefix(7)))
      #expect(CivilMonth(day(end) + -1) == month)
      #expect(CivilMonth(day(first)) == month)
    }
    #expect(CivilMonth(year: 2026, month: 0) == nil)
    #expect(CivilMonth(year: 2026, month: 13) == nil)
    #expect(CivilMonth(year: 0, month: 1) == nil)
    #expect(CivilMonth(year: 10_000, month: 1) == nil)
  }
}

/// A day from a text that is known to be valid.
private func day(_ text: String) -> CivilDay {
  guard let day = CivilDay(text) else { preconditionFailure("no day: \(text)") }
  return day
}
