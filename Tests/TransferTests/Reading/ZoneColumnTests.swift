import FlintCalendar
import Testing

@testable import Transfer

@Suite struct `A column with the zone of each row` {
  /// Returns a local time and a time in UTC as the zone of a row has them.
  static func times(_ text: String, _ unit: ZoneColumn.Unit? = nil) throws -> [String] {
    var column = ZoneColumn(unit: unit)
    let zone = try #require(try column.read(text))
    return try ["2026-07-01T21:30", "2026-07-01T22:00:00Z"].map { time in
      `Reading dates`.words(zone.applied(to: try #require(DateReader().read(time))))
    }
  }

  @Test(arguments: [
    "Europe/Rome", "+02:00", "+0200", "+02", "UTC+2", "UTC+02:00", "GMT +2", "utc+0200",
  ])
  func `gives local times their offset, and times in UTC their day`(_ text: String) throws {
    #expect(try Self.times(text) == ["2026-07-01T21:30:00+02:00", "2026-07-02T00:00:00+02:00"])
  }

  @Test func `has hours to the west of Greenwich`() throws {
    #expect(
      try Self.times("GMT-5") == ["2026-07-01T21:30:00-05:00", "2026-07-01T17:00:00-05:00"])
  }

  @Test func `says by Z or UTC that the place is not known`() throws {
    #expect(try Self.times("Z") == ["2026-07-01T21:30:00Z", "2026-07-01T22:00:00Z"])
    #expect(try Self.times("UTCZ") == ["2026-07-01T21:30:00+00:00", "2026-07-01T22:00:00+00:00"])
  }

  @Test func `has numbers of a unit`() throws {
    let rome = ["2026-07-01T21:30:00+02:00", "2026-07-02T00:00:00+02:00"]
    #expect(try Self.times("120", .minutes) == rome)
    #expect(try Self.times("-120", .minutesWest) == rome)
    #expect(try Self.times("7200", .seconds) == rome)
    #expect(try Self.times("2.0", .hours) == rome)
    #expect(try Self.times("Europe/Rome", .minutes) == rome)
  }

  @Test func `changes neither a day nor a time with another offset`() throws {
    var column = ZoneColumn()
    let zone = try #require(try column.read("Europe/Rome"))
    for text in ["2026-07-01", "2026-07-01T10:00:00-05:00"] {
      let date = try #require(DateReader().read(text))
      #expect(zone.applied(to: date) == date)
    }
    #expect(try column.read(" ") == nil)
  }

  @Test(arguments: [
    (
      "120", nil,
      "it has no unit: add unit = \"minutes\", or another one, to the column of the zone"
    ),
    (
      "Rome", nil,
      "expected a zone such as Europe/Rome, +02:00 or UTC+2; for this place it is Europe/Rome"
    ),
    ("CET", nil, "expected a zone such as Europe/Rome, +02:00 or UTC+2"),
    ("2000", ZoneColumn.Unit.minutes, "expected an offset of at most 18 hours, in minutes"),
  ])
  func `refuses other texts with the reason`(
    _ text: String, _ unit: ZoneColumn.Unit?, _ message: String
  ) {
    #expect(throws: ZoneColumn.Fault(message: message)) {
      var column = ZoneColumn(unit: unit)
      _ = try column.read(text)
    }
  }
}
