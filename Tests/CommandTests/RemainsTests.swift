import Foundation
import Testing

/// What commands leave behind that are stopped, or whose output has no room.
struct `A command that makes something` {
  private func profile(_ scratch: borrowing Scratch) throws {
    let made = try Shell.run(
      "flint init --quiet --db p.db --seed 7 --zone UTC && flint eval --db p.db --quiet "
        + "--now 2026-03-01 'for i = 1, 20000 do spark.add{title = \"s\" .. i, "
        + "category = \"idea\"} end' && cp p.db q.db && flint export --quiet --db p.db --all text "
        + "&& mkdir tmp", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
  }

  /// The names of what is there, but for what SQLite keeps beside a profile in use.
  private func names(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
      !$0.hasPrefix(".") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }.sorted()
  }

  @Test(
    arguments: [
      ["export", "--db", "p.db", "--all", "out"],
      ["export", "--db", "p.db", "everything", "-o", "out"],
      ["export", "--db", "p.db", "sparks", "--columns", "at,title,card", "-o", "out.csv"],
      ["import", "--db", "new.db", "--all", "text"],
      ["import", "--dry-run", "--db", "new.db", "--all", "text"],
      ["merge", "--db", "p.db", "q.db"],
    ], [SIGINT, SIGTERM])
  func `leaves nothing when it is interrupted`(arguments: [String], signal: Int32) throws {
    let scratch = try Scratch()
    try profile(scratch)
    let directory = scratch.url
    let before = try names(directory)
    var running = try Running(
      arguments, in: directory,
      environment: ["TMPDIR": directory.appendingPathComponent("tmp").path])
    // Until it has begun: a draft beside its place, or one in the temporary directory.
    for _ in 0..<2000 {
      let drafts = try names(directory).filter { $0.contains(".new-") }
      if try !drafts.isEmpty || !names(directory.appendingPathComponent("tmp")).isEmpty { break }
      usleep(2000)
    }
    let result = running.end(signal)
    #expect(result.status == 130)
    #expect(result.output == "flint: interrupted; nothing was kept\n")
    #expect(try names(directory) == before)
    #expect(try names(directory.appendingPathComponent("tmp")) == [])
    let check = try Shell.run("flint verify --quiet --db p.db --now 2026-03-02", in: directory)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `leaves nothing when there is no room, and blames no file that is sound`() throws {
    let scratch = try Scratch()
    try profile(scratch)
    let before = try names(scratch.url)
    // In blocks of 512 bytes.
    let export = try Shell.run("ulimit -f 600; flint export --db p.db --all out", in: scratch.url)
    #expect(export.status == 74)
    #expect(export.output == "flint: out: cannot be written: File too large\n")
    let load = try Shell.run("ulimit -f 600; flint import --db new.db --all text", in: scratch.url)
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
      flint init --db other.db --quiet --zone x; touch new.db-wal; flint eval --db new.db 1
      """, in: scratch.url)
    #expect(
      result.output.hasPrefix("flint: standard output: No space left on device\n74\n0\n"),
      "\(result.output)")
    #expect(result.output.hasSuffix("move it away first; nothing was changed\n"))
  }
}
