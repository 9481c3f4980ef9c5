import Foundation
import FlintRules
import Testing

@testable import Storage

/// What is saved of a damaged profile whose log has content.
struct `A salvaged profile with a log` {
  let scratch: SalvageScratch

  init() throws {
    scratch = try SalvageScratch()
    // While the profile is open its log is not emptied.
    let store = try Store.open(path: scratch.path)
    try store.record(100, from: 5000)
    try scratch.takeFiles()
  }

  @Test func `has what is only in the log`() throws {
    #expect(try scratch.salvage().isComplete)
    #expect(try scratch.saved()["spark"]?.count { $0.contains("title=\"Spark 50") } == 100)
  }

  @Test func `has what is only in the log where the header of the log is destroyed`() throws {
    try scratch.damageLog { $0.replaceSubrange(0..<32, with: Data(count: 32)) }
    #expect(try scratch.salvage().usesLog)
    #expect(try scratch.saved()["spark"]?.count { $0.contains("title=\"Spark 50") } ?? 0 == 100)
  }

  @Test func `lacks only the damaged row of the log`() throws {
    try scratch.damageLog { log in
      let title = try #require(log.range(of: Data("Spark 5050n".utf8)))
      log[title.lowerBound] = 0
    }
    let report = try scratch.salvage()
    #expect(report.notes.contains { $0.hasPrefix("the log beside the file is damaged") })
    #expect(try scratch.saved()["spark"]?.count { $0.contains("title=\"Spark 50") } ?? 0 >= 99)
    #expect(try scratch.isSubset())
  }

  @Test func `lacks work that was never committed`() throws {
    try scratch.damageLog { log in
      // Without its last frame, the last transaction has no end.
      log.removeLast(24 + 4096)
    }
    let report = try scratch.salvage()
    #expect(report.notes.contains { $0.contains("ends with work that was interrupted") })
    #expect(try scratch.saved()["spark"]?.contains { $0.contains("title=\"Spark 50") } == false)
  }
}
