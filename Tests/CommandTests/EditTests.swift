import Foundation
import Testing

/// `flint edit` on every kind of event.
struct `What was recorded can be changed` {
  private static func run(
    _ command: String, at now: String = "2026-03-04T12:00", in scratch: borrowing Scratch
  ) throws -> Shell.Result {
    try Shell.run("flint \(command) --db p.db --now \(now)", in: scratch.url)
  }

  private static func prepared(_ commands: String...) throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    for (minute, command) in commands.enumerated() {
      let result = try run(command, at: "2026-03-02T09:\(minute + 10)", in: scratch)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    return scratch
  }

  /// Runs edits in their order, and compares the beginnings of the answers behind the id.
  private static func edit(
    _ steps: [(command: String, answer: String)], in scratch: borrowing Scratch
  ) throws {
    for (minute, step) in steps.enumerated() {
      let result = try run(step.command, at: "2026-03-04T12:\(minute + 10)", in: scratch)
      #expect(result.status == 0, "\(step.command): \(result.output)")
      #expect(result.output.contains(step.answer), "\(step.command): \(result.output)")
    }
  }

  /// Returns the short id of the latest event of a kind.
  private static func id(_ kind: String, in scratch: borrowing Scratch) throws -> String {
    let lines = try run("log", in: scratch).output.split(separator: "\n")
    let line = lines.first { $0.contains(" \(kind) ") } ?? ""
    return String(line.prefix { $0 != " " })
  }

  @Test func `by fields or options, with the effects`() throws {
    let scratch = try Self.prepared("spark Ran energy low", "task Milk", "journal Slept well")
    try Self.edit(
      [
        ("edit last --text 'Slept badly'", "changed: journal: Slept badly"),
        ("edit milk --due fri priority=P0", "changed Milk: P0, due 2026-03-06"),
        ("edit milk due=", "changed Milk: no due day"),
        (
          "edit \(try Self.id("spark", in: scratch)) intensity=extreme tag=a,b", "(energy, extreme)"
        ),
      ], in: scratch)
    // 15 times 2.5, instead of 15 times 1.
    let points = try Self.run("stats --metric points --format csv", in: scratch).output
    #expect(points.contains("2026-03-02"), "\(points)")
    let sparks = try Self.run("sparks --format csv", in: scratch).output
    #expect(sparks.contains("energy,extreme") && sparks.contains("37"), "\(sparks)")
  }

  @Test func `habits, their skipped days and pauses`() throws {
    let scratch = try Self.prepared(
      "habit add Read", "habit skip read --on tomorrow", "habit add Swim", "habit pause swim")
    try Self.edit(
      [
        ("edit read times=3 per=week category=health", "made Read a habit: 3 times a week"),
        ("edit read at-least=20 of=minutes", "3 times a week, at least 20 minutes"),
        ("edit read no-goal=yes", "made Read a habit: 3 times a week"),
        (
          "edit \(try Self.id("habit.skip", in: scratch)) day=2026-03-04 note=Ill",
          "changed: skipped Read on 2026-03-04: Ill"
        ),
        ("edit \(try Self.id("habit.pause", in: scratch)) note=Knee", "changed: paused Swim: Knee"),
        (
          "edit \(try Self.id("habit.pause", in: scratch)) at=2026-03-03",
          "changed: paused Swim: Knee"
        ),
      ], in: scratch)
    let days = try Self.run("habits --name swim --format csv", in: scratch).output
    #expect(days.contains("2026-03-02,not_done") && days.contains("2026-03-03,paused"), "\(days)")
    let read = try Self.run("habits --name read --format csv", in: scratch).output
    #expect(read.contains("2026-03-04,skipped") && !read.contains("2026-03-03,skipped"), "\(read)")
    let tracker = try Self.run("trackers --format csv", at: "2026-03-04T13:00", in: scratch).output
    #expect(tracker.contains("Read") && tracker.contains("health"), "\(tracker)")
  }

  @Test func `the own fields of trackers, and their values`() throws {
    let scratch = try Self.prepared("entry Run 45min Distance=8.2 Route=River --new")
    try Self.edit(
      [
        ("edit last distance=9.1 title='Long run'", "changed: entry in Run: 45 minutes, Long run"),
        ("edit last Route=", "changed: entry in Run: 45 minutes"),
        ("edit run fields=Shoes,-Route", "changed Run: without field Route, field Shoes"),
        ("entry run 30min Shoes=Blue", "entry in Run: 30 minutes"),
        ("edit last Shoes=Red", "changed: entry in Run: 30 minutes"),
      ], in: scratch)
    let entries = try Self.run(
      "trackers --name Run --format json", at: "2026-03-04T13:00", in: scratch
    ).output
    #expect(entries.contains("9.1") && entries.contains("Red") && !entries.contains("River"))
  }

  /// What is recorded for a day before the creation needs an earlier creation.
  @Test func `the day from which something exists`() throws {
    let scratch = try Self.prepared("habit add Read", "entry Run 5 --new", "task Milk")
    for (command, reason) in [
      ("done read --on 2026-03-01", "flint edit Read at=2026-03-01"),
      ("entry run 6 --on 2026-03-01", "flint edit NAME at=DAY"),
      ("done milk --on 2026-03-01", "flint edit NAME at=DAY"),
    ] {
      let result = try Self.run(command, in: scratch)
      #expect(result.status == 1 && result.output.contains(reason), "\(result.output)")
    }
    try Self.edit(
      [
        ("edit read at=2026-03-01", "from 2026-03-01 on"),
        ("edit run at=2026-03-01", "from 2026-03-01 on"),
        ("edit milk --at 2026-03-01", "from 2026-03-01 on"),
        ("done read --on 2026-03-01", "done on 2026-03-01"),
        ("entry run 6 --on 2026-03-01", "entry in Run: 6"),
        ("done milk --on 2026-03-01", "completed Milk"),
      ], in: scratch)
    let now = "2026-03-04T13:00"
    let week = try Self.run("week 2026-W09 --format csv", at: now, in: scratch).output
    #expect(week.contains("2026-03-01,0,1,0,2,0,1,"), "\(week)")
    let later = try Self.run("edit milk at=2026-03-02 priority=P0", at: now, in: scratch)
    #expect(later.status == 2 && later.output.contains("cannot be combined"), "\(later.output)")
    // Entries and completions before a later creation would have no effect.
    for name in ["read", "run", "milk"] {
      let result = try Self.run("edit \(name) at=2026-03-03", at: now, in: scratch)
      #expect(
        result.status == 1 && result.output.contains("expected a time before 2026-03-01"),
        "\(result.output)")
    }
  }

  @Test func `the day of a mood`() throws {
    let scratch = try Self.prepared("mood good")
    try Self.edit([("edit last --on 2026-03-01", "2026-03-01")], in: scratch)
    let moods = try Self.run("moods --format csv", at: "2026-03-04T13:00", in: scratch).output
    #expect(moods.contains("2026-03-01,good") && !moods.contains("2026-03-02,good"), "\(moods)")
  }

  @Test func `the time of anything`() throws {
    let scratch = try Self.prepared("task Milk", "done milk")
    try Self.edit(
      [("edit \(try Self.id("task.complete", in: scratch)) at=2026-03-03T10:00", "completed Milk")],
      in: scratch)
    let scores = try Self.run("tasks --scores --format csv", in: scratch).output
    #expect(scores.contains("2026-03-02,0,0") && scores.contains("2026-03-03,1,3"), "\(scores)")
    // Not before the task was added.
    let id = try Self.id("task.complete", in: scratch)
    let early = try Self.run("edit \(id) at=2026-03-01", in: scratch)
    #expect(early.status == 1, "\(early.output)")
    #expect(try Self.run("tasks --scores --format csv", in: scratch).output == scores)
  }

  @Test(arguments: [
    (
      "milk",
      "the fields of a task are name, details, priority, type, project, due, reminder, tags, every, "
        + "after and wait"
    ),
    (
      "read",
      "the fields of a habit are name, description, category, group, goal, target, times, per, every, "
        + "weekdays, at_least, at_most, of, needs, over, no_goal and fields"
    ),
    (
      "run",
      "the fields of a tracker are name, description, category, group, goal, target and fields"
    ),
    ("last", "the fields of an entry are"),
    ("milk colour=red", "there is no field \"colour\"; the"),
    ("milk prority=P1", "there is no field \"prority\" (did you mean \"priority\"?); the fields"),
    ("run times=3", "there is no field \"times\""), ("run fields=A:colour", "with the type text,"),
    ("last number=many", "number: expected a number"), ("milk due", "expected FIELD=VALUE"),
    ("read per=fortnight", "per: expected day, week or month"),
  ])
  func `and an error lists the fields, and nothing changes`(words: String, message: String) throws {
    let scratch = try Self.prepared("task Milk", "habit add Read", "entry Run 5 --new")
    let before = try Self.run("log", in: scratch).output
    let result = try Self.run("edit \(words)", in: scratch)
    #expect(result.status == 2, "\(result.output)")
    #expect(result.output.contains(message), "\(result.output)")
    #expect(try Self.run("log", in: scratch).output == before)
  }

  @Test func `and what a removal leaves without effect is counted`() throws {
    let scratch = try Self.prepared("entry Run 5 --new", "entry Run 6")
    let answer = try Self.run("remove run --all", in: scratch).output
    #expect(answer.contains("2 events without effect now: flint log --void"), "\(answer)")
  }

  @Test func `and is removed by the beginning of its name, or of a word in it`() throws {
    let scratch = try Self.prepared("task Buy milk", "task Call Ada")
    let middle = try Self.run("remove ilk", in: scratch)
    #expect(middle.status == 1)
    #expect(
      middle.output == "flint: there is no event \"ilk\" (did you mean \"Buy milk\"?); "
        + "flint log lists what was recorded\n")
    for (part, name) in [("mil", "Buy milk"), ("cal", "Call Ada")] {
      let removed = try Self.run("remove \(part)", in: scratch)
      #expect(removed.status == 0)
      #expect(removed.output.hasSuffix("  removed: \(name)\n"), "\(removed.output)")
    }
  }

  @Test func `by the same abbreviations before a colon, an equals sign and as options`()
    throws
  {
    let scratch = try Self.prepared("task Talk", "task Rent --due 2026-03-09 --priority P0")
    try Self.edit(
      [
        ("edit rent --pri P1", "changed Rent: P1"), ("edit rent pri=P0", "changed Rent: P0"),
        ("edit rent pri:M", "changed Rent: P1"), ("edit rent pri=h", "changed Rent: P0"),
        ("edit rent depends=talk", "changed Rent: after Talk"),
      ], in: scratch)
    let several = try Self.run("edit rent de:Flat", in: scratch)
    #expect(several.status == 2)
    #expect(several.output.contains("no field \"de\" (did you mean details or after?)"))
    // A priority without a value is that of a new task.
    #expect(try Self.run("edit rent due: pri: after=", in: scratch).status == 0)
    let rent = try Self.run(
      "tasks --text rent --columns priority,due,after --format csv", in: scratch)
    #expect(rent.output == "priority,due,after\nP2,,\n")
  }

  @Test(arguments: ["done milk", "rm Milk"])
  func `and a verb of another program is no task`(words: String) throws {
    let scratch = try Self.prepared()
    let result = try Self.run("task \(words)", in: scratch)
    #expect(result.status == 2 && result.output.contains("is written in quotes, or after --"))
    #expect(try Self.run("task 'add salt'", in: scratch).output.contains("added add salt"))
    #expect(try Self.run("task -- \(words)", in: scratch).output.contains("added \(words)"))
  }
}
