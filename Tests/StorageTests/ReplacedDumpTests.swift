import Foundation
import FlintRules
import Testing

@testable import Storage

struct `A dump that is replaced` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Store.create(path: scratch.path(), profile: .sample).recordRichly()
  }

  private func replace(_ name: String = "text") throws -> Bool {
    try Dump.write(Store.open(path: scratch.path()), to: scratch.path(name), replacing: true)
      .hasChanged
  }

  private func read(_ name: String = "text") throws -> [String: [String]] {
    try Dump.read(scratch.path(name)).store.tables()
  }

  @Test func `has the content of the profile, and other files stay`() throws {
    #expect(try replace())
    try FileManager.default.createDirectory(
      atPath: scratch.path("text/.git"), withIntermediateDirectories: false)
    try scratch.write("mine".utf8, to: "text/README")
    let rulebook = try FileManager.default.attributesOfItem(
      atPath: scratch.path("text/rulebook.jsonl"))
    #expect(try !replace())
    try Store.open(path: scratch.path()).record(1, from: 50)
    #expect(try replace())
    #expect(try read()["spark"]?.count == 4)
    let after = try FileManager.default.attributesOfItem(
      atPath: scratch.path("text/rulebook.jsonl"))
    #expect(after[.systemFileNumber] as? Int == rulebook[.systemFileNumber] as? Int)
    #expect(try scratch.bytes("text/README") == Data("mine".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("text"))
    #expect(
      Set(names) == Set([".git", "README", "profile.json"] + Dump.tables.map { "\($0).jsonl" }))
  }

  @Test func `is refused after a part of the files was replaced`() throws {
    #expect(try replace("old"))
    try Store.open(path: scratch.path()).record(1, from: 50)
    #expect(try replace("new"))
    let files = Dump.tables.map { "\($0).jsonl" } + ["profile.json"]
    let changed = try files.filter { try scratch.bytes("old/\($0)") != scratch.bytes("new/\($0)") }
    #expect(changed == ["profile.jsonl", "batch.jsonl", "spark.jsonl", "profile.json"])
    for file in changed.dropLast() {
      try scratch.write(scratch.bytes("new/\(file)"), to: "old/\(file)")
      #expect(throws: DumpError.self, "\(file)") { try read("old") }
    }
    // The next replacement completes it.
    #expect(try replace("old"))
    #expect(try read("old") == read("new"))
  }

  @Test func `is refused with a file that only its sum tells apart`() throws {
    #expect(try replace())
    let file = "text/batch.jsonl"
    let lines = String(decoding: try scratch.bytes(file), as: UTF8.self)
    // The same rows in another order.
    var rows = lines.split(separator: "\n")
    rows.swapAt(0, 1)
    let other = rows.joined(separator: "\n") + "\n"
    #expect(other != lines)
    try scratch.write(lines.replacing("\n", with: "\r\n").utf8, to: file)
    _ = try read()
    try scratch.write(other.utf8, to: file)
    #expect(throws: DumpError.self) { try read() }
  }

  @Test func `is not that of another profile, nor replaced by a damaged one`() throws {
    #expect(try replace())
    var profile = Profile.sample
    profile.id = EventID(high: 1, low: 2)
    let other = try Store.create(path: scratch.path("other.db"), profile: profile)
    let error = try storeError {
      _ = try Dump.write(other, to: scratch.path("text"), replacing: true)
    }
    #expect(
      error
        == StoreError(.exists, path: scratch.path("text"), detail: "with a dump of another profile")
    )
    let before = try scratch.bytes("text/spark.jsonl")
    try scratch.tamper("UPDATE spark SET title = 'x' WHERE seq = (SELECT min(seq) FROM spark)")
    #expect(try storeError { _ = try replace() }.code == .corrupted)
    #expect(try scratch.bytes("text/spark.jsonl") == before)
  }
}
