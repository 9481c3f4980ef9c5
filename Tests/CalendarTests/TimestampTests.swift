import FlintCalendar
import Testing

struct `A timestamp` {
  /// A text, with its day, milliseconds of the day and offset in seconds.
  struct Reading: Sendable {
    var text: String
    var day: String
    var milliseconds: Int32
    var offset: Int32?

    init(_ text: String, _ day: String, _ milliseconds: Int32, _ offset: Int32? = nil) {
      self.text = text
      self.day = day
      self.milliseconds = milliseconds
      self.offset = offset
    }
  }

  static let readings = [
    Reading("2026-03-01", "2026-03-01", 0),
    Reading("0001-01-01", "0001-01-01", 0),
    Reading("9999-12-31T23:59:59.999", "9999-12-31", 86_399_999),
    Reading("2026-03-01T09:30", "2026-03-01", 34_200_000),
    Reading("2026-03-01 09:30", "2026-03-01", 34_200_000),
    Reading("2026-03-01t09:30z", "2026-03-01", 34_200_000, 0),
    Reading("2026-03-01T00:00Z", "2026-03-01", 0, 0),
    Reading("2026-03-01T09:30:15", "2026-03-01", 34_215_000),
    Reading("2026-03-01T09:30:15.5", "2026-03-01", 34_215_500),
    Reading("2026-03-01T09:30:15,25", "2026-03-01", 34_215_250),
    Reading("2026-03-01T09:30:15.007", "2026-03-01", 34_215_007),
    // Digits past the millisecond are dropped, not rounded.
    Reading("2026-03-01T09:30:15.1239999999999999999999999999", "2026-03-01", 34_215_123),
    Reading("2026-03-01T09:30+01:00", "2026-03-01", 34_200_000, 3600),
    Reading("2026-03-01T09:30-0330", "2026-03-01", 34_200_000, -12_600),
    Reading("2026-03-01T09:30+14", "2026-03-01", 34_200_000, 50_400),
    Reading("2026-03-01T09:30:00.25-00:30", "2026-03-01", 34_200_250, -1800),
    Reading("2026-03-01T09:30+18:00", "2026-03-01", 34_200_000, 64_800),
    Reading("2026-03-01T09:30-18:00", "2026-03-01", 34_200_000, -64_800),
    Reading("2026-03-01T09:30-00:00", "2026-03-01", 34_200_000, 0),
    // Amsterdam before 1937, as Flint itself writes it.
    Reading("1930-03-01T09:30:00+00:19:32", "1930-03-01", 34_200_000, 1172),
    Reading("2024-02-29T12:00", "2024-02-29", 43_200_000),
  ]

  @Test(arguments: readings)
  func `is read from the forms of ISO 8601`(reading: Reading) throws {
    let timestamp = try #require(Timestamp(reading.text))
    #expect(timestamp.local.day.description == reading.day)
    #expect(timestamp.local.milliseconds == reading.milliseconds)
    #expect(timestamp.offset?.seconds == reading.offset)
  }

  @Test(arguments: [
    "", "2026", "2026-03", "2026-3-1", "26-03-01", "20260301", "2026/03/01", "+2026-03-01",
    "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "0000-01-01", "12026-03-01",
    "2026-03-01Z", "2026-03-01T", "2026-03-01T9:30", "2026-03-01T09", "2026-03-01T0930",
    "2026-03-01T24:00", "2026-03-01T09:60", "2026-03-01T09:30:60", "2026-03-01T09:30:",
    "2026-03-01T09:30:15.", "2026-03-01T09:30.5", "2026-03-01  09:30", "2026-03-01T09:30 Z",
    "2026-03-01T09:30ZZ", "2026-03-01T09:30+1", "2026-03-01T09:30+1:00", "2026-03-01T09:30+01:",
    "2026-03-01T09:30+01:0", "2026-03-01T09:30+01:60", "2026-03-01T09:30+18:01",
    "2026-03-01T09:30-19", "2026-03-01T09:30+01:00:", "2026-03-01T09:30+01:00:60",
    "2026-03-01T09:30+010000", "2026-03-01T09:30+0100:00", "2026-03-01T09:30+18:00:01",
    "2026-03-01T09:30+01:00 ", " 2026-03-01", "2026-03-01 ", "2026-03-01T09:30−01:00",
    "２０２６-03-01", "2026-03-01T09:30[Europe/Berlin]", "now", "2026-W09-7", "2026-060",
  ])
  func `is not read from anything else`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `of ten characters alone is a day`() {
    #expect(CivilDay("2026-03-01")?.description == "2026-03-01")
    for text in ["2026-03-01T00:00", "2026-03-1", "2026-02-29", ""] {
      #expect(CivilDay(text) == nil)
    }
  }
}

struct `Time as text` {
  /// From GNU `date -u -d @…`, the offsets by hand.
  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"),
      (1, 0, "1970-01-01T00:00:00.001Z"),
      (-1, 0, "1969-12-31T23:59:59.999Z"),
      (-1000, 0, "1969-12-31T23:59:59Z"),
      (1_767_225_600_000, 0, "2026-01-01T00:00:00Z"),
      (1_767_225_600_000, -12_600, "2025-12-31T20:30:00-03:30"),
      (1_767_225_600_120, 20_700, "2026-01-01T05:45:00.120+05:45"),
      (1_767_225_600_000, -1800, "2025-12-31T23:30:00-00:30"),
      (-1_262_304_000_000, 1172, "1930-01-01T00:19:32+00:19:32"),
      (-1_262_304_000_000, -1172, "1929-12-31T23:40:28-00:19:32"),
      (-62_135_510_400_000, -64_800, "0001-01-01T06:00:00-18:00"),
      (253_402_214_399_999, 64_800, "9999-12-31T17:59:59.999+18:00"),
    ] as [(Int64, Int32, String)])
  func `is local with its offset, and reads back as the same instant`(
    milliseconds: Int64, seconds: Int32, text: String
  ) throws {
    let instant = Instant(milliseconds: milliseconds)
    let offset = UTCOffset(seconds: seconds)
    #expect(instant.text(offset: offset) == text)
    let read = try #require(Timestamp(text))
    #expect(read.offset == offset)
    #expect(read.local.instant(offset: offset) == instant)
    #expect(CivilTime(instant, offset: offset) == read.local)
  }

  @Test func `without an offset is UTC`() {
    #expect(Instant(milliseconds: 951_782_400_000).description == "2000-02-29T00:00:00Z")
    #expect(Instant.earliest.description == "0001-01-02T00:00:00Z")
    #expect(Instant.latest.description == "9999-12-30T23:59:59.999Z")
  }

  @Test func `has hour, minute and second before 1970 too`() {
    // 1969-12-31T13:59:58.750 at UTC−10 is 23:59:58.750 UTC.
    let time = CivilTime(Instant(milliseconds: -1250), offset: UTCOffset(seconds: -36_000))
    #expect(time.day.description == "1969-12-31")
    #expect((time.hour, time.minute, time.second) == (13, 59, 58))
    #expect(time.description == "1969-12-31T13:59:58.750")
  }

  @Test func `divides by rounding down`() {
    #expect([-8, -7, -1, 0, 6, 7].map { $0.dividedRoundingDown(by: 7) } == [-2, -1, -1, 0, 0, 1])
  }
}
