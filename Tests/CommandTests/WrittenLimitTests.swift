import Foundation
import Testing

/// The limit of what scripts write to disk, `--max-written`, also in dry runs.
struct `The limit of written bytes` {
  private func run(
    _ script: String, _ options: String = "--max-written 1MiB", in scratch: borrowing Scratch
  ) throws -> Shell.Result {
    try script.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    return try Shell.run(
      "flint run --scratch --quiet --seed 7 --allow-write . \(options) s.lua; rc=$?; ls; exit $rc",
      in: scratch.url)
  }

  @Test(arguments: [
    "pcall(fs.write, 'a', ('x'):rep(2000000))",
    "for i = 1, 20 do pcall(fs.write, 'a' .. i, ('x'):rep(100000)) end",
    """
    local w = csv.writer('a', {'x'})
    for i = 1, 20 do pcall(w.write, w, {('x'):rep(100000)}) end
    """,
    """
    for i = 1, 20 do spark.add{title = 's' .. i, category = 'idea', notes = ('n'):rep(4000)} end
    for i = 1, 20 do pcall(export.run, {kind = 'sparks', file = 'a' .. i}) end
    """,
  ])
  func `a script that exceeds the limit is stopped and nothing is saved`(script: String) throws {
    for options in ["--max-written 1MiB", "--max-written 1MiB --dry-run"] {
      let scratch = try Scratch()
      let result = try run(script + " print('went on')", options, in: scratch)
      #expect(result.status == 1)
      #expect(
        result.output
          == "flint: stopped: the script wrote more than 1MiB to files (--max-written); nothing was "
          + "kept since the last checkpoint\ns.lua\n", "\(result.output)")
    }
  }

  @Test func `overwritten bytes do not count toward the limit`() throws {
    let scratch = try Scratch()
    let result = try run(
      "for i = 1, 20 do fs.write('a', ('x'):rep(900000)) end print('on')", in: scratch)
    #expect(result.output == "on\na\ns.lua\n", "\(result.output)")
  }

  @Test func `rejected rows of imports count toward the limit`() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      local lines = {}
      for i = 1, 3000 do lines[i] = 'x,' .. ('n'):rep(500) .. ',idea,low,,,,,' end
      fs.write('b.csv', 'at,title,category,intensity,notes,tags,estimated,actual,key\\n'
        .. table.concat(lines, '\\n') .. '\\n')
      checkpoint()
      import.run{file = 'b.csv', format = 'sparks', rejects = 'r.csv'}
      """, "--max-written 2MiB", in: scratch)
    #expect(result.status == 1)
    // 1.5 MB of the file, and as much once more of its rejected rows, with their reasons.
    #expect(
      result.output.hasPrefix("flint: stopped: the script wrote more than 2MiB to files"),
      "\(result.output)")
    #expect(result.output.hasSuffix("\nb.csv\ns.lua\n"), "\(result.output)")
  }

  @Test func `the growth of the profile has the same limit`() throws {
    let scratch = try Scratch()
    try "for i = 1, 6000 do spark.add{title = 's', category = 'idea', notes = ('n'):rep(1000)} end"
      .write(to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "flint run --create --db p.db --quiet --max-written 1MiB --max-output 64KiB s.lua; rc=$?; "
        + "flint eval --db p.db 'spark.count()'; exit $rc", in: scratch.url)
    #expect(result.status == 74)
    #expect(
      result.output
        == "flint: p.db: disk I/O error; the profile may grow by 1MiB (--max-written); the new "
        + "profile stayed, without records\n0\n")
  }

  @Test func `the kernel's file size limit enforces the limit, too`() throws {
    let scratch = try Scratch()
    try "print('on') while true do end".write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    var running = try Running(
      [
        "run", "--create", "--db", "p.db", "--quiet", "--max-written", "3MiB", "--max-output",
        "1MiB", "s.lua",
      ],
      in: scratch.url)
    // The limit is set when the sandbox is entered, which is after the profile was created.
    var found: Substring?
    for _ in 0..<500 where found == nil {
      Thread.sleep(forTimeInterval: 0.02)
      let limits = try String(contentsOfFile: "/proc/\(running.id)/limits", encoding: .utf8)
      found = limits.split(separator: "\n").first {
        $0.hasPrefix("Max file size") && $0.split(separator: " ")[3] != "unlimited"
      }
    }
    _ = running.end(SIGKILL)
    let line = try #require(found, "the process has no limit of the size of files")
    // A new profile takes nothing yet, and what was printed so far goes to a file of a few bytes.
    let most = try #require(Int(line.split(separator: " ")[3]))
    #expect((3 << 20...4 << 20).contains(most), "\(line)")
  }
}
