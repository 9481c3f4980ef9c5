import Foundation
import FlintJSON
import Testing

/// What is recorded for a day without a time, in Rome (UTC+1 in November).
struct `A day without a time` {
  private static func prepared(dayStart: String = "00:00") throws -> Scratch {
    let scratch = try Scratch()
    let result = try Shell.run(
      "flint init --db p.db --seed 7 --zone Europe/Rome --day-start \(dayStart) --quiet",
      in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return scratch
  }

  private static func run(
    _ command: String, at now: String = "2026-11-10T08:00", in scratch: borrowing Scratch
  ) throws -> Shell.Result {
    try Shell.run("flint \(command) --db p.db --now \(now)", in: scratch.url)
  }

  private static func times(in scratch: borrowing Scratch) throws -> Set<String> {
    let log = try run("log --format json", at: "2026-11-10T23:00", in: scratch).output
    return Set(log.matches(of: /"at": ?"([^"]+)"/).map { String($0.1) })
  }

  @Test(arguments: ["00:00", "04:00", "11:59"])
  func `is its noon in every command that records, with what is created for it`(dayStart: String)
    throws
  {
    let scratch = try Self.prepared(dayStart: dayStart)
    for command in [
      "spark Run energy --on 2026-11-05", "task Milk --on 2026-11-05",
      "done milk --on 2026-11-05", "journal Rain --on 2026-11-05",
      "mood good --at 2026-11-05", "entry Tea 1 --new --on 2026-11-05",
      "habit add Read --on 2026-11-05", "habit done read --on 2026-11-05",
      "habit add Gym --on 2026-11-05", "habit no gym --on 2026-11-05",
      "habit pause gym --on 2026-11-05",
    ] {
      let result = try Self.run(command, at: "2026-11-10T13:00", in: scratch)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    let script =
      "activity.add{kind = 'sos', text = 'x', at = '2026-11-05'} spark.add{title = 'x', "
      + "category = 'idea', at = '2026-11-05'}"
    let result = try Self.run(
      "eval \"\(script)\" ", at: "2026-11-10T13:00", in: scratch)
    #expect(result.status == 0, "\(result.output)")
    #expect(try Self.times(in: scratch) == ["2026-11-05T12:00:00+01:00"])
  }

  @Test(arguments: ["2026-11-11", "tomorrow", "wed", "2026-11-11T12:00"])
  func `is its noon as a reminder`(day: String) throws {
    let scratch = try Self.prepared()
    let script = "task.add{name = 'Ann', reminder = '\(day)'}"
    for command in ["task Bob --reminder \(day)", "eval \"\(script)\""] {
      #expect(try Self.run(command, in: scratch).status == 0)
    }
    let tasks = try Self.run("tasks --format json", in: scratch).output
    let reminders = tasks.matches(of: /"reminder": ?"([^"]+)"/).map { String($0.1) }
    #expect(reminders == Array(repeating: "2026-11-11T12:00:00+01:00", count: 2), "\(tasks)")
  }

  @Test(arguments: ["04:00", "11:59"])
  func `is not moved by another start of days, nor are habits`(dayStart: String) throws {
    let scratch = try Self.prepared()
    for command in ["habit add Stretch --on 2026-11-05"]
      + (5...9).map({ "habit done stretch --on 2026-11-0\($0)" })
    {
      let result = try Self.run(command, in: scratch)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    let before = try Self.run("habits --format json", in: scratch).output
    #expect(before.contains("\"streak\": 5") || before.contains("\"streak\":5"))
    let changed = try Self.run("config day-start \(dayStart)", at: "2026-11-10T13:00", in: scratch)
    #expect(
      changed.output
        == "day-start 00:00 → \(dayStart); no event changes its civil day\n", "\(changed.output)")
    #expect(
      try Self.run("habits --format json", at: "2026-11-10T13:00", in: scratch).output == before)
  }

  @Test func `counts from the beginning of the day, and is the same event in the evening`() throws {
    let scratch = try Self.prepared()
    let script = "print(activity.add{kind = 'journal', text = 'Fog', at = 'today'}.status)"
    let morning = try Self.run("eval \"\(script)\"", at: "2026-11-10T00:01", in: scratch)
    #expect(morning.output == "added\n")
    let evening = try Self.run("eval \"\(script)\"", at: "2026-11-10T21:00", in: scratch)
    #expect(evening.output == "unchanged\n")
    let spark = try Self.run("spark Run energy --on today", at: "2026-11-10T00:02", in: scratch)
    #expect(spark.status == 0)
    let status = try Self.run("status", at: "2026-11-10T00:03", in: scratch).output
    #expect(status.contains("Streak    1 day,"), "\(status)")
    // Undone and redone before noon, and recorded after it without a time.
    for command in ["undo", "redo", "spark Walk energy"] {
      let result = try Self.run(command, at: "2026-11-10T00:04", in: scratch)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    let list = try Self.run("sparks --on today --format csv", at: "2026-11-10T00:05", in: scratch)
    #expect(list.output.split(separator: "\n").count == 3, "\(list.output)")
    let verified = try Self.run("verify", at: "2026-11-10T00:06", in: scratch)
    #expect(verified.status == 0, "\(verified.output)")
  }

  @Test func `does not allow another time that is to come`() throws {
    let scratch = try Self.prepared()
    for time in ["11:00", "12:01", "tomorrow"] {
      let result = try Self.run("journal Fog --at \(time)", in: scratch)
      #expect(result.status != 0, "\(time)")
      #expect(result.output.contains("expected a time that is not later than now"), "\(time)")
    }
  }

  @Test func `moves with the day start where a time was stated, and the change says how often`()
    throws
  {
    let scratch = try Self.prepared()
    for time in ["2026-11-08T01:00", "2026-11-08T03:59", "2026-11-08T04:00", "2026-11-09"] {
      let result = try Self.run("journal Fog --at \(time)", in: scratch)
      #expect(result.status == 0, "\(result.output)")
    }
    for (command, text) in [
      ("config day-start 04:00 --dry-run", "2 events change their civil day"),
      ("config day-start 01:01", "1 event changes its civil day"),
      ("config zone Asia/Tokyo", "no event changes its civil day"),
    ] {
      let result = try Self.run(command, in: scratch)
      #expect(result.output.contains("; \(text)\n"), "\(command): \(result.output)")
    }
  }
}

/// What is recorded by hand, as often as it is recorded.
struct `A command that is repeated` {
  private static func run(_ commands: String, in scratch: borrowing Scratch) throws -> Shell.Result
  {
    try Shell.run(
      commands.replacing("@", with: "--db p.db --now 2026-11-10T08:00"), in: scratch.url)
  }

  @Test(arguments: [
    ("entry Sweets 1 --new", "entries"), ("spark Run energy", "sparks"), ("journal Fog", "journal"),
  ])
  func `records each time, and once with a key`(command: String, what: String) throws {
    let scratch = try Scratch()
    let setup = try Self.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch)
    #expect(setup.status == 0)
    for options in ["--on yesterday", ""] {
      for _ in 1...3 {
        let result = try Self.run("flint \(command) \(options) @", in: scratch)
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("recorded before"), "\(result.output)")
      }
    }
    for _ in 1...3 {
      let result = try Self.run("flint \(command) --key a --on yesterday @", in: scratch)
      #expect(result.status == 0, "\(result.output)")
    }
    let log = try Self.run(
      "flint log @ --format csv | grep -cE ',(tracker.entry|spark|activity),'", in: scratch)
    #expect(log.output == "7\n")
  }

  @Test func `restores what was undone, instead of one more`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      flint init --db p.db --seed 7 --zone UTC --quiet
      flint journal Fog --on yesterday @ | cut -c1-4 > a
      flint undo @ --quiet
      flint journal Fog --on yesterday @ | cut -c1-4 > b
      cmp a b && echo equal
      """, in: scratch)
    #expect(result.output.hasSuffix("equal\n"), "\(result.output)")
  }

  @Test func `leaves out the habits that are done already, and records the others`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      flint init --db p.db --seed 7 --zone UTC --quiet
      flint habit add Meditate @ --quiet
      flint habit add Gym @ --quiet
      flint habit done meditate @ --quiet
      flint habit done meditate gym @ 2> note | grep -o 'entry in Gym: done'
      cat note
      flint habit done meditate gym @; echo "status $?"
      flint done meditate gym @; echo "status $?"
      """, in: scratch)
    let all = "\"Meditate\" is done today already; \"Gym\" is done today already\nstatus 1\n"
    #expect(
      result.output == """
        entry in Gym: done
        "Meditate" is done today already and was left out
        flint: \(all)flint: \(all)
        """)
  }
}

/// `habit.add` and `flint habit add` look at their own time.
struct `A habit that is added` {
  /// The calls of two scripts; the second is at a later time.
  private static let scripts = [
    "print((habit.add{name='Sweets', schedule={times=2, per='week'}, at='2026-03-01T08:00'})~=nil)",
    "print((habit.add{name='Sweets', schedule={per='day'}, at='2026-03-09T08:00'KEY})~=nil)",
  ]

  @Test(arguments: ["", ", key='y'"])
  func `is refused where it is a habit at that time, with a key too`(key: String) throws {
    let scratch = try Scratch()
    func run(_ script: String, _ profile: String) throws -> String {
      let text = script.replacing("KEY", with: key)
      return try Shell.run(
        "flint eval \"\(text)\" --create --db \(profile) --now 2026-03-10T08:00 2>&1 | tail -1",
        in: scratch.url
      ).output
    }
    #expect(try run(Self.scripts[0], "a.db") == "true\n")
    #expect(try run(Self.scripts[1], "a.db") == "false\n")
    // It was none on 1 March, whatever was recorded before.
    #expect(try run(Self.scripts[1], "b.db") == "true\n")
    #expect(try run(Self.scripts[0], "b.db") == "true\n")
    // What is recorded is recognised.
    for script in Self.scripts { #expect(try run(script, "b.db") == "true\n") }
  }

  @Test func `by hand may be added at an earlier time`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --db p.db --seed 7 --zone UTC --quiet
      flint habit add Read --db p.db --now 2026-03-10T08:00 --quiet
      flint habit add Read --times 2 --per week --at 2026-03-01 --db p.db --now 2026-03-10T08:00 --quiet
      flint habit done read --on 2026-03-02 --db p.db --now 2026-03-10T08:00 --quiet
      flint habits --db p.db --now 2026-03-10T08:00 --format json | grep -c '2026-03-01'
      flint habit add Read --on 2026-03-05 --db p.db --now 2026-03-10T08:00; echo $?
      """, in: scratch.url)
    #expect(result.output.contains("is a habit already (twice a week"), "\(result.output)")
    #expect(result.output.hasSuffix("1\n"), "\(result.output)")
  }
}
