import Foundation
import Testing

/// Everyday words in options. 2026-11-24 is a Tuesday.
struct `Everyday words on the command line` {
  private func prepared() throws -> Scratch {
    let scratch = try Scratch()
    let setup = """
      flint init --db p.db --seed 7 --zone Europe/Rome --quiet
      flint run --db p.db --now 2026-11-24T15:30 --quiet add.lua
      """
    try """
    tracker.add{name = 'Gym', at = '2026-01-01T00:00'}
    for day, title in pairs{['2026-10-31'] = 'a', ['2026-11-01'] = 'b', ['2026-11-16'] = 'c',
      ['2026-11-22'] = 'd', ['2026-11-23'] = 'e', ['2026-11-24'] = 'f'} do
      spark.add{title = title, category = 'idea', at = day .. 'T09:00'}
      tracker.add_entry('Gym', {kind = 'session', minutes = 30, at = day .. 'T10:00'})
      activity.add{kind = 'journal', text = title, at = day .. 'T11:00'}
      mood.add{mood = 3, day = day}
    end
    """.write(to: scratch.url.appendingPathComponent("add.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(setup, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return scratch
  }

  @Test(arguments: [
    ("--on today", "f"), ("--on yesterday", "e"), ("--on week", "e f"), ("--on 'last week'", "c d"),
    ("--on 2026-W47", "c d"), ("--on 2026-11", "b c d e f"), ("--on 'last month'", "a"),
    ("--on 2026-10-31..2026-11-01", "a b"), ("--on 'last 3 days'", "d e f"),
    ("--since -1d", "e f"), ("--since mon", "e f"), ("--since '-7h'", "f"),
    ("--since '2 days ago' --before today", "d e"), ("--since 2026-11 --before sun", "b c"),
    ("--since=-8d", "c d e f"), ("--since 2026-11-24T09:00", "f"),
    ("--since 'yesterday 9:01'", "f"),
  ])
  func `select sparks`(options: String, titles: String) throws {
    let scratch = try prepared()
    let now = "--db p.db --now 2026-11-24T15:30"
    let list = "flint sparks \(now) --order at --format csv \(options)"
    let sparks = try Shell.run("\(list) | tail -n +2 | cut -d, -f7 | xargs", in: scratch.url)
    #expect(sparks.output == titles + "\n")
    // The same range selects as many events of every other subject.
    let count = titles.split(separator: " ").count
    let commands = [
      "export sparks \(now)", "trackers \(now) --name Gym --format csv",
      "journey \(now) --activities --format csv",
    ]
    guard !options.contains("-7h"), !options.contains(":") else { return }
    for command in commands + ["moods \(now) --format csv"] {
      let rows = try Shell.run("flint \(command) \(options) | tail -n +2 | wc -l", in: scratch.url)
      #expect(rows.output == "\(count)\n", "\(command)")
    }
  }

  @Test func `set the current time in the zone of the profile`() throws {
    let scratch = try prepared()
    let command = "flint eval --db p.db --now 'yesterday 14:30' 'clock.now()'"
    let expected = try Shell.run(
      "TZ=Europe/Rome date -d 'yesterday 14:30' +%Y-%m-%dT14:30", in: scratch.url)
    let now = try Shell.run(command, in: scratch.url)
    #expect(now.status == 0)
    #expect(now.output.prefix(16) == expected.output.prefix(16))
  }

  // On Tuesday, two days of the week have passed.
  @Test(arguments: [
    "stats --metric sparks --by day", "stats --metric task_score --by day", "tasks --scores",
  ])
  func `ranges end today where days to come would count`(command: String) throws {
    let scratch = try prepared()
    for (range, count) in [("week", 2), ("2026-11-20..2026-12-31", 5), ("last week", 7)] {
      let rows = try Shell.run(
        "flint \(command) --db p.db --now 2026-11-24T15:30 --on '\(range)' --format csv | "
          + "tail -n +2 | wc -l", in: scratch.url)
      #expect(rows.output == "\(count)\n", "\(range)")
    }
  }

  // Clocks in Rome went from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October.
  @Test(arguments: [
    ("spark A energy --at 2026-03-29T02:30", "1 local time was skipped by the clocks"),
    ("spark A energy --at 2026-10-25T02:30", "1 local time was shown twice by the clocks"),
    ("spark A energy --format json --at 2026-10-25T02:30", "1 local time was shown twice"),
    ("mood good --at 2026-03-29T02:30", "1 local time was skipped by the clocks"),
    ("entry Gym 5min --at 2026-03-29T02:30", "1 local time was skipped by the clocks"),
    (
      "spark Z energy --quiet --db p.db --now 2026-11-24T15:30; flint edit last at=2026-03-29T02:30",
      "1 local time was skipped by the clocks"
    ),
    ("task Call --reminder 2027-03-28T02:30", "1 local time was skipped by the clocks"),
    ("spark A energy --at 2026-03-29T03:30", nil),
    ("spark A energy --at 2026-10-25T02:30+01:00", nil),
    ("spark A energy --quiet --at 2026-03-29T02:30", nil),
  ])
  func `are recorded with a note where clocks changed`(command: String, note: String?) throws {
    let scratch = try prepared()
    let result = try Shell.run("flint \(command) --db p.db --now 2026-11-24T15:30", in: scratch.url)
    #expect(result.status == 0)
    #expect(result.output.contains("note: ") == (note != nil), "\(result.output)")
    #expect(note.map { result.output.contains($0) } ?? true, "\(result.output)")
  }

  @Test func `name the time that is meant before days start`() throws {
    let scratch = try Scratch()
    let setup = "flint init --quiet --db p.db --zone UTC --day-start 04:00"
    #expect(try Shell.run(setup, in: scratch.url).status == 0)
    for (now, text, meant) in [
      ("2026-11-24T04:00", "03:59", "2026-11-25 03:59; \"yesterday 03:59\" is 2026-11-24 03:59"),
      (
        "2026-11-24T12:00", "today 0:30", "2026-11-25 00:30; \"yesterday 0:30\" is 2026-11-24 00:30"
      ),
    ] {
      let refused = try Shell.run(
        "flint spark B energy --at '\(text)' --now \(now) --db p.db", in: scratch.url)
      #expect(refused.status == 1)
      #expect(
        refused.output.contains(
          "--at: expected a time that is not later than now, got \"\(text)\", which is \(meant)\n"),
        "\(refused.output)")
    }
    let list = try Shell.run(
      "flint sparks --since 'today 00:00' --now 2026-11-24T04:00 --db p.db", in: scratch.url)
    #expect(
      list.output.contains(
        "note: --since \"today 00:00\" is 2026-11-25 00:00, which is to come\n"), "\(list.output)")
  }

  @Test(arguments: [
    ("flint missions --day yesterday", "flint missions --day 2026-11-23"),
    (
      "flint journey --day 'last sun' --format json", "flint journey --day 2026-11-22 --format json"
    ),
    ("flint tasks --view completed --day -1d", "flint tasks --view completed --day 2026-11-23"),
    ("flint stats --on 'last week'", "flint stats --since 2026-11-16 --before 2026-11-23"),
    (
      "flint tasks --scores --on 'last 30 days' --format csv",
      "flint tasks --scores --since 2026-10-26 --before 2026-11-25 --format csv"
    ),
  ])
  func `are the same as dates`(words: String, dates: String) throws {
    let scratch = try prepared()
    let now = " --db p.db --now 2026-11-24T15:30"
    let (read, expected) = (
      try Shell.run(words + now, in: scratch.url), try Shell.run(dates + now, in: scratch.url)
    )
    #expect(expected.status == 0 && !expected.output.isEmpty)
    #expect(read.output == expected.output)
  }

  @Test(arguments: [
    ("--now 2026-11-23T14:30 --zone UTC", "2026-11-23 14:30"),
    ("--zone UTC --now=2026-11-23 14:30", "2026-11-23 14:30"),
    (#"--now "2026-11-23 14:30" --zone 'UTC'"#, "2026-11-23 14:30"),
  ])
  func `are read in a script's header line`(options: String, expected: String) throws {
    let scratch = try Scratch()
    try """
    -- flint: --scratch \(options)
    print((clock.now():sub(1, 16):gsub("T", " ")))
    """.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run("flint run s.lua", in: scratch.url)
    #expect(result.output == expected + "\n")
  }

  /// The words are read against the system's clock, which may pass midnight between two commands.
  @Test func `are relative to the present in a script's header line`() throws {
    let scratch = try Scratch()
    try "-- flint: --scratch --zone UTC --now yesterday 14:30\nprint(clock.now())".write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    func day() throws -> String {
      try Shell.run("date -u -d yesterday +%F", in: scratch.url).output
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let before = try day()
    let output = try Shell.run("flint run s.lua", in: scratch.url).output
    let days = [before, try day()]
    #expect(days.contains { output.hasPrefix("\($0)T14:30") }, "\(output)")
  }

  @Test func `are refused with their line in a script's header line`() throws {
    let scratch = try Scratch()
    try "-- flint: --scratch --now yesterdy\n".write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run("flint run s.lua", in: scratch.url)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("flint: s.lua:1: invalid header line: "))
    #expect(result.output.contains("yesterday"))
  }
}
