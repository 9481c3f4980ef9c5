import FlintCalendar
import Testing

@testable import Transfer

@Suite struct `Dates in words of several languages` {
  // June 22, 2026 is a Monday.
  @Test(arguments: [
    "lunes, 22 de junio de 2026", "lunedì 22 giugno 2026", "Mo., 22. Juni 2026",
    "lundi 22 juin 2026",
    "segunda-feira, 22 de junho de 2026", "maandag 22 juni 2026", "pon. 22 czerwca 2026",
    "22-cze-26", "2026年6月22日", "2026년 6월 22일", "LUN 22 GIU 2026",
  ])
  func `mean the same day`(_ text: String) {
    #expect(DateReader().read(text) == WrittenDate(day: CivilDay(number: 20_626)))
  }

  @Test(arguments: [
    ("12 listopada 2023", "2023-11-12"), ("1er août 2026", "2026-08-01"),
    ("22 aout 2026", "2026-08-22"),
    ("3 Mär. 2026", "2026-03-03"), ("9 wrz 2026", "2026-09-09"), ("5 paź 2026", "2026-10-05"),
    ("7 fev 2026", "2026-02-07"), ("7 oktober 2026", "2026-10-07"),
    // A word that is a month and a weekday: June 23, 2026 is a Tuesday.
    ("mar 5 2026", "2026-03-05"), ("mar. 23 juin 2026", "2026-06-23"),
  ])
  func `have the month of the word`(_ text: String, _ day: String) {
    #expect(DateReader().read(text)?.day.description == day)
  }

  @Test(arguments: [
    ("오후 10:08", 22 * 60 + 8), ("下午10:08", 22 * 60 + 8), ("午前 7:05", 425), ("10:08 오전", 608),
    ("午後0:30", 750), ("上午 12:05", 5), ("오후 13:00", nil), ("오월 10:08", nil),
  ])
  func `have the time of their half of the day`(_ text: String, _ minutes: Int?) {
    #expect(DateReader.time(text) == minutes.map { Int32($0 * 60_000) })
  }
}
