import Foundation
import Testing

/// What commands leave behind that are stopped, or whose output has no room.
struct `A command that makes something` {
  /// The names of the files of a directory, but for those that SQLite keeps beside a profile in use.
  private func names(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
      !$0.hasPrefix(".") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }.sorted()
  }

  @Test(
    arguments: [
      ("dump --db p.db out", "write"), ("export --db p.db everything -o out", "write"),
      ("export --db p.db sparks --columns id,at,title,category,intensity,tags -o o.csv", "write"),
      ("restore --db new.db text", "read"),
      ("restore --dry-run --db new.db text", "read"),
      ("import --create --db new/new.db text.csv", "fdatasync"),
      ("merge --db p.db q.db", "pread64"),
      ("backup --db p.db new.db", "pread64"),
    ])
  func `leaves nothing when it is interrupted`(arguments: String, call: String) throws {
    let scratch = try Scratch()
    try PreparedProfile.copy(to: scratch.url)
    let directory = scratch.url
    let before = try names(directory)
    let command = TracedCommand(
      command: "env TMPDIR=$PWD/tmp flint " + arguments, directory: directory)
    let calls = try command.calls(call)
    for (number, signal) in [SIGINT, SIGTERM, SIGHUP].enumerated() {
      for name in try names(directory) where !before.contains(name) {
        try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
      }
      try PreparedProfile.copy(to: scratch.url)
      // In the middle, where every command is at work and none is done.
      let result = try command.end(by: signal, at: calls.count * (number + 4) / 10, of: calls)
      #expect(result.status == 130)
      #expect(result.output == "flint: interrupted; nothing was kept\n")
      #expect(try names(directory) == before)
      #expect(try names(directory.appendingPathComponent("tmp")) == [])
      let check = try Shell.run("flint verify --quiet --db p.db --now 2026-03-02", in: directory)
      #expect(check.status == 0, "\(check.output)")
    }
  }

  @Test func `leaves nothing when there is no room, and blames no file that is sound`() throws {
    let scratch = try Scratch()
    try PreparedProfile.copy(to: scratch.url)
    let before = try names(scratch.url)
    // In blocks of 512 bytes.
    let export = try Shell.run("ulimit -f 600; flint dump --db p.db out", in: scratch.url)
    #expect(export.status == 74)
    #expect(export.output == "flint: out: cannot be written: File too large\n")
    let load = try Shell.run("ulimit -f 600; flint restore --db new.db text", in: scratch.url)
    #expect(load.status == 74)
    #expect(load.output == "flint: new.db: disk I/O error\n")
    #expect(try names(scratch.url) == before)
  }

  @Test func `changes no rulebook before what that changes has been told`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC
      flint rules set --db p.db ignition-shipped > /dev/full; echo $?
      flint status --db p.db --format json | grep -c shipped
      flint init --db other.db --quiet --zone x; echo left >new.db-wal; flint eval --create --db new.db 1
      """, in: scratch.url)
    #expect(
      result.output.hasPrefix("flint: standard output: No space left on device\n74\n0\n"),
      "\(result.output)")
    #expect(result.output.hasSuffix("move it away first; nothing was changed\n"))
  }
}
