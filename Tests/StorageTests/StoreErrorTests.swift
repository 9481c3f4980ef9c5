import FlintCalendar
import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

struct `An error about a profile` {
  /// Each kind of error, and its text about the path `p.db`.
  static let texts: [(StoreError.Code, detail: String, text: String)] = [
    (.missing, "", "p.db: no such profile; create one with: flint init --db p.db"),
    (.exists, "", "p.db: already exists; nothing was changed"),
    (.exists, "so there", "p.db: already exists, so there; nothing was changed"),
    (.notAProfile, "", "p.db: not a Flint profile; it was not touched"),
    (.notAProfile, "it is empty", "p.db: not a Flint profile (it is empty); it was not touched"),
    (
      .newer(schema: 99), "",
      "p.db: written by a later version of Flint (schema 99, this version reads up to "
        + "\(Schema.version)); it was not touched. Use that version or a later one"
    ),
    (
      .altered, "view v",
      "p.db: another program changed this profile: it contains the view v, which no version of Flint "
        + "creates; it was not touched. Restore a backup, or drop it with sqlite3 (see docs/backups.md)"
    ),
    (
      .corrupted, "a hole",
      "p.db: the file is damaged (a hole); it was not changed. Restore a backup with flint restore, or save "
        + "what can be read with: flint salvage p.db -o NEW.db (see docs/backups.md)"
    ),
    (
      .foreignLog, "so there",
      "p.db-wal: it does not belong to p.db (so there), so that neither was changed. To use the file as it is, "
        + "move p.db-wal and p.db-shm away; to go on with the interrupted work, put the file back with which "
        + "they were left (see docs/backups.md)"
    ),
    (
      .moved, "",
      "p.db: the file was moved, replaced or removed while it was in use; nothing was changed (see docs/backups.md)"
    ),
    (.readOnly, "", "p.db: the file or its directory is not writable"),
    (
      .busy(holder: nil), "", "p.db: in use by another process; waited 10 s, nothing was changed"
    ),
    (.full, "", "p.db: the disk is full; nothing was changed"),
    (.io, "it is raining", "p.db: it is raining"),
    (.database, "near \"x\"", "p.db: database error: near \"x\""),
  ]

  @Test(arguments: texts.indices)
  func `says what happened and what helps`(index: Int) {
    let (code, detail, text) = Self.texts[index]
    #expect(StoreError(code, path: "p.db", detail: detail).description == text)
  }

  @Test func `can say what was committed`() {
    let committed = "3 records stayed"
    let texts = Self.texts.map { code, detail, _ in
      StoreError(code, path: "p.db", detail: detail).text(committed: committed)
    }
    for ((code, _, plain), text) in zip(Self.texts, texts) {
      switch code {
      // Nothing was committed where the file was not even opened.
      case .missing, .notAProfile, .newer, .altered, .foreignLog: #expect(text == plain)
      default:
        #expect(text.contains(committed), "\(text)")
        #expect(
          !text.contains("nothing was changed") && !text.contains("was not changed"), "\(text)")
      }
    }
    #expect(texts.contains("p.db: the disk is full; 3 records stayed"))
    #expect(texts.contains("p.db: it is raining; 3 records stayed"))
    #expect(
      texts.contains(
        "p.db: the file was moved, replaced or removed while it was in use; 3 records stayed (in the "
          + "former file) (see docs/backups.md)"))
  }

  @Test(arguments: [
    (EEXIST, StoreError.Code.exists, ""), (ENOTEMPTY, .exists, ""), (ENOSPC, .full, ""),
    (EDQUOT, .full, ""), (EROFS, .io, "cannot be written: Read-only file system"),
    (EACCES, .io, "cannot be written: Permission denied"),
    (EISDIR, .io, "cannot be written: Is a directory"),
  ])
  func `of the system has a kind`(number: Int32, code: StoreError.Code, detail: String) {
    #expect(
      Store.failure("p.db", number, "written") == StoreError(code, path: "p.db", detail: detail))
  }

  @Test(arguments: [
    (ResultCode.SQLITE_NOTADB, StoreError.Code.notAProfile, "text"),
    (.SQLITE_CORRUPT, .corrupted, "text"), (.SQLITE_READONLY, .readOnly, ""),
    (.SQLITE_READONLY_DBMOVED, .readOnly, ""), (.SQLITE_BUSY, .busy(holder: nil), ""),
    (.SQLITE_LOCKED, .busy(holder: nil), ""), (.SQLITE_FULL, .full, ""),
    (.SQLITE_IOERR, .io, "text"), (.SQLITE_IOERR_FSYNC, .io, "text"),
    (.SQLITE_IOERR_READ, .io, "the disk could not be read: input/output error"),
    (.SQLITE_CANTOPEN, .io, "cannot be opened: no such file or directory"),
    (.SQLITE_PERM, .io, "text"),
    (.SQLITE_CONSTRAINT, .database, "text"), (.SQLITE_ERROR, .database, "text"),
    (.SQLITE_NOMEM, .database, "text"),
  ])
  func `of the database has a kind`(
    result: ResultCode, code: StoreError.Code, detail: String
  ) {
    let error = DatabaseError(resultCode: result, message: "text")
    #expect(
      StoreError(error, path: "/nowhere/p.db")
        == StoreError(code, path: "/nowhere/p.db", detail: detail))
  }

  @Test func `of the database names the cause where SQLite's message is an earlier one`() {
    let error = DatabaseError(resultCode: .SQLITE_IOERR, message: "not an error")
    #expect(
      StoreError(error, path: "p.db") == StoreError(.io, path: "p.db", detail: "disk I/O error"))
  }

  @Test func `is converted once`() throws {
    struct Other: Error, CustomStringConvertible { var description: String { "other" } }
    let full = StoreError(.full, path: "q.db")
    #expect(StoreError(full, path: "p.db") == full)
    #expect(
      StoreError(Damage("a hole"), path: "p.db")
        == StoreError(.corrupted, path: "p.db", detail: "a hole"))
    #expect(
      StoreError(Damage(column: "at"), path: "p.db")
        == StoreError(.corrupted, path: "p.db", detail: "the column at of a row is unreadable"))
    #expect(
      StoreError(Other(), path: "p.db") == StoreError(.database, path: "p.db", detail: "other"))
    // In a store, errors that are not those of the database are passed on as they are.
    let store = try Store.inMemory(profile: .sample)
    #expect(throws: Other.self) { try store.access { _ in throw Other() } }
    let damage = try storeError { try store.access { _ in throw Damage("a hole") } }
    #expect(damage == StoreError(.corrupted, path: ":memory:", detail: "a hole"))
  }

  /// SQLite's own limit is 512 bytes, from which the suffixes of the files beside a database are taken.
  @Test func `names a path that is too long`() throws {
    let scratch = try Scratch()
    let folder = String(repeating: "a", count: 200)
    let path = scratch.path("\(folder)/\(folder)/\(folder)/p.db")
    let error = try storeError { _ = try Store.create(path: path, profile: .sample) }
    #expect(
      error.description
        == "\(path): the path is too long: SQLite opens files whose absolute paths have at most 504 "
        + "bytes")
  }
}

struct `A profile that is opened or created` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func openOrCreate(_ name: String) throws -> (store: Store, isNew: Bool) {
    try Store.openOrCreate(path: scratch.path(name)) { (.sample, nil) }
  }

  @Test func `is created once`() throws {
    #expect(try openOrCreate("p.db").isNew)
    #expect(try !openOrCreate("p.db").isNew)
    // The description of a new one is not asked for where one exists.
    struct Halt: Error {}
    _ = try Store.openOrCreate(path: scratch.path("p.db")) { throw Halt() }
    #expect(throws: Halt.self) {
      try Store.openOrCreate(path: scratch.path("q.db")) { throw Halt() }
    }
    #expect(try scratch.names().filter { !$0.hasPrefix("p.db-") } == ["p.db"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `is the one that another process creates meanwhile`() throws {
    var asked = 0
    let (store, isNew) = try Store.openOrCreate(path: scratch.path("p.db")) {
      asked += 1
      try Store.create(path: scratch.path("p.db"), profile: .sample).record(3)
      return (.sample, nil)
    }
    #expect(!isNew)
    #expect(asked == 1)
    #expect(try store.sparkCount() == 3)
  }

  /// What cannot be created is no reason to try again for ever.
  @Test(.timeLimit(.minutes(1)))
  func `is an error where it can be neither`() throws {
    try scratch.write("mine".utf8, to: "file")
    let below = try storeError { _ = try openOrCreate("file/p.db") }
    #expect(
      below.description
        == "\(scratch.path("file/p.db")): cannot create the directory \(scratch.path("file")): File "
        + "exists")
    let other = try storeError { _ = try openOrCreate("file") }
    #expect(
      other == StoreError(.notAProfile, path: scratch.path("file"), detail: "not an SQLite file"))
    // A link to nothing: it is there for those who create, and not for those who open.
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("nowhere"))
    let link = try storeError { _ = try openOrCreate("link") }
    #expect(link == StoreError(.exists, path: scratch.path("link")))
    try scratch.write("left".utf8, to: "p.db-wal")
    let left = try storeError { _ = try openOrCreate("p.db") }
    #expect((left.code, left.path) == (.exists, scratch.path("p.db-wal")))
    #expect(try scratch.names() == ["file", "link", "p.db-wal"])
  }

  @Test func `is discarded while nothing was recorded in it`() throws {
    for name in ["empty.db", "sparks.db", "batch.db"] {
      try Store.create(path: scratch.path(name), profile: .sample)
        .record(name == "sparks.db" ? 1 : 0)
    }
    try Store.open(path: scratch.path("batch.db")).access { access in
      try access.begin(writing: true)
      _ = try access.batches.insert(kind: "x", source: "", at: Instant(milliseconds: 0))
      try access.commit()
    }
    try scratch.write("mine".utf8, to: "text")
    for name in ["empty.db", "sparks.db", "batch.db", "text", "nothing"] {
      Store.discardIfEmpty(path: scratch.path(name))
    }
    #expect(try scratch.names() == ["batch.db", "sparks.db", "text"])
    #expect(try Store.open(path: scratch.path("sparks.db")).sparkCount() == 1)
  }

  @Test func `is not written once it was moved or replaced`() throws {
    try scratch.makeProfile(sparks: 2)
    let store = try Store.open(path: scratch.path())
    #expect(!store.hasMoved)
    try FileManager.default.moveItem(atPath: scratch.path(), toPath: scratch.path("moved.db"))
    #expect(store.hasMoved)
    let error = try storeError { try store.record(1, from: 2) }
    #expect(
      error.description
        == "\(scratch.path()): the file was moved, replaced or removed while it was in use; nothing was "
        + "changed (see docs/backups.md)")
    // Reading it is harmless.
    #expect(try store.sparkCount() == 2)
  }
}
