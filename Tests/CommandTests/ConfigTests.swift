import Foundation
import Testing

struct `Settings on the command line` {
  private static let options = "--db p.db --now 2026-03-11T10:00"

  /// A profile with a spark at 20:00 on March 10 and one at 03:30 on March 11.
  private func profile() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    let code = """
      for _, at in ipairs{"2026-03-10T20:00", "2026-03-11T03:30"} do
        spark.add{title = at, category = "idea", at = at}
      end
      """
    let added = try Shell.run("flint eval \(Self.options) '\(code)'", in: scratch.url)
    #expect(added.status == 0, "\(added.output)")
    return scratch
  }

  private func flint(_ arguments: String, in scratch: borrowing Scratch) throws -> (Int32, String) {
    let result = try Shell.run("flint \(arguments) \(Self.options)", in: scratch.url)
    return (result.status, result.output)
  }

  @Test func `a day start moves the night to the day before, and undo moves it back`() throws {
    let scratch = try profile()
    let code = "'return profile().streak, profile().day_start, clock.day(\"2026-03-11T03:59\")'"
    #expect(try flint("eval \(code)", in: scratch).1 == "2\t00:00\t2026-03-11\n")
    let tried = try flint("config day-start 04:00 --dry-run", in: scratch)
    #expect(tried.0 == 0)
    #expect(
      tried.1.hasPrefix(
        "dry run, nothing was kept: day-start 00:00 → 04:00; 1 event changes its civil day\n"),
      "\(tried.1)")
    #expect(tried.1.contains("streak"), "\(tried.1)")
    #expect(try flint("config day-start", in: scratch) == (0, "00:00\n"))
    #expect(try flint("config day-start 04:00", in: scratch).0 == 0)
    #expect(try flint("eval \(code)", in: scratch).1 == "1\t04:00\t2026-03-10\n")
    #expect(try flint("log", in: scratch).1.contains("setting"))
    #expect(try flint("verify", in: scratch).0 == 0)
    #expect(try flint("config day-start 04:00", in: scratch) == (0, "day-start is 04:00 already\n"))
    let undone = try flint("undo", in: scratch)
    #expect(undone.0 == 0)
    #expect(undone.1.contains("day-start 04:00 → 00:00"), "\(undone.1)")
    #expect(try flint("eval \(code)", in: scratch).1 == "2\t00:00\t2026-03-11\n")
  }

  /// The night of the tenth: a rating is of the civil day of its time, however that is written.
  @Test(
    arguments: [
      ("", "2026-03-10"), ("--at 2026-03-11T01:00", "2026-03-10"), ("--at '1h ago'", "2026-03-10"),
      ("--at 'yesterday 01:00'", "2026-03-09"), ("--at 'yesterday 23:00'", "2026-03-09"),
      ("--at 2026-03-10T04:00", "2026-03-10"), ("--at '2 days ago'", "2026-03-08"),
      ("--at 2026-03-07", "2026-03-07"), ("--at 2026-03-10T23:30-08:00", nil),
      ("--at 2026-03-10T03:30+05:00", "2026-03-09"), ("--on yesterday", "2026-03-09"),
    ] as [(String, String?)])
  func `a mood of the night belongs to the day before`(options: String, day: String?) throws {
    let scratch = try Scratch()
    let commands = [
      "flint init --db p.db --zone UTC --seed 7 --day-start 04:00 --quiet",
      "flint mood good \(options) --db p.db --now 2026-03-11T02:00 --quiet",
      "flint moods --db p.db --now 2026-03-11T02:00 --format csv",
    ]
    let results = try commands.map { try Shell.run($0, in: scratch.url) }
    // A time that is still to come in its zone is refused.
    #expect((results[1].status == 0) == (day != nil), "\(results[1].output)")
    if let day { #expect(results[2].output.contains("\n\(day),good,"), "\(results[2].output)") }
  }

  @Test(arguments: [
    ("config day-strat", "did you mean \"day-start\"?"),
    ("config day-start 12:00", "expected a time from 00:00 to 11:59"),
    ("config week-start someday", "monday, tuesday"),
    ("config language de", "expected auto, en, es or it"),
    ("config color red", "auto, always or never"),
    ("config limit many", "expected a whole number from 0 to 1000000"),
    ("config pager always", "expected auto or never"),
    ("config --unset zone", "zone has no default"), ("config --unset", "the name of a setting"),
    ("config alias.9w today", "expected a name of small letters, digits and hyphens"),
    ("config alias.today week", "flint today is a command, which an alias cannot replace"),
    ("config alias.w weak", "expected a line that begins with one of the commands spark,"),
    ("config alias.w 'eval 1'", "expected a line that begins with one of the commands spark,"),
    ("config alias.w 'inbox a.txt'", "expected a line that begins with one of the commands"),
    ("config alias.w 'week \"'", "does not end"),
    ("config alias.w 'today --db b.db'", "--db names a file"),
    ("config alias.w 'report -qo a.html'", "-qo names a file"),
    ("config alias.w ''", "expected a command line; --unset removes it"),
    ("config list.w today", "expected a line that begins with one of the commands sparks,"),
    ("config list.w 'spark x'", "expected a line that begins with one of the commands sparks,"),
    ("config zone Europe/Roma", "unknown time zone \"Europe/Roma\"; expected"),
    ("config zone tokyo", "unknown time zone \"tokyo\" (did you mean \"Asia/Tokyo\"?)"),
    ("config zone 'New York'", "(did you mean \"America/New_York\"?)"),
    ("config zone Springfield", "unknown time zone \"Springfield\"; expected"),
    ("init --day-start 24:00", "expected a time from 00:00 to 11:59"),
  ])
  func `wrong names and values are refused with the accepted ones`(
    arguments: String, text: String
  ) throws {
    let scratch = try profile()
    let (status, output) = try flint(arguments, in: scratch)
    #expect(status == 2, "\(output)")
    #expect(output.contains(text), "\(output)")
    #expect(
      try flint("log --batches --format csv", in: scratch).1.split(separator: "\n").count == 2)
  }

  @Test func `all settings are listed with values and defaults`() throws {
    let scratch = try profile()
    #expect(try flint("config week-start Sun", in: scratch).0 == 0)
    let (status, output) = try flint("config --format csv", in: scratch)
    #expect(status == 0)
    let rows = output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).prefix(3)
    }
    #expect(
      rows.map { $0.joined(separator: " ") } == [
        "name value default", "zone UTC ", "day-start 00:00 00:00",
        "week-start sunday monday", "language auto auto", "color auto auto", "pager auto auto",
        "limit 50 50",
      ])
  }

  @Test func `a calendar of moods begins its weeks on the chosen day`() throws {
    let scratch = try profile()
    _ = try flint("eval 'mood.add{mood = 4, day = \"2026-03-01\"}'", in: scratch)
    _ = try flint("config week-start sunday", in: scratch)
    let lines = try flint("moods --month 2026-03", in: scratch).1.split(separator: "\n")
    // March 1, 2026 is a Sunday.
    #expect(lines.dropFirst().first?.hasPrefix("Sun") == true, "\(lines)")
    #expect(lines.dropFirst(2).first?.contains("1 great") == true, "\(lines)")
  }
}
