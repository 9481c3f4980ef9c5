import Foundation
import Testing

/// What the opening of a report says is true of all days of the profile, or it is not said.
struct `What a report claims` {
  /// Sparks alone have points: 8 of an idea of low intensity.
  private static let rulebook = """
    return {
      id = "plain", categories = {{id = "idea", points = 8}},
      intensities = {{id = "low", multiplier = 1}}, rarities = {{id = "any", rate = 1, duplicate = 0}},
      drops = {chance = 0, empty_cell = "none"}, fuel = {capacity = 1000},
      tokens = {initial = 0, per_overload = 0}, levels = {{title = "One", threshold = 0}},
      missions = {}, ladders = {}, cards = {},
      tasks = {credit_points = false, scores = {P0 = 7, P1 = 4, P2 = 3, P3 = 2}},
    }
    """

  /// Lua that records such ideas on a day, and a daily habit that is done on so many days from one on.
  private static let functions = """
    local function sparks(day, count)
      for i = 1, count do
        spark.add{title = day .. i, category = "idea", intensity = "low", at = day .. "T09:00"}
      end
    end
    local function habits(name, day)
      habit.add{name = name, schedule = {per = "day"}, at = day .. "T07:00"}
    end
    local function done(name, day, count)
      for i = 0, count - 1 do habit.done(name, nil, {at = clock.add_days(day, i) .. "T08:00"}) end
    end

    """

  private static func folder(recording code: String) throws -> Scratch {
    let scratch = try Scratch()
    try Data(rulebook.utf8).write(to: scratch.url.appendingPathComponent("plain.lua"))
    try Data((functions + code).utf8).write(to: scratch.url.appendingPathComponent("days.lua"))
    let made = try Shell.run(
      "flint init --quiet --db p.db --rules plain.lua --seed 7 --zone UTC && "
        + "flint run --quiet --db p.db --now 2026-12-31T22:00 days.lua", in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    return scratch
  }

  /// Returns the sentences of a report, each on one line.
  private static func sentences(
    _ arguments: String, in scratch: borrowing Scratch
  ) throws -> [String] {
    let made = try Shell.run("flint report --db p.db \(arguments) -o a.html", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    let html = try String(
      contentsOf: scratch.url.appendingPathComponent("a.html"), encoding: .utf8)
    let list = html.firstMatch(of: /<ul class="y">([\s\S]*?)<\/ul>/)?.1 ?? ""
    return list.matches(of: /<li>(.*?)<\/li>/).map { String($0.1) }
  }

  // MARK: The best month and week

  /// January 24 points, February none, March 48, April 16: the others have 40 / 3, of which 48 is 3.6 times.
  private static let months =
    #"sparks("2026-01-01", 3) sparks("2026-03-05", 6) sparks("2026-04-05", 2)"#

  @Test func `counts months without points among the others`() throws {
    let scratch = try Self.folder(recording: Self.months)
    let year = "--since 2026-01-01 --before 2026-05-01 --now 2026-12-31T23:00"
    #expect(
      try Self.sentences(year, in: scratch) == [
        "March 2026 was the best month: 48 points, 260 % more than the mean of the others."
      ])
  }

  @Test func `names no best month where one that is not whole has more`() throws {
    // May, which goes on, or the January before the first day of the range.
    let running = try Self.folder(recording: Self.months + #"sparks("2026-05-02", 7)"#)
    #expect(
      try Self.sentences("--on 2026 --now 2026-05-20T12:00", in: running).allSatisfy {
        !$0.contains("best month")
      })
    #expect(
      try Self.sentences("--on 2026 --now 2026-05-31T23:00", in: running).contains {
        $0.hasPrefix("May 2026 was the best month: 56 points, ")
      })
    let first = try Self.folder(recording: #"sparks("2026-01-02", 9)"# + Self.months)
    #expect(
      try Self.sentences(
        "--since 2026-01-02 --before 2026-05-01 --now 2026-12-31T23:00", in: first
      ).allSatisfy { !$0.contains("best month") })
  }

  @Test func `names no best month of equal ones, and none beside empty ones`() throws {
    let range = "--since 2026-01-01 --before 2026-05-01 --now 2026-12-31T23:00"
    let equal = try Self.folder(recording: Self.months + #"sparks("2026-01-09", 3)"#)
    #expect(try Self.sentences(range, in: equal) == [])
    let alone = try Self.folder(recording: #"habits("Read", "2026-01-01") sparks("2026-03-05", 6)"#)
    #expect(try Self.sentences(range, in: alone) == [])
  }

  /// Whole weeks of 8, 0 and 40 points since 2 March, a Monday; the mean of the others is 4.
  @Test func `names the best week likewise`() throws {
    let code = #"sparks("2026-03-02", 1) sparks("2026-03-18", 5)"#
    let range = "--since 2026-03-01 --before 2026-04-10"
    let over = try Self.folder(recording: code)
    #expect(
      try Self.sentences("\(range) --now 2026-03-22T23:00", in: over) == [
        "The week of 16 Mar 2026 was the best: 40 points, 900 % more than the mean of the others."
      ])
    let running = try Self.folder(recording: code + #"sparks("2026-03-23", 5)"#)
    #expect(try Self.sentences("\(range) --now 2026-03-24T23:00", in: running) == [])
  }

  // MARK: The best days

  /// 3 ideas on each of 1 to 8 March, one in three later weeks, and two on each of 23 to 29 March: 112 points. Of the
  /// windows of 7 days, that of 4 to 10 March has 120 and that of 5 March 96.
  private static let windows = """
    for day = 1, 8 do sparks(("2026-03-%02d"):format(day), 3) end
    sparks("2026-02-02", 1) sparks("2026-02-09", 1) sparks("2026-02-16", 1)
    for day = 23, 29 do sparks(("2026-03-%02d"):format(day), 2) end

    """

  @Test func `compares with all spans of that length, from any day on`() throws {
    let week = "--since 2026-03-23 --before 2026-03-30 --now 2026-12-31T23:00"
    // Since 5 March only one span is whole and has something: too few for a sentence.
    #expect(try Self.sentences(week, in: try Self.folder(recording: Self.windows)) == [])
    let more = #"sparks("2026-03-09", 1) sparks("2026-03-16", 1) sparks("2026-03-22", 1)"#
    let since = try Self.folder(recording: Self.windows + more)
    // From 4 March the window has 128, from 5 March 104.
    #expect(try Self.sentences(week, in: since) == [])
    let early = try Self.folder(
      recording: Self.windows.replacing(
        "2026-03-%02d\"):format(day), 3", with: "2026-02-%02d\"):format(day), 3")
        + #"sparks("2026-03-02", 1) sparks("2026-03-09", 1) sparks("2026-03-16", 1)"#)
    // In February, 4 to 10 with one idea more on the 9th: 128 points; 5 to 11: 104.
    #expect(
      try Self.sentences(week, in: early) == ["The best 7 days since 5 Feb 2026: 112 points."])
  }

  @Test func `says nothing of a past week that a later one beat, also one that overlaps`() throws {
    let before = #"for _, day in ipairs{"02", "09", "16"} do sparks("2026-03-" .. day, 1) end "#
    let week = "--since 2026-03-23 --before 2026-03-30 --now 2026-12-31T23:00"
    let alone = try Self.folder(recording: before + #"sparks("2026-03-24", 5)"#)
    #expect(try Self.sentences(week, in: alone) == ["The best 7 days so far: 40 points."])
    for later in ["2026-03-30", "2026-05-01"] {
      let count = later == "2026-03-30" ? 1 : 5
      let beaten = try Self.folder(
        recording: before + #"sparks("2026-03-24", 5) sparks("\#(later)", \#(count))"#)
      #expect(try Self.sentences(week, in: beaten) == [], "\(later)")
    }
  }

  @Test func `calls one day a day`() throws {
    let scratch = try Self.folder(
      recording: """
        for day = 1, 4 do sparks(("2026-03-%02d"):format(day), 1) end
        sparks("2026-03-05", 4)
        for day = 6, 9 do sparks(("2026-03-%02d"):format(day), 1) end
        sparks("2026-03-10", 2)
        """)
    func said(_ rest: String) throws -> [String] {
      try Self.sentences("\(rest) --now 2026-12-31T23:00", in: scratch)
    }
    #expect(try said("--on 2026-03-05") == ["The best day so far: 32 points."])
    #expect(try said("--on 2026-03-10") == ["The best day since 6 Mar 2026: 16 points."])
    #expect(
      try said("--on 2026-03-10 --language it") == ["Il giorno migliore dal 6 mar 2026: 16 punti."])
  }

  // MARK: Records

  /// One idea on each of 1 to 15 March, and 4 on the 16th.
  @Test func `names the day with the most points unless a later one has as many`() throws {
    let days = #"for day = 1, 16 do sparks(("2026-03-%02d"):format(day), day > 15 and 4 or 1) end "#
    let range = "--on 2026-03 --now 2026-12-31T23:00"
    let record = try Self.folder(recording: days)
    #expect(
      try Self.sentences(range, in: record).contains(
        "16 Mar 2026 brought the most points of any day: 32 points."))
    for count in [4, 5] {
      let beaten = try Self.folder(recording: days + #"sparks("2026-04-01", \#(count))"#)
      #expect(try Self.sentences(range, in: beaten) == [])
    }
  }

  @Test func `names the whole longest streak, unless another is as long`() throws {
    let read = #"habits("Read", "2026-03-01") done("Read", "2026-03-16", 20) "#
    let march = "--on 2026-03 --now 2026-12-31T23:00"
    let whole = try Self.folder(recording: read)
    #expect(
      try Self.sentences(march, in: whole).contains(
        "Read had its longest streak: 20 days, 16 March – 4 April 2026."))
    let habits = try Shell.run(
      "COLUMNS=150 flint report habits --db p.db \(march) -o -", in: whole.url)
    #expect(
      habits.output.contains("Streak: 16\n")
        && habits.output.contains("Longest streak: 20 days, 16 March – 4 April 2026\n"),
      "\(habits.output)")
    let beaten = try Self.folder(recording: read + #"done("Read", "2026-05-01", 20)"#)
    #expect(
      try Self.sentences(march, in: beaten).allSatisfy { !$0.contains("longest streak") })
  }

  // MARK: Ends

  /// From 1 to 20 January, and from 1 March: stopped after 10 days, or after 30.
  @Test(arguments: [("2026-03-11", false), ("2026-03-31", true)])
  func `counts the days of a habit that was stopped, if it lasted for 30 at last`(
    day: String, isSaid: Bool
  ) throws {
    let scratch = try Self.folder(
      recording: """
        local function stop(day) habit.stop("Gym", {at = day .. "T08:00"}) end
        habits("Gym", "2026-01-01")
        stop("2026-01-21")
        habits("Gym", "2026-03-01")
        stop("\(day)")
        """)
    #expect(
      try Self.sentences("--on 2026-03 --now 2026-12-31T23:00", in: scratch)
        == (isSaid ? ["Gym ended on 30 Mar 2026, after 50 days."] : []))
  }

  // MARK: Moods

  /// 18 / 7 = 2.571 and then 15 / 7 = 2.143: shown are 2.6 and 2.1.
  @Test func `has a difference of moods that is the one of the numbers beside it`() throws {
    let scratch = try Self.folder(
      recording: """
        for day, rating in ipairs{3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3} do
          local date = ("2026-03-%02d"):format(day)
          mood.add{mood = rating, day = date, at = date .. "T20:00"}
        end
        """)
    let week = "--since 2026-03-08 --before 2026-03-15 --now 2026-12-31T23:00"
    #expect(
      try Self.sentences(week, in: scratch) == [
        "Moods were 0.5 lower than in the 7 days before: 2.1 after 2.6."
      ])
    #expect(
      try Self.sentences("\(week) --language it", in: scratch) == [
        "L'umore è stato di 0,5 più basso che nei 7 giorni precedenti: 2,1 dopo 2,6."
      ])
  }

  /// Ten days with one rating in each of four months, and one in May.
  @Test func `names two months of equal moods, but not three, or one of few days`() throws {
    func said(_ moods: String, _ rest: String = "") throws -> [String] {
      let scratch = try Self.folder(
        recording: """
          for month, rating in ipairs{\(moods)} do
            for day = 1, 10 do
              local date = ("2026-%02d-%02d"):format(month, day)
              if month > 4 and day > 1 then break end
              mood.add{mood = rating, day = date, at = date .. "T20:00"}
            end
          end
          """)
      return try Self.sentences("--on 2026 --now 2026-12-31T23:00 \(rest)", in: scratch)
    }
    #expect(
      try said("3, 2, 3, 1") == [
        "Moods were highest in January 2026 and March 2026 (3.00 of 4) and lowest in April 2026 (1.00)."
      ])
    #expect(try said("3, 3, 3, 1") == [])
    #expect(try said("3, 2, 3, 1, 4") == [])
    #expect(try said("3, 2, 3, 1, 2").count == 1)
    #expect(
      try said("2, 2, 1, 3", "--language it") == [
        "L'umore è stato più alto ad aprile 2026 (3,00 su 4) e più basso a marzo 2026 (1,00)."
      ])
  }

  // MARK: Pictures

  @Test func `draws nothing over time of two days`() throws {
    let scratch = try Scratch()
    func charts(_ sparks: Int) throws -> String {
      let lua = (1...sparks).map {
        "spark.add{title=\"S\($0)\",category=\"idea\",at=\"2026-03-0\($0)T09:00\"} "
          + "task.add{name=\"T\($0)\",at=\"2026-03-0\($0)T09:00\"}"
      }.joined(separator: " ")
      let made = try Shell.run(
        "rm -f p.db*; flint init --quiet --db p.db --rules ignition --seed 7 --zone UTC && "
          + "flint eval --quiet --db p.db --now 2026-03-08T12:00 '\(lua)' && "
          + "flint report all --db p.db --on 2026-03 --now 2026-03-31T12:00 -o -", in: scratch.url)
      #expect(made.status == 0, "\(made.output)")
      return made.output
    }
    let (few, more) = (try charts(2), try charts(3))
    for title in ["Points over time", "Open tasks over time"] {
      #expect(!few.contains(title) && more.contains(title), "\(title): \(few)")
    }
    #expect(!few.contains("Distinct cards over time"))
  }

  @Test func `has currencies only if there are any, in three languages`() throws {
    let scratch = try Scratch()
    func report(_ lua: String, _ code: String) throws -> String {
      let made = try Shell.run(
        "rm -f p.db*; flint init --quiet --db p.db --rules everyday --seed 7 --zone UTC && "
          + "flint eval --quiet --db p.db --now 2026-03-08T12:00 '\(lua)' && "
          + "flint report all --db p.db --on 2026-03 --now 2026-03-08T12:00 -o - --language \(code)",
        in: scratch.url)
      #expect(made.status == 0, "\(made.output)")
      return made.output
    }
    let none = try report(#"mood.add{mood = 3, day = "2026-03-08"}"#, "en")
    #expect(!none.contains("Pools") && !none.contains("embers"), "\(none)")
    // 300 cards of 70: the later ones are duplicates.
    let sparks = """
      for n = 0, 299 do
        spark.add{title = "S" .. n, category = "idea", at = clock.add_days("2026-01-01", n // 5) .. "T09:00"}
      end
      """
    for (code, title, name) in [
      ("en", "Currencies", "embers"), ("es", "Monedas", "brasas"), ("it", "Valute", "braci"),
    ] {
      let page = try report(sparks, code)
      #expect(page.contains("\n\(title)\n") && page.contains("\n\(name) "), "\(page)")
      #expect(code == "en" || !page.contains("embers"))
    }
  }
}
