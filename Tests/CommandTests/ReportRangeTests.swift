import Testing

/// What a report says of its range of days alone, of changed schedules and of large quest sets.
struct `The range of a report` {
  private static func folder(recording code: String) throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      "flint init --quiet --db p.db --seed 7 --zone UTC && "
        + "flint eval --quiet --allow-write big.json --db p.db --now 2026-03-01T12:00 '\(code)'",
      in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    return scratch
  }

  private static func report(
    _ arguments: String, in scratch: borrowing Scratch
  ) throws -> String {
    let made = try Shell.run("COLUMNS=120 flint \(arguments) --db p.db", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    return made.output
  }

  /// Done on each day of January but the 30th and 31st, after which nothing was recorded.
  private static let january = """
    habit.add{name = "Run", schedule = {per = "day"}, at = "2026-01-01T07:00"}
    for day = 1, 29 do habit.done("Run", nil, {at = ("2026-01-%02dT08:00"):format(day)}) end
    """

  @Test func `has a last day that is over`() throws {
    let scratch = try Self.folder(recording: Self.january)
    let page = try Self.report("report habits --now 2026-03-01T12:00 --on 2026-01", in: scratch)
    let facts = ["Days done: 29", "Completion: 94 %", "Streak: 0"]
    #expect(facts.allSatisfy { page.contains("  \($0)\n") }, "\(page)")
    #expect(page.contains("  Longest streak: 29 days, 1–29 January 2026\n"), "\(page)")
    #expect(page.contains("■ done  × not done\n"), "\(page)")
  }

  @Test func `has the streaks that reach into it, with their whole lengths`() throws {
    let scratch = try Self.folder(
      recording: """
        habit.add{name = "Run", schedule = {per = "day"}, at = "2026-01-01T07:00"}
        for day = 1, 31 do habit.done("Run", nil, {at = ("2026-01-%02dT08:00"):format(day)}) end
        for day = 10, 14 do habit.done("Run", nil, {at = ("2026-02-%02dT08:00"):format(day)}) end
        for day = 20, 21 do habit.done("Run", nil, {at = ("2026-02-%02dT08:00"):format(day)}) end
        """)
    for (range, best) in [("2026-02", "5 days, 10–14"), ("2026-02-21", "2 days, 20–21")] {
      let page = try Self.report("report habits --now 2026-03-01T12:00 --on \(range)", in: scratch)
      #expect(page.contains("  Longest streak: \(best) February 2026\n"), "\(page)")
    }
    let all = try Self.report(
      "report habits --now 2026-03-01T12:00 --since 2026-01-31", in: scratch)
    #expect(all.contains("  31 days, January 2026\n"), "\(all)")
  }

  @Test func `counts periods where the schedule changed, and no streak of a stopped habit goes on`()
    throws
  {
    let scratch = try Self.folder(
      recording: """
        habit.add{name = "Run", schedule = {per = "day"}, at = "2026-01-01T07:00"}
        for day = 1, 31 do habit.done("Run", nil, {at = ("2026-01-%02dT08:00"):format(day)}) end
        """)
    let goes = try Self.report("report habits --now 2026-01-31T12:00 --on 2026-01", in: scratch)
    #expect(goes.contains(/% +31  31 days, January 2026\n/), "\(goes)")
    let changed = try Shell.run(
      "flint habit change Run --per week --db p.db --now 2026-02-01T09:00 --quiet && "
        + "flint habit stop Run --db p.db --now 2026-02-20T09:00 --quiet", in: scratch.url)
    #expect(changed.status == 0, "\(changed.output)")
    let january = try Self.report("report habits --now 2026-03-01T12:00 --on 2026-01", in: scratch)
    #expect(january.contains(/% +31  31 days, January 2026\n/), "\(january)")
    // Missed are 1 February, of the daily plan, and the weeks of 2, 9 and 16 February: 31 of 35.
    let year = try Self.report("report habits --now 2026-03-01T12:00 --on 2026", in: scratch)
    #expect(year.contains(/31 +– +89 % +\d+ % +–  31 periods, January 2026\n/), "\(year)")
  }

  @Test func `shows a tracker before it was a habit as a tracker`() throws {
    let scratch = try Self.folder(
      recording: """
        tracker.add{name = "Run", at = "2025-02-01T07:00"}
        for day = 1, 5 do
          tracker.add_entry("Run", {minutes = 30, at = ("2025-02-%02dT08:00"):format(day)})
        end
        habit.add{name = "Run", schedule = {per = "day"}, at = "2026-02-01T07:00"}
        """)
    let now = "--now 2026-03-01T12:00 --on 2025"
    let page = try Self.report("report trackers habits \(now)", in: scratch)
    #expect(page.contains(/Run +5 +5 +2 h 30 min/), "\(page)")
    let calendar = try Self.report("calendar Run \(now)", in: scratch)
    #expect(calendar.hasPrefix("Run") && calendar.contains("30"), "\(calendar)")
  }

  @Test func `compares the 28th and 29th of February with the 28th of the year before`() throws {
    let scratch = try Self.folder(
      recording: """
        for _, day in ipairs{"2023-01-10", "2023-02-28", "2024-02-28"} do
          spark.add{title = "S", category = "idea", at = day .. "T09:00"}
        end
        """)
    for now in ["2024-02-28", "2024-02-29"] {
      let page = try Self.report("report overview --now \(now)T15:00 --on 2024", in: scratch)
      #expect(page.contains("28 February 2023: 2\n  Difference: −1\n"), "\(page)")
    }
  }

  @Test func `draws measurements as a line, also below 0, and what a calendar of them counts`()
    throws
  {
    let scratch = try Self.folder(
      recording: """
        tracker.add{name = "Frost", at = "2026-01-01T07:00"}
        for day, number in ipairs{-3, 0, -6} do
          tracker.add_entry("Frost", {number = number, at = ("2026-01-%02dT08:00"):format(day)})
        end
        tracker.add{name = "Coffee", at = "2026-01-01T07:00"}
        for day, number in ipairs{2, 0, 4} do
          tracker.add_entry("Coffee", {number = number, at = ("2026-01-%02dT08:00"):format(day)})
        end
        """)
    let page = try Self.report("report trackers --now 2026-03-01T12:00 --on 2026-01", in: scratch)
    #expect(page.contains(/Frost +3 +3 +– +−3\.00 +3/), "\(page)")
    #expect(page.contains("Frost over time\n") && page.contains("Coffee over time\n"), "\(page)")
    func calendar(_ name: String) throws -> String {
      try Self.report("calendar \(name) --now 2026-03-01T12:00 --on 2026-01", in: scratch)
    }
    #expect(try calendar("Frost").hasPrefix("Frost: entries, January 2026\n"))
    let coffee = try calendar("Coffee")
    #expect(coffee.hasPrefix("Coffee: mean, January 2026\n") && coffee.contains("no entry, or 0"))
  }

  @Test func `of the future is short`() throws {
    let scratch = try Self.folder(recording: Self.january)
    let page = try Self.report(
      "report all --now 2026-03-01T12:00 --since 2100-01-01 --before 9999-12-31", in: scratch)
    #expect(page.contains("Nothing was recorded in this time."), "\(page)")
    #expect(page.split(separator: "\n").count < 12, "\(page)")
  }

  /// Each of 30 missions waits for 20 nodes of the last one: 43 s when titles were looked for in all of them.
  @Test(.timeLimit(.minutes(1)))
  func `names what is missing in a set of thousands of nodes`() throws {
    let scratch = try Self.folder(
      recording: """
        local function node(mission, n, dependencies)
          return {id = "n" .. mission .. "_" .. n, orderIndex = n,
            title = "Node " .. mission .. " " .. n, dependencies = dependencies}
        end
        local missions = {}
        for m = 0, 149 do
          local nodes = {}
          for n = 0, 34 do
            local needed = json.decode("[]")
            if m < 30 then for k = 0, 19 do needed[#needed + 1] = "n149_" .. k end end
            nodes[#nodes + 1] = node(m, n, needed)
          end
          missions[#missions + 1] = {id = "m" .. m, title = "Mission " .. m, nodes = nodes}
        end
        fs.write("big.json", json.encode{id = "big", name = "Big", category = "test", missions = missions})
        """)
    let loaded = try Shell.run(
      "flint eval --allow-read big.json --db p.db --quiet --now 2026-02-01T12:00 'quest.add(\"big.json\")'",
      in: scratch.url)
    try #require(loaded.status == 0, "\(loaded.output)")
    let page = try Self.report("report quests --now 2026-03-01T12:00 -o -", in: scratch)
    #expect(page.contains("Mission 0"), "\(page.prefix(2000))")
  }
}
