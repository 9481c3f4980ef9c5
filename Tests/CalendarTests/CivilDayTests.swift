import FlintCalendar
import Testing

struct `The civil calendar` {
  @Test func `every day from 1600 to 2400 has the number of a day-by-day count`() throws {
    // Counted day by day: 30 days hath September …; 1600-01-01 is 135,140 days before
    // 1970-01-01 (`date -u -d 1600-01-01 +%s` / 86400) and was a Saturday.
    var number: Int32 = -135_140
    var weekday = 5
    var mistakes = 0
    for year in 1600...2400 {
      let isLeap =
        year % 4 == 0 && (year % 100 != 0 || year == 1600 || year == 2000 || year == 2400)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in zip(1..., lengths) {
        if CivilDay(year: year, month: month, day: length + 1) != nil { mistakes += 1 }
        for day in 1...length {
          let made = CivilDay(year: year, month: month, day: day)
          let parts = CivilDay(number: number).components
          if made?.number != number || parts != (year, month, day)
            || CivilDay(number: number).weekday != weekday
          {
            mistakes += 1
          }
          number += 1
          weekday = (weekday + 1) % 7
        }
      }
    }
    #expect(mistakes == 0)
    #expect(number == 157_420)  // 2401-01-01, again from `date`.
  }

  // Day numbers from `date -u -d … +%s` / 86400.
  @Test(arguments: [
    (1, 1, 1, -719_162), (1600, 2, 29, -135_081), (1900, 2, 28, -25_509),
    (1900, 3, 1, -25_508), (1969, 12, 31, -1), (1970, 1, 1, 0), (2000, 2, 29, 11_016),
    (2024, 2, 29, 19_782), (2100, 2, 28, 47_540), (2100, 3, 1, 47_541), (9999, 12, 31, 2_932_896),
  ])
  func `numbers known days`(year: Int, month: Int, day: Int, number: Int) {
    #expect(CivilDay(year: year, month: month, day: day)?.number == Int32(number))
    #expect(CivilDay(number: Int32(number)).components == (year, month, day))
  }

  @Test(arguments: [
    (1900, 2, 29), (2100, 2, 29), (2023, 2, 29), (2024, 2, 30), (2026, 4, 31), (2026, 0, 1),
    (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, -1, 5), (0, 12, 31), (10_000, 1, 1),
    (-1, 1, 1),
  ])
  func `has no such day`(year: Int, month: Int, day: Int) {
    #expect(CivilDay(year: year, month: month, day: day) == nil)
  }

  // Known from history books and wall calendars.
  @Test(arguments: [
    ("1776-07-04", "Thursday"), ("1969-07-20", "Sunday"), ("1970-01-01", "Thursday"),
    ("1989-11-09", "Thursday"), ("2000-01-01", "Saturday"), ("2024-02-29", "Thursday"),
    ("2025-12-31", "Wednesday"), ("2026-03-02", "Monday"), ("0001-01-01", "Monday"),
    ("9999-12-31", "Friday"),
  ])
  func `knows the weekday`(day: String, name: String) throws {
    #expect(try #require(CivilDay(day)).weekdayName == name)
  }

  @Test(arguments: [
    // Across year ends, each with its Monday.
    ("2024-12-29", "2024-12-23"), ("2024-12-30", "2024-12-30"), ("2025-01-05", "2024-12-30"),
    ("2025-01-06", "2025-01-06"), ("2025-12-31", "2025-12-29"), ("2026-01-01", "2025-12-29"),
    ("1970-01-01", "1969-12-29"), ("1969-12-28", "1969-12-22"), ("2024-02-29", "2024-02-26"),
    ("2024-03-03", "2024-02-26"), ("2024-03-04", "2024-03-04"), ("0001-01-07", "0001-01-01"),
  ])
  func `starts weeks on Monday`(day: String, monday: String) throws {
    let day = try #require(CivilDay(day))
    #expect(day.week.monday.description == monday)
    #expect(day.week.monday.weekday == 0)
    #expect(day - day.week.monday == day.weekday)
  }

  @Test func `adds, subtracts and compares days`() throws {
    let day = try #require(CivilDay("2023-12-31"))
    #expect((day + 1).description == "2024-01-01")
    #expect((day + 60).description == "2024-02-29")
    #expect((day + -365).description == "2022-12-31")
    #expect((day + 60) - day == 60)
    #expect(day < day + 1)
    #expect(day.week < (day + 1).week)
  }

  @Test func `knows the length of every month`() {
    let lengths = (1...12).map { CivilDay.length(ofMonth: $0, year: 2023) }
    #expect(lengths == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    #expect(
      [1600, 1700, 1900, 2000, 2023, 2024, 2100].map { CivilDay.length(ofMonth: 2, year: $0) }
        == [29, 28, 28, 29, 28, 29, 28])
  }
}
