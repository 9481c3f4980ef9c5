import FlintCalendar
import Testing

struct `The start of civil days` {
  @Test(arguments: [
    ("00:00", 0), ("04:00", 240), ("4:00", 240), ("00:01", 1), ("11:59", 719),
  ])
  func `is read as a time of the clock`(text: String, minutes: Int32) throws {
    let start = try #require(DayStart(text))
    #expect(start.minutes == minutes)
    #expect(start.description == (text.count == 4 ? "0" + text : text))
  }

  @Test(arguments: [
    "12:00", "23:59", "04:60", "4", "04", "04:0", "004:00", "04:000", "-1:00", "+4:00", "04:00:00",
    "", ":", "0４:00",
  ])
  func `is refused in other forms and after 11∶59`(text: String) {
    #expect(DayStart(text) == nil)
  }

  @Test func `is refused outside of 0 to 719 minutes`() {
    #expect(DayStart(minutes: 719) != nil)
    for minutes: Int64 in [-1, 720, 1440, .max, .min] { #expect(DayStart(minutes: minutes) == nil) }
  }

  /// 04:00; a local time and its civil day.
  @Test(arguments: [
    ("2026-03-02T03:30", "2026-03-01"), ("2026-03-02T03:59:59.999", "2026-03-01"),
    ("2026-03-02T04:00", "2026-03-02"), ("2026-03-02T00:00", "2026-03-01"),
    ("2026-03-02T23:59", "2026-03-02"), ("2024-03-01T01:00", "2024-02-29"),
    ("2026-01-01T03:00", "2025-12-31"), ("1970-01-01T03:00", "1969-12-31"),
  ])
  func `assigns the hours before it to the day before`(local: String, day: String) throws {
    let four = try #require(DayStart("04:00"))
    let time = try #require(Timestamp(local)).local
    #expect(four.day(of: time).description == day)
    for seconds: Int32 in [0, 3600, -64_800, 64_800, 20_700] {
      let offset = UTCOffset(seconds: seconds)
      #expect(four.day(of: time.instant(offset: offset), offset: offset).description == day)
    }
  }

  private static func zone(_ name: String, _ start: String) throws -> CivilZone {
    try CivilZone(name: name, dayStart: try #require(DayStart(start)))
  }

  /// Zone, day start, day; the first second of the day and the offset then, by hand: Rome's clocks
  /// skip 02:00 to 03:00 on 2026-03-29 (01:00 UTC) and show 02:00 to 03:00 twice on 2025-10-26.
  @Test(arguments: [
    ("UTC", "04:00", "2026-03-29", 1_774_756_800, 0),
    ("Europe/Rome", "00:00", "2026-03-29", 1_774_738_800, 3600),
    ("Europe/Rome", "04:00", "2026-03-28", 1_774_666_800, 3600),
    ("Europe/Rome", "04:00", "2026-03-29", 1_774_749_600, 7200),
    ("Europe/Rome", "02:00", "2026-03-29", 1_774_746_000, 3600),
    ("Europe/Rome", "02:30", "2026-03-29", 1_774_746_000, 7200),
    ("Europe/Rome", "02:30", "2025-10-26", 1_761_438_600, 7200),
    ("Europe/Rome", "03:00", "2025-10-26", 1_761_444_000, 3600),
  ])
  func `is the first instant of a day, whatever clocks do`(
    name: String, start: String, text: String, seconds: Int64, offset: Int32
  ) throws {
    let zone = try Self.zone(name, start)
    let day = try #require(CivilDay(text))
    let found = zone.start(of: day)
    #expect(found.instant == Instant(milliseconds: seconds * 1000))
    #expect(found.offset.seconds == offset)
    #expect(zone.day(of: found.instant) == day || start == "02:00")
    #expect(zone.day(of: Instant(milliseconds: seconds * 1000 - 1)) == day + -1)
  }

  @Test func `is the time of a day without one`() throws {
    let zone = try Self.zone("Europe/Rome", "04:00")
    for text in ["2026-03-28", "2026-03-29", "2026-06-01"] {
      let timestamp = try #require(Timestamp(text))
      #expect(timestamp.isDay)
      let day = try #require(CivilDay(text))
      #expect(zone.resolve(timestamp).instant == zone.start(of: day).instant)
      #expect(zone.day(of: zone.resolve(timestamp).instant) == day)
      #expect(timestamp.day(zone.dayStart) == day)
    }
    let midnight = try #require(Timestamp("2026-03-28T00:00"))
    #expect(!midnight.isDay)
    #expect(midnight.day(zone.dayStart).description == "2026-03-27")
    #expect(zone.resolve(midnight).instant == Instant(milliseconds: 1_774_652_400_000))
  }
}
