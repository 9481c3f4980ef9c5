import FlintCalendar
import Testing

@testable import Transfer

@Suite struct `A date in ISO 8601` {
  private static let whole = "2026-06-22T09:31:15.125+02:45"

  private func read(_ text: String) -> WrittenDate? {
    var text = text
    return text.withUTF8 { WrittenDate(iso: $0.span) }
  }

  @Test func `has a day, a time of day and an offset`() throws {
    let date = try #require(read(Self.whole))
    #expect(date.day == CivilDay(year: 2026, month: 6, day: 22))
    // 9 h 31 min 15 s and 125 ms.
    #expect(date.time == 34_275_125)
    #expect(date.offset == UTCOffset(seconds: 9900))
    #expect(!date.isUniversal)
  }

  @Test(arguments: [
    ("-00", true), ("-0000", true), ("-00:00", true), ("-00:00:00", true), ("Z", true),
    ("+00", false), ("+0000", false), ("+00:00", false), ("+00:00:00", false), ("-00:00:01", false),
  ])
  func `has no local time where the offset is unknown`(offset: String, isUniversal: Bool) throws {
    for time in ["03:30", "03:30:15"] {
      let date = try #require(read("2026-03-01T\(time)\(offset)"))
      #expect(date.isUniversal == isUniversal, "\(time)\(offset)")
    }
  }

  /// The bytes below 0 and above 9 in ASCII.
  @Test(arguments: ["/", ":"])
  func `is refused with the byte beside a digit in the place of one`(neighbour: String) {
    let characters = Self.whole.map(String.init)
    for index in characters.indices where characters[index].first?.isNumber == true {
      var wrong = characters
      wrong[index] = neighbour
      #expect(read(wrong.joined()) == nil, "\(wrong.joined())")
    }
  }

  @Test(arguments: [
    ("2026-01-01", true), ("2026-00-01", false), ("2026-12-31", true), ("2026-13-01", false),
    ("2026-06-00", false), ("2026-06-30", true), ("2026-06-31", false), ("2024-02-29", true),
    ("2026-02-29", false), ("0001-01-01", true), ("0000-12-31", false), ("9999-12-31", true),
    ("2026-06-2", false), ("2026-06-22T", false), ("2026-06-22T09", false),
    ("2026-06-22T09:3", false), ("2026-06-22T09:31", true), ("2026-06-22 09:31", true),
    ("2026-06-22t09:31", true), ("2026-06-22x09:31", false), ("2026-06-22T23:59", true),
    ("2026-06-22T24:00", false), ("2026-06-22T09:59", true), ("2026-06-22T09:60", false),
    ("2026-06-22T09:31:", false), ("2026-06-22T09:31:5", false), ("2026-06-22T09:31:59", true),
    ("2026-06-22T09:31:60", false), ("2026-06-22T09:44:60", true),
    ("2026-06-22T09:31:15.", false), ("2026-06-22T09:31+00:49:56", true),
    ("2026-06-22T09:31+00:49:60", false), ("2026-06-22T09:31+00:49:", false),
    ("2026-06-22T09:31:15.1", true), ("2026-06-22T09:31:15,1", true),
    ("2026-06-22T09:31:15.1234567", true), ("2026-06-22T09:31Z", true),
    ("2026-06-22T09:31z", true), ("2026-06-22T09:31ZZ", false), ("2026-06-22T09:31+2", false),
    ("2026-06-22T09:31+02", true), ("2026-06-22T09:31+0245", true),
    ("2026-06-22T09:31+02:45", true), ("2026-06-22T09:31+02:59", true),
    ("2026-06-22T09:31+02:60", false), ("2026-06-22T09:31+02:4", false),
    ("2026-06-22T09:31+02:455", false), ("2026-06-22T09:31-18:00", true),
    ("2026-06-22T09:31-18:01", false), ("2026-06-22T09:31+18:00", true),
    ("2026-06-22T09:31+18:01", false), ("2026-06-22Z", false), ("2026-06-22+02:00", false),
    ("2026/06/22", false), ("", false),
  ])
  func `is read within the limits of each part, and not beyond`(text: String, isRead: Bool) {
    #expect((read(text) != nil) == isRead)
  }

  @Test func `keeps three digits of a second, and which offset was written`() throws {
    #expect(try #require(read("2026-06-22T00:00:01.9999")).time == 1999)
    #expect(try #require(read("2026-06-22T00:00:00.05")).time == 50)
    let west = try #require(read("2026-06-22T00:00-03:30"))
    #expect(west.offset == UTCOffset(seconds: -12_600))
    #expect(try #require(read("2026-06-22T00:00Z")).isUniversal)
    #expect(try #require(read("2026-06-22T00:00+00:00")).isUniversal == false)
    // RFC 9557: an offset of -00:00 says that the local time is unknown.
    for end in ["-00", "-0000", "-00:00", "z"] {
      #expect(try #require(read("2026-06-22T00:00\(end)")).isUniversal, "\(end)")
    }
    #expect(try #require(read("2026-06-22T00:00-00:30")).isUniversal == false)
    let day = try #require(read("2026-06-22"))
    #expect(day.time == nil && day.offset == nil)
  }
}
