import Foundation
import FlintRules
import Testing

@testable import Storage

/// Every operation on a file that can fail while output is written. Tests run as root as well, so what refuses
/// is a file in place of a directory, or the other way round.
struct `A written file` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func write(
    _ name: String, replacing isReplacing: Bool = false, _ text: String = "new",
    meanwhile: () throws -> Void = {}
  ) throws {
    try Store.writeFile(scratch.path(name), permissionsOf: nil, replacing: isReplacing) { write in
      try write(Array(text.utf8).span)
      try meanwhile()
    }
  }

  private func mode(_ name: String) throws -> Int? {
    let found = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
    return (found[.posixPermissions] as? NSNumber)?.intValue
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path(name), withIntermediateDirectories: false)
  }

  @Test func `is whole, and replaces another one only if wanted`() throws {
    try write("out")
    #expect(try scratch.bytes("out") == Data("new".utf8))
    let error = try storeError { try write("out", "newer") }
    #expect(error == StoreError(.exists, path: scratch.path("out")))
    #expect(try scratch.bytes("out") == Data("new".utf8))
    try write("out", replacing: true, "newer")
    #expect(try scratch.bytes("out") == Data("newer".utf8))
    try write("other", replacing: true)
    #expect(try scratch.names() == ["other", "out"])
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func `is never the profile or a file that belongs to it, under any name`(suffix: String) throws {
    try scratch.makeProfile()
    let store = try Store.open(path: scratch.path())
    let own = scratch.path() + suffix
    if !FileManager.default.fileExists(atPath: own) {
      try scratch.write([], to: "profile.db" + suffix)
    }
    try FileManager.default.linkItem(atPath: own, toPath: scratch.path("hard"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("soft"), withDestinationPath: own)
    for path in [own, scratch.path("hard"), scratch.path("soft")] {
      #expect(
        try storeError { try store.checkIsNotOwn(path) }
          == StoreError(.io, path: path, detail: "this is the profile itself"))
    }
    try scratch.write([], to: "other")
    try store.checkIsNotOwn(scratch.path("other"))
    try store.checkIsNotOwn(scratch.path("new"))
  }

  @Test func `replaces no directory and no link`() throws {
    try makeFolder("folder")
    try scratch.write("mine".utf8, to: "mine")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("mine"))
    for name in ["folder", "link"] {
      let error = try storeError { try write(name, replacing: true) }
      #expect(
        error.description
          == "\(scratch.path(name)): already exists, it is not an ordinary file, so it cannot be "
          + "replaced; nothing was changed")
    }
    #expect(try scratch.bytes("mine") == Data("mine".utf8))
    #expect(try scratch.names() == ["folder", "link", "mine"])
  }

  @Test func `that cannot take its name is an error`() throws {
    // A directory that appears while the file is written: it cannot be replaced by a file.
    let replacing = try storeError {
      try write("out", replacing: true) { try makeFolder("out") }
    }
    #expect(replacing.description == "\(scratch.path("out")): cannot be created: Is a directory")
    let other = try storeError { try write("other") { try makeFolder("other") } }
    #expect(other == StoreError(.exists, path: scratch.path("other")))
    let file = try storeError {
      try write("file") { try scratch.write("faster".utf8, to: "file") }
    }
    #expect(file == StoreError(.exists, path: scratch.path("file")))
    #expect(try scratch.bytes("file") == Data("faster".utf8))
    #expect(try scratch.names() == ["file", "other", "out"])
  }

  @Test(arguments: [false, true])
  func `that was removed before it has its name is an error`(isReplacing: Bool) throws {
    let error = try storeError {
      try write("out", replacing: isReplacing) {
        for name in try scratch.names() {
          try FileManager.default.removeItem(atPath: scratch.path(name))
        }
      }
    }
    #expect(
      error.description == "\(scratch.path("out")): cannot be created: No such file or directory")
    #expect(try scratch.names() == [])
  }

  @Test(arguments: [("nowhere/out", "No such file or directory"), ("file/out", "Not a directory")])
  func `needs a directory`(name: String, reason: String) throws {
    try scratch.write("mine".utf8, to: "file")
    let error = try storeError { try write(name) }
    #expect(error.description == "\(scratch.path(name)): cannot be created: \(reason)")
    #expect(error.code == .io)
    #expect(try scratch.names() == ["file"])
  }

  @Test func `is not there if writing it fails, and the old one stays`() throws {
    struct Halt: Error {}
    try write("out", "old")
    for name in ["out", "new"] {
      #expect(throws: Halt.self) { try write(name, replacing: true) { throw Halt() } }
    }
    #expect(try scratch.bytes("out") == Data("old".utf8))
    #expect(try scratch.names() == ["out"])
  }

  @Test func `has the permissions of the profile that is named`() throws {
    try scratch.makeProfile()
    for (permissions, expected) in [(0o400, 0o600), (0o600, 0o600), (0o700, 0o700)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: scratch.path())
      try Store.writeFile(
        scratch.path("out"), permissionsOf: scratch.path(), replacing: true
      ) { try $0(Array("x".utf8).span) }
      #expect(try mode("out") == expected)
    }
    // Of a profile that does not exist, as of none: 0644, reduced by the umask.
    for profile in [scratch.path("nothing"), nil] {
      try Store.writeFile(
        scratch.path("out"), permissionsOf: profile, replacing: true
      ) { try $0(Array("x".utf8).span) }
      let mask = umask(0o022)
      umask(mask)
      #expect(try mode("out") == 0o644 & ~Int(mask))
    }
  }

  @Test func `may not be the profile that is open`() throws {
    let scratch = try Scratch()
    let store = try Store.create(path: scratch.path(), profile: .sample)
    let error = try storeError { try store.checkIsNotOwn(scratch.path()) }
    #expect(error.description.hasSuffix("this is the profile itself"), "\(error)")
    try store.checkIsNotOwn(scratch.path("other"))
  }

  @Test func `is not the profile itself, under any name`() throws {
    try scratch.makeProfile()
    try scratch.write([], to: "profile.db-wal")
    try FileManager.default.linkItem(atPath: scratch.path(), toPath: scratch.path("hard"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("soft"), withDestinationPath: "profile.db-wal")
    for name in [
      "profile.db", "profile.db-wal", "hard", "soft",
      "../\(scratch.directory.lastPathComponent)/profile.db",
    ] {
      let error = try storeError {
        try Store.checkIsNotOwn(scratch.path(name), ofProfile: scratch.path())
      }
      #expect(
        error == StoreError(.io, path: scratch.path(name), detail: "this is the profile itself"))
    }
    try scratch.write("other".utf8, to: "other")
    for name in ["other", "nothing", "profile.db-shm"] {
      try Store.checkIsNotOwn(scratch.path(name), ofProfile: scratch.path())
    }
  }
}

struct `A written directory` {
  let scratch: Scratch
  let store: Store

  init() throws {
    scratch = try Scratch()
    store = try .inMemory(profile: .sample)
  }

  /// Writes files with their own names as content.
  private func write(
    _ name: String, makingFolder: Bool = false, _ files: String...,
    meanwhile: () throws -> Void = {}
  ) throws {
    try store.writeDirectory(scratch.path(name), makingFolder: makingFolder) { file in
      for name in files {
        try file(name) { write in
          try write(Array(name.utf8).span)
          return !name.hasPrefix("not-")
        }
      }
      try meanwhile()
    }
  }

  private func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path(name)).sorted()
  }

  @Test func `has the files that are kept`() throws {
    try write("out", "a", "not-b", "c")
    #expect(try names("out") == ["a", "c"])
    #expect(try scratch.bytes("out/c") == Data("c".utf8))
    #expect(try scratch.names() == ["out"])
  }

  @Test func `has each file once, and none below it`() throws {
    let twice = try storeError { try write("out", "a", "a") }
    #expect(twice == StoreError(.exists, path: scratch.path("out")))
    let below = try storeError { try write("out", "a/b") }
    #expect(
      below.description == "\(scratch.path("out")): cannot be written: No such file or directory")
    #expect(try scratch.names() == [])
  }

  @Test func `replaces nothing, not even what appears while it is written`() throws {
    try scratch.write("mine".utf8, to: "out")
    let taken = try storeError { try write("out", "a") }
    #expect(taken == StoreError(.exists, path: scratch.path("out")))
    let faster = try storeError {
      try write("new", "a") { try scratch.write("faster".utf8, to: "new") }
    }
    #expect(faster == StoreError(.exists, path: scratch.path("new")))
    let removed = try storeError {
      try write("gone", "a") {
        for name in try scratch.names() where name.hasPrefix("gone.new-") {
          try FileManager.default.removeItem(atPath: scratch.path(name))
        }
      }
    }
    #expect(
      removed.description == "\(scratch.path("gone")): cannot be created: No such file or directory"
    )
    #expect(try scratch.bytes("new") == Data("faster".utf8))
    #expect(try scratch.names() == ["new", "out"])
  }

  @Test func `has its folder made only if wanted`() throws {
    let error = try storeError { try write("a/b/out", "x") }
    #expect(
      error.description
        == "\(scratch.path("a/b/out")): cannot be created: No such file or directory")
    #expect(try scratch.names() == [])
    try write("a/b/out", makingFolder: true, "x")
    #expect(try names("a/b/out") == ["x"])
    try scratch.write("mine".utf8, to: "file")
    let below = try storeError { try write("file/b/out", makingFolder: true, "x") }
    #expect(
      below.description
        == "\(scratch.path("file/b/out")): cannot create the directory \(scratch.path("file")): File "
        + "exists")
    #expect(try scratch.names() == ["a", "file"])
  }
}

struct `A leftover` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let number = "0123456789abcdef"

  @Test(arguments: ["", "-wal", "-shm", "-journal", "-gone"])
  func `of a target is removed`(suffix: String) throws {
    try scratch.write("half".utf8, to: "out.new-\(number)\(suffix)")
    TemporaryName.removeLeftovers(of: scratch.path("out"))
    #expect(try scratch.names() == [])
  }

  @Test(arguments: [
    ".bak", "-mine", "-walrus", "-WAL", "0", " ", "-wal-wal", "-gone-wal", "~", ".gz",
  ])
  func `with another suffix is somebody's and stays`(suffix: String) throws {
    let name = "out.new-\(number)\(suffix)"
    try scratch.write("mine".utf8, to: name)
    TemporaryName.removeLeftovers(of: scratch.path("out"))
    #expect(try scratch.names() == [name])
    #expect(try scratch.bytes(name) == Data("mine".utf8))
  }

  @Test(arguments: [
    "out.new-0123456789abcde", "out.new-0123456789abcdeg", "out.new-0123456789abcdeF",
    "out.new-", "out.new_0123456789abcdef", "ou.new-0123456789abcdef", "out2.new-0123456789abcdef",
    "out", "0123456789abcdef",
  ])
  func `has a number of sixteen digits after the name of its target`(name: String) throws {
    try scratch.write("mine".utf8, to: name)
    TemporaryName.removeLeftovers(of: scratch.path("out"))
    #expect(try scratch.names() == [name])
  }

  @Test func `may be a directory with files`() throws {
    let folder = scratch.path("out.new-\(number)")
    try FileManager.default.createDirectory(
      atPath: folder + "/deep", withIntermediateDirectories: true)
    try scratch.write("half".utf8, to: "out.new-\(number)/deep/file")
    TemporaryName.removeLeftovers(of: scratch.path("out"))
    #expect(try scratch.names() == [])
    // There is nothing to search in a directory that does not exist.
    TemporaryName.removeLeftovers(of: scratch.path("nowhere/out"))
  }

  @Test func `has a random name of its target`() {
    let names = (0..<100).map { _ in TemporaryName.random(for: "a/out") }
    #expect(Set(names).count == 100)
    for name in names {
      #expect(name.wholeMatch(of: /a\/out\.new-[0-9a-f]{16}/) != nil, "\(name)")
    }
  }
}
