import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

struct `A damaged profile` {
  let scratch: Scratch

  /// A closed profile of about a hundred pages in write-ahead mode.
  init() throws {
    scratch = try Scratch()
    try scratch.makeProfile(sparks: 500)
    try Store.open(path: scratch.path()).record(500, from: 500)
    #expect(try scratch.names() == ["profile.db"])
  }

  /// Reads all content, and adds something.
  private func use() throws {
    let store = try Store.open(path: scratch.path())
    try store.access { access in
      try access.begin(writing: true)
      let found = try access.records.sum()
      _ = try access.sparks.find(sequences: access.sparks.sequences(SparkQuery())[...])
      try access.profile.setRecordSum(found)
      let problems = try access.verification.fileProblems()
      if !problems.isEmpty {
        throw StoreError(.corrupted, path: scratch.path(), detail: problems[0])
      }
      try access.commit()
    }
  }

  @Test func `would be sound without the damage`() throws {
    #expect(throws: Never.self) { try use() }
  }

  @Test(arguments: [0.1, 0.3, 0.5, 0.7, 0.9])
  func `is reported and not changed when bytes in the middle are overwritten`(
    where fraction: Double
  ) throws {
    var bytes = [UInt8](try scratch.bytes())
    // The header of a page and more.
    let page = Int(Double(bytes.count / 4096) * fraction)
    for index in page * 4096..<page * 4096 + 512 { bytes[index] ^= 0xa5 }
    try scratch.write(bytes)
    let error = try storeError { try use() }
    #expect(error.code == .corrupted, "\(error)")
    #expect([UInt8](try scratch.bytes()) == bytes)
  }

  @Test(arguments: [1, 2, 10])
  func `is reported and not changed when its end is missing`(pages: Int) throws {
    let bytes = [UInt8](try scratch.bytes())
    let cut = Array(bytes[..<(pages * 4096 + (pages == 2 ? 100 : 0))])
    try scratch.write(cut)
    let error = try storeError { try use() }
    #expect(error.code == .corrupted, "\(error)")
    #expect([UInt8](try scratch.bytes()) == cut)
  }

  @Test func `is reported when the page of the schema is overwritten`() throws {
    var bytes = [UInt8](try scratch.bytes())
    for index in 100..<300 { bytes[index] ^= 0xff }
    try scratch.write(bytes)
    let error = try storeError { try use() }
    #expect(error.code == .corrupted, "\(error)")
    #expect([UInt8](try scratch.bytes()) == bytes)
  }

  @Test func `is reported when the profile's own row is missing`() throws {
    try scratch.tamper("DELETE FROM profile")
    let store = try Store.open(path: scratch.path())
    let error = try storeError { _ = try store.access { try $0.profile.read() } }
    #expect(
      error
        == StoreError(
          .corrupted, path: scratch.path(), detail: "the profile's own row is missing"))
  }

  @Test(arguments: [
    "UPDATE spark SET category = 9 WHERE seq = 5", "UPDATE spark SET title = ' ' WHERE seq = 5",
    "UPDATE spark SET intensity = 0 WHERE seq = 5", "UPDATE spark SET estimated = -2 WHERE seq = 5",
  ])
  func `is reported when a spark is invalid`(sql: String) throws {
    try scratch.tamper(sql)
    let store = try Store.open(path: scratch.path())
    let error = try storeError { _ = try store.access { try $0.sparks.find(sequences: [5]) } }
    #expect(error.code == .corrupted)
    #expect(error.detail.hasPrefix("a stored spark: field "))
    let problems = try store.access {
      try $0.verification.identityProblems(seed: Profile.sample.seed)
    }
    #expect(problems.count == 1)
    #expect(problems.first?.contains(" cannot be read: a stored spark: field ") == true)
  }
}

struct `Error messages of a store` {
  @Test func `describes every error and its remedy`() throws {
    func text(_ code: StoreError.Code, _ detail: String = "") -> String {
      StoreError(code, path: "/p.db", detail: detail).description
    }
    #expect(text(.missing) == "/p.db: no such profile; create one with: flint init --db /p.db")
    #expect(text(.exists) == "/p.db: already exists; nothing was changed")
    #expect(text(.notAProfile) == "/p.db: not a Flint profile; it was not touched")
    #expect(
      text(.notAProfile, "it is empty")
        == "/p.db: not a Flint profile (it is empty); it was not touched")
    #expect(
      text(.newer(schema: 9))
        == "/p.db: written by a later version of Flint (schema 9, this version reads up to \(Schema.version)); it "
        + "was not touched. Use that version or a later one")
    #expect(
      text(.corrupted, "why")
        == "/p.db: the file is damaged (why); it was not changed. Restore a backup with flint restore, or "
        + "save what can be read with: flint salvage /p.db -o NEW.db (see docs/backups.md)")
    #expect(text(.readOnly) == "/p.db: the file or its directory is not writable")
    #expect(
      text(.busy(holder: nil))
        == "/p.db: in use by another process; waited 10 s, nothing was changed")
    #expect(text(.full) == "/p.db: the disk is full; nothing was changed")
    #expect(text(.io, "disk I/O error") == "/p.db: disk I/O error")
    #expect(text(.database, "no such table: x") == "/p.db: database error: no such table: x")
    let own = ProcessInfo.processInfo.processIdentifier
    let program = try String(contentsOfFile: "/proc/self/cmdline", encoding: .utf8)
      .prefix { $0 != "\0" }
    #expect(text(.busy(holder: own)).hasPrefix("/p.db: in use by process \(own) (\(program)"))
    #expect(
      text(.busy(holder: .max))
        == "/p.db: in use by process 2147483647; waited 10 s, nothing was changed")
  }

  @Test(
    arguments: [
      (.SQLITE_NOTADB, .notAProfile), (.SQLITE_CORRUPT, .corrupted),
      (.SQLITE_READONLY, .readOnly), (.SQLITE_BUSY, .busy(holder: nil)),
      (.SQLITE_LOCKED, .busy(holder: nil)), (.SQLITE_FULL, .full), (.SQLITE_IOERR, .io),
      (.SQLITE_CANTOPEN, .io), (.SQLITE_PERM, .io), (.SQLITE_CONSTRAINT, .database),
      (.SQLITE_IOERR_READ, .io), (.SQLITE_READONLY_DBMOVED, .readOnly),
      (.SQLITE_BUSY_SNAPSHOT, .busy(holder: nil)),
    ] as [(ResultCode, StoreError.Code)])
  func `maps result codes of SQLite to error codes`(result: ResultCode, code: StoreError.Code) {
    let error = StoreError(DatabaseError(resultCode: result, message: "m"), path: "/nowhere")
    #expect(error.code == code)
  }
}
