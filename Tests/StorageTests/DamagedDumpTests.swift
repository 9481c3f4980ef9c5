import Foundation
import GRDB
import FlintRules
import TestSupport
import Testing

@testable import Storage

/// What is saved of a damaged profile by a dump, and by restoring it without the damaged rows.
struct `A dump of a damaged profile` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func dump() throws -> DumpReport {
    try Dump.write(
      Store.openForReading(path: scratch.path(), isDamageAllowed: true), to: scratch.path("text"))
  }

  private func restore() throws -> DumpReport {
    try Dump.restore(
      scratch.path("text"), to: scratch.path("new.db"), skippingDamaged: true)
  }

  /// Returns the restored profile, which has to be valid.
  private func restored() throws -> Store {
    let store = try Store.open(path: scratch.path("new.db"))
    try store.access { access in
      try access.begin(writing: false)
      try access.verification.check()
    }
    return store
  }

  @Test func `of a sound one has no damage, and is restored whole`() throws {
    try Store.create(path: scratch.path(), profile: .sample).recordRichly()
    let written = try dump()
    #expect(written.damage == [])
    #expect(try restore() == written)
    #expect(try restored().tables() == Store.open(path: scratch.path()).tables())
  }

  @Test func `names a changed row, which is left out`() throws {
    try scratch.makeProfile(sparks: 20)
    let id = try Store.open(path: scratch.path()).access { access in
      try String.fetchOne(access.database, sql: "SELECT lower(hex(id)) FROM spark WHERE seq = 7")
    }
    try scratch.tamper("UPDATE spark SET title = 'Other' WHERE seq = 7")
    let row = "spark \(try #require(id)) differs from what was written"
    let readable = try Store.openForReading(path: scratch.path(), isDamageAllowed: true)
    let rehearsed = try Dump.rehearseWriting(readable)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("text")))
    #expect(rehearsed.damage == [row])
    #expect(try dump() == rehearsed)
    #expect(throws: DumpError.self) {
      try Dump.restore(scratch.path("text"), to: scratch.path("new.db"))
    }
    let report = try restore()
    #expect((report.events, report.damage) == (19, [row]))
    #expect(try restored().sparkCount() == 19)
  }

  @Test func `skips the rows that cannot be read`() throws {
    try scratch.makeProfile(sparks: 2000)
    try Store.open(path: scratch.path()).emptyLog()
    // A page of rows, found by the title of one.
    var bytes = try scratch.bytes()
    let title = try #require(bytes.range(of: Data("Spark 1000n".utf8)))
    let page = title.lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
    try scratch.write(bytes)
    let written = try dump()
    // Of a row of more than 250 bytes, a page has at most 16.
    #expect((1984..<2000).contains(written.events), "\(written)")
    #expect(
      written.damage.first?.wholeMatch(
        of: /the rows of spark with numbers 9\d\d to 10\d\d cannot be read/) != nil,
      "\(written.damage)")
    #expect(try restore().events == written.events)
    #expect(try restored().sparkCount() == written.events)
  }

  @Test func `keeps the rows behind one that is refused`() throws {
    try scratch.makeProfile(sparks: 20)
    _ = try dump()
    var lines = try String(contentsOfFile: scratch.path("text/spark.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    lines.insert(lines[10], at: 11)
    try scratch.write((lines.joined(separator: "\n") + "\n").utf8, to: "text/spark.jsonl")
    let report = try restore()
    #expect(report.damage.count { $0.contains("spark.jsonl:12: ") } == 1, "\(report.damage)")
    #expect(!report.damage.contains { $0.contains("spark.jsonl:13: ") }, "\(report.damage)")
    #expect(try restored().sparkCount() == 20)
  }

  @Test func `says how many records are missing`() throws {
    try scratch.makeProfile(sparks: 20)
    try scratch.tamper("DELETE FROM spark WHERE seq = 8")
    #expect(try dump().damage == ["the sum of the records differs from the stored sum"])
    #expect(
      try restore().damage == ["the profile had 20 records, of which 19 could be read"])
    #expect(try restored().sparkCount() == 19)
  }

  @Test func `names a batch that is missing`() throws {
    try scratch.makeProfile(sparks: 3)
    try scratch.tamper("PRAGMA foreign_keys = OFF; DELETE FROM batch")
    let problem = "batch 1 is missing, which rows of spark belong to: 3"
    #expect(try dump().damage.contains(problem))
    _ = try restore()
    #expect(try restored().sparkCount() == 3)
  }

  @Test func `keeps the records of a batch that is lost`() throws {
    try scratch.makeProfile(sparks: 5)
    _ = try dump()
    try scratch.write("".utf8, to: "text/batch.jsonl")
    let report = try restore()
    #expect(
      report.damage == [
        "\(scratch.path("text"))/batch.jsonl: expected 1 rows, as profile.json says, got 0"
      ])
    #expect(try restored().sparkCount() == 5)
    let batches = try restored().access { try $0.batches.all() }
    #expect(batches.map(\.kind) == ["lost"])
  }

  /// Each correction is left out in turn: its event has the content of the others, and what was recorded
  /// about a lost event is lost.
  @Test func `gives each event the content of the records that are left`() throws {
    for (table, count) in [("correction", 8), ("event", 3), ("spark", 3), ("card_roll", 1)] {
      for row in 0..<count {
        try Store.create(path: scratch.path(), profile: .sample).recordRichly()
        try scratch.tamper(
          """
          UPDATE \(table) SET recorded_at = recorded_at + 1
          WHERE seq = (SELECT seq FROM \(table) ORDER BY seq LIMIT 1 OFFSET \(row))
          """)
        #expect(try !dump().damage.isEmpty)
        #expect(try !restore().damage.isEmpty)
        let found = try restored().tables()[table]?.count ?? 0
        let all = try Store.open(path: scratch.path()).tables()[table]?.count ?? 0
        #expect(found == all - 1, "\(table) \(row)")
        for name in try scratch.names() {
          try FileManager.default.removeItem(atPath: scratch.path(name))
        }
      }
    }
  }

  /// Zeroed pages and changed bytes anywhere: what has no damage is equal to what was written, and what is
  /// restored is valid.
  @Test func `is right or names the damage, wherever that is`() throws {
    try Store.create(path: scratch.path("sound.db"), profile: .sample).recordRichly()
    try Store.open(path: scratch.path("sound.db")).emptyLog()
    let sound = try Store.open(path: scratch.path("sound.db")).tables()
    let bytes = try scratch.bytes("sound.db")
    var random = SplitMix64(for: "damaged dumps")
    for round in 0..<cases(0..<400, usual: 120, quick: 40).count {
      var damaged = bytes
      // Not the header, which says whose file it is.
      let start = Int.random(in: 100..<bytes.count, using: &random)
      let length = round.isMultiple(of: 2) ? 1 : 512
      for index in start..<min(start + length, bytes.count) {
        let flipped = damaged[index] ^ 1 << UInt8.random(in: 0..<8, using: &random)
        damaged[index] = length == 1 ? flipped : 0
      }
      try scratch.write(damaged)
      defer {
        for name in (try? scratch.names()) ?? [] where !name.hasPrefix("sound") {
          try? FileManager.default.removeItem(atPath: scratch.path(name))
        }
      }
      do {
        let report = try dump()
        if report.damage.isEmpty {
          _ = try Dump.restore(scratch.path("text"), to: scratch.path("new.db"))
          #expect(try Store.open(path: scratch.path("new.db")).tables() == sound, "at \(start)")
        } else {
          _ = try restore()
          _ = try restored()
        }
      } catch is StoreError {
      } catch is DumpError {
      }
    }
  }
}
