import Foundation
import Testing

/// What happens between processes: signals, pipes, locks, crashes.
struct `A running flint` {
  private func profile(_ scratch: borrowing Scratch, sparks: Int = 0) throws {
    let made = try Shell.run(
      "flint init --quiet --db p.db --rules ignition --seed 7 --zone UTC "
        + "&& flint eval --db p.db --quiet --now 2026-03-01 'for i = 1, \(sparks) do spark.add{title = \"s\" .. i, "
        + "category = \"idea\"} end'", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
  }

  private func count(_ scratch: borrowing Scratch) throws -> String {
    try Shell.run("flint eval --db p.db 'spark.count()'", in: scratch.url).output
  }

  @Test func `ends with 130 and keeps nothing when it is interrupted`() throws {
    let scratch = try Scratch()
    try profile(scratch, sparks: 3)
    var running = try Running(
      [
        "eval", "--db", "p.db",
        """
        spark.add{title = "lost", category = "idea"}
        log.info("started")
        while true do pcall(function() while true do end end) end
        """,
      ], in: scratch.url)
    running.waitForOutput()
    let result = running.end(SIGINT)
    #expect(result.status == 130)
    #expect(result.output.contains("stopped: interrupted"))
    #expect(try count(scratch) == "3\n")
  }

  @Test(arguments: ["en_US.UTF-8", "ar_EG.UTF-8", "fa_IR.UTF-8", "th_TH.UTF-8", "de_DE.UTF-8"])
  func `print the same in any locale`(_ locale: String) throws {
    // Weeks begin on Sunday, Saturday or Monday there; digits and calendars differ too.
    let scratch = try Scratch()
    let commands = """
      flint init --db p.db --seed 3 --zone UTC --now 2026-03-01 --quiet
      flint eval --db p.db --now 2026-03-09T10:00 --quiet 'for d = 1, 9 do spark.add{title = "s",
        category = "idea", at = ("2026-03-%02dT08:00"):format(d)} end'
      flint stats --db p.db --now 2026-03-09T10:00 --metric sparks --by week --since 2026-03-01 --before 2026-03-10
      flint missions --db p.db --now 2026-03-09T10:00 --window week
      flint status --db p.db --now 2026-03-09T10:00
      """
    let here = try Shell.run("export LC_ALL=C.UTF-8 LANG=C.UTF-8; " + commands, in: scratch.url)
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("p.db"))
    let there = try Shell.run(
      "export LC_ALL=\(locale) LANG=\(locale) LANGUAGE=\(locale); " + commands, in: scratch.url)
    #expect(here.status == 0)
    #expect(there.output == here.output)
    // 2026-03-01 is a Sunday: the last day of its week.
    #expect(here.output.contains("2026-W09"))
  }

  @Test func `leaves a loop inside a C function when its time is up`() throws {
    let scratch = try Scratch()
    try profile(scratch, sparks: 1)
    // A pattern that backtracks for ages without running one instruction of Lua.
    let result = try Shell.run(
      "flint eval --db p.db --time 300ms 'spark.add{title = \"x\", category = \"idea\"} "
        + "return (\"a\"):rep(200000):find((\"a*\"):rep(40) .. \"b\")'; echo exit $?",
      in: scratch.url)
    #expect(result.output.hasSuffix("exit 124\n"), "\(result.output)")
    // It ends by itself, before the two minutes of a test's command.
    #expect(try count(scratch) == "1\n")
  }

  @Test(arguments: [
    "flint sparks --db p.db --format csv", "flint sparks --db p.db --format json",
    "flint api", "flint rules show",
    "flint eval --db p.db 'for i = 1, 300000 do print(i) end spark.add{title = \"x\", category = \"idea\", at = 0}'",
  ])
  func `takes a reader that goes away for success`(command: String) throws {
    let scratch = try Scratch()
    try profile(scratch, sparks: 3000)
    let result = try Shell.run("(\(command); echo exit $? >&2) | true", in: scratch.url)
    #expect(result.output == "exit 0\n")
    if command.contains("eval") { #expect(try count(scratch) == "3001\n") }
  }

  @Test func `sets no rulebook when what it changes could not be shown`() throws {
    let scratch = try Scratch()
    try profile(scratch)
    let result = try Shell.run(
      "flint rules set --db p.db ignition-shipped >/dev/full; echo exit $?; "
        + "flint rules diff --db p.db current ignition", in: scratch.url)
    #expect(result.output.hasSuffix("exit 74\nno differences\n"), "\(result.output)")
    #expect(!result.output.contains("is now folded"))
  }

  @Test func `waits for another one, and nothing is lost or doubled`() throws {
    let scratch = try Scratch()
    try profile(scratch)
    let writers = (1...6).map { writer in
      "flint eval --quiet --db p.db --now 2026-03-02 'for i = 1, 200 do "
        + "spark.add{title = \"\(writer) \" .. i, category = \"energy\", at = i} end' & "
    }
    // Each waits for the ones before it.
    let result = try Shell.run(writers.joined() + "wait", in: scratch.url)
    #expect(result.output == "")
    #expect(try count(scratch) == "1200\n")
    #expect(
      try Shell.run("flint verify --db p.db --quiet --now 2026-03-03", in: scratch.url).status == 0)
  }

  /// At writes of pages and at waits for the disk, the last of which commit the transaction.
  @Test(arguments: ["pwrite64", "fdatasync"], [1, 25, 50, 75, 100])
  func `killed at any call leaves all or nothing`(call: String, percent: Int) throws {
    let scratch = try Scratch()
    try profile(scratch, sparks: 5)
    let command = TracedCommand(
      command: """
        flint eval --db p.db --now 2026-03-02 \
          "for i = 1, 3000 do spark.add{title = 'k' .. i, category = 'energy', at = i} end"
        """, directory: scratch.url)
    let calls = try command.calls(call)
    _ = try Shell.run("rm p.db*", in: scratch.url)
    try profile(scratch, sparks: 5)
    let killed = try command.end(by: SIGKILL, at: max(1, calls.count * percent / 100), of: calls)
    #expect(killed.status == 128 + SIGKILL, "\(killed.output)")
    let result = try Shell.run(
      "flint verify --db p.db --now 2026-03-03 --quiet", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    let left = try count(scratch)
    #expect(left == "5\n" || left == "3005\n")
  }

  @Test func `says who holds the profile after waiting for it`() async throws {
    let scratch = try Scratch()
    try profile(scratch)
    let directory = scratch.url
    let (holder, waiting, ended) = try await Shell.aside {
      var running = try Running(
        ["eval", "--db", "p.db", "spark.count() log.info('holding') while true do end"],
        in: directory)
      running.waitForOutput()
      let waiting = try Shell.run("flint eval --db p.db 'spark.count()'", in: directory)
      return (running.id, waiting, running.end(SIGINT))
    }
    #expect(waiting.status == 74)
    #expect(
      waiting.output.contains("p.db: in use by process \(holder); "), "\(waiting.output)")
    #expect(waiting.output.contains("waited 10 s, nothing was changed"))
    #expect(ended.status == 130)
  }
}
