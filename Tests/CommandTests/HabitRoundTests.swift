import Foundation
import JSON
import Testing

/// `flint habit` on a terminal, which asks for the days without an answer.
struct `The evening round` {
  /// Types keys on a terminal, each part when a question is asked, and prints what was shown.
  private static let typist = #"""
    import os, pty, select, sys, time
    parts = sys.argv[1].replace("<Enter>", "\r").replace("<C-c>", "\x03").split("|")
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp(sys.argv[2], sys.argv[2:])
    shown = b""
    def read(seconds):
        global shown
        if not select.select([terminal], [], [], seconds)[0]:
            return True
        try:
            more = os.read(terminal, 4096)
        except OSError:
            return False
        shown += more
        return bool(more)
    for part in parts:
        end = time.time() + 30
        while not shown.endswith(b"] ") and time.time() < end and read(1):
            pass
        # An Enter that follows a key at once belongs to it.
        time.sleep(0.8)
        shown += b"<" + part.replace("\r", "~").encode() + b">"
        try:
            os.write(terminal, part.encode())
        except OSError:
            break
    while read(30):
        pass
    os.waitpid(pid, 0)
    sys.stdout.write(shown.decode().replace("\r\n", "\n"))
    """#

  private static func prepared(_ setups: String...) throws -> Scratch {
    let scratch = try Scratch()
    try typist.write(
      to: scratch.url.appendingPathComponent("keys.py"), atomically: true, encoding: .utf8)
    for (minute, setup) in (["init --seed 7 --zone UTC --quiet"] + setups).enumerated() {
      let dated = setup.hasPrefix("init") ? "" : "--now 2026-03-02T08:1\(minute)"
      let result = try Shell.run("flint \(setup) --db p.db \(dated)", in: scratch.url)
      #expect(result.status == 0, "\(setup): \(result.output)")
    }
    return scratch
  }

  /// Answers the questions of an evening with keys.
  private static func round(
    _ keys: String, _ options: String = "", at now: String, in scratch: borrowing Scratch
  ) throws -> String {
    try Shell.run(
      "TERM=xterm python3 keys.py '\(keys)' flint habit \(options) --db p.db --now \(now)",
      in: scratch.url
    ).output
  }

  private static func days(_ habit: String, at now: String, in scratch: borrowing Scratch) throws
    -> [String]
  {
    let text = try Shell.run(
      "flint habits --name \(habit) --format json --db p.db --now \(now)", in: scratch.url
    ).output
    guard case .array(let days)? = try JSONValue(parsing: text)["days"] else { return [] }
    return days.compactMap { if case .string(let status)? = $0["status"] { status } else { nil } }
  }

  /// Stretch is answered on Monday 2 March; on Thursday evening Tuesday, Wednesday and today are asked for,
  /// oldest first.
  @Test func `asks for each day since the last answer, the oldest first`() throws {
    let scratch = try Self.prepared("habit add Stretch", "habit done stretch")
    let shown = try Self.round("y|n|y", at: "2026-03-05T21:00", in: scratch)
    let headings = [
      "Tuesday 2026-03-03", "Wednesday 2026-03-04, yesterday", "Thursday 2026-03-05, today",
    ]
    var rest = shown[...]
    for heading in headings {
      let found = try #require(rest.range(of: heading), "\(shown)")
      rest = rest[found.upperBound...]
    }
    #expect(
      try Self.days("Stretch", at: "2026-03-05T22:00", in: scratch)
        == ["done", "done", "not_done", "done"])
    let again = try Self.round("q", at: "2026-03-05T22:00", in: scratch)
    #expect(again.contains("no habits are open today"), "\(again)")
  }

  /// The Enter behind y belongs to it; the Enter that is typed alone leaves Read for later.
  @Test func `an Enter behind a key does not answer the next question`() throws {
    let scratch = try Self.prepared(
      "habit add Stretch", "habit add Read --at-least 20 --of minutes", "habit add Tidy")
    let shown = try Self.round("y<Enter>|7h30<Enter>|n<Enter>", at: "2026-03-02T21:00", in: scratch)
    #expect(!shown.contains("later\n"), "\(shown)")
    for (habit, status) in [("Stretch", "done"), ("Read", "done"), ("Tidy", "not_done")] {
      #expect(try Self.days(habit, at: "2026-03-02T22:00", in: scratch) == [status])
    }
  }

  @Test func `goes back, skips, and keeps what was answered when it is interrupted`() throws {
    let scratch = try Self.prepared("habit add Stretch", "habit add Tidy", "habit add Walk")
    let shown = try Self.round("n|u|y|s|<C-c>", at: "2026-03-02T21:00", in: scratch)
    #expect(shown.contains("interrupted; the answers were recorded; 1 question left"), "\(shown)")
    for (habit, status) in [("Stretch", "done"), ("Tidy", "skipped"), ("Walk", "unknown")] {
      #expect(try Self.days(habit, at: "2026-03-02T22:00", in: scratch) == [status])
    }
  }

  /// Twice a week: after two answers of yes no other day of the week is asked for. A limit and a group are
  /// never asked for.
  @Test func `leaves out what is done, limits and groups`() throws {
    let scratch = try Self.prepared(
      "habit add Run --times 2 --per week", "habit add Sweets --per week --at-most 6 --of number",
      "habit add Move --of Run")
    let shown = try Self.round("y|y", at: "2026-03-05T21:00", in: scratch)
    #expect(!shown.contains("Sweets") && !shown.contains("Move ("), "\(shown)")
    #expect(
      try Self.days("Run", at: "2026-03-05T22:00", in: scratch)
        == ["done", "done", "not_done", "unknown"])
    #expect(
      try Self.days("Move", at: "2026-03-05T22:00", in: scratch)
        == ["done", "done", "not_done", "unknown"])
  }

  /// Of a habit without any answer in 20 days, the last 14 are asked for; --on asks for a day before.
  @Test func `asks for two weeks, and for others by name`() throws {
    let scratch = try Self.prepared("habit add Stretch")
    let shown = try Self.round("q", at: "2026-03-21T21:00", in: scratch)
    #expect(
      shown.contains("Stretch has unanswered days up to 2026-03-07"), "\(shown)")
    #expect(shown.contains("Sunday 2026-03-08"), "\(shown)")
    let earlier = try Self.round("y", "--on 2026-03-03", at: "2026-03-21T21:00", in: scratch)
    #expect(earlier.contains("Tuesday 2026-03-03"), "\(earlier)")
    let days = try Shell.run(
      "flint habits --name Stretch --days 20 --columns day,status --format csv --db p.db "
        + "--now 2026-03-21T22:00", in: scratch.url
    ).output
    #expect(days.contains("2026-03-03,done\n"), "\(days)")
  }

  /// The terminal has 80 columns, and no question fills them.
  @Test func `fits a terminal`() throws {
    let scratch = try Self.prepared(
      "habit add 'A name of a habit that is as long as a line' --times 3 --per week --at-least 20 "
        + "--of minutes")
    let shown = try Self.round("q", at: "2026-03-02T21:00", in: scratch)
    for line in shown.split(separator: "\n") { #expect(line.count < 80, "\(line)") }
  }
}
