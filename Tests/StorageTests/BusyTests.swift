import FlintCalendar
import Foundation
import GRDB
import TestSupport
import FlintRules
import Testing

@testable import Storage

struct `Waiting for a lock` {
  @Test func `retries more often the longer it has waited`() {
    let pauses = stride(from: 10, through: 5000, by: 10).map {
      LockWait.pause(after: .milliseconds($0))
    }
    #expect(pauses == pauses.sorted(by: >))
    #expect(pauses.first == 19_810)
    #expect(pauses.last == 1000)
    // At first the pause is short, because most locks are held briefly.
    #expect(LockWait.pause(after: .zero) == 1000)
  }
}

struct `A profile in use` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.makeProfile(sparks: 2)
  }

  @Test func `by another process is reported as busy with the name of that process`() throws {
    let store = try Store.open(path: scratch.path(), busySeconds: 0.05)
    var holder = try Holder(scratch.path() + "-shm", byte: 120)
    let error = try storeError { try store.record(1, from: 2) }
    #expect(error == StoreError(.busy(holder: holder.id), path: scratch.path()))
    #expect(
      error.description.hasPrefix(
        "\(scratch.path()): in use by process \(holder.id) (/usr/bin/perl -e "))
    #expect(error.description.hasSuffix("); waited 10 s, nothing was changed"))
    // Reading is still possible.
    #expect(try store.sparkCount() == 2)
    holder.end()
    try store.record(1, from: 2)
    #expect(try store.sparkCount() == 3)
  }

  @Test func `is waited for`() throws {
    let store = try Store.open(path: scratch.path(), busySeconds: 20)
    var holder = try Holder(scratch.path() + "-shm", byte: 120, seconds: 0.3)
    try store.record(1, from: 2)
    #expect(try store.sparkCount() == 3)
    holder.end()
  }

  /// The byte of SQLite's RESERVED lock, which also those take who switch to a write-ahead log.
  private static let reserved = 0x4000_0001

  /// A profile without a write-ahead log, as one that another process is just creating.
  private func turnBack() throws {
    try scratch.tamper("PRAGMA journal_mode = DELETE")
    try #require(try scratch.bytes()[18...19] == Data([1, 1]))
  }

  @Test func `is waited for while it has no write-ahead log yet`() throws {
    try turnBack()
    var holder = try Holder(scratch.path(), byte: Self.reserved, seconds: 0.1)
    let store = try Store.open(path: scratch.path(), busySeconds: 20)
    #expect(try scratch.bytes()[18...19] == Data([2, 2]))
    try store.record(1, from: 2)
    #expect(try store.sparkCount() == 3)
    holder.end()
  }

  @Test func `is busy if it gets no write-ahead log in time`() throws {
    try turnBack()
    var holder = try Holder(scratch.path(), byte: Self.reserved)
    let error = try storeError { _ = try Store.open(path: scratch.path(), busySeconds: 0.05) }
    #expect(error == StoreError(.busy(holder: holder.id), path: scratch.path()))
    holder.end()
    #expect(try Store.open(path: scratch.path(), busySeconds: 0.05).sparkCount() == 2)
  }

  @Test func `by another connection of this process is busy`() throws {
    let one = try Store.open(path: scratch.path())
    let other = try Store.open(path: scratch.path(), busySeconds: 0.05)
    try one.access { access in
      try access.begin(writing: true)
      _ = try access.batches.insert(kind: "x", source: "", at: Instant(milliseconds: 0))
      let error = try storeError { try other.record(1, from: 5) }
      #expect(error.code == .busy(holder: ProcessInfo.processInfo.processIdentifier))
      #expect(try other.sparkCount() == 2)
      try access.commit()
    }
    try other.record(1, from: 5)
    #expect(try one.sparkCount() == 3)
  }

  @Test func `has no lock holder when no lock is held`() throws {
    let store = try Store.open(path: scratch.path())
    #expect(try store.sparkCount() == 2)
    #expect(LockHolder.processID(path: scratch.path()) == nil)
    #expect(LockHolder.processID(path: scratch.path("nothing")) == nil)
  }

  @Test func `in rollback mode is locked through the file itself`() throws {
    var holder = try Holder(scratch.path(), byte: (1 << 30) + 1)
    #expect(LockHolder.processID(path: scratch.path()) == holder.id)
    holder.end()
    #expect(LockHolder.processID(path: scratch.path()) == nil)
  }
}

/// Another process that holds a lock on one byte of a file, as SQLite does.
struct Holder: ~Copyable {
  private var child: ChildProcess

  var id: Int32 { child.id }

  /// - Parameter seconds: the time to hold it; until `end` if not given.
  init(_ path: String, byte: Int, seconds: Double? = nil) throws {
    // The fields of struct flock on 64-bit Linux: type, whence, start, length, process.
    let script = """
      use Fcntl; open(F, "+<", $ARGV[0]) or die; $| = 1;
      fcntl(F, F_SETLK, pack("s s x4 q q i x4", F_WRLCK, 0, $ARGV[1], 1, 0)) or die;
      print "held\\n"; select(undef, undef, undef, $ARGV[2]);
      """
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-holder-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    child = try ChildProcess(
      ["/usr/bin/perl", "-e", script, path, "\(byte)", "\(seconds ?? 600)"], output: file.path)
    var said = Data()
    for _ in 0..<500 where said.isEmpty {
      Thread.sleep(forTimeInterval: 0.02)
      said = (try? Data(contentsOf: file)) ?? Data()
    }
  }

  mutating func end() {
    child.send(SIGKILL)
    _ = child.wait()
  }
}
