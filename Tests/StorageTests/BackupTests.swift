import FlintCalendar
import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

struct `A backup` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Store.create(path: scratch.path(), profile: .sample).recordRichly()
  }

  @Test func `contains the last commit while another session writes`() throws {
    let writer = try Store.open(path: scratch.path())
    let before = try writer.tables()
    try writer.access { access in
      try access.begin(writing: true)
      let batch = try access.batches.insert(
        kind: "test", source: "", at: Instant(milliseconds: 0))
      let spark = try numbered(50)
      let id = spark.id(seed: Profile.sample.seed, key: .content(occurrence: 0))
      let provenance = Provenance(
        sequence: try access.records.lastSequence() + 1, recordedAt: Instant(milliseconds: 0),
        batch: batch)
      #expect(try access.sparks.insert(spark, id: id, key: nil, provenance))
      try Store.openForReading(path: scratch.path()).backUp(to: scratch.path("copy.db"))
      try access.commit()
    }
    let copy = try Store.openForReading(path: scratch.path("copy.db"))
    #expect(try copy.tables() == before)
    #expect(
      try copy.access { try $0.verification.fileProblems() + $0.verification.schemaProblems() }
        == [])
    #expect(try writer.sparkCount() == 3)
  }

  @Test func `is a single file and a normal profile, and does not change the profile`() throws {
    _ = try Store.open(path: scratch.path())
    let before = try scratch.bytes()
    try Store.openForReading(path: scratch.path()).backUp(to: scratch.path("deep/copy.db"))
    #expect(try scratch.bytes() == before)
    #expect(try scratch.names() == ["deep", "profile.db"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("deep")) == ["copy.db"])
    let copy = try Store.open(path: scratch.path("deep/copy.db"))
    try copy.record(2, from: 60)
    #expect(try copy.sparkCount() == 4)
    #expect(try Store.open(path: scratch.path()).sparkCount() == 2)
  }

  @Test func `does not replace anything, and leaves nothing behind when it fails`() throws {
    try scratch.write("mine".utf8, to: "copy.db")
    let store = try Store.openForReading(path: scratch.path())
    let error = try storeError { try store.backUp(to: scratch.path("copy.db")) }
    #expect(error == StoreError(.exists, path: scratch.path("copy.db")))
    #expect(try scratch.bytes("copy.db") == Data("mine".utf8))
    let below = try storeError { try store.backUp(to: scratch.path("copy.db/below")) }
    #expect(below.code == .io)
    #expect(
      try scratch.names().filter { !$0.hasPrefix("profile.db-") } == ["copy.db", "profile.db"])
  }

  @Test func `can be made of a read-only profile`() throws {
    let store = try Store.open(path: scratch.path(), readOnly: true)
    try store.backUp(to: scratch.path("copy.db"))
    #expect(
      try Store.open(path: scratch.path("copy.db")).tables()
        == Store.open(path: scratch.path()).tables())
  }

  @Test func `is refused for a damaged profile`() throws {
    try scratch.tamper("UPDATE spark SET title = 'x' WHERE seq = (SELECT min(seq) FROM spark)")
    let error = try storeError {
      try Store.openForReading(path: scratch.path()).backUp(to: scratch.path("copy.db"))
    }
    #expect(error.code == .corrupted)
    #expect(error.path == scratch.path())
    #expect(error.detail.hasSuffix(" differs from its corrections"))
    #expect(try scratch.names() == ["profile.db"])
  }
}
