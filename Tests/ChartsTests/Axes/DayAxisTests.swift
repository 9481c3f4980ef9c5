import FlintCalendar
import Testing

@testable import Charts

struct `An axis of days` {
  /// Ticks as texts, checked by hand with a calendar: 2026-11-02 and 2024-02-26 are Mondays.
  @Test(arguments: [
    // A week, and a day more than fits.
    ("2026-11-02", "2026-11-09", 7, "2 Nov|3 Nov|4 Nov|5 Nov|6 Nov|7 Nov|8 Nov"),
    ("2026-11-02", "2026-11-10", 7, "2 Nov|4 Nov|6 Nov|8 Nov"),
    // Weeks begin on Mondays though the axis begins on a Wednesday.
    ("2026-11-04", "2026-12-04", 6, "9 Nov|16 Nov|23 Nov|30 Nov"),
    ("2024-02-14", "2024-03-15", 3, "19 Feb|4 Mar"),
    // A year has months; more than a year has the number of the next one.
    ("2026-01-01", "2027-01-01", 12, "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"),
    ("2026-01-01", "2027-01-01", 6, "Jan|Mar|May|Jul|Sep|Nov"),
    ("2024-01-01", "2025-01-01", 5, "Jan|Apr|Jul|Oct"),
    ("2026-01-01", "2027-01-01", 2, "Jan|Jul"),
    ("2026-02-15", "2027-02-15", 12, "Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|2027|Feb"),
    ("2025-12-02", "2026-04-01", 4, "2026|Feb|Mar"),
    // Years.
    ("2016-05-07", "2026-05-07", 10, "2017|2018|2019|2020|2021|2022|2023|2024|2025|2026"),
    ("2016-05-07", "2026-05-07", 5, "2018|2020|2022|2024|2026"),
    ("1600-01-01", "2000-01-01", 8, "1600|1650|1700|1750|1800|1850|1900|1950"),
    ("0001-01-01", "9999-12-31", 5, "2000|4000|6000|8000"),
    ("0001-01-01", "9999-12-31", 1, "5000"),
    ("9999-12-01", "9999-12-31", 3, "6 Dec|20 Dec"),
    ("0001-01-01", "0001-03-01", 2, "Jan|Feb"),
    // Where no step has a tick, the first day has one.
    ("2026-11-03", "2026-11-04", 1, "3 Nov"), ("2026-11-03", "2026-11-30", 1, "3 Nov"),
    ("2026-11-03", "2026-11-10", 0, "9 Nov"),
  ])
  func `has ticks at days, weeks, months or years`(
    from: String, to: String, most: Int, texts: String
  ) {
    let axis = DayAxis(day(from)..<day(to), most: most, locale: .english)
    #expect(axis.ticks.map(\.text).joined(separator: "|") == texts)
  }

  @Test func `has weeks that begin on the first day of the locale`() {
    var locale = ChartLocale.english
    locale.weekStart = .sunday
    let axis = DayAxis(day("2026-11-04")..<day("2026-12-04"), most: 6, locale: locale)
    #expect(axis.ticks.map(\.text) == ["8 Nov", "15 Nov", "22 Nov", "29 Nov"])
  }

  @Test func `has months also in leap years`() {
    let axis = DayAxis(day("2024-01-15")..<day("2024-04-15"), most: 4, locale: .english)
    #expect(axis.ticks.map(\.day) == [day("2024-02-01"), day("2024-03-01"), day("2024-04-01")])
  }

  @Test func `has from one to as many ticks as wanted, ascending and within it, at random`() {
    var random = SplitMix(seed: 3)
    let (first, end) = (day("0001-01-01"), day("9999-12-31"))
    for _ in 0..<400 {
      let length = min(end - first, Int(random.power(0...6) * (1 + random.unit() * 9)))
      let start = first + Int(random.unit() * Double(end - first - length))
      let most = 1 + Int(random.unit() * 20)
      let ticks = DayAxis(start..<start + length, most: most, locale: .english).ticks
      #expect((1...most).contains(ticks.count), "\(start), \(length), \(most)")
      #expect(ticks.allSatisfy { (start..<start + length).contains($0.day) })
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.day < $1.day })
      // Neighbours have different texts, so that a reader can tell them apart.
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.text != $1.text })
    }
  }
}
