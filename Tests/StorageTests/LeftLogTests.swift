import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

/// The log that a killed process leaves beside a profile, and a file that is put in the place of another.
struct `A log with content` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Copies the file and its log at this moment, as a killed process leaves them.
  private func crash(to name: String, from profile: String = "profile.db") throws {
    for suffix in ["", "-wal"] {
      try scratch.write(scratch.bytes(profile + suffix), to: name + suffix)
    }
  }

  /// Makes `backup.db` with 400 sparks, `killed.db` with 800 of its own and 100 more in its log.
  private func makeStates() throws {
    try scratch.makeProfile(sparks: 400)
    try scratch.write(scratch.bytes(), to: "backup.db")
    try Store.open(path: scratch.path()).record(400, from: 400)
    let store = try Store.open(path: scratch.path())
    try store.record(100, from: 800)
    try crash(to: "killed.db")
  }

  /// Opens a profile, expects that its log is refused, and that neither file has changed.
  private func refusal(
    _ name: String, _ open: (String) throws -> Store = { try Store.open(path: $0) }
  ) throws -> String {
    let before = try [scratch.bytes(name), scratch.bytes(name + "-wal")]
    let error = try storeError { _ = try open(scratch.path(name)) }
    #expect(error.code == .foreignLog)
    #expect(try [scratch.bytes(name), scratch.bytes(name + "-wal")] == before)
    return error.detail
  }

  @Test func `of the same file is replayed`() throws {
    try makeStates()
    #expect(try Store.open(path: scratch.path("killed.db")).sparkCount() == 900)
    #expect(!ProfilePath.exists(scratch.path("killed.db-wal")))
  }

  @Test func `is replayed into a file into which half of it was moved already`() throws {
    try makeStates()
    let old = try scratch.bytes("killed.db")
    try scratch.write(old, to: "whole.db")
    try scratch.write(scratch.bytes("killed.db-wal"), to: "whole.db-wal")
    _ = try Store.open(path: scratch.path("whole.db")).sparkCount()
    var mixed = try scratch.bytes("whole.db")
    // Every second page is still the old one; alone the file is damaged.
    for page in stride(from: 1, to: old.count / 4096, by: 2) {
      mixed.replaceSubrange(
        page * 4096..<page * 4096 + 4096, with: old[page * 4096..<page * 4096 + 4096])
    }
    try scratch.write(mixed, to: "killed.db")
    let alone = try DatabaseQueue(path: Store.immutableName(of: scratch.path("killed.db")))
    #expect(
      try alone.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } != "ok")
    try alone.close()
    #expect(try Store.open(path: scratch.path("killed.db")).sparkCount() == 900)
  }

  @Test(arguments: [false, true])
  func `beside a backup is refused, and the backup is as it was`(isReading: Bool) throws {
    try makeStates()
    try scratch.write(scratch.bytes("backup.db"), to: "killed.db")
    let detail = try refusal("killed.db") {
      try isReading ? Store.openForReading(path: $0) : Store.open(path: $0)
    }
    #expect(detail.hasPrefix("with it, the file would be damaged: "))
    for suffix in ["-wal", "-shm"] { unlink(scratch.path("killed.db" + suffix)) }
    #expect(try Store.open(path: scratch.path("killed.db")).sparkCount() == 400)
  }

  @Test func `beside a single-file copy is refused`() throws {
    try makeStates()
    try Store.open(path: scratch.path("backup.db")).backUp(to: scratch.path("copy.db"))
    try scratch.write(scratch.bytes("copy.db"), to: "killed.db")
    _ = try refusal("killed.db")
  }

  @Test func `beside a copy with records of its own is refused, though it would be sound with it`()
    throws
  {
    try scratch.makeProfile(sparks: 400)
    try scratch.write(scratch.bytes(), to: "phone.db")
    let store = try Store.open(path: scratch.path())
    // So many that each page of the file is in the log.
    try store.access { access in
      try access.database.execute(sql: "UPDATE spark SET notes = notes; UPDATE profile SET id = id")
    }
    try store.record(2000, from: 400)
    try Store.open(path: scratch.path("phone.db")).record(30, from: 5000)
    try crash(to: "killed.db")
    try scratch.write(scratch.bytes("phone.db"), to: "killed.db")
    #expect(try refusal("killed.db") == "30 of the spark records in the file would be lost")
  }

  @Test func `of another profile is refused`() throws {
    try scratch.makeProfile()
    var other = Profile.sample
    other.id = EventID(high: 1, low: 2)
    try Store.create(path: scratch.path("other.db"), profile: other).record(0)
    try scratch.write(scratch.bytes("other.db"), to: "alone.db")
    let store = try Store.open(path: scratch.path("other.db"))
    try store.access {
      try $0.database.execute(sql: "PRAGMA wal_checkpoint; VACUUM")
    }
    try crash(to: "killed.db", from: "other.db")
    try scratch.write(scratch.bytes(), to: "killed.db")
    #expect(try refusal("killed.db") == "it is the log of another profile")
  }

  @Test func `is compared in the sandbox too`() throws {
    try makeStates()
    let path = scratch.path("killed.db")
    #expect(SandboxedProfile.prepare(path, keepsTemporaryFilesInMemory: true) != nil)
    #expect(try Store.open(path: path).sparkCount() == 900)
    try makeOther()
    #expect(
      SandboxedProfile.prepare(scratch.path("other.db"), keepsTemporaryFilesInMemory: true) != nil)
    _ = try refusal("other.db")
  }

  /// Makes `other.db`, a backup beside a foreign log.
  private func makeOther() throws {
    let store = try Store.open(path: scratch.path())
    try store.record(100, from: 2000)
    try crash(to: "other.db")
    try scratch.write(scratch.bytes("backup.db"), to: "other.db")
  }

  @Test func `that is not the reason of damage is replayed`() throws {
    try scratch.makeProfile(sparks: 400)
    try scratch.tamper("UPDATE spark SET title = 'changed' WHERE seq = 7")
    let store = try Store.open(path: scratch.path())
    try store.record(1, from: 400)
    try crash(to: "killed.db")
    #expect(try Store.open(path: scratch.path("killed.db")).sparkCount() == 401)
  }

  @Test func `is left empty on request, unless another process reads`() throws {
    try scratch.makeProfile(sparks: 1)
    let store = try Store.open(path: scratch.path())
    let reader = try Store.open(path: scratch.path())
    try reader.access { access in
      try access.begin(writing: false)
      _ = try access.profile.read()
      try store.record(1, from: 1)
      store.emptyLog()
      #expect(ProfilePath.hasContent(scratch.path() + "-wal"))
    }
    store.emptyLog()
    #expect(ProfilePath.exists(scratch.path() + "-wal"))
    #expect(!ProfilePath.hasContent(scratch.path() + "-wal"))
    #expect(try store.sparkCount() == 2)
  }
}

struct `A file that is replaced during a transaction` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Replaces the file as a program does that keeps folders equal.
  private func replace(with name: String) throws {
    try scratch.write(scratch.bytes(name), to: "arriving")
    #expect(rename(scratch.path("arriving"), scratch.path()) == 0)
  }

  @Test(arguments: [false, true])
  func `is not written, and the replacement is whole`(isEarlierCommitted: Bool) throws {
    try scratch.makeProfile(sparks: 10)
    try scratch.write(scratch.bytes(), to: "phone.db")
    try Store.open(path: scratch.path("phone.db")).record(5, from: 100)
    let store = try Store.open(path: scratch.path())
    // Keeps the old file.
    #expect(link(scratch.path(), scratch.path("old.db")) == 0)
    if isEarlierCommitted { try store.record(3, from: 10) }
    let error = try storeError {
      try store.access { access in
        try access.begin(writing: true)
        try access.database.execute(
          sql: "PRAGMA cache_size = 2; UPDATE spark SET notes = notes || 'x'")
        try replace(with: "phone.db")
        try access.commit()
      }
    }
    #expect(error == StoreError(.moved, path: scratch.path()))
    #expect(!ProfilePath.hasContent(scratch.path() + "-wal"))
    #expect(try Store.open(path: scratch.path()).sparkCount() == 15)
    #expect(
      try Store.open(path: scratch.path("old.db")).sparkCount() == (isEarlierCommitted ? 13 : 10))
  }

  @Test func `or removed is not written either`() throws {
    try scratch.makeProfile(sparks: 10)
    let store = try Store.open(path: scratch.path())
    let error = try storeError {
      try store.access { access in
        try access.begin(writing: true)
        unlink(scratch.path())
        try access.commit()
      }
    }
    #expect(error.code == .moved)
  }
}
