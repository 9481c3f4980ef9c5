import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
import Testing

@testable import Storage

/// What comes back of a damaged profile. It has records of every kind, 400 sparks, and one with a text that
/// fills several pages.
struct `A salvaged profile` {
  let scratch: SalvageScratch

  init() throws { scratch = try SalvageScratch() }

  @Test func `equals a sound one`() throws {
    let report = try scratch.salvage()
    #expect(report.isComplete, "\(report)")
    #expect(try scratch.saved() == scratch.original)
  }

  @Test func `has every row where a header, the schema and other pages are destroyed`() throws {
    try scratch.damage { bytes in
      for position in 0..<4096 { bytes[position] = 0xEE }
    }
    #expect(try scratch.salvage().isComplete)
    #expect(try scratch.saved() == scratch.original)
  }

  @Test func `has every row of pages whose headers are destroyed`() throws {
    try scratch.damage { bytes in
      for page in Set(try scratch.sparkPages()) {
        for position in page..<page + 8 { bytes[position] = 0x77 }
      }
    }
    #expect(try scratch.salvage().isComplete)
    #expect(try scratch.saved() == scratch.original)
  }

  @Test func `has every row where two pages are swapped or one is twice there`() throws {
    let pages = try scratch.sparkPages()
    let (one, other) = (try #require(pages.first), try #require(pages.last))
    try scratch.damage { bytes in
      let content = Data(bytes[one..<one + 4096])
      bytes.replaceSubrange(one..<one + 4096, with: bytes[other..<other + 4096])
      bytes.replaceSubrange(other..<other + 4096, with: content)
      // A copy of a sound row is no damage.
      bytes.append(bytes[one..<one + 4096])
    }
    #expect(try scratch.salvage().isComplete)
    #expect(try scratch.saved() == scratch.original)
  }

  @Test func `lacks the rows of a page that is lost, and says how many and of which day`() throws {
    let title = try scratch.position(of: "Spark 300n")
    let page = title / 4096 * 4096
    try scratch.damage { $0.replaceSubrange(page..<page + 4096, with: Data(count: 4096)) }
    let report = try scratch.salvage()
    let lost = try scratch.lost("spark")
    // A page has at most 16 rows of more than 250 bytes.
    #expect((8...16).contains(lost), "\(lost)")
    #expect(report.lost == Int64(lost))
    #expect(report.unreadablePages == [page / 4096 + 1])
    // Sparks were recorded each minute from 2026-03-01 00:00 UTC on.
    #expect(report.neighbouringDays?.lowerBound.description == "2026-03-01")
    #expect(report.neighbouringDays?.upperBound.description == "2026-03-01")
    #expect(report.rejects.isEmpty)
    #expect(try scratch.isSubset())
  }

  @Test func `lacks a row that differs, which is listed with its values and its day`() throws {
    let title = try scratch.position(of: "Spark 300n")
    try scratch.damage { $0[title] = UInt8(ascii: "X") }
    let report = try scratch.salvage()
    #expect(report.rejects.count == 1)
    let reject = try #require(report.rejects.first)
    #expect((reject.table, reject.kind) == ("spark", "spark"))
    #expect(reject.reason == "differs from what was written")
    #expect(reject.values?["title"] == .string("Xpark 300"))
    #expect(reject.day?.description == "2026-03-01")
    #expect(reject.page == title / 4096 + 1)
    #expect(report.lost == 0)
    #expect(try (scratch.lost("spark"), scratch.isSubset()) == (1, true))
  }

  @Test func `lacks only the row whose long text is damaged`() throws {
    let text = try scratch.position(of: "middle of a long text")
    try scratch.damage { $0[text] = 0 }
    let report = try scratch.salvage()
    #expect(report.rejects.map(\.kind) == ["spark"])
    #expect(try (scratch.lost("spark"), scratch.isSubset()) == (1, true))
  }

  @Test func `has what is left of a file that was cut`() throws {
    let title = try scratch.position(of: "Spark 300n")
    try scratch.damage { $0.removeSubrange(title...) }
    // The sparks 300 to 499 and the long one, and those of the same page that are behind the first of them.
    #expect(try scratch.salvage().lost > 150)
    #expect(try (185...217).contains(scratch.lost("spark")))
    #expect(try scratch.isSubset())
  }

  @Test func `has no record about a lost event`() throws {
    try scratch.tamper(
      """
      UPDATE spark SET recorded_at = recorded_at + 1
      WHERE id = (SELECT event FROM correction WHERE change = 1 ORDER BY seq LIMIT 1)
      """)
    let report = try scratch.salvage()
    let reasons = Set(report.rejects.map(\.reason))
    #expect(reasons.contains("is about an event that was left out"), "\(reasons)")
    #expect(reasons.contains("differs from what was written"))
    #expect(try (scratch.lost("spark"), scratch.isSubset()) == (1, true))
  }

  @Test func `keeps equal events of which one is lost`() throws {
    try scratch.record(equalSparks: 3)
    try scratch.tamper("DELETE FROM spark WHERE seq = (SELECT max(seq) - 1 FROM spark)")
    #expect(try scratch.salvage().lost == 1)
    #expect(try scratch.saved()["spark"]?.count { $0.contains("Equal") } == 2)
  }
}
