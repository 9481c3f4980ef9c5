import FlintCalendar
import Foundation
import TestSupport
import Testing

@testable import FlintCalendar

/// A zone file made by hand: a block of version 1 with different content, then that of version 2.
private struct Made {
  var magic = "TZif"
  var version = "2"
  var versionOfSecond: String?
  var times: [Int64] = [-1_000_000_000, 0, 5_000_000_000]
  var indices: [UInt8] = [1, 2, 1]
  var types: [(offset: Int32, isDaylight: UInt8, name: UInt8)] = [
    (-17_762, 0, 0), (-18_000, 0, 4), (-14_400, 1, 8),
  ]
  var names = "LMT\0EST\0EDT\0"
  var leaps = 0
  var utFlags: [UInt8] = []
  var standardFlags: [UInt8] = []
  var footer = "\nEST5\n"

  var bytes: [UInt8] {
    var old = header(version, [1, 1, 1, 1, 1, 4])
    old += [UInt8](repeating: 0xfe, count: 4 + 1 + 6 + 4 + 8 + 1 + 1)
    let counts = [
      utFlags.count, standardFlags.count, leaps, times.count, types.count, names.utf8.count,
    ]
    var new = header(versionOfSecond ?? version, counts)
    for time in times { new += big(time) }
    new += indices
    for type in types { new += big(type.offset) + [type.isDaylight, type.name] }
    new += Array(names.utf8) + [UInt8](repeating: 0, count: leaps * 12)
    return old + new + standardFlags + utFlags + Array(footer.utf8)
  }

  private func header(_ version: String, _ counts: [Int]) -> [UInt8] {
    Array(magic.utf8) + Array(version.utf8) + [UInt8](repeating: 0, count: 15)
      + counts.flatMap { big(Int32($0)) }
  }

  private func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}

struct `A zone file` {
  @Test func `has the offsets before, between and after its transitions`() throws {
    let file = try #require(ZoneFile(Made().bytes))
    let spans = [
      ZoneSpan(from: .min, until: -1_000_000_000, offset: -17_762),
      ZoneSpan(from: -1_000_000_000, until: 0, offset: -18_000),
      ZoneSpan(from: 0, until: 5_000_000_000, offset: -14_400),
      ZoneSpan(from: 5_000_000_000, until: .max, offset: -18_000),
    ]
    for span in spans {
      #expect(file.span(at: max(span.from, -9_000_000_000_000_000)) == span)
      #expect(file.span(at: min(span.until - 1, 9_000_000_000_000_000)) == span)
    }
  }

  @Test func `uses its rule after its last transition`() throws {
    var made = Made(footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n")
    // 1999-01-01, in winter.
    made.times = [0, 915_148_800]
    made.indices = [0, 1]
    let ruled = try #require(ZoneFile(made.bytes))
    #expect(ruled.span(at: 915_148_799).offset == -17_762)
    let winter = ZoneSpan(from: 915_148_800, until: 922_582_800, offset: 3600)
    #expect(ruled.span(at: 915_148_800) == winter)
    #expect(ruled.span(at: 922_582_800).offset == 7200)

    // Without transitions the rule always applies; without a rule, the last offset does.
    made.times = []
    made.indices = []
    let always = try #require(ZoneFile(made.bytes))
    #expect(always.span(at: -4_010_000_000).offset == 3600)
    #expect(always.span(at: 1_782_900_000).offset == 7200)
    made = Made(footer: "\n\n")
    #expect(ZoneFile(made.bytes)?.span(at: 6_000_000_000).offset == -18_000)
    made.times = []
    made.indices = []
    let forEver = ZoneSpan(from: .min, until: .max, offset: -17_762)
    #expect(ZoneFile(made.bytes)?.span(at: 0) == forEver)
    #expect(ZoneFile.utc.span(at: 0) == ZoneSpan(from: .min, until: .max, offset: 0))
  }

  @Test func `may have a later version, flags and trailing bytes`() {
    for version in ["2", "3", "4", "5"] {
      #expect(ZoneFile(Made(version: version).bytes) != nil)
    }
    #expect(ZoneFile(Made(utFlags: [0, 1, 1], standardFlags: [1, 1, 1]).bytes) != nil)
    #expect(ZoneFile(Made().bytes + Array("more".utf8)) != nil)
  }

  @Test func `is refused when it is invalid`() {
    let unsound: [String: Made] = [
      "magic": Made(magic: "TZIF"),
      "version 1": Made(version: "\0"),
      "two versions": Made(version: "2", versionOfSecond: "3"),
      "no types": Made(times: [], indices: [], types: []),
      "no names": Made(names: ""),
      "leap seconds": Made(leaps: 1),
      "descending": Made(times: [0, -1, 5]),
      "twice": Made(times: [0, 5, 5]),
      "no such type": Made(indices: [1, 3, 1]),
      "no such name": Made(types: [(0, 0, 0), (0, 0, 12), (0, 0, 0)]),
      "neither standard nor daylight": Made(types: [(0, 0, 0), (0, 2, 0), (0, 0, 0)]),
      "too far east": Made(types: [(0, 0, 0), (64_801, 0, 0), (0, 0, 0)]),
      "too far west": Made(types: [(0, 0, 0), (.min, 0, 0), (0, 0, 0)]),
      "too few flags": Made(utFlags: [0, 1]),
      "too many flags": Made(standardFlags: [0, 0, 0, 0]),
      "no footer": Made(footer: ""),
      "half a footer": Made(footer: "\nEST5"),
      "no newline before": Made(footer: "EST5\n"),
      "no rule": Made(footer: "\nEST\n"),
      "two rules": Made(footer: "\nEST5\0EST6\n"),
    ]
    for (what, made) in unsound { #expect(ZoneFile(made.bytes) == nil, "\(what)") }
    #expect(ZoneFile([]) == nil)
    // Counts of 4,294,967,295, or negative ones.
    for start in [20, 24, 28, 32, 36, 40, 89, 93, 97, 101, 105, 109] {
      for byte: UInt8 in [0x7f, 0xff] {
        var bytes = Made().bytes
        bytes.replaceSubrange(start..<start + 4, with: [byte, 0xff, 0xff, 0xff])
        #expect(ZoneFile(bytes) == nil)
      }
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Rome")),
    arguments: ["Europe/Rome", "Africa/Casablanca", "Asia/Gaza"])
  func `does not stop the program when it is damaged`(name: String) throws {
    let url = URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")
    let sound = [UInt8](try Data(contentsOf: url))
    #expect(ZoneFile(sound) == ZoneFile(named: name))
    #expect(ZoneFile(sound) != nil)
    for length in sound.indices { #expect(ZoneFile(Array(sound[..<length])) == nil) }

    var random = SplitMix64(state: 11)
    var refused = 0
    for _ in 0..<2000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Sometimes anywhere, sometimes where it matters most.
        let range =
          Bool.random(using: &random)
          ? bytes.indices
          : [0..<44, bytes.count - 60..<bytes.count].randomElement(using: &random)
        bytes[Int.random(in: range ?? bytes.indices, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      guard let file = ZoneFile(bytes) else {
        refused += 1
        continue
      }
      for _ in 0..<10 {
        let far = Int64.random(in: Int64.min / 1000...Int64.max / 1000, using: &random)
        let asked: [Int64] = [far, far >> 18, Int64.min / 1000 - 1, Int64.max / 1000]
        for seconds in asked {
          let span = file.span(at: seconds)
          #expect(span.from <= seconds && seconds < span.until)
          #expect(abs(span.offset) <= UTCOffset.widest)
        }
      }
    }
    #expect(refused > 500)
  }

  @Test func `has a name that does not lead elsewhere`() {
    for name in ["UTC", "Etc/GMT+5", "Etc/GMT-14", "America/Argentina/Buenos_Aires"] {
      #expect(ZoneFile.isName(name))
    }
    let others = [
      "", "/", "/etc/localtime", "Europe/", "/Europe/Rome", "Europe//Rome", "Etc/../UTC", "..",
      "./UTC", "tzdata.zi", "Europe/Rome ", "Europe/Rome\0", "Europe/Rôme", "a:b",
      String(repeating: "a", count: 101),
    ]
    for name in others {
      #expect(!ZoneFile.isName(name))
      #expect(ZoneFile(named: name) == nil)
    }
    #expect(ZoneFile.isName(String(repeating: "a", count: 100)))
    // A directory, a file of another kind, one with leap seconds.
    for name in ["Europe", "leapseconds", "right/Europe/Rome"] {
      #expect(ZoneFile(named: name) == nil)
    }
  }
}

struct `The rule of a zone` {
  /// The offset at the start of 2026 and the changes until a time, in seconds.
  private func changes(_ text: String, until end: Int64) throws -> [Int64] {
    let rule = try #require(ZoneRule(Array(text.utf8)))
    var seconds: Int64 = 1_767_225_600
    var changes: [Int64] = []
    while seconds < end {
      let span = rule.span(at: seconds)
      #expect(span.from <= seconds && seconds < span.until)
      // The whole span has the offset, for a query in any of the years.
      for other in [max(span.from, seconds), min(span.until, end) - 1] {
        #expect(rule.span(at: other).offset == span.offset)
      }
      if changes.last != Int64(span.offset) { changes += [seconds, Int64(span.offset)] }
      seconds = span.until
    }
    return changes
  }

  /// The number of changes until 2100, a hash (FNV-1a) of them, and those of 2026: from Python's
  /// `zoneinfo`, sampled every six hours and then to the second.
  @Test(arguments: [
    // To 2026-03-29 and 2026-10-25, 01:00 UTC.
    (
      "CET-1CEST,M3.5.0,M10.5.0/3", 151, 12_006_471_752_701_893_746 as UInt64,
      [1_767_225_600, 3600, 1_774_746_000, 7200, 1_792_890_000, 3600]
    ),
    // Half an hour, in the south: 2026-04-04 15:00 UTC, 2026-10-03 15:30 UTC.
    (
      "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 151, 1_567_109_326_791_919_892,
      [1_767_225_600, 39_600, 1_775_314_800, 37_800, 1_791_041_400, 39_600]
    ),
    // Negative: winter is the exception.
    (
      "IST-1GMT0,M10.5.0,M3.5.0/1", 151, 5_481_362_536_629_686_520,
      [1_767_225_600, 0, 1_774_746_000, 3600, 1_792_890_000, 0]
    ),
    // All the year: from January 1, 00:00 EST to December 31, 25:00 EDT, the same instant.
    ("EST5EDT,0/0,J365/25", 1, 2_738_934_428_963_647_867, [1_767_225_600, -14_400]),
    // The evening before.
    (
      "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 151, 308_751_252_561_001_335,
      [1_767_225_600, -7200, 1_774_746_000, -3600, 1_792_890_000, -7200]
    ),
    // Two days on: the Saturday after the fourth Thursday.
    (
      "EET-2EEST,M3.4.4/50,M10.4.4/50", 151, 14_650_588_383_511_209_132,
      [1_767_225_600, 7200, 1_774_656_000, 10_800, 1_792_796_400, 7200]
    ),
    (
      "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45", 151, 15_639_932_619_117_377_604,
      [1_767_225_600, 49_500, 1_775_311_200, 45_900, 1_790_431_200, 49_500]
    ),
    (
      "<-04>4<-03>,M9.1.6/24,M4.1.6/24", 151, 15_786_204_650_271_576_573,
      [1_767_225_600, -10_800, 1_775_358_000, -14_400, 1_788_667_200, -10_800]
    ),
    ("EST5", 1, 2_260_438_838_225_960_377, [1_767_225_600, -18_000]),
  ])
  func `has the same offsets as in Python until 2100`(
    text: String, count: Int, hash: UInt64, first: [Int64]
  ) throws {
    let changes = try changes(text, until: 4_133_980_800)
    #expect(changes.count == count * 2)
    #expect(Array(changes.prefix(6)) == first)
    var hashed: UInt64 = 0xcbf2_9ce4_8422_2325
    for change in changes {
      for byte in withUnsafeBytes(of: change.littleEndian, Array.init) {
        hashed = (hashed ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    #expect(hashed == hash)
  }

  @Test func `counts days with February 29 and without`() throws {
    // Python 3.11 is a day off here; these are glibc's. March 1, 00:00 at -3, and the 301st day,
    // October 28 or, in 2028, 27, 02:30:15 at -2.
    #expect(
      try changes("AAA3BBB,J60/0,300/2:30:15", until: 1_861_920_000) == [
        1_767_225_600, -10_800, 1_772_334_000, -7200, 1_793_161_815, -10_800, 1_803_870_000, -7200,
        1_824_697_815, -10_800, 1_835_492_400, -7200, 1_856_233_815, -10_800,
      ])
  }

  @Test func `may have changes across the end of a year`() throws {
    // From December 30, 18:00 at -3, to December 26, 01:00 at -2.
    #expect(
      try changes("XXX3YYY2,J1/-30,J360/1", until: 1_798_761_600) == [
        1_767_225_600, -7200, 1_798_254_000, -10_800, 1_798_664_400, -7200,
      ])
    // And permanently so with an hour less.
    let changes = try changes("XXX3EDT4,0/0,J365/23", until: 4_133_980_800)
    #expect(changes == [1_767_225_600, -14_400])
  }

  @Test func `repeats every 400 years`() throws {
    let rule = try #require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3".utf8))
    for cycles: Int64 in [-700_000, -5, -1, 1, 2, 700_000] {
      let moved = cycles * 146_097 * 86_400
      let span = rule.span(at: 1_782_900_000 + moved)
      let summer = ZoneSpan(from: 1_774_746_000 + moved, until: 1_792_890_000 + moved, offset: 7200)
      #expect(span == summer)
    }
  }

  @Test func `may have seconds and signs`() {
    let offset = { (text: String) in ZoneRule(text.utf8)?.span(at: 0).offset }
    #expect(offset("LMT-0:49:56") == 2996)
    #expect(offset("LMT+4:56:02") == -17_762)
    #expect(offset("<-00>0") == 0)
    #expect(offset("<+14>-14") == 50_400)
    #expect(offset("ABCDEFGHIJ-05:30") == 19_800)
  }

  @Test(arguments: [
    "", "E", "ES5", "EST", "EST+", "EST5:", "EST5:60", "EST25", "EST19", "EST5 ", "<EST5", "<E>5",
    "<A:B>5", "E1T5", "EST5EDT", "EST5EDT4", "EST5ED,0,1", "EST5EDT,", "EST5EDT,0", "EST5EDT,0,",
    "EST5EDT,366,1", "EST5EDT,J0,1", "EST5EDT,J366,1", "EST5EDT,M0.1.0,1", "EST5EDT,M13.1.0,1",
    "EST5EDT,M1.0.0,1", "EST5EDT,M1.6.0,1", "EST5EDT,M1.1.7,1", "EST5EDT,M1.1,1", "EST5EDT,0/,1",
    "EST5EDT,0/168,1", "EST5EDT,0/-168,1", "EST5EDT,0/1:2:3:4,1", "EST5EDT,0,1,2", "EST5EDT,0,1 ",
    "EST5EDT,0,J", "EST-18EDT,0,1", "EST5EDT19,0,1", ":America/New_York", "EST5EDT,0/1:60,1",
    "EST99999999999999999999", "EST--5", "<>5",
  ])
  func `is refused when it is invalid`(text: String) {
    #expect(ZoneRule(Array(text.utf8)) == nil)
  }
}
