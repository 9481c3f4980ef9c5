import Foundation
import FlintRules
import Sessions
import Testing

@testable import Transfer

@Suite struct `One file imported by two mappings` {
  private func run(
    _ scratch: ImportScratch, _ tree: MappingTree, _ file: String
  ) throws -> Int64? {
    let mapping = try Mapping(reading: tree, name: "m.lua")
    let report = try scratch.run(file) { mapping.fill(&$0) }
    #expect(report.total.rejected == 0, "\(report.rejects)")
    return report.sources.last?.repeatedBatch
  }

  private static let mood: MappingTree = [
    "kind": "mood", "columns": ["at": "date", "mood": "mood"],
  ]

  private static func entry(_ column: String, _ tracker: String) -> MappingTree {
    [
      "kind": "entry",
      "columns": ["at": "date", "number": .text(column), "tracker": ["value": .text(tracker)]],
    ]
  }

  @Test func `is not recorded twice where they make different events`() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(
      "two.csv", "date,mood,sleep,steps\n2026-06-24,good,7.5,7\n2026-06-25,bad,6,6\n")
    #expect(try run(scratch, Self.mood, file) == nil)
    #expect(try run(scratch, Self.entry("sleep", "Sleep"), file) == nil)
    #expect(try run(scratch, Self.entry("steps", "Steps"), file) == nil)
    #expect(try scratch.state().trackers.trackers.count == 2)
  }

  @Test(arguments: ["mood", "entry", "spark", "task", "activity"])
  func `is recorded twice where the second one only adds to the same events`(kind: String) throws {
    let columns: [String: MappingTree] = [
      "mood": ["at": "at", "mood": ["value": "good"]],
      "entry": ["at": "at", "number": "n", "tracker": ["value": "T"]],
      "spark": ["at": "at", "title": "what", "category": ["value": "idea"]],
      "task": ["added": "at", "name": "what"],
      "activity": ["at": "at", "text": "what", "kind": ["value": "journal"]],
    ]
    let more: [String: (String, MappingTree)] = [
      "mood": ("note", "what"), "entry": ("notes", "what"), "spark": ("notes", "n"),
      "task": ("details", "n"), "activity": ("kind", ["value": "open"]),
    ]
    let scratch = try ImportScratch()
    let file = try scratch.write("a.csv", "at,what,n\n2026-06-24 10:00,Run,7\n2026-06-25,Swim,6\n")
    guard case .table(var members)? = columns[kind], let added = more[kind] else {
      Issue.record("a mapping")
      return
    }
    #expect(
      try run(scratch, .table([("kind", .text(kind)), ("columns", .table(members))]), file) == nil)
    members.removeAll { $0.name == added.0 }
    members.append((added.0, added.1))
    let better: MappingTree = .table([("kind", .text(kind)), ("columns", .table(members))])
    let first = try scratch.session { try $0.history.batches().first?.number }
    #expect(try run(scratch, better, file) == first)
    // Not once the first import is undone.
    let other = try ImportScratch()
    let again = try other.write("a.csv", try scratch.text("a.csv"))
    #expect(
      try run(other, .table([("kind", .text(kind)), ("columns", columns[kind] ?? [:])]), again)
        == nil)
    try other.session { session in
      _ = try session.history.undo(batch: try #require(try session.history.batches().first?.number))
    }
    #expect(try run(other, better, again) == nil)
  }
}
