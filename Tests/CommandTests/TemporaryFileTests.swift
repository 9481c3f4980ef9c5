import Foundation
import Testing

/// Temporary files of commands, and their removal after a command is killed.
struct `A temporary file` {
  private func names(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { !$0.hasPrefix(".") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }

  @Test(arguments: [
    ("dump --db p.db new-out", "write"), ("export --db p.db everything -o new-out", "write"),
    ("export --db p.db sparks --columns at,title,card -o new-out", "write"),
    ("restore --db new-out text", "read"), ("backup --db p.db new-out", "pread64"),
  ])
  func `a temporary file of a killed command is removed by the next one with the same target`(
    arguments: String, call: String
  ) throws {
    let scratch = try Scratch()
    try PreparedProfile.copy(to: scratch.url)
    let before = try names(scratch.url)
    let command = TracedCommand(command: "flint " + arguments, directory: scratch.url)
    let calls = try command.calls(call)
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("new-out"))
    let killed = try command.end(by: SIGKILL, at: calls.count / 2, of: calls)
    #expect(killed.status == 128 + SIGKILL, "\(killed.output)")
    let left = try names(scratch.url).filter { $0.hasPrefix("new-out.new-") }
    #expect(left.count == 1)
    let again = try Shell.run("flint " + arguments, in: scratch.url)
    #expect(again.status == 0, "\(again.output)")
    #expect(try names(scratch.url) == (before + ["new-out"]).sorted())
  }

  @Test func `a temporary file of a running command is not removed`() throws {
    let scratch = try Scratch()
    try PreparedProfile.copy(to: scratch.url)
    // The first dump is stopped while it writes, and goes on when the second is done.
    let command = TracedCommand(command: "flint dump --db p.db out", directory: scratch.url)
    let calls = try command.calls("write")
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("out"))
    let result = try Shell.run(
      """
      strace -f -qq -e trace=write -o trace -e inject=write:signal=STOP:when=\(calls.count / 2) \
        flint dump --db p.db out >first 2>&1 &
      until stopped=$(sed -n '/stopped by SIGSTOP/{s/ .*//p;q}' trace 2>/dev/null) \
        && [ -n "$stopped" ]; do :; done
      ls -d out.new-*; flint dump --quiet --db p.db out; echo $?; kill -CONT $stopped; wait; cat first
      """, in: scratch.url)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("out.new-") && lines[1] == "0", "\(lines)")
    #expect(lines.last == "flint: out: already exists; nothing was changed", "\(lines)")
    let check = try Shell.run(
      "flint restore --quiet --db r.db out && flint verify --quiet --db r.db", in: scratch.url)
    #expect(check.status == 0, "\(check.output)")
    #expect(try !names(scratch.url).contains { $0.contains(".new-") })
  }

  @Test func `temporary files of SQLite in a merge are in a private directory`() throws {
    let scratch = try Scratch()
    try PreparedProfile.copy(to: scratch.url)
    let result = try Shell.run(
      """
      export TMPDIR=$PWD/tmp SQLITE_TMPDIR=$PWD/tmp
      strace -f -qq -s 300 -o trace.txt -e trace=openat,mkdir,unlink \
        flint merge --quiet --db p.db q.db; echo $?
      # A directory for SQLite's temporary files, each of which is removed by the next call.
      grep -c 'mkdir("p.db.new-[0-9a-f]*"' trace.txt; ls -A | grep new-; ls tmp
      grep -A 1 "p.db.new-[0-9a-f]*/.*O_CREAT" trace.txt | grep -c -v -E 'O_CREAT|unlink|^--'
      """, in: scratch.url)
    #expect(result.output == "0\n1\n0\n")
  }
}
