import Foundation
import TestSupport
import Testing

@testable import FlintCalendar

/// The results are compared with tables from Python's `zoneinfo` and tzdata 2026f (Debian 12), an
/// independent implementation over the system's data. Where governments have changed their rules
/// recently, as Morocco has for September 2026 on, the test runs only if the system's data include
/// that.
struct `A time zone` {
  /// Zone, local time; instant in seconds, offset in seconds, note.
  private static let written = """
    Europe/Rome 2026-03-29T01:59:59 1774745999 3600 -
    Europe/Rome 2026-03-29T02:00:00 1774746000 3600 skipped
    Europe/Rome 2026-03-29T02:30:00 1774747800 3600 skipped
    Europe/Rome 2026-03-29T02:59:59 1774749599 3600 skipped
    Europe/Rome 2026-03-29T03:00:00 1774746000 7200 -
    Europe/Rome 2025-10-25T02:30:00 1761352200 7200 -
    Europe/Rome 2025-10-26T01:59:59 1761436799 7200 -
    Europe/Rome 2025-10-26T02:00:00 1761436800 7200 ambiguous
    Europe/Rome 2025-10-26T02:30:00 1761438600 7200 ambiguous
    Europe/Rome 2025-10-26T02:59:59 1761440399 7200 ambiguous
    Europe/Rome 2025-10-26T03:00:00 1761444000 3600 -
    Europe/Rome 2026-07-01T12:00:00 1782900000 7200 -
    Europe/Rome 2026-12-31T23:59:59 1798757999 3600 -
    Europe/Rome 2024-02-29T12:00:00 1709204400 3600 -
    Europe/Rome 1969-07-20T22:17:40 -14182940 7200 -
    Europe/Rome 1940-06-15T00:30:00 -932430600 3600 skipped
    Europe/Rome 1893-10-31T23:00:00 -2403568196 2996 -
    Europe/Rome 1893-10-31T23:55:00 -2403564896 2996 skipped
    Europe/Rome 1850-01-01T12:00:00 -3786785396 2996 -
    Europe/Rome 9999-07-01T12:00:00 253386439200 7200 -
    Europe/Rome 9999-12-30T12:00:00 253402167600 3600 -
    Europe/Rome 0001-01-03T12:00:00 -62135383796 2996 -
    America/New_York 2026-03-08T01:59:59 1772953199 -18000 -
    America/New_York 2026-03-08T02:00:00 1772953200 -18000 skipped
    America/New_York 2026-03-08T02:59:59 1772956799 -18000 skipped
    America/New_York 2026-03-08T03:00:00 1772953200 -14400 -
    America/New_York 2026-11-01T00:59:59 1793509199 -14400 -
    America/New_York 2026-11-01T01:00:00 1793509200 -14400 ambiguous
    America/New_York 2026-11-01T01:59:59 1793512799 -14400 ambiguous
    America/New_York 2026-11-01T02:00:00 1793516400 -18000 -
    America/New_York 1883-11-18T12:00:00 -2717651038 -17762 ambiguous
    America/New_York 1883-11-18T12:03:57 -2717650801 -17762 ambiguous
    America/New_York 1883-11-18T12:03:59 -2717650561 -18000 -
    America/New_York 1883-11-18T12:10:00 -2717650200 -18000 -
    America/New_York 1942-02-09T02:30:00 -880216200 -18000 skipped
    America/New_York 1967-04-30T02:30:00 -84385800 -18000 skipped
    America/New_York 9999-07-04T12:00:00 253386720000 -14400 -
    Australia/Lord_Howe 2025-10-05T01:59:59 1759591799 37800 -
    Australia/Lord_Howe 2025-10-05T02:00:00 1759591800 37800 skipped
    Australia/Lord_Howe 2025-10-05T02:15:00 1759592700 37800 skipped
    Australia/Lord_Howe 2025-10-05T02:29:59 1759593599 37800 skipped
    Australia/Lord_Howe 2025-10-05T02:30:00 1759591800 39600 -
    Australia/Lord_Howe 2026-04-05T01:29:59 1775312999 39600 -
    Australia/Lord_Howe 2026-04-05T01:30:00 1775313000 39600 ambiguous
    Australia/Lord_Howe 2026-04-05T01:45:00 1775313900 39600 ambiguous
    Australia/Lord_Howe 2026-04-05T01:59:59 1775314799 39600 ambiguous
    Australia/Lord_Howe 2026-04-05T02:00:00 1775316600 37800 -
    Africa/Casablanca 2025-02-23T01:59:59 1740272399 3600 -
    Africa/Casablanca 2025-02-23T02:00:00 1740272400 3600 ambiguous
    Africa/Casablanca 2025-02-23T02:30:00 1740274200 3600 ambiguous
    Africa/Casablanca 2025-02-23T03:00:00 1740279600 0 -
    Africa/Casablanca 2025-04-06T01:59:59 1743904799 0 -
    Africa/Casablanca 2025-04-06T02:30:00 1743906600 0 skipped
    Africa/Casablanca 2025-04-06T03:00:00 1743904800 3600 -
    Africa/Casablanca 2026-02-15T02:30:00 1771119000 3600 ambiguous
    Africa/Casablanca 2026-03-22T02:30:00 1774146600 0 skipped
    Africa/Casablanca 2026-03-01T12:00:00 1772366400 0 -
    Pacific/Apia 2011-12-29T23:59:59 1325239199 -36000 -
    Pacific/Apia 2011-12-30T00:00:00 1325239200 -36000 skipped
    Pacific/Apia 2011-12-30T12:00:00 1325282400 -36000 skipped
    Pacific/Apia 2011-12-30T23:59:59 1325325599 -36000 skipped
    Pacific/Apia 2011-12-31T00:00:00 1325239200 50400 -
    Pacific/Apia 2026-01-15T12:00:00 1768431600 46800 -
    Pacific/Apia 1892-07-04T12:00:00 -2445467584 45184 ambiguous
    Pacific/Apia 1892-07-03T23:59:59 -2445510785 45184 -
    Pacific/Apia 1892-07-05T00:00:00 -2445337984 -41216 -
    Pacific/Apia 1880-01-01T00:00:00 -2840185984 45184 -
    Asia/Kathmandu 1985-12-31T23:59:59 504901799 19800 -
    Asia/Kathmandu 1986-01-01T00:00:00 504901800 19800 skipped
    Asia/Kathmandu 1986-01-01T00:14:59 504902699 19800 skipped
    Asia/Kathmandu 1986-01-01T00:15:00 504901800 20700 -
    Asia/Kathmandu 2026-01-01T00:00:00 1767204900 20700 -
    Asia/Kathmandu 1919-12-31T23:59:00 -1577943736 20476 ambiguous
    America/St_Johns 2026-03-08T02:30:00 1772949600 -12600 skipped
    America/St_Johns 2026-11-01T01:30:00 1793505600 -9000 ambiguous
    America/St_Johns 2011-03-13T00:00:30 1299987030 -12600 -
    America/St_Johns 2011-03-13T00:01:00 1299987060 -12600 skipped
    America/St_Johns 2011-03-13T01:00:59 1299990659 -12600 skipped
    America/St_Johns 2010-11-06T23:30:00 1289095200 -9000 ambiguous
    America/St_Johns 2010-11-07T00:00:30 1289097030 -9000 ambiguous
    America/St_Johns 1988-04-03T01:00:00 576045000 -12600 skipped
    America/St_Johns 1988-10-30T23:00:00 594268200 -12600 -
    America/St_Johns 1988-10-29T22:30:00 594172800 -5400 ambiguous
    America/St_Johns 1930-01-01T00:00:00 -1262291348 -12652 -
    Pacific/Chatham 2025-09-28T02:44:59 1758981599 45900 -
    Pacific/Chatham 2025-09-28T02:45:00 1758981600 45900 skipped
    Pacific/Chatham 2025-09-28T03:44:59 1758985199 45900 skipped
    Pacific/Chatham 2026-04-05T03:00:00 1775308500 49500 ambiguous
    Antarctica/Troll 2026-03-29T01:30:00 1774747800 0 skipped
    Antarctica/Troll 2026-10-25T01:30:00 1792884600 7200 ambiguous
    Antarctica/Troll 2026-10-25T02:59:59 1792889999 7200 ambiguous
    Asia/Manila 1844-12-31T12:00:00 -3944577832 -57368 skipped
    Asia/Manila 1840-01-01T00:00:00 -4102387432 -57368 -
    Asia/Manila 2026-05-05T05:05:05 1777928705 28800 -
    Europe/Dublin 2026-03-29T01:30:00 1774747800 0 skipped
    Europe/Dublin 2026-10-25T01:30:00 1792888200 3600 ambiguous
    Africa/Monrovia 1971-06-01T12:00:00 44628270 -2670 -
    Africa/Monrovia 1972-01-07T00:10:00 63593670 -2670 skipped
    UTC 2026-03-29T02:30:00 1774751400 0 -
    UTC 0001-01-02T00:00:00 -62135510400 0 -
    """

  /// Zone, the end of the table, and the offsets with their starts, in seconds.
  private static let offsets = """
    Europe/Rome 1830297600 1704067200:3600 1711846800:7200 1729990800:3600 1743296400:7200 \
      1761440400:3600 1774746000:7200 1792890000:3600 1806195600:7200 1824944400:3600
    America/New_York 1830297600 1704067200:-18000 1710054000:-14400 1730613600:-18000 \
      1741503600:-14400 1762063200:-18000 1772953200:-14400 1793512800:-18000 \
      1805007600:-14400 1825567200:-18000
    Australia/Lord_Howe 1830297600 1704067200:39600 1712415600:37800 1728142200:39600 \
      1743865200:37800 1759591800:39600 1775314800:37800 1791041400:39600 1806764400:37800 \
      1822491000:39600
    Africa/Casablanca 1788220800 1704067200:3600 1710036000:0 1713060000:3600 1740276000:0 \
      1743904800:3600 1771120800:0 1774144800:3600
    Asia/Kathmandu 1830297600 1704067200:20700
    America/St_Johns 1830297600 1704067200:-12600 1710048600:-9000 1730608200:-12600 \
      1741498200:-9000 1762057800:-12600 1772947800:-9000 1793507400:-12600 1805002200:-9000 \
      1825561800:-12600
    Pacific/Chatham 1830297600 1704067200:49500 1712412000:45900 1727532000:49500 \
      1743861600:45900 1758981600:49500 1775311200:45900 1790431200:49500 1806760800:45900 \
      1821880800:49500
    Antarctica/Troll 1830297600 1704067200:0 1711846800:7200 1729990800:0 1743296400:7200 \
      1761440400:0 1774746000:7200 1792890000:0 1806195600:7200 1824944400:0
    Africa/Cairo 1830297600 1704067200:7200 1714082400:10800 1730408400:7200 1745532000:10800 \
      1761858000:7200 1776981600:10800 1793307600:7200 1809036000:10800 1824757200:7200
    Asia/Gaza 1830297600 1704067200:7200 1713571200:10800 1729897200:7200 1744416000:10800 \
      1761346800:7200 1774656000:10800 1792796400:7200 1806105600:10800 1824850800:7200
    Pacific/Apia 1830297600 1704067200:46800
    America/Santiago 1830297600 1704067200:-10800 1712458800:-14400 1725768000:-10800 \
      1743908400:-14400 1757217600:-10800 1775358000:-14400 1788667200:-10800 \
      1806807600:-14400 1820116800:-10800
    America/Sao_Paulo 1830297600 1704067200:-10800
    UTC 1830297600 1704067200:0
    """

  /// The same for zones that are wrong in the toolchain's data (2025b).
  private static let lateOffsets = """
    Africa/Casablanca 1830297600 1704067200:3600 1710036000:0 1713060000:3600 1740276000:0 \
      1743904800:3600 1771120800:0 1774144800:3600 1789866000:0
    America/Vancouver 1830297600 1704067200:-28800 1710064800:-25200 1730624400:-28800 1741514400:-25200 1762074000:-28800 \
      1772964000:-25200
    """

  /// Whether the system's data is as recent as those.
  private static let knowsLateOffsets: Bool = {
    let data = try? String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8)
    guard let line = data?.prefix(while: { $0 != "\n" }), line.hasPrefix("# version ") else {
      return false
    }
    return line.dropFirst(10) >= "2026f"
  }()

  @Test(arguments: written.split(separator: "\n").map { String($0) })
  func `reads local times`(line: String) throws {
    let words = line.split(separator: " ")
    let zone = try CivilZone(name: String(words[0]))
    let local = try #require(Timestamp(words[1])).local
    let (instant, offset, note) = zone.resolve(local)
    #expect(instant.milliseconds == Int64(words[2]).map { $0 * 1000 })
    #expect(offset.seconds == Int32(words[3]))
    #expect(note.map { "\($0)" } ?? "-" == words[4])
    // A millisecond more is a millisecond later, and the local time of the instant is the written
    // one.
    var later = local
    later.milliseconds += 7
    #expect(zone.resolve(later).instant.milliseconds == instant.milliseconds + 7)
    #expect(CivilTime(instant, offset: offset) == local)
    if note != .skipped { #expect(zone.offset(at: instant) == offset) }
    // In any order of queries.
    let fresh = try CivilZone(name: zone.name)
    _ = fresh.offset(at: Instant(milliseconds: instant.milliseconds + 40_000_000))
    #expect(fresh.resolve(local).instant == instant)
  }

  @Test(arguments: offsets.split(separator: "\n").map { String($0) })
  func `has the right offset at every hour of four years`(line: String) throws {
    try check(line)
  }

  @Test(
    .enabled(if: knowsLateOffsets),
    arguments: lateOffsets.split(separator: "\n").map { String($0) })
  func `uses the system's data, not that of the toolchain`(line: String) throws {
    try check(line)
  }

  private func check(_ line: String) throws {
    let words = line.split(separator: " ")
    let zone = try CivilZone(name: String(words[0]))
    let end = try #require(Int64(words[1]))
    let steps = try words.dropFirst(2).map { word in
      let pair = word.split(separator: ":")
      return (try #require(Int64(pair[0])), try #require(Int32(pair[1])))
    }
    var wrong: [Int64] = []
    for (index, step) in steps.enumerated() {
      let next = index + 1 < steps.count ? steps[index + 1].0 : end
      // The step itself, its first and last millisecond, and every hour in it.
      var asked = [step.0 * 1000, step.0 * 1000 + 1, next * 1000 - 1, next * 1000 - 999]
      var hour = (step.0 + 3599) / 3600 * 3600
      while hour < next {
        asked.append(hour * 1000)
        hour += 3600
      }
      for milliseconds in asked
      where zone.offset(at: Instant(milliseconds: milliseconds)).seconds != step.1 {
        wrong.append(milliseconds)
      }
    }
    #expect(wrong == [])
  }

  @Test func `gives the same results in any order of queries`() throws {
    var random = SplitMix64(state: 5)
    let (one, other) = (try CivilZone(name: "Europe/Rome"), try CivilZone(name: "Europe/Rome"))
    let asked = (0..<2000).map { _ in
      Instant(milliseconds: Int64.random(in: 1_742_000_000_000...1_775_000_000_000, using: &random))
    }
    let answers = Dictionary(
      asked.map { ($0, one.offset(at: $0)) }, uniquingKeysWith: { first, _ in first })
    for instant in asked.shuffled(using: &random) {
      #expect(other.offset(at: instant) == answers[instant])
    }
  }

  @Test func `does not change a written offset`() throws {
    let zone = try CivilZone(name: "Europe/Rome")
    let timestamp = try #require(Timestamp("2026-03-29T02:30:00-05:00"))
    let (instant, offset, note) = zone.resolve(timestamp)
    #expect(instant == at("2026-03-29T07:30:00Z"))
    #expect(offset.seconds == -18_000)
    #expect(note == nil)
  }

  @Test func `returns the civil day of an instant`() throws {
    let moment = at("2026-03-01T10:30:00Z")
    #expect(try CivilZone(name: "Pacific/Kiritimati").day(of: moment) == CivilDay("2026-03-02"))
    #expect(try CivilZone(name: "Pacific/Pago_Pago").day(of: moment) == CivilDay("2026-02-28"))
    #expect(try CivilZone(name: "UTC").day(of: moment) == CivilDay("2026-03-01"))
    #expect(try CivilZone(name: "Asia/Kathmandu").text(moment) == "2026-03-01T16:15:00+05:45")
    #expect(
      try CivilZone(name: "America/New_York").text(at("1850-01-01T12:00:00Z"))
        == "1850-01-01T07:03:58-04:56:02")
  }

  @Test(arguments: [
    "Europe/Roma", "", "CEST", "+01:00", "GMT+2", "europe/rome", "Europe/Rome ", "Foo/Bar",
    "../Europe/Rome", "Europe/", "localtime", "posix/Europe/Rome", "right/Europe/Rome", "EST5EDT",
    "leapseconds", "tzdata.zi", "/usr/share/zoneinfo/Europe/Rome", "Etc/../Europe/Rome", "Europe",
  ])
  func `has to be known to the system`(name: String) throws {
    #expect(throws: CivilZone.Unknown(name: name)) { try CivilZone(name: name) }
  }

  @Test(arguments: ["UTC", "GMT", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "Asia/Calcutta"])
  func `may be any one known to the system`(name: String) throws {
    #expect(try CivilZone(name: name).name == name)
    _ = try CivilZone(name: CivilZone.systemName)
  }
}

/// An instant from a text that is known to be valid.
private func at(_ text: String) -> Instant {
  guard let timestamp = Timestamp(text) else { preconditionFailure("no time: \(text)") }
  return timestamp.local.instant(offset: timestamp.offset ?? .zero)
}
