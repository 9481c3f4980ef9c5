import FlintCalendar
import FlintRules
import Sessions
import Testing

@testable import Transfer

@Suite struct `Reading dates` {
  static func words(_ date: WrittenDate?) -> String {
    guard let date else { return "-" }
    return date.time == nil
      ? date.day.description
      : date.timestamp.local.description
        + (date.isUniversal ? "Z" : date.offset.map { $0 == .zero ? "+00:00" : "\($0)" } ?? "")
  }

  @Test(arguments: [
    ("2026-06-22", "2026-06-22"),
    (" 2026-06-22 ", "2026-06-22"),
    ("2026-06-22T21:30", "2026-06-22T21:30:00"),
    ("2026-06-22 21:30:05.25", "2026-06-22T21:30:05.250"),
    ("2026-06-22T21:30:05.1239Z", "2026-06-22T21:30:05.123Z"),
    ("2026-06-22T21:30:05+0000", "2026-06-22T21:30:05+00:00"),
    ("2026-06-22T21:30:05-03:30", "2026-06-22T21:30:05-03:30"),
    ("2026-06-22T21:30+02", "2026-06-22T21:30:00+02:00"),
    ("2026-06-22 21:30:05 +0200", "2026-06-22T21:30:05+02:00"),
    ("2026-06-22 21:30:05 UTC", "2026-06-22T21:30:05Z"),
    ("20260622T080009Z", "2026-06-22T08:00:09Z"),
    ("20260622T0800", "2026-06-22T08:00:00"),
    ("20260622", "2026-06-22"),
    ("2026/6/2", "2026-06-02"),
    ("2026.06.22.", "2026-06-22"),
    ("June 22, 2026", "2026-06-22"),
    ("Jun 22 2026 9:05 pm", "2026-06-22T21:05:00"),
    ("22 June 2026", "2026-06-22"),
    ("22-Jun-26", "2026-06-22"),
    ("22. June 1999, 7:15", "1999-06-22T07:15:00"),
    ("2026 Jun 22", "2026-06-22"),
    ("Monday, June 22nd, 2026 at 12:00 AM", "2026-06-22T00:00:00"),
    ("Mon, 22 Jun 2026 08:00:00 +0200", "2026-06-22T08:00:00+02:00"),
    ("Mon Jun 22 2026 08:00:00 GMT+0200", "2026-06-22T08:00:00+02:00"),
    ("Sept 1 2026", "2026-09-01"),
    ("2026-06-22, 12:00\u{202F}p.m.", "2026-06-22T12:00:00"),
    ("2026 - 06 - 22", "2026-06-22"),
    // The end of a day is the midnight after it.
    ("2026-06-22T24:00", "2026-06-23T00:00:00"), ("2026-02-28 24:00:00Z", "2026-03-01T00:00:00Z"),
    ("2026-06-22 24:01", "-"),
    // Not dates, or dates of an unknown order.
    ("", "-"), ("today", "-"), ("2026-02-29", "-"), ("2026-06", "-"),
    ("2026-06-22T21:60", "-"), ("22/06/2026", "-"), ("06-16-24", "-"), ("1719050400", "-"),
    ("2026-06-22T", "-"), ("2026-06-22Z", "-"), ("2026-06-22 13:00 pm", "-"), ("June 22", "-"),
    ("June 31, 2026", "-"), ("2026-06-22 21:30 +19:00", "-"),
    ("2026-06-22 8", "-"), ("2026-06-22 21:30 or so", "-"), ("every monday", "-"),
    ("2026-6-22-1", "-"), ("2026-06/22", "-"), ("99999999999999999999", "-"), ("mar 5", "-"),
  ])
  func `of unambiguous forms`(_ text: String, _ expected: String) {
    #expect(Self.words(DateReader().read(text)) == expected)
  }

  @Test(arguments: [
    ("22/06/2026", DateOrder.dmy, "2026-06-22"),
    ("06/22/2026", .mdy, "2026-06-22"),
    ("6/2/26, 9:05:06 PM", .mdy, "2026-06-02T21:05:06"),
    ("6/2/26, 9:05:06 PM", .dmy, "2026-02-06T21:05:06"),
    ("06-16-24", .mdy, "2024-06-16"),
    ("24-06-16", .ymd, "2024-06-16"),
    ("14 / 07 / 1994", .dmy, "1994-07-14"), ("14 . 7. 1994 08:05", .dmy, "1994-07-14T08:05:00"),
    ("22. 6. 2026 14:00", .dmy, "2026-06-22T14:00:00"),
    ("01.02.69", .dmy, "1969-02-01"), ("01.02.68", .dmy, "2068-02-01"),
    ("2026-06-22", .dmy, "2026-06-22"),
    ("22 Jun 2026", .mdy, "2026-06-22"),
    ("22/06/2026", .mdy, "-"), ("22/06/2026", .ymd, "-"), ("06-16-24", .dmy, "-"),
    ("1-2-3", .dmy, "-"), ("22/06-2026", .dmy, "-"), ("22/06/026", .dmy, "-"),
  ])
  func `of three numbers in a known order`(
    _ text: String, _ order: DateOrder, _ expected: String
  ) {
    #expect(Self.words(DateReader(order: order).read(text)) == expected)
  }

  @Test func `of a day and a month, in a given year`() {
    let reader = DateReader()
    #expect(reader.day("June 22", inYear: 2018)?.description == "2018-06-22")
    #expect(reader.day("22 Jun", inYear: 2018)?.description == "2018-06-22")
    #expect(reader.day("June 22, 2018", inYear: 2018)?.description == "2018-06-22")
    #expect(reader.day("June 22, 2019", inYear: 2018) == nil)
    #expect(reader.day("February 29", inYear: 2018) == nil)
    #expect(reader.day("22. Juno", inYear: 2018) == nil)
  }

  @Test(arguments: [
    ("22:00", 22 * 60), ("7:05", 425), ("10:00 pm", 1320), ("12:05 am", 5), ("12:30 PM", 750),
    ("10:00\u{202F}p. m.", 1320), ("10pm", 1320), ("22.00", 1320), ("00:00", 0),
    ("24:00", nil), ("13:00 pm", nil), ("0:10 am", nil), ("12:60", nil), ("tonight", nil),
    ("", nil), ("7", nil), ("22:00 x", nil),
  ])
  func `and times of day`(_ text: String, _ minutes: Int?) {
    #expect(DateReader.time(text) == minutes.map { Int32($0 * 60_000) })
  }

  @Test func `and Unix timestamps`() {
    #expect(
      DateReader.instant(unix: "1719050400", .seconds)?.description == "2024-06-22T10:00:00Z")
    #expect(
      DateReader.instant(unix: "1719050400.1239", .seconds)?.milliseconds == 1_719_050_400_123)
    #expect(
      DateReader.instant(unix: "1719050400123", .milliseconds)?.milliseconds
        == 1_719_050_400_123)
    #expect(DateReader.instant(unix: "-1", .milliseconds)?.milliseconds == -1)
    #expect(DateReader.instant(unix: "1719050400123", .seconds) == nil)
    #expect(DateReader.instant(unix: "soon", .seconds) == nil)
  }

  @Test func `in UTC take the day from the zone, with another offset from the date`() throws {
    let zone = try CivilZone(name: "Europe/Berlin")
    let universal = try #require(DateReader().read("2026-05-07T23:50:00Z"))
    #expect(universal.day(in: zone).description == "2026-05-08")
    #expect(universal.eventTime == .instant(Instant(milliseconds: 1_778_197_800_000)))
    let west = try #require(DateReader().read("2026-05-07T23:50:00-05:00"))
    #expect(west.day(in: zone).description == "2026-05-07")
    #expect(west.eventTime == .written(west.timestamp))
  }
}

@Suite struct `Finding the order of dates` {
  static func finding(_ texts: [String]) -> DateOrderFinder.Finding {
    var finder = DateOrderFinder()
    for text in texts { finder.add(text) }
    return finder.finding
  }

  @Test func `needs no order for unambiguous dates`() {
    #expect(Self.finding(["2026-06-22", "22 Jun 2026", "", "x"]) == .unneeded)
  }

  @Test func `uses the one date that fits only one order`() {
    #expect(Self.finding(["03/04/2026", "22/06/2026"]) == .order(.dmy))
    #expect(Self.finding(["03/04/2026", "06/22/2026"]) == .order(.mdy))
    #expect(Self.finding(["06-05-24", "06-16-24"]) == .order(.mdy))
    #expect(Self.finding(["98/12/31"]) == .order(.ymd))
  }

  @Test func `accepts any order in which all dates mean the same`() {
    #expect(Self.finding(["05/05/2026", "06/06/2026"]) == .order(.dmy))
  }

  @Test func `shows the meaning of a date in each remaining order`() throws {
    guard case .ambiguous(let ambiguity) = Self.finding(["05/05/2026", "06/05/2026"]) else {
      Issue.record("not ambiguous")
      return
    }
    #expect(
      ambiguity.message == "\"06/05/2026\" is 2026-05-06 as dmy and 2026-06-05 as mdy; "
        + "choose one with --dates dmy or --dates mdy")
    guard case .ambiguous(let three) = Self.finding(["06-05-24"]) else {
      Issue.record("not ambiguous")
      return
    }
    #expect(three.readings.map(\.order) == [.ymd, .dmy, .mdy])
    #expect(three.readings.map(\.day.description) == ["2006-05-24", "2024-05-06", "2024-06-05"])
    #expect(three.message.hasSuffix("--dates ymd, --dates dmy or --dates mdy"))
  }

  @Test func `names two dates that fit no common order`() {
    #expect(
      Self.finding(["22/06/2026", "06/23/2026"])
        == .contradictory("22/06/2026", "06/23/2026"))
    var finder = DateOrderFinder()
    finder.add("22/06/2026")
    finder.add("06/23/2026")
    #expect(throws: DateOrderFinder.UnresolvedOrder.self) { try finder.resolve(nil) }
    #expect((try? finder.resolve(.mdy)) == .mdy)
  }
}
