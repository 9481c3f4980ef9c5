import Foundation
import FlintRules
import Synchronization
import Testing

@testable import Storage

/// The files that SQLite needs in a sandbox in which nothing can be created.
struct `A profile in the sandbox` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func prepare(_ name: String = "profile.db") -> [String]? {
    SandboxedProfile.prepare(scratch.path(name), keepsTemporaryFilesInMemory: true)
  }

  @Test func `has a log and an index, which are made beforehand and stay, empty`() throws {
    try scratch.makeProfile(sparks: 2)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: scratch.path())
    let path = scratch.path()
    #expect(!SandboxedProfile.isReady(path))
    #expect(prepare() == [path, path + "-wal", path + "-shm"])
    #expect(SandboxedProfile.isReady(path))
    for suffix in ["-wal", "-shm"] {
      #expect(try scratch.bytes("profile.db" + suffix).isEmpty)
      let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    }
    try Store.open(path: path).record(1, from: 2)
    #expect(try scratch.names() == ["profile.db", "profile.db-shm", "profile.db-wal"])
    #expect(try scratch.bytes("profile.db-wal").isEmpty)
    #expect(try Store.open(path: path).sparkCount() == 3)
  }

  @Test func `without a log is granted alone`() throws {
    try scratch.makeProfile()
    try Store.openForReading(path: scratch.path()).backUp(to: scratch.path("copy.db"))
    try scratch.write("text".utf8, to: "text")
    for name in ["copy.db", "text"] { #expect(prepare(name) == [scratch.path(name)]) }
    #expect(SandboxedProfile.hasNoLog(scratch.path("copy.db")))
    for name in ["profile.db", "text", "nothing"] {
      #expect(!SandboxedProfile.hasNoLog(scratch.path(name)), "\(name)")
    }
    #expect(try scratch.names() == ["copy.db", "profile.db", "text"])
  }

  @Test func `that does not exist or has work to roll back needs its whole directory`() throws {
    #expect(prepare() == nil)
    try scratch.makeProfile()
    try Store.openForReading(path: scratch.path()).backUp(to: scratch.path("copy.db"))
    for name in ["profile.db", "copy.db"] {
      try scratch.write("journal".utf8, to: name + "-journal")
      #expect(prepare(name) == nil)
      #expect(!SandboxedProfile.hasNoLog(scratch.path(name)))
    }
    // An empty journal has nothing to roll back, and is granted, too.
    try scratch.write([], to: "profile.db-journal")
    let path = scratch.path()
    #expect(prepare() == [path, path + "-wal", path + "-shm", path + "-journal"])
  }

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// Takes a lock of a descriptor, as if of another process (`F_OFD_SETLK`).
  private static func take(_ lock: flock, _ descriptor: Int32) -> Bool {
    var lock = lock
    return fcntl(descriptor, 37, &lock) == 0
  }

  /// Returns whether another descriptor holds a lock that excludes one (`F_OFD_GETLK`).
  private static func isHeld(_ lock: flock, _ descriptor: Int32) -> Bool {
    var lock = lock
    return fcntl(descriptor, 36, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  @Test func `is locked although a process that closes it releases the lock of readers last`()
    throws
  {
    try scratch.makeProfile()
    let path = scratch.path()
    let (closing, asking) = (open(path, O_RDWR), open(path, O_RDWR))
    defer {
      close(closing)
      close(asking)
    }
    try #require(Self.take(.shared(F_WRLCK), closing))
    let (prepared, released) = (Flag(), DispatchSemaphore(value: 0))
    Thread {
      // Whenever the other lock is taken, for a moment, that of readers was refused.
      while !prepared.isSet.load(ordering: .relaxed), !Self.isHeld(.existing(F_WRLCK), asking) {}
      _ = Self.take(.shared(F_UNLCK), closing)
      released.signal()
    }.start()
    #expect(prepare() == [path, path + "-wal", path + "-shm"])
    prepared.isSet.store(true, ordering: .relaxed)
    released.wait()
    #expect(Self.isHeld(.shared(F_WRLCK), asking))
    #expect(Self.isHeld(.existing(F_WRLCK), asking))
  }

  @Test func `belongs to this user`() throws {
    try scratch.makeProfile()
    #expect(SandboxedProfile.isOwn(scratch.path()))
    #expect(!SandboxedProfile.isOwn(scratch.path("nothing")))
  }
}
