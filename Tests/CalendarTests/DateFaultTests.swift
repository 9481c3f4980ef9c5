import FlintCalendar
import Testing

struct `Texts that are no dates` {
  private func fault(_ text: String, _ use: DateUse) -> DateFault? {
    do throws(DateFault) {
      _ = try DateExpression(text, as: use)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("3/11", ["YYYY-03-11", "YYYY-11-03"]), ("11-03", ["YYYY-11-03", "YYYY-03-11"]),
    ("3.11", ["YYYY-03-11", "YYYY-11-03"]), ("3.11.", ["YYYY-03-11", "YYYY-11-03"]),
    ("3/11/2026", ["2026-03-11", "2026-11-03"]), ("24/12", ["YYYY-12-24"]),
    ("24.12.2026", ["2026-12-24"]), ("3/3", ["YYYY-03-03"]),
    ("3/11/26 14:30", ["2026-03-11", "2026-11-03"]),
    ("2026/3/1", ["2026-03-01"]), ("2026-3-1", ["2026-03-01"]), ("2026/11", ["2026-11"]),
    ("29/2", ["YYYY-02-29"]),
    ("26-03-05", ["2005-03-26", "2026-03-05"]), ("25-12-01", ["2001-12-25", "2025-12-01"]),
    ("26-03-05 9am", ["2005-03-26", "2026-03-05"]), ("32-01-05", ["2032-01-05"]),
    ("03/05/07", ["2007-03-05", "2007-05-03", "2003-05-07"]),
    ("05.05.05", ["2005-05-05"]),
  ])
  func `are refused with what they can mean`(text: String, readings: [String]) {
    for use in [DateUse.moment, .day, .bound, .range] {
      #expect(fault(text, use)?.reason == .ambiguous(readings: readings))
    }
  }

  // A minute does not fit where days are expected.
  @Test(arguments: [
    ("-90m", ["-90min", "-90mo"], ["-90mo"]), ("+3M", ["+3min", "+3mo"], ["+3mo"]),
    ("5 m ago", ["5 min ago", "5 mo ago"], ["5 mo ago"]),
    ("in 3m", ["in 3min", "in 3mo"], ["in 3mo"]),
    ("-3m 9:00", ["-3mo 9:00"], []),
  ])
  func `are refused where m is minutes or months`(
    text: String, times: [String], days: [String]
  ) {
    #expect(fault(text, .moment)?.reason == .ambiguous(readings: times))
    #expect(fault(text, .bound)?.reason == .ambiguous(readings: times))
    #expect(
      fault(text, .day)?.reason == (days.isEmpty ? .unknown(word: "m") : .ambiguous(readings: days))
    )
  }

  @Test func `with m have one reading as a range`() {
    #expect(fault("last 3m", .range)?.reason == .ambiguous(readings: ["last 3mo"]))
    #expect(fault("-3m..today", .range)?.reason == .ambiguous(readings: ["-3mo..today"]))
    #expect(fault("5m", .moment)?.reason == .unknown(word: "m"))
  }

  @Test(arguments: [
    ("24 nov", "YYYY-11-24"), ("Nov. 24", "YYYY-11-24"), ("24 November 2026", "2026-11-24"),
    ("March 3, 2026", "2026-03-03"), ("sept 2026", "2026-09"), ("29 feb", "YYYY-02-29"),
  ])
  func `are refused with the form of a date with the name of its month`(
    text: String, reading: String
  ) {
    #expect(fault(text, .bound)?.reason == .ambiguous(readings: [reading]))
  }

  @Test(arguments: ["30 feb", "24 novem 5", "mon 24", "no 24", "november"])
  func `have no reading`(text: String) {
    if case .unknown? = fault(text, .bound)?.reason { return }
    Issue.record("\(text)")
  }

  @Test func `are named with both readings`() {
    #expect(
      fault("3/11/2026", .day)?.expected
        == "2026-03-11 or 2026-11-03, since \"3/11/2026\" can be read as either")
    #expect(fault("24/12", .day)?.expected == "a date with its year, YYYY-12-24")
  }

  @Test(arguments: [
    ("2026-02-30", "February 2026 has 28 days"), ("2024-02-30", "February 2024 has 29 days"),
    ("2026-04-31 9:00", "April 2026 has 30 days"), ("2026-13-01", "there is no month 13"),
    ("2026-00", "there is no month 0"), ("2026-11-00", "there is no day 0"),
    ("31/11", "November has 30 days"), ("11/31", "November has 30 days"),
    ("30.2.", "February has at most 29 days"), ("30.2.2026", "February 2026 has 28 days"),
    ("0/5", "there is no day 0"), ("5/0/2026", "there is no day 0"),
    ("31/11/24", "November 2024 has 30 days"),
    ("2026-W54", "2026 has 53 weeks"), ("2027-W53", "2027 has 52 weeks"),
    ("2026-W00", "2026 has 53 weeks"), ("2026-W47-8", "a week has 7 days"),
  ])
  func `name days that do not exist`(text: String, problem: String) {
    #expect(fault(text, .bound)?.reason == .impossible(problem))
  }

  @Test(arguments: [
    ("", nil), ("  ", nil), ("12", nil), ("31/31", nil), ("25:00", nil), ("12:60", nil),
    ("13pm", nil), ("0am", nil), ("7.30pm", nil), ("7.30 pm", nil), ("9:5", nil),
    ("mon tue", nil), ("today today", nil),
    ("last", nil), ("ago", nil), ("-7", nil), ("7d", nil), ("2026-11 9:00", nil),
    ("0000-01-01", nil), ("10000", nil), ("12345678901234567890d ago", nil), ("-7d-", nil),
    ("yesteday", "yesteday"), ("last munday", "munday"), ("3 dais ago", "dais"),
    ("tomorrow noonish", "noonish"), ("..", nil), ("2026..", nil), ("last 0 days", nil),
  ])
  func `are refused with the first unknown word`(text: String, word: String?) {
    #expect(fault(text, .bound)?.reason == .unknown(word: word))
  }

  @Test func `do not fit their use`() {
    for text in ["week", "2026-11", "2026", "last 30 days", "2026-01-01..2026-01-02"] {
      #expect(fault(text, .day)?.reason == .range)
      #expect(fault(text, .moment)?.reason == .range)
    }
    for text in ["14:30", "now", "-3h", "yesterday 9am", "2026-03-01T09:30"] {
      #expect(fault(text, .day)?.reason == .time)
      #expect(fault(text, .range)?.reason == .time)
      #expect(fault(text, .bound) == nil)
    }
    #expect(fault("mon..tue", .bound)?.reason == .range)
  }

  @Test(arguments: ["+9000y", "-3000y", "+999999d", "-999999w"])
  func `lead out of the years`(text: String) throws {
    let date = try DateExpression(text, as: .day)
    let zone = try CivilZone(name: "UTC")
    let now = try #require(Timestamp("9990-06-15T12:00")?.local.instant(offset: .zero))
    let early = try #require(Timestamp("0002-06-15T12:00")?.local.instant(offset: .zero))
    let context = DateContext(now: text.hasPrefix("+") ? now : early, zone: zone)
    #expect(throws: DateFault.self) { try date.day(context) }
    #expect(throws: DateFault.self) {
      try DateExpression(text, as: .moment).moment(context)
    }
  }

  @Test func `end before they begin`() throws {
    let date = try DateExpression("2026-03-02..2026-03-01", as: .range)
    let zone = try CivilZone(name: "UTC")
    #expect(throws: DateFault.self) {
      try date.days(DateContext(now: Instant(milliseconds: 0), zone: zone))
    }
  }
}
