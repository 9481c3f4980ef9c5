import Foundation
import FlintRules
import Testing

@testable import Storage

struct `A new file` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Store.create(path: scratch.path(), profile: .sample).recordRichly()
    _ = try Dump.write(Store.open(path: scratch.path()), to: scratch.path("text"))
  }

  private func mode(_ name: String) throws -> Int? {
    let found = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
    return (found[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `is not created beside leftovers of another one`(suffix: String) throws {
    try scratch.write("left".utf8, to: "new.db" + suffix)
    let before = try scratch.names()
    let store = try Store.open(path: scratch.path())
    let makers: [() throws -> Void] = [
      { _ = try Store.create(path: scratch.path("new.db"), profile: .sample) },
      { try store.backUp(to: scratch.path("new.db")) },
      {
        _ = try Dump.restore(scratch.path("text"), to: scratch.path("new.db"))
      },
      { try ProfilePath.checkIsFree(scratch.path("new.db")) },
    ]
    for make in makers {
      let error = try storeError(make)
      #expect(error.code == .exists)
      #expect(
        error.description
          == "\(scratch.path("new.db"))\(suffix): already exists, left over from a profile "
          + "that no longer exists; move it away first; nothing was changed")
    }
    #expect(try scratch.bytes("new.db" + suffix) == Data("left".utf8))
    #expect(
      try Set(scratch.names()).subtracting(before).isSubset(of: [
        "profile.db-shm", "profile.db-wal",
      ]))
  }

  @Test func `is not created where another process creates one at the same moment`() throws {
    let error = try storeError {
      try Store.createAtomically(scratch.path("new.db")) { _ in
        try? scratch.write("faster".utf8, to: "new.db")
      }
    }
    #expect(error == StoreError(.exists, path: scratch.path("new.db")))
    #expect(try scratch.bytes("new.db") == Data("faster".utf8))
    let left = try storeError {
      try Store.createAtomically(scratch.path("other.db")) { _ in
        try? scratch.write("left".utf8, to: "other.db-wal")
      }
    }
    #expect(left.path == scratch.path("other.db-wal"))
    #expect(try !scratch.names().contains { $0.contains(".new-") || $0 == "other.db" })
  }

  @Test(arguments: [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK])
  func `is moved to its path on file systems without hard links`(code: Int32) throws {
    func move(_ temporary: String, _ name: String) throws {
      try Store.moveWithoutReplacing(scratch.path(temporary), to: scratch.path(name)) { _, _ in
        errno = code
        return -1
      }
    }
    try scratch.write("temporary".utf8, to: "temporary")
    try scratch.write("mine".utf8, to: "taken")
    let error = try storeError { try move("temporary", "taken") }
    #expect(error == StoreError(.exists, path: scratch.path("taken")))
    #expect(try scratch.bytes("taken") == Data("mine".utf8))
    try move("temporary", "new")
    #expect(try scratch.bytes("new") == Data("temporary".utf8))
    let missing = try storeError { try move("temporary", "newer") }
    #expect(missing.code == .io)
    #expect(try !scratch.names().contains("newer"))
  }

  @Test func `is not moved to its path if linking fails for another reason`() throws {
    let error = try storeError {
      try Store.moveWithoutReplacing(scratch.path("temporary"), to: scratch.path("new")) { _, _ in
        errno = EIO
        return -1
      }
    }
    #expect(error.description == "\(scratch.path("new")): cannot be created: Input/output error")
  }

  @Test func `that is new is its owner's alone, and so is a folder made for it`() throws {
    let mask = umask(0)
    defer { umask(mask) }
    _ = try Store.create(path: scratch.path("new/folder/p.db"), profile: .sample)
    #expect(try mode("new") == 0o700)
    #expect(try mode("new/folder") == 0o700)
    #expect(try mode("new/folder/p.db") == 0o600)
  }

  @Test(arguments: ["profile.json", "spark.jsonl"])
  func `is not waited for in a dump with a pipe in the place of`(file: String) throws {
    unlink(scratch.path("text/" + file))
    #expect(mkfifo(scratch.path("text/" + file), 0o600) == 0)
    #expect(throws: DumpError.self) {
      try Dump.restore(scratch.path("text"), to: scratch.path("new.db"))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("new.db")))
  }

  @Test func `that is a copy has the permissions of the profile`() throws {
    let manager = FileManager.default
    for (mode, file, directory) in [(0o600, 0o600, 0o700), (0o400, 0o600, 0o700)] {
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.path())
      let store = try Store.open(path: scratch.path(), readOnly: true)
      let (copy, dump) = ("copy-\(mode).db", "text-\(mode)")
      try store.backUp(to: scratch.path(copy))
      _ = try Dump.write(store, to: scratch.path(dump))
      #expect(try self.mode(copy) == file)
      #expect(try self.mode(dump) == directory)
      #expect(try self.mode(dump + "/spark.jsonl") == file)
      #expect(try self.mode(dump + "/profile.json") == file)
      #expect(try Store.open(path: scratch.path(copy)).sparkCount() == 2)
    }
  }

  @Test func `of a dump is named without trailing slashes`() throws {
    let store = try Store.open(path: scratch.path())
    _ = try Dump.write(store, to: scratch.path("more//"))
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("more"))
    #expect(names.count == Dump.tables.count + 1)
    #expect(try !scratch.names().contains { $0.contains(".new-") })
  }
}
