import Foundation
import FlintJSON
import Testing

/// Returns a profile in which commands were given on the morning of Monday, 2 March 2026.
private func habits(_ setups: String...) throws -> Scratch {
  let scratch = try Scratch()
  for (minute, setup) in (["init --seed 7 --zone UTC --quiet"] + setups).enumerated() {
    let dated = setup.hasPrefix("init") ? "" : "--now 2026-03-02T08:1\(minute)"
    let result = try Shell.run("flint \(setup) --db p.db \(dated)", in: scratch.url)
    #expect(result.status == 0, "\(setup): \(result.output)")
  }
  return scratch
}

/// `flint habit` on a terminal, on evenings after others that were left out.
struct `The evening round` {
  /// Talks to the command as `Terminal/converse.py` describes it.
  @discardableResult
  private static func converse(
    _ dialogue: String, _ options: String = "", at now: String, in scratch: borrowing Scratch
  ) throws -> String {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Terminal/converse.py")
    try dialogue.write(
      to: scratch.url.appendingPathComponent("dialogue"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "TERM=xterm python3 '\(script.path)' dialogue flint habit \(options) --db p.db --now \(now)",
      in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  private static func days(
    _ habit: String, at now: String, in scratch: borrowing Scratch
  ) throws -> [String] {
    let text = try Shell.run(
      "flint habits --name \(habit) --format json --db p.db --now \(now)", in: scratch.url
    ).output
    guard case .array(let days)? = try JSONValue(parsing: text)["days"] else { return [] }
    return days.compactMap { if case .string(let status)? = $0["status"] { status } else { nil } }
  }

  /// Stretch is answered on Monday 2 March; on Thursday evening Tuesday, Wednesday and today are asked for.
  @Test func `asks for each day since the last answer, the oldest first`() throws {
    let scratch = try habits("habit add Stretch", "habit done stretch")
    try Self.converse(
      """
      < y done, n not done
      < Tuesday 2026-03-03
      < Stretch
      > y
      < Wednesday 2026-03-04, yesterday
      < Stretch
      > n
      < Thursday 2026-03-05, today
      < Stretch
      > y
      < entry in Stretch
      """, at: "2026-03-05T21:00", in: scratch)
    #expect(
      try Self.days("Stretch", at: "2026-03-05T22:00", in: scratch)
        == ["done", "done", "not_done", "done"])
    try Self.converse("< no habits are open today", at: "2026-03-05T22:00", in: scratch)
  }

  /// The Enter behind y and n belongs to it.
  @Test func `an Enter behind a key does not answer the next question`() throws {
    let scratch = try habits(
      "habit add Stretch", "habit add Read --at-least 20 --of minutes", "habit add Tidy")
    let shown = try Self.converse(
      #"""
      < Stretch
      > y\r
      < Read
      > 7h30\r
      < Tidy
      > n\r
      < entry in Stretch
      """#, at: "2026-03-02T21:00", in: scratch)
    // Enter alone would answer with "later", which the first line, too, has.
    #expect(!shown.contains("] later"), "\(shown)")
    for (habit, status) in [("Stretch", "done"), ("Read", "done"), ("Tidy", "not_done")] {
      #expect(try Self.days(habit, at: "2026-03-02T22:00", in: scratch) == [status])
    }
  }

  @Test func `goes back to the question before, and leaves the rest of a day`() throws {
    let scratch = try habits("habit add Stretch", "habit add Tidy", "habit add Walk")
    try Self.converse(
      """
      < Stretch
      > n
      < Tidy
      > u
      < back
      < Stretch
      > y
      < Tidy
      > d
      < day later
      < entry in Stretch: done
      < the answers were recorded; 2 questions left
      """, at: "2026-03-02T21:00", in: scratch)
  }

  /// Twice a week: after two answers of yes no other day of the week is asked for. A limit and a group are
  /// never asked for.
  @Test func `leaves out what is done, limits and groups`() throws {
    let scratch = try habits(
      "habit add Run --times 2 --per week", "habit add Sweets --per week --at-most 6 --of number",
      "habit add Move --of Run")
    try Self.converse(
      """
      < Monday 2026-03-02
      > y
      < Tuesday 2026-03-03
      > y
      < entry in Run: done
      """, at: "2026-03-05T21:00", in: scratch)
    for habit in ["Run", "Move"] {
      #expect(
        try Self.days(habit, at: "2026-03-05T22:00", in: scratch)
          == ["done", "done", "not_done", "unknown"], "\(habit)")
    }
  }

  /// Of a habit without any answer in 20 days, the last 14 are asked for; --on asks for a day before.
  @Test func `asks for two weeks, and says what lies before them`() throws {
    let scratch = try habits("habit add Stretch")
    try Self.converse(
      """
      < Stretch has unanswered days up to 2026-03-07; flint habit --on 2026-03 asks
      < Sunday 2026-03-08
      > q
      < nothing was recorded; 14 questions left, which flint habit asks again
      """, at: "2026-03-21T21:00", in: scratch)
    try Self.converse(
      "< Tuesday 2026-03-03\n> y\n< entry in Stretch", "--on 2026-03-03", at: "2026-03-21T21:00",
      in: scratch)
    let days = try Shell.run(
      "flint habits --name Stretch --days 20 --columns day,status --format csv --db p.db "
        + "--now 2026-03-21T22:00", in: scratch.url
    ).output
    #expect(days.contains("2026-03-03,done\n"), "\(days)")
  }

  /// From Monday, which is left for later, to Thursday, which is today.
  @Test func `says what asks for a day that was left for later`() throws {
    let scratch = try habits("habit add Stretch")
    try Self.converse(
      """
      < Monday 2026-03-02
      > \\r
      < Tuesday 2026-03-03
      > n
      < Wednesday 2026-03-04
      > q
      < the answers were recorded; 3 questions left, 2 of which flint habit asks again; flint habit --on 2026-03-02 asks for days before later answers
      """, at: "2026-03-05T21:00", in: scratch)
    try Self.converse(
      """
      < Monday 2026-03-02
      > q
      < nothing was recorded; 1 question left, which flint habit --on 2026-03-02 asks again
      """, "--on 2026-03-02", at: "2026-03-05T21:00", in: scratch)
    try Self.converse(
      "< Wednesday 2026-03-04\n> q\n< 2 questions left, which flint habit asks again",
      at: "2026-03-05T21:00", in: scratch)
  }

  /// The terminal has 80 columns, and no question fills them.
  @Test func `fits a terminal`() throws {
    let scratch = try habits(
      "habit add 'A name of a habit that is as long as a line' --times 3 --per week --at-least 20 "
        + "--of minutes")
    let shown = try Self.converse(
      "< [minutes/n/s]\n> q\n< quit", at: "2026-03-02T21:00", in: scratch)
    for line in shown.split(whereSeparator: \.isNewline) { #expect(line.count < 80, "\(line)") }
  }
}

/// Groups of the user's own, habits of habits, and notes, in the shell.
struct `Habits together` {
  private static func output(_ command: String, in scratch: borrowing Scratch) throws -> String {
    try Shell.run("flint \(command) --db p.db --now 2026-03-02T21:00", in: scratch.url).output
  }

  @Test func `are listed by their groups, and selected by one`() throws {
    let scratch = try habits(
      "habit add Floss", "habit add Read --group Evening", "habit add Stretch --group Morning",
      "habit add Write --group evening")
    #expect(
      try Self.output("habits --columns name,group --format csv", in: scratch)
        == "name,group\nRead,Evening\nWrite,evening\nStretch,Morning\nFloss,\n")
    #expect(
      try Self.output("habits --group EVENING --columns name --format csv", in: scratch)
        == "name\nRead\nWrite\n")
    #expect(
      try Self.output("habits --group Evenings", in: scratch).contains(
        "there is no group \"Evenings\" (did you mean \"Evening\"?)"))
    let today = try Self.output("today", in: scratch)
    #expect(today.contains("Evening: [ ] Read   [ ] Write\n"), "\(today)")
    #expect(try Self.output("week", in: scratch).contains("\nEvening:\nRead "))
  }

  @Test func `a habit of habits follows from its members`() throws {
    let scratch = try habits(
      "habit add Stretch", "habit add Run", "habit add Move --of Stretch,Run --needs any")
    let refused = try Self.output("habit done move", in: scratch)
    #expect(
      refused.contains(
        "\"Move\" is a group, whose days follow from those of its members: record \"Stretch\" or "
          + "\"Run\""), "\(refused)")
    let done = try Self.output("habit done run", in: scratch)
    #expect(done.contains(" · Move done"), "\(done)")
    let habits = try Self.output("habits --columns name,schedule --format csv", in: scratch)
    #expect(habits.contains("Move,"), "\(habits)")
    #expect(
      try Self.output("habits --name Move", in: scratch).contains(
        "Move: every day, any of Stretch and Run"))
    #expect(
      try Self.output("habit change move --needs 3", in: scratch).contains(
        "--needs: expected all, any or a number from 1 to 2"))
    #expect(
      try Self.output("habit add Day --of Move,Swim", in: scratch).contains(
        "there is no habit \"Swim\""))
    #expect(
      try Self.output("habit change move --of Move,Run", in: scratch).contains(
        "the group would be a member of itself"))
  }

  @Test func `notes stand by their days`() throws {
    let scratch = try habits(
      "habit add Stretch", "habit add Swim", "habit done stretch --note 'With the cat'",
      "habit skip swim --note 'The pool is closed'")
    let today = try Self.output("today", in: scratch)
    #expect(today.contains("[x] Stretch*"), "\(today)")
    #expect(today.contains("* Stretch: With the cat\n"), "\(today)")
    let week = try Self.output("week", in: scratch)
    #expect(week.contains("✓*") && week.contains("* Mon Swim: The pool is closed\n"), "\(week)")
    let page = try Self.output("habits --name swim --format json", in: scratch)
    #expect(page.contains("\"The pool is closed\""), "\(page)")
    #expect(
      try Self.output("calendar Swim", in: scratch).contains("2026-03-02  The pool is closed"))
  }

  @Test func `durations are hours and minutes`() throws {
    let scratch = try habits(
      "habit add Sleep --at-least 7:30", "habit done sleep 7.5h", "entry Weight 78,2 --new")
    #expect(
      try Self.output("habits --name Sleep", in: scratch).contains(
        "Sleep: every day, at least 7 h 30 min"))
    let entries = try Self.output("trackers --entries", in: scratch)
    #expect(entries.contains("7 h 30 min") && entries.contains("78.2"), "\(entries)")
    #expect(
      try Self.output("trackers --name Sleep --format csv --columns minutes", in: scratch)
        == "minutes\n450\n")
  }

  /// What is so already is reported, and the rest is recorded.
  @Test func `several names record what can be recorded`() throws {
    let scratch = try habits(
      "habit add Stretch", "habit add Swim", "habit add Walk", "habit pause stretch")
    let paused = try Shell.run(
      "flint habit pause stretch swim --db p.db --now 2026-03-02T21:00", in: scratch.url)
    #expect(paused.status == 0, "\(paused.output)")
    #expect(
      paused.output.contains("\"Stretch\": the habit is paused already and was left out")
        && paused.output.contains("paused Swim"), "\(paused.output)")
    let unknown = try Self.output("habit resume swim Wlak", in: scratch)
    #expect(unknown.contains("there is no habit \"Wlak\" (did you mean \"Walk\"?)"), "\(unknown)")
    #expect(try Self.output("habits --name swim", in: scratch).contains("paused"))
  }
}
