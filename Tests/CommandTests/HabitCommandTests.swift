import Charts
import Foundation
import FlintJSON
import Testing

/// `flint habit`, without Lua.
struct `Habits from the shell` {
  private static func prepared(_ setups: String...) throws -> Scratch {
    let scratch = try Scratch()
    // Each at a minute of its own: equal instants are in the order of ids.
    for (minute, setup) in (["init --seed 7 --zone UTC --quiet"] + setups).enumerated() {
      let result = try run(setup, at: "2026-03-02T08:0\(minute)", in: scratch)
      #expect(result.status == 0, "\(setup): \(result.output)")
    }
    return scratch
  }

  private static func run(
    _ command: String, at now: String, in scratch: borrowing Scratch
  ) throws -> Shell.Result {
    let dated = command.hasPrefix("init") ? "" : "--now \(now)"
    return try Shell.run("flint \(command) --db p.db \(dated)", in: scratch.url)
  }

  private static func habit(
    _ name: String, at now: String, in scratch: borrowing Scratch
  ) throws -> JSONValue {
    try JSONValue(
      parsing: run("habits --name \(name) --format json", at: now, in: scratch).output)
  }

  /// The strength of a daily habit is 1 − 0.5^(1/13) = 0.051922 after the first day, and 0.948078 · 0.051922 +
  /// 0.051922, truncated in millionths, after the second. 12 of 20 minutes bring 0.6 · 0.051922.
  @Test func `their days are exported, those of stopped habits too`() throws {
    let scratch = try Self.prepared(
      "habit add Stretch", "habit done stretch", "habit add Read --at-least 20 --of minutes")
    for (command, now) in [
      ("habit done stretch read 12min", "2026-03-03T20:00"),
      ("habit skip read", "2026-03-04T20:00"),
      ("habit stop stretch", "2026-03-04T21:00"),
    ] {
      let result = try Self.run(command, at: now, in: scratch)
      #expect(result.status == 0, "\(result.output)")
    }
    #expect(
      try Self.run("export habits --before 2026-03-05", at: "2026-03-05T08:00", in: scratch).output
        == """
        day,habit,status,amount,strength
        2026-03-02,Stretch,done,1,0.051922
        2026-03-03,Stretch,done,1,0.101148
        2026-03-02,Read,not_done,0,0
        2026-03-03,Read,partial,12,0.031153
        2026-03-04,Read,skipped,0,0.031153

        """)
    #expect(
      try Self.run(
        "export habits --on 2026-03-03 --where status=done", at: "2026-03-05T08:00", in: scratch
      ).output.hasSuffix("strength\n2026-03-03,Stretch,done,1,0.101148\n"))
  }

  /// Monday 2 March to Sunday 22 March 2026. Read: 2 days a week of 20 minutes. The first week has 3
  /// such days, the second 1 beside a partial one, the third 2. Stretch, each day, is skipped on the 5th
  /// and paused from the 7th to the 9th, else done to the 14th.
  @Test func `three weeks are what their commands said`() throws {
    let scratch = try Self.prepared(
      "habit add Read --times 2 --per week --at-least 20 --of minutes --category learning",
      "habit add Stretch the back")
    func run(_ command: String, _ day: Int, _ hour: Int = 20) throws {
      func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let now = "2026-03-\(padded(day))T\(padded(hour)):00"
      let result = try Self.run(command, at: now, in: scratch)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    for day in [2, 3, 4, 10, 17, 19] { try run("habit done read 25min", day) }
    try run("habit done read 10", 12)
    for day in [2, 3, 4, 6, 10, 11, 12, 13, 14] { try run("done stretch", day, 21) }
    try run("habit skip stretch the back --note ill", 5)
    try run("habit pause stretch", 7)
    try run("habit resume stretch", 10, 7)
    try run("habit no stretch", 15)
    let now = "2026-03-14T23:00"
    // Partial weeks: the 12th has 10 of 20 minutes.
    let read = try Self.habit("Read", at: now, in: scratch)
    #expect(read["streak"] == .integer(1))
    #expect(read["period"]?["done"] == .integer(1))
    #expect(read["today"] == .string("unknown"))
    let stretch = try Self.habit("'Stretch the back'", at: now, in: scratch)
    // The 2nd to 4th, the 6th, and the 10th to 14th; neutral days are neither.
    #expect(stretch["streak"] == .integer(9))
    let late = try Self.habit("'Stretch the back'", at: "2026-03-15T22:00", in: scratch)
    #expect(late["today"] == .string("not_done"))
    // The day is not over, so it breaks no streak yet.
    #expect(late["streak"] == .integer(9))
    let next = try Self.habit("'Stretch the back'", at: "2026-03-16T07:00", in: scratch)
    #expect(next["streak"] == .integer(0))
    #expect(late["best_streak"] == .integer(9))
    let end = try Self.habit("Read", at: "2026-03-22T22:00", in: scratch)
    // Done, missed, done.
    #expect(end["streak"] == .integer(1))
    #expect(end["best_streak"] == .integer(1))
    let week = try JSONValue(
      parsing: Self.run("week --format json", at: "2026-03-15T22:00", in: scratch).output)
    // The second week: Read on the 10th, Stretch on 10 to 14. The first: Read 3, Stretch 4.
    #expect(week["total"]?["habits"] == .integer(6))
    #expect(week["week_before"]?["habits"] == .integer(7))
  }

  @Test func `an answer shows the day, the streak and the strength`() throws {
    let scratch = try Self.prepared(
      "habit add Read --at-least 20 --of minutes", "habit add Stretch")
    let half = try Self.run("habit done read 10", at: "2026-03-02T20:00", in: scratch).output
    #expect(half.contains("  entry in Read: 10 minutes · +5 points\n"), "\(half)")
    #expect(half.contains("\n      partial today · 10 of 20 minutes · streak 0 days"), "\(half)")
    let full = try Self.run("habit done r 1h", at: "2026-03-02T21:00", in: scratch).output
    #expect(full.contains("done today · streak 1 day · strength"), "\(full)")
    let json = try JSONValue(
      parsing: Self.run(
        "habit done stretch --format json", at: "2026-03-02T21:00", in: scratch
      ).output)
    guard case .array(let events)? = json["events"] else {
      Issue.record("no events")
      return
    }
    #expect(events.count == 1)
    #expect(events[0]["habit"]?["day"]?["status"] == .string("done"))
    #expect(events[0]["habit"]?["streak"] == .integer(1))
    let quiet = try Self.run("habit no read stre --quiet", at: "2026-03-03T21:00", in: scratch)
    #expect(quiet.status == 0 && quiet.output.isEmpty, "\(quiet.output)")
    for name in ["Read", "Stretch"] {
      #expect(
        try Self.habit(name, at: "2026-03-03T22:00", in: scratch)["today"] == .string("not_done"))
    }
  }

  @Test func `a plan is changed, ended and taken up again`() throws {
    let scratch = try Self.prepared("habit add Run --weekdays mon,wed --at-least 5 --of number")
    var minute = 10
    func text(_ command: String, day: String = "2026-03-02") throws -> JSONValue? {
      minute += 1
      let result = try Self.run(command, at: "\(day)T09:\(minute)", in: scratch)
      #expect(result.status == 0, "\(result.output)")
      return try Self.habit("Run", at: "\(day)T10:00", in: scratch)["text"]
    }
    // A change counts from the next period on, and the next one starts from it.
    for (options, plan) in [
      ("--at-least 7.5", "on Mon and Wed, at least 7.5"),
      ("--times 3 --per week", "3 times a week, at least 7.5"),
      ("--times 4", "4 times a week, at least 7.5"), ("--over period", "at least 7.5 a week"),
      ("--no-goal --every 2", "every 2 days"),
    ] {
      #expect(
        try text("habit change run \(options)")
          == .string("on Mon and Wed, at least 5; from 2026-03-03: \(plan)"))
    }
    let later = "2026-03-04"
    #expect(try text("habit stop run", day: later) == .string("stopped"))
    #expect(try text("habit change run", day: later) == .string("every 2 days"))
    #expect(
      try text("habit change run --at-most 6 --of entries", day: later)
        == .string("every 2 days; from 2026-03-06: at most 6 entries in 2 days"))
  }

  /// Of several changes of one day the last counts, although a day means the same instant.
  @Test func `changes of one day apply in the order in which they are recorded`() throws {
    let scratch = try Self.prepared("task Milk")
    let day = "--on 2026-03-02"
    for name in ["Run", "Swim", "Read", "Stretch", "Floss", "Piano"] {
      for command in [
        "habit add \(name) \(day)", "habit change \(name) --times 2 --per week \(day)",
        "habit change \(name) --times 3 \(day)", "habit pause \(name) \(day)",
        "habit resume \(name) \(day)", "habit pause \(name) \(day)",
      ] {
        let result = try Self.run(command, at: "2026-03-03T09:00", in: scratch)
        #expect(result.status == 0, "\(command): \(result.output)")
      }
      // The same once more is refused.
      let again = try Self.run("habit pause \(name) \(day)", at: "2026-03-03T10:00", in: scratch)
      #expect(again.status == 1, "\(again.output)")
      #expect(again.output.contains("is paused already"), "\(again.output)")
      // Today's changes, while the clock does not advance.
      for command in ["habit resume \(name)", "habit change \(name) --times 4"] {
        #expect(try Self.run(command, at: "2026-03-03T09:00", in: scratch).status == 0)
      }
      let habit = try Self.habit(name, at: "2026-03-03T12:00", in: scratch)
      #expect(habit["text"] == .string("3 times a week; from 2026-03-09: 4 times a week"))
      let days = try Self.run(
        "habits --name \(name) --format csv", at: "2026-03-03T12:00", in: scratch
      ).output.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",")[1] }
      #expect(days == ["paused", "unknown"])
    }
  }

  @Test func `a change after one at another offset is of the same day`() throws {
    let scratch = try Self.prepared("task Milk")
    for command in [
      "habit add Run --at 2026-03-02T23:30-08:00",
      "habit change Run --times 2 --per week --on 2026-03-02",
    ] {
      let result = try Self.run(command, at: "2026-03-04T09:00", in: scratch)
      #expect(result.status == 0, "\(result.output)")
    }
    let log = try Self.run("log --limit 2", at: "2026-03-04T09:00", in: scratch).output
    #expect(log.ranges(of: "2026-03-02 23:30").count == 2, "\(log)")
  }

  @Test func `a change of an earlier day starts from the plan of that day`() throws {
    let scratch = try Self.prepared("habit add Run --times 2 --per week --at-least 5 --of number")
    for (command, now) in [
      ("habit change run --every 3 --no-goal", "2026-03-09T09:00"),
      ("habit change run --at-least 6 --on 2026-03-05", "2026-03-10T09:00"),
    ] {
      #expect(try Self.run(command, at: now, in: scratch).status == 0)
    }
    let log = try Self.run("log", at: "2026-03-11T09:00", in: scratch).output
    #expect(log.contains("made Run a habit: twice a week, at least 6\n"), "\(log)")
    #expect(
      try Self.habit("Run", at: "2026-03-11T09:00", in: scratch)["text"]
        == .string("twice a week, at least 6; from 2026-03-16: every 3 days"))
  }

  @Test func `amounts near the limit are added up in a week`() throws {
    let scratch = try Self.prepared("habit add Sand --per week --at-most 5 --of number")
    for day in ["2026-03-02", "2026-03-03"] {
      for minute in 0...1 {
        let result = try Self.run(
          "habit done sand 9000000000000", at: "\(day)T09:0\(minute)", in: scratch)
        #expect(result.status == 0, "\(result.output)")
      }
    }
    let week = try Self.run("week --format json", at: "2026-03-03T10:00", in: scratch)
    // 2⁶³ − 1 millionths.
    #expect(week.status == 0 && week.output.contains("9223372036854.77"), "\(week.output)")
  }

  @Test func `nothing was done on a day after the goal of the week was reached`() throws {
    let scratch = try Self.prepared(
      "habit add Run --per week --at-least 25 --of number --over period")
    #expect(try Self.run("habit done run 26", at: "2026-03-02T20:00", in: scratch).status == 0)
    #expect(try Self.run("habit no run", at: "2026-03-02T21:00", in: scratch).status == 1)
    let result = try Self.run("habit no run", at: "2026-03-03T20:00", in: scratch)
    #expect(result.status == 0, "\(result.output)")
    #expect(try Self.habit("Run", at: "2026-03-03T21:00", in: scratch)["streak"] == .integer(1))
  }

  @Test(arguments: [
    ("habit done swim", 1, "there is no habit \"swim\"; flint habits lists them"),
    ("habit done Redd 5", 1, "did you mean \"Read\"?"),
    ("habit done read", 2, "expected the minutes (the goal is at least 20 minutes), got nothing"),
    ("habit done read 2.5", 2, "expected whole minutes, got 2.5"),
    ("habit done stretch 5", 2, "expected nothing, since the habit has no goal of an amount"),
    ("habit done walk 20min", 2, "expected a number, got minutes"),
    ("habit done r stretch", 1, "names several of kind habit"),
    ("habit done stretch no", 1, "no habit \"no\"; flint habit no stretch records that nothing"),
    ("done stretch no", 1, "there is no task, quest node or habit \"no\""),
    ("habit done N", 1, "no habit \"N\"; more of a name is needed if a habit begins so"),
    ("habit done today", 1, "there is no habit \"today\"; --on today gives the day"),
    ("habit done stretch Stretch", 1, "\"Stretch\" is named twice"),
    ("habit done stretch --on 2026-03-01", 1, "\"Stretch\" is a habit from 2026-03-02 on"),
    ("habit done journey", 1, "\"Journey\" is a tracker without a schedule; flint habit add"),
    ("habit done", 2, "expected the name of a habit"),
    ("habit dune", 2, "verb: expected done, no, skip"),
    ("habit read", 2, "flint habit done \"read\" records a day"),
    ("habit resume stretch", 1, "the habit is not paused"),
    ("habit add Read", 1, "\"Read\" is a habit already (every day, at least 20 minutes)"),
    ("habit add Swim --times 3", 2, "--times requires --per week, --per month or --every"),
    ("habit add Swim --times 8 --per week", 2, "--times: expected 1 to 7, the days of the period"),
    ("habit add Swim --per week --every 3", 2, "--per and --every cannot be combined"),
    ("habit add Swim --weekdays mon,foo", 2, "--weekdays: expected weekdays such as mon"),
    ("habit add Swim --at-least 5", 2, "--of: expected number, minutes or entries, got nothing"),
    ("habit add Swim --of minutes", 2, "--of requires --at-least or --at-most"),
    ("habit change read", 2, "expected a schedule or a goal"),
    ("habit change read --no-goal --at-least 3", 2, "--at-least and --no-goal cannot be combined"),
    ("habit", 2, "on a terminal only; flint habit done NAME records one"),
    ("done read", 2, "flint habit done \"Read\" 20"),
    ("done tea", 2, "flint habit done \"Tea\" AMOUNT"),
    ("done st", 1, "names task \"Stamps\" ("),
  ])
  func `a wrong use says what to do, and records nothing`(
    use: String, status: Int32, message: String
  ) throws {
    let scratch = try Self.prepared(
      "habit add Read --at-least 20 --of minutes", "habit add Stretch", "habit add Rest",
      "habit add Walk --at-least 4 --of number", "entry Journey 1 --new", "task Stamps",
      "habit add 'No sugar'", "habit add 'Today first'",
      "habit add Tea --per week --at-most 10 --of number")
    let before = try Self.run("log", at: "2026-03-02T22:00", in: scratch).output
    let result = try Self.run(use + " </dev/null", at: "2026-03-02T21:00", in: scratch)
    #expect(result.status == status, "\(result.output)")
    #expect(result.output.contains(message), "\(result.output)")
    #expect(try Self.run("log", at: "2026-03-02T22:00", in: scratch).output == before)
  }

  @Test func `a day is not done twice, nor paused twice`() throws {
    let scratch = try Self.prepared("habit add Stretch", "habit done stretch")
    for (use, message) in [
      ("habit done stretch", "\"Stretch\" is done today already; flint trackers --name"),
      ("done stretch", "\"Stretch\" is done today already"),
      ("habit no stretch", "\"Stretch\" is done today already"),
    ] {
      let result = try Self.run(use, at: "2026-03-02T21:00", in: scratch)
      #expect(result.status == 1 && result.output.contains(message), "\(result.output)")
    }
    #expect(try Self.run("habit pause stretch", at: "2026-03-03T09:00", in: scratch).status == 0)
    let again = try Self.run("habit pause stretch", at: "2026-03-03T10:00", in: scratch)
    #expect(again.status == 1)
    #expect(again.output.contains("paused already; flint habit resume \"Stretch\" ends the pause"))
    #expect(
      try Self.run("habit skip stre --on 2026-03-09", at: "2026-03-03T10:00", in: scratch).status
        == 0)
    let skip = try Self.run("habit skip stre --on 2026-03-09", at: "2026-03-03T10:01", in: scratch)
    #expect(
      skip.status == 1 && skip.output.contains("skipped on 2026-03-09 already"), "\(skip.output)")
  }

  @Test func `today has check boxes and the streaks at risk`() throws {
    let scratch = try Self.prepared(
      "habit add Read --at-least 20 --of minutes", "habit add Stretch", "habit add Swim",
      "habit add Run --weekdays wed", "habit done stretch", "habit done read 20")
    for use in ["habit done read 10", "habit skip swim"] {
      #expect(try Self.run(use, at: "2026-03-03T09:00", in: scratch).status == 0)
    }
    let page = try Self.run("today", at: "2026-03-03T10:00", in: scratch).output
    #expect(
      page.contains(
        """

        Habits    [/] Read 10 of 20 minutes, streak 1 day ends today
                  [ ] Stretch streak 1 day ends today   [–] Swim

        """), "\(page)")
    #expect(!page.contains("Run"))
    let json = try JSONValue(
      parsing: Self.run("today --format json", at: "2026-03-03T10:00", in: scratch).output)
    guard case .array(let habits)? = json["habits"] else {
      Issue.record("no habits")
      return
    }
    #expect(habits.map { $0["today"] } == ["partial", "unknown", "skipped"].map { .string($0) })
  }

  @Test func `a sum below the goal is not rounded to it`() throws {
    let scratch = try Self.prepared(
      "habit add Walk --at-least 20 --of number", "habit done walk 19.999999")
    let page = try Self.run("habits --name walk", at: "2026-03-02T21:00", in: scratch).output
    #expect(page.contains(/partial +19\.999999/), "\(page)")
  }

  @Test func `a page of forty habits fits the screen`() throws {
    let scratch = try Self.prepared()
    let setup =
      "for i in $(seq 40); do flint habit add \"A habit with a long name $i\" --db p.db "
      + "--now 2026-03-02T09:00 --quiet; flint task \"Task $i\" --db p.db --now 2026-03-02T09:00 "
      + "--quiet; done"
    #expect(try Shell.run(setup, in: scratch.url).status == 0)
    let page = try Self.run("today", at: "2026-03-02T10:00", in: scratch).output
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24, "\(page)")
    #expect(lines.allSatisfy { TextWidth.of($0) <= 80 }, "\(page)")
    // Three lines of two habits each.
    #expect(page.contains("… and 34 more: flint habits"), "\(page)")
  }
}

/// `flint habit` without words, on a terminal.
struct `The questions about habits` {
  private func converse(_ dialogue: String, in scratch: borrowing Scratch) throws -> Shell.Result {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Terminal/converse.py")
    try dialogue.write(
      to: scratch.url.appendingPathComponent("dialogue"), atomically: true, encoding: .utf8)
    return try Shell.run(
      "TERM=xterm python3 '\(script.path)' dialogue flint habit --db p.db --now 2026-03-02T20:00",
      in: scratch.url)
  }

  private func prepared() throws -> Scratch {
    let scratch = try Scratch()
    let setup = """
      flint init --db p.db --seed 7 --zone UTC --quiet
      i=0
      for h in Stretch "Read --at-least 20 --of minutes" Floss Swim Piano; do
        i=$((i + 1))
        flint habit add $h --db p.db --now 2026-03-02T08:0$i --quiet || exit 1
      done
      """
    let result = try Shell.run(setup, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return scratch
  }

  private func statuses(in scratch: borrowing Scratch) throws -> [String] {
    let result = try Shell.run(
      "flint habits --db p.db --now 2026-03-02T21:00 --format json", in: scratch.url)
    guard case .array(let habits) = try JSONValue(parsing: result.output) else { return [] }
    return habits.map { habit in
      if case .string(let status)? = habit["today"] { status } else { "" }
    }
  }

  @Test func `take one key each, and numbers, and record the answers together`() throws {
    let scratch = try prepared()
    // An arrow key, a key without a meaning and an erased digit change nothing.
    let result = try converse(
      #"""
      < [ ] Stretch (every day) [y/n/s]
      > \x1b[Axy
      < done\r\n
      < [ ] Read (every day, at least 20 minutes) [minutes/n/s]
      > 19\x7f5\r
      < [ ] Floss
      > n
      < not done
      < [ ] Swim
      > s
      < skipped
      < [ ] Piano
      > \r\r
      < later
      < entry in Stretch
      """#, in: scratch)
    #expect(result.status == 0, "\(result.output)")
    #expect(try statuses(in: scratch) == ["done", "partial", "not_done", "skipped", "unknown"])
    let undone = try Shell.run("flint undo --db p.db --now 2026-03-02T22:00", in: scratch.url)
    #expect(undone.output.contains("4 events removed"), "\(undone.output)")
  }

  /// What is typed is read as `flint habit done` reads it.
  @Test func `are asked again after what is no amount`() throws {
    let scratch = try prepared()
    let result = try converse(
      #"""
      < Stretch (every
      > y
      < Read (every
      > 7,5\r
      < expected whole minutes, got 7.5
      < [ ] Read (every day, at least 20 minutes) [minutes/n/s]
      > 1,250\r
      < got "1,250"; write 1250
      < [minutes/n/s]
      > -7\r
      < got -7
      < [minutes/n/s]
      > 2.5\r
      < expected whole minutes, got 2.5
      < [minutes/n/s]
      > 3 4\r
      < got "3 4"
      < [minutes/n/s]
      > 7½\r
      < got "7½"
      < [minutes/n/s]
      > y
      < type the minutes, such as 45 or 1h30, and Enter
      < [minutes/n/s]
      > es\r
      < got "es"
      < [minutes/n/s]
      > 1é\x7fh30\r
      < Floss
      > q
      < quit
      """#, in: scratch)
    #expect(result.status == 0, "\(result.output)")
    #expect(try statuses(in: scratch).prefix(3) == ["done", "done", "unknown"])
    let entries = try Shell.run(
      "flint trackers --name Read --entries --format csv --db p.db", in: scratch.url
    ).output.split(separator: "\n")
    #expect(entries.count == 2 && entries[1].contains(",90,"), "\(entries)")
  }

  @Test func `end with q, which records what was answered`() throws {
    let scratch = try prepared()
    let result = try converse("< Stretch (every\n> y\n< Read (every\n> q\n< quit", in: scratch)
    #expect(result.status == 0, "\(result.output)")
    #expect(
      try statuses(in: scratch) == ["done", "unknown", "unknown", "unknown", "unknown"])
  }

  @Test func `keep what was answered before Ctrl-C`() throws {
    let scratch = try prepared()
    let none = try converse(
      "< Stretch (every\n> \\x03\n< interrupted; nothing was recorded; 5 questions left",
      in: scratch)
    #expect(none.status == 130, "\(none.output)")
    let result = try converse(
      "< Stretch (every\n> y\n< Read (every\n> \\x03\n< interrupted; the answers were recorded",
      in: scratch)
    #expect(result.status == 130, "\(result.output)")
    #expect(
      try statuses(in: scratch) == ["done", "unknown", "unknown", "unknown", "unknown"])
  }

  @Test func `are not asked where nothing is open`() throws {
    let scratch = try Scratch()
    _ = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    let none = try converse("< no habits; flint habit add NAME adds one", in: scratch)
    #expect(none.status == 0, "\(none.output)")
  }
}
