import Foundation
import FlintJSON
import Testing

/// March 2026 lived from the shell: every command that records or looks, without any Lua.
struct `A month from the shell` {
  /// The profile, and the number of commands that recorded something.
  private final class Life {
    let scratch: URL
    private(set) var batches = 0

    init(_ scratch: URL) { self.scratch = scratch }

    /// Runs a command at a time of March, such as `02T18:00`.
    func flint(_ command: String, at time: String) throws -> Shell.Result {
      try Shell.run("flint \(command) --db p.db --now 2026-03-\(time)", in: scratch)
    }

    /// Runs a command that must succeed, and returns its output.
    @discardableResult
    func run(_ command: String, at time: String) throws -> String {
      let result = try flint(command, at: time)
      #expect(result.status == 0, "\(command): \(result.output)")
      return result.output
    }

    /// Records, and returns the answer.
    @discardableResult
    func record(_ command: String, at time: String) throws -> String {
      batches += 1
      return try run(command, at: time)
    }

    /// Runs a command that must be refused with a reason.
    func refuse(
      _ command: String, at time: String, status: Int32 = 1, _ reason: String
    ) throws {
      let result = try flint(command, at: time)
      #expect(result.status == status, "\(command): \(result.output)")
      #expect(result.output.contains(reason), "\(command): \(result.output)")
    }

    func json(_ command: String, at time: String) throws -> JSONValue {
      try JSONValue(parsing: run(command + " --format json", at: time))
    }
  }

  /// The steps of a piece to practise, as a table that `flint import` reads.
  private static let quest = """
    at,kind,set,definition
    2026-03-06T08:00:00Z,load,cello,"{""id"":""cello"",""name"":""Cello"",""category"":""music"",\
    ""missions"":[{""id"":""suite"",""title"":""First suite"",""nodes"":[{""id"":""prelude"",\
    ""orderIndex"":0,""title"":""Prelude"",""dependencies"":[]},{""id"":""allemande"",\
    ""orderIndex"":1,""title"":""Allemande"",""dependencies"":[""prelude""]},{""id"":""courante"",\
    ""orderIndex"":2,""title"":""Courante"",""dependencies"":[""allemande""]}]}]}"

    """

  private static func day(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func `is what its commands said`() throws {
    let scratch = try Scratch()
    let life = Life(scratch.url)
    let made = try Shell.run(
      "flint init --db p.db --rules ignition --seed 7 --zone UTC --quiet", in: scratch.url)
    #expect(made.status == 0)
    try Data(Self.quest.utf8).write(to: scratch.url.appendingPathComponent("quest.csv"))
    try life.run("config day-start 03:00", at: "01T06:00")
    #expect(try life.run("config day-start", at: "01T06:00") == "03:00\n")

    // Sunday, the first: one token, and a tracker.
    try life.record("roll ch", at: "01T07:00")
    try life.refuse("roll", at: "01T07:00", "no roll token")
    try life.refuse("entry Reading 10", at: "01T07:00", "--new creates it")
    try life.record("entry Reading 10 Pages=12 --new", at: "01T07:00")
    // Monday: the habits begin.
    try life.record("habit add Stretch", at: "02T07:00")
    try life.record("habit add Run --times 3 --per week", at: "02T07:01")
    try life.record("habit add Sweets --per week --at-most 2 --of number", at: "02T07:02")
    try life.refuse("habit add Stretch", at: "02T07:03", "is a habit already")
    for day in 1...31 { try live(day, life) }
    try check(life)
    try checkCopy(life)
  }

  /// Records what a day brings.
  private func live(_ day: Int, _ life: Life) throws {
    let date = Self.day(day)
    // Every day a spark.
    try life.record("spark Practised the cello challenge", at: "\(date)T18:00")
    try keepHabits(day, life)
    // A mood on even days; the third is rated a day late, and corrected.
    if day % 2 == 0 { try life.record("mood good", at: "\(date)T21:00") }
    switch day {
    case 4:
      try life.record("mood bad --on yesterday", at: "04T21:05")
      let answer = try life.record("edit last mood=average", at: "04T21:06")
      #expect(answer.contains("changed: rated 2026-03-03 average"), "\(answer)")
      try life.refuse("edit last", at: "04T21:07", status: 2, "the fields of a mood are day, mood")
    case 5:
      try life.record("task Buy milk --due tomorrow", at: "05T09:00")
      try life.record("edit milk due=2026-03-07 --priority P0", at: "05T09:05")
      try life.record("done milk", at: "05T10:00")
      try life.refuse("done milk", at: "05T10:05", "completed already")
      try life.record("task Call Ada --due 2026-03-28", at: "05T10:10")
    case 6:
      try life.run("import quest.csv", at: "06T08:30")
      try life.refuse("done courante", at: "06T09:00", "it is locked")
      try life.record("done prelude", at: "06T09:00")
    case 7:
      // The next node: nothing else was recorded since that `last` could mean.
      #expect(try life.record("done last", at: "07T09:00").contains("Allemande"))
      #expect(try life.record("done last", at: "07T09:10").contains("Courante"))
      try life.refuse("done last", at: "07T09:20", "which has none that is available")
    case 10, 20, 30:
      try life.record("task Report \(day) --pri P1", at: "\(date)T09:00")
      try life.record("done last", at: "\(date)T17:00")
      try life.record("entry Rea 30min --quiet", at: "\(date)T20:10")
      try life.record("journal Day \(day)", at: "\(date)T22:00")
    case 15:
      try life.record("spark Mistake idea", at: "15T12:00")
      try life.refuse("remove last last", at: "15T12:01", "names what another word names")
      try life.record("remove last", at: "15T12:01")
    case 16:
      // At half past one the fifteenth is not over.
      try life.record("spark Could not sleep idea --at 2026-03-16T01:30", at: "16T12:00")
    default: break
    }
  }

  /// Stretching every day, running three times a week, at most two sweets.
  private func keepHabits(_ day: Int, _ life: Life) throws {
    let date = Self.day(day)
    switch day {
    case 1: break
    case 10: try life.record("habit skip stretch --note Ill", at: "\(date)T19:00")
    case 11: try life.record("habit no stretch", at: "\(date)T19:00")
    case let day where day % 3 == 0: try life.record("done stretch", at: "\(date)T19:00")
    default: try life.record("habit done str", at: "\(date)T19:00")
    }
    if [3, 5, 7, 10, 12, 14, 24, 26, 28, 31].contains(day) {
      try life.record("habit done run", at: "\(date)T19:30")
    }
    if day == 16 { try life.record("habit pause run --note Knee", at: "16T07:00") }
    if day == 23 { try life.record("habit resume run", at: "23T07:00") }
    if [4, 11, 18].contains(day) { try life.record("habit done sweets 1", at: "\(date)T15:00") }
    if day == 25 { try life.record("habit done sweets 3", at: "25T15:00") }
  }

  // MARK: What is known at the end

  private func check(_ life: Life) throws {
    let now = "31T23:00"
    let status = try life.json("status", at: now)
    // 31 sparks and the one of the night; moods of the 15 even days and the third.
    #expect(status["sparks"] == .integer(32))
    #expect(status["streak"] == .integer(31))
    #expect(status["rated_days"] == .integer(16))
    // The milk scores 7 as P0, three reports 4 each as P1; Ada was not called.
    #expect(status["task_score"] == .integer(19))
    #expect(status["open_tasks"] == .integer(1))
    // Reading 4, stretching 28 and once not, runs 10, sweets 4.
    #expect(status["tracker_entries"] == .integer(47))
    // The sparks bring 31 · 37 + 12 points and, by missions, many thousands: the last level.
    #expect(status["level"] == .integer(10))
    try checkWeeks(life, at: now)
    try checkHabits(life, at: now)
    let today = try life.json("today", at: now)
    #expect(today["done"]?["sparks"] == .integer(1))
    #expect(today["mood"] == .null)
    #expect(today["open_tasks"] == .integer(1))
    for command in ["today", "week", "", "week last week"] {
      let lines = try life.run(command, at: now).split(separator: "\n")
      #expect(lines.count <= 24)
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    }
    let page = try life.run("today", at: now)
    #expect(page.contains("Call Ada · P2 · overdue since 2026-03-28"), "\(page)")
    #expect(page.contains("[x] Stretch"), "\(page)")
    // The batch of an entry is its command.
    let log = try life.json("log --batches", at: now)
    var batches: [JSONValue] = []
    if case .array(let list) = log { batches = list }
    let recorded = batches.filter { $0["kind"] == JSONValue.string("record") }
    #expect(recorded.count == life.batches)
    #expect(recorded.contains { $0["source"] == JSONValue.string("task Report 10 --pri P1") })
  }

  private func checkWeeks(_ life: Life, at now: String) throws {
    // The week of Monday the 30th has two days: sparks on both; on the 30th a report, its entry and the
    // journal, stretching, and a mood, good, which is 3; on the 31st stretching and a run.
    let week = try life.json("week", at: now)
    let total = try #require(week["total"])
    #expect(total["sparks"] == .integer(2))
    #expect(total["tasks"] == .integer(1))
    #expect(total["entries"] == .integer(4))
    #expect(total["activities"] == .integer(1))
    #expect(total["habits"] == .integer(3))
    #expect(total["mood_mean"] == .number(3) || total["mood_mean"] == .integer(3))
    // The 23rd and 24th: two sparks.
    let before = try #require(week["week_before"])
    #expect(before["sparks"] == .integer(2))
    #expect(before["tasks"] == .integer(0))
    // The night's spark belongs to Sunday the 15th.
    let second = try life.json("week 2026-W11", at: now)
    guard case .array(let days)? = second["days"] else {
      Issue.record("no days")
      return
    }
    #expect(days.last?["day"] == JSONValue.string("2026-03-15"))
    #expect(days.last?["sparks"] == .integer(2))
    // Tuesday to Thursday of the second week: skipped, not done, done.
    let page = try life.run("week --day 2026-03-10", at: now)
    #expect(page.contains(/Stretch   ✓ –\*· ✓ ✓ ✓ ✓ +5\/6 +7\/7 +4\n/), "\(page)")
    #expect(page.contains(/Run       · ✓ · ✓ · ✓ · +3\/3 +3\/3 +2\n/), "\(page)")
    try life.refuse("week next week", at: now, status: 2, "this week or an earlier one")
    try life.refuse("week 2026-03", at: now, status: 2, "expected a week or a day of it")
  }

  private func checkHabits(_ life: Life, at now: String) throws {
    let page = try life.run("week", at: now)
    #expect(page.contains("habit     M T W T F S S  week  before  streak\n"), "\(page)")
    #expect(page.contains(/Stretch   ✓ ✓ +2\/2 +7\/7 +20\n/), "\(page)")
    #expect(page.contains(/Run       · ✓ +1\/3 +3\/3 +3\n/), "\(page)")
    #expect(page.contains(/Sweets    ✓ \? +0\/2 +3\/2 +0\n/), "\(page)")
    guard case .array(let habits) = try life.json("habits", at: now) else { return }
    let streaks = habits.map { [$0["name"], $0["streak"], $0["best_streak"]] }
    // Stretching from the 12th to the 31st; runs in the first, second and fourth week, the third being
    // paused; three weeks with at most two sweets, before the fourth had three.
    #expect(
      streaks == [
        [.string("Stretch"), .integer(20), .integer(20)],
        [.string("Run"), .integer(3), .integer(3)],
        [.string("Sweets"), .integer(0), .integer(3)],
      ])
    // The habit changes from now on; Reading is no habit, and keeps its own field.
    try life.record("edit sweets at-most=5 category=health", at: now)
    #expect(try life.run("habits", at: now).contains("at most 5 a week"))
    try life.refuse(
      "edit reading at-most=5", at: now, status: 2,
      "the fields of a tracker are name, description, category, group, goal, target and fields")
    try life.record("edit reading fields=Pages:number,Book", at: now)
    try life.record("entry read 20 Book=Emma", at: now)
    let edited = try life.record("edit last Book=Persuasion minutes=25", at: now)
    #expect(edited.contains("entry in Reading: 25"), "\(edited)")
    let entries = try life.run("trackers --name Reading --format csv", at: now)
    #expect(entries.contains("Persuasion"), "\(entries)")
  }

  /// The last command is undone as one, and an export makes an equal profile elsewhere.
  private func checkCopy(_ life: Life) throws {
    let now = "31T23:30"
    try life.record("spark One more idea", at: now)
    #expect(try life.json("status", at: now)["sparks"] == .integer(33))
    try life.run("undo", at: now)
    #expect(try life.json("status", at: now)["sparks"] == .integer(32))
    try life.run("redo", at: now)
    try life.run("undo", at: now)
    try life.run("verify", at: now)
    try life.run("export everything -o out", at: now)
    let imported = try Shell.run(
      "flint import out --db q.db --seed 7 --zone UTC --day-start 03:00 --rules ignition "
        + "--now 2026-03-\(now)", in: life.scratch)
    #expect(imported.status == 0, "\(imported.output)")
    let compared = try Shell.run(
      // The copy does not know of the draws of two sparks that were undone and removed.
      "flint status --db q.db --now 2026-03-\(now) --format json > q.json && "
        + "flint status --db p.db --now 2026-03-\(now) --format json "
        + #"| sed -z 's/"removed_draws": {\n    "idea": 2\n  }/"removed_draws": null/' | diff - q.json"#,
      in: life.scratch)
    #expect(compared.status == 0, "\(compared.output)")
  }

  @Test(arguments: [
    ("spark", 2, "title: expected a text, got nothing; the words are TITLE CATEGORY [INTENSITY]"),
    ("spark Ran enrgy", 2, "category: expected decision, energy, idea, experiment or challenge"),
    ("spark Ran energy --minutes -3", 2, "got -3"),
    ("spark Ran energy --quite", 2, "did you mean \"--quiet\"?"),
    ("spark Ran energy --json", 2, "--format json answers with JSON"),
    ("mood fine", 2, "mood: expected horrible, bad, average, good, great"),
    ("mood good --on tomorrow", 1, "future"),
    ("done nothing", 1, "there is no task, quest node or habit \"nothing\""),
    ("done last", 1, "there is no task yet"), ("done", 2, "flint done NAME"),
    (
      "entry Reading 20", 1, "there is no tracker \"Reading\"; flint trackers lists them, and --new"
    ),
    ("journal", 2, "text"), ("remove last", 1, "there is no event yet"),
    ("remove", 2, "flint remove NAME"), ("roll foo", 2, "expected decision, energy"),
    ("edit last title", 2, "expected FIELD=VALUE, such as intensity=high, got \"title\""),
    ("edit", 2, "flint edit NAME FIELD=VALUE"), ("edit last", 1, "there is no event yet"),
    ("edit last --title", 2, "--title: expected a value"),
    ("task Milk --due soon", 2, "due: expected a day"),
    ("spark Ran energy --at tomorrow", 1, "not later than now"),
    ("habit list read", 2, "flint habits lists habits"),
    ("habit rename x", 2, "flint edit changes"),
    ("habit Read", 2, "flint habit done \"Read\" records a day"),
    ("habit done read", 1, "there is no habit \"read\""),
    ("habits --name read", 1, "there is no habit \"read\""),
    ("entry Reading 5 --on", 2, "--on: expected a time such as 14:30, yesterday 14:30"),
    ("entry Reading 99999999999999 --new", 2, "amount: expected a number"),
    ("week soon", 2, "expected a range"), ("config colour", 2, "did you mean \"color\"?"),
  ])
  func `a wrong use says what to do, and records nothing`(
    use: String, status: Int32, message: String
  ) throws {
    let scratch = try Scratch()
    _ = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    let result = try Shell.run("flint \(use) --db p.db --now 2026-03-01T12:00", in: scratch.url)
    #expect(result.status == status, "\(result.output)")
    #expect(result.output.contains(message), "\(result.output)")
    #expect(try Shell.run("flint log --db p.db", in: scratch.url).output == "nothing recorded\n")
  }

  @Test func `several are completed together or not at all`() throws {
    let scratch = try Scratch()
    _ = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    let all = "--db p.db --now 2026-03-01T12:00"
    _ = try Shell.run("printf 'One\\nTwo\\n' | flint task - \(all)", in: scratch.url)
    #expect(try Shell.run("flint done one three \(all)", in: scratch.url).status == 1)
    let open = "flint tasks --status open --db p.db --format csv | wc -l"
    #expect(try Shell.run(open, in: scratch.url).output.contains("3"))
    #expect(try Shell.run("flint done one two \(all)", in: scratch.url).status == 0)
    #expect(try Shell.run(open, in: scratch.url).output.contains("1"))
    let later = "--db p.db --now 2026-03-01T13:00"
    let again = try Shell.run("flint done one \(later)", in: scratch.url)
    #expect(again.status == 1)
    #expect(again.output.contains("completed already; flint tasks"))
  }

  @Test(arguments: ["done", "remove", "habit done", "habit skip"])
  func `names on standard input have to be there`(command: String) throws {
    let scratch = try Scratch()
    _ = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    let result = try Shell.run("flint \(command) - --db p.db </dev/null", in: scratch.url)
    #expect(result.status == 65, "\(result.output)")
    #expect(result.output == "flint: standard input: expected a name on each line, got nothing\n")
  }

  @Test(arguments: ["done", "remove", "habit done", "journal", "task", "entry Reading"])
  func `standard input may be endless, closed or a directory`(command: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --db p.db --seed 7 --zone UTC --quiet
      timeout -s KILL 60 flint \(command) - --db p.db </dev/zero; echo $?
      flint \(command) - --db p.db <. ; echo $?
      flint \(command) - --db p.db <&- ; echo $?
      flint log --db p.db
      """, in: scratch.url)
    #expect(
      result.output == """
        flint: standard input: more than 1 MiB; flint import reads files
        65
        flint: standard input: cannot be read: Is a directory
        74
        flint: standard input: cannot be read: Bad file descriptor
        74
        nothing recorded

        """, "\(result.output)")
  }

  /// A day means its beginning, when the tracker or the task of that day did not exist yet.
  @Test(arguments: ["00:00", "04:00"])
  func `what was created on a day can be done on that day, recorded later`(dayStart: String) throws
  {
    let scratch = try Scratch()
    _ = try Shell.run(
      "flint init --db p.db --seed 7 --zone Europe/Rome --day-start \(dayStart) --quiet",
      in: scratch.url)
    let first = "--db p.db --now 2026-03-02T09:00 --quiet"
    let later = "--db p.db --now 2026-03-03T10:00 --quiet"
    let result = try Shell.run(
      """
      flint task Milk \(first) && flint habit add Stretch \(first) && \
      flint entry Run 5 --new \(first) && flint done milk --on yesterday \(later) && \
      flint habit done stretch --on yesterday \(later) && flint entry run 6 --on mon \(later) && \
      flint week --db p.db --now 2026-03-03T10:00 --format csv | grep 2026-03-02
      """, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    // A task, three entries, and one habit done.
    #expect(result.output.hasPrefix("2026-03-02,0,1,0,3,0,1,"), "\(result.output)")
  }

  @Test func `the default profile is created at its first use, and one of a path is not`() throws {
    let scratch = try Scratch()
    let begin = try Shell.run("flint", in: scratch.url)
    #expect(begin.status == 0)
    // How it is started, and nothing is created.
    #expect(begin.output.hasPrefix("There is no profile yet; what you record first creates it."))
    #expect(begin.output.split(separator: "\n").count == 8)
    let missing = try Shell.run("flint spark Ran energy --db missing.db", in: scratch.url)
    #expect(missing.status == 74)
    #expect(missing.output.contains("--create"))
    let nothing = try Shell.run("flint done milk", in: scratch.url)
    #expect(nothing.status == 74)
    #expect(nothing.output.contains("no such profile"))
    let first = try Shell.run("flint spark Ran energy", in: scratch.url)
    #expect(first.status == 0, "\(first.output)")
    #expect(first.output.contains("created "))
    let page = try Shell.run("flint", in: scratch.url)
    #expect(page.output.contains("Done      1 spark"), "\(page.output)")
    let dry = try Shell.run("flint task Milk --dry-run", in: scratch.url)
    #expect(dry.output.hasPrefix("dry run, nothing was kept\n"))
    #expect(try Shell.run("flint tasks", in: scratch.url).output.hasPrefix("no open tasks"))
  }
}
