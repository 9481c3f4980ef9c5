import FlintCalendar
import Testing

@testable import Transfer

@Suite struct `A pattern of dates` {
  @Test(arguments: [
    ("%d.%m.%Y %H:%M", "22.06.2026 21:30", "2026-06-22T21:30:00"),
    ("%d.%m.%Y %H:%M", " 2.6.2026   9:05 ", "2026-06-02T09:05:00"),
    ("%d.%m.%Y %H:%M", "22.06.2026 24:00", "2026-06-23T00:00:00"),
    ("%Y%m%d%H%M%S", "20260622213005", "2026-06-22T21:30:05"),
    ("%d/%m/%y", "01/02/69", "1969-02-01"), ("%d/%m/%y", "01/02/68", "2068-02-01"),
    ("%b %e, %Y %l:%M %p", "Jun  2, 2026  9:05 p. m.", "2026-06-02T21:05:00"),
    ("%e %B %Y, %I:%M %p", "2 giugno 2026, 12:00 AM", "2026-06-02T00:00:00"),
    ("%A %d %B %Y", "Lunedì 22 giugno 2026", "2026-06-22"),
    // The 173rd day of 2026, which is no leap year, is June 22.
    ("%Y-%jT%T.%f%z", "2026-173T21:30:05.25+02:00", "2026-06-22T21:30:05.250+02:00"),
    ("%s", "1719050400", "2024-06-22T10:00:00Z"),
    ("%F %T %Z", "2026-06-22 21:30:05 UTC", "2026-06-22T21:30:05Z"),
    ("%F %T %z %Z", "2026-06-22 21:30:05 +0200 CEST", "2026-06-22T21:30:05+02:00"),
    ("%F %k:%M %z", "2026-06-22  7:05 -0330", "2026-06-22T07:05:00-03:30"),
    ("%Y年%m月%d日 %p%I:%M", "2026年6月22日 下午10:08", "2026-06-22T22:08:00"),
    ("%d%%%m%%%Y", "22%06%2026", "2026-06-22"), ("%-d.%-m.%Y", "2.6.2026", "2026-06-02"),
    ("%d.%m.%Y %H:%M", "22.06.2026", "-"), ("%d.%m.%Y", "22.06.2026 21:30", "-"),
    ("%d.%m.%Y", "29.02.2026", "-"), ("%m/%d/%Y", "22/06/2026", "-"), ("%Y-%m-%d", "26-06-22", "-"),
    ("%F %H:%M", "2026-06-22 24:01", "-"), ("%F %I:%M %p", "2026-06-22 13:00 pm", "-"),
    ("%A %d %B %Y", "martedì 22 giugno 2026", "-"), ("%Y %j", "2026 366", "-"),
    ("%F", "9999-12-31", "-"), ("%F", "", "-"),
  ])
  func `reads the dates of its form only`(_ pattern: String, _ text: String, _ date: String) throws
  {
    #expect(`Reading dates`.words(try DatePattern(pattern).read(text)) == date)
  }

  @Test(arguments: [
    (
      "%d.%Q",
      "%Q is unknown; the known ones are %Y %y %m %d %e %H %k %I %l %M %S %f %p %b %B %a %A %j %z %Z "
        + "%s %T %F %%"
    ),
    ("%d.%m", "it has no year; add %Y or %y"), ("%Y %H", "it has no day; add %m and %d"),
    ("%F %I:%M", "%I is an hour of a half day; add %p, or write %H"),
    ("%F %H:%M %p", "%p is a half of a day; write the hour as %I"),
    ("%F %M", "it has a minute without an hour; add %H"),
    ("%F %H.%S", "it has a second without a minute; add %M"),
    ("%F %H.%f", "it has a fraction without a second; add %S"),
    ("%F %", "it ends with %; for the character write %%"),
  ])
  func `has to determine a date`(_ pattern: String, _ message: String) {
    #expect(throws: DatePattern.Fault(message: message)) { try DatePattern(pattern) }
  }
}

@Suite struct `The number of a day in a spreadsheet` {
  // 2000-01-01 is day 36526.
  @Test(arguments: [
    ("36526", "2000-01-01"), ("36526.0", "2000-01-01"), ("36526.75", "2000-01-01T18:00:00"),
    ("61", "1900-03-01"), ("45123.895833333336", "2023-07-16T21:30:00"),
  ])
  func `is a date`(_ text: String, _ date: String) throws {
    #expect(`Reading dates`.words(try SerialDay.read(text)) == date)
  }

  @Test func `may have a decimal comma`() throws {
    #expect(
      `Reading dates`.words(try SerialDay.read("36526,5", mark: .comma)) == "2000-01-01T12:00:00")
  }

  @Test(arguments: [
    ("60", "expected 61 (1900-03-01) or more: spreadsheets disagree about the days before it"),
    ("2958466", "expected 2958465 (9999-12-31) or less, the last day of spreadsheets"),
    ("2026-06-22", "expected the number of a day, such as 45123 or 45123.75"),
  ])
  func `is refused with the reason`(_ text: String, _ message: String) {
    #expect(throws: SerialDay.Fault(message: message)) { try SerialDay.read(text) }
  }
}

@Suite struct `A number in a column of dates` {
  // 1719050400 is 2024-06-22T10:00:00Z, and day 36526 is 2000-01-01.
  @Test(arguments: [
    (
      "1719050400",
      "it is 2024-06-22 in seconds since 1970; if that is right, set dates = \"unix\" in the mapping"
    ),
    (
      "1719050400123",
      "it is 2024-06-22 in milliseconds since 1970; if that is right, set dates = \"unix_ms\" in the mapping"
    ),
    (
      "36526.75",
      "it is 2000-01-01 in the days of a spreadsheet; if that is right, set dates = \"excel\" in the mapping"
    ),
    ("20260622", nil), ("90", nil), ("2026", nil), ("-1719050400", nil), ("soon", nil),
  ])
  func `is told its likely notation`(_ text: String, _ problem: String?) {
    #expect(NumberNotation.problem(with: text) == problem)
  }
}
