import FlintCalendar
import FlintSchema
import Testing

struct `A set of weekdays` {
  @Test func `is parsed by full and short names`() throws {
    #expect(
      try Weekdays(names: ["mon", "Sunday", " FRI "]).weekdays == [.monday, .friday, .sunday])
    #expect(try Weekdays(names: []) == [])
    let short = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    #expect(try Weekdays(names: short) == .all)
    #expect(short.map { Weekday(name: $0) } == Weekday.allCases)
    #expect(Weekday.allCases.map { Weekday(name: $0.name) } == Weekday.allCases)
  }

  @Test(arguments: ["", "mo", "mond", "weekend", "1"])
  func `is not parsed from other names`(name: String) {
    #expect(
      throws: FieldError(
        field: "weekdays", expected: "weekdays such as mon or Monday", found: "\"\(name)\"")
    ) {
      try Weekdays(names: ["tue", name])
    }
  }

  @Test func `is numbered from Sunday in tables`() {
    // 1 March 2026 was a Sunday.
    let week = (0..<7).map { day("2026-03-01") + $0 }
    #expect(week.map { Weekday($0).numberFromSunday } == [1, 2, 3, 4, 5, 6, 7])
    #expect(week.map { Weekday($0).name } == week.map(\.weekdayName))
  }

  @Test func `contains the days of its weekdays`() throws {
    let weekend = try Weekdays(names: ["sat", "sun"])
    let days = (0..<14).map { day("2026-03-02") + $0 }.filter { weekend.contains($0) }
    #expect(days == ["2026-03-07", "2026-03-08", "2026-03-14", "2026-03-15"].map { day($0) })
    #expect(Weekdays(rawValue: 0xff) == .all)
  }
}

/// A day from a text that is known to be valid.
private func day(_ text: String) -> CivilDay {
  guard let day = CivilDay(text) else { preconditionFailure("no day: \(text)") }
  return day
}
