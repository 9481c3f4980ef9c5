import Foundation
import Testing

/// What commands leave behind that are stopped, or whose output has no room.
struct `A command that makes something` {
  private func profile(_ scratch: borrowing Scratch) throws {
    let made = try Shell.run(
      "flint init --quiet --db p.db --seed 7 --zone UTC && flint eval --db p.db --quiet "
        + "--now 2026-03-01 'for i = 1, 20000 do spark.add{title = \"s\" .. i, "
        + "category = \"idea\"} end' && cp p.db q.db && flint export --quiet --db p.db --all text "
        + "&& flint export --quiet --db p.db sparks -o text.csv && mkdir tmp", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
  }

  /// The names of what is there, but for what SQLite keeps beside a profile in use.
  private func names(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
      !$0.hasPrefix(".") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }.sorted()
  }

  /// Starts a command, and sends it a signal as soon as it has begun: when there is a draft beside its
  /// place, or the directory around that; where nothing is to be seen of it, after a while.
  private func interrupted(
    _ arguments: [String], by signal: Int32, in directory: URL, attempt: Int
  ) throws -> (status: Int32, output: String) {
    let temporary = directory.appendingPathComponent("tmp")
    var running = try Running(arguments, in: directory, environment: ["TMPDIR": temporary.path])
    if arguments[0] == "merge" || arguments[1] == "--dry-run" {
      usleep(UInt32(50_000 + attempt % 10 * 100_000))
    } else {
      for _ in 0..<10_000 where !running.hasEnded {
        if try names(directory).contains(where: { $0.contains("new") }) { break }
        usleep(1000)
      }
    }
    return running.end(signal)
  }

  @Test(
    arguments: [
      ["export", "--db", "p.db", "--all", "out"],
      ["export", "--db", "p.db", "everything", "-o", "out"],
      ["export", "--db", "p.db", "sparks", "--columns", "at,title,card", "-o", "out.csv"],
      ["import", "--db", "new.db", "--all", "text"],
      ["import", "--dry-run", "--db", "new.db", "--all", "text"],
      ["import", "--create", "--db", "new/new.db", "text.csv"],
      ["merge", "--db", "p.db", "q.db"],
      ["backup", "--db", "p.db", "new.db"],
    ], [SIGINT, SIGTERM, SIGHUP])
  func `leaves nothing when it is interrupted`(arguments: [String], signal: Int32) throws {
    let scratch = try Scratch()
    try profile(scratch)
    let directory = scratch.url
    let before = try names(directory)
    var result = (status: Int32(0), output: "")
    // Again when it was done before the signal came.
    for attempt in 0..<50 where result.status != 130 || result.output.isEmpty {
      for name in try names(directory) where !before.contains(name) {
        try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
      }
      result = try interrupted(arguments, by: signal, in: directory, attempt: attempt)
    }
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
      flint init --db other.db --quiet --zone x; echo left >new.db-wal; flint eval --create --db new.db 1
      """, in: scratch.url)
    #expect(
      result.output.hasPrefix("flint: standard output: No space left on device\n74\n0\n"),
      "\(result.output)")
    #expect(result.output.hasSuffix("move it away first; nothing was changed\n"))
  }
}
