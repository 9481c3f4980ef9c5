import Foundation
import Testing

/// The sentences with which a report opens, each by a rule of docs/reports.md.
struct `The opening of a report` {
  private static func folder(recording code: String) throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      "flint init --quiet --db p.db --rules ignition --seed 7 --zone UTC && "
        + "flint eval --quiet --db p.db --now 2026-03-31T22:00 '\(code)'", in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    return scratch
  }

  /// Returns the sentences, each on one line.
  private static func sentences(
    _ arguments: String, in scratch: borrowing Scratch
  ) throws -> [String] {
    let made = try Shell.run("COLUMNS=1000 flint report --db p.db \(arguments)", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    return joined(made.output)
  }

  /// Returns the sentences below the title of a page, which are indented where they go on.
  private static func joined(_ page: String) -> [String] {
    page.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
      .prefix { $0.hasPrefix("- ") || $0.hasPrefix("  ") }.reduce(into: []) { sentences, line in
        let text = line.dropFirst(2)
        if line.hasPrefix("- ") {
          sentences.append(String(text))
        } else {
          sentences[sentences.count - 1] += " " + text
        }
      }
  }

  /// Returns Lua that records sparks of 8 points (ideas of low intensity) on days.
  private static let sparks = """
    local function sparks(day, count)
      for i = 1, count do
        spark.add{title = day .. i, category = "idea", intensity = "low", at = day .. "T09:00"}
      end
    end

    """

  @Test func `says nothing of a profile of few days`() throws {
    let scratch = try Self.folder(
      recording: Self.sparks + #"sparks("2026-03-30", 1) sparks("2026-03-31", 1)"#)
    #expect(try Self.sentences("--on 2026-03 --now 2026-03-31T23:00", in: scratch) == [])
  }

  /// Read on 8 days of 14 and then on all of 14: completion 57 % and 100 %, and a streak of 14 days.
  @Test func `names the habit that changed most, and its streak if it is the longest`() throws {
    let scratch = try Self.folder(
      recording: """
        habit.add{name = "Read", schedule = {per = "day"}, at = "2026-03-01T07:00"}
        for day = 1, 28 do
          if day > 14 or day % 7 < 4 and day % 7 > 0 or day % 7 == 5 then
            habit.done("Read", nil, {at = ("2026-03-%02dT08:00"):format(day)})
          end
        end
        """)
    let sentences = try Self.sentences(
      "--since 2026-03-15 --before 2026-03-29 --now 2026-03-31T23:00", in: scratch)
    #expect(sentences.contains("Read rose to 100 %, after 57 % in the 14 days before."))
    #expect(sentences.contains("Read had its longest streak: 14 days, 15–28 March 2026."))
  }

  /// Without "Walk" all moods are 2, with it 4: every other day of 60.
  @Test func `names what moods differ with where the evidence is clear`() throws {
    let scratch = try Self.folder(
      recording: """
        for i = 0, 59 do
          local day = clock.add_days("2026-01-15", i)
          local walks = (i * i // 3) % 2 == 0
          if walks then
            spark.add{title = "S", category = "idea", tags = {"walk"}, at = day .. "T09:00"}
          end
          mood.add{mood = walks and 4 or 2, day = day, at = day .. "T21:00"}
        end
        """)
    let sentences = try Self.sentences("--on 2026 --now 2026-03-31T23:00", in: scratch)
    let relation = sentences.first {
      $0.hasPrefix("Moods were 2.00 higher on days with walk: 4.00 on ")
    }
    #expect(relation?.contains("against 2.00 on ") ?? false, "\(sentences)")
  }

  /// Weeks of 8, 8, 8 and 80 points from ideas, and duplicates at most.
  @Test func `says since when days were not as good`() throws {
    let scratch = try Self.folder(
      recording: Self.sparks
        + #"for _, day in ipairs{"01", "08", "15"} do sparks("2026-03-" .. day, 1) end sparks("2026-03-24", 10)"#
    )
    let sentences = try Self.sentences(
      "--since 2026-03-22 --before 2026-03-29 --now 2026-03-31T23:00", in: scratch)
    #expect(sentences.contains { $0.hasPrefix("The best 7 days so far: ") }, "\(sentences)")
  }

  @Test func `says what came to an end`() throws {
    let scratch = try Self.folder(
      recording: """
        for i = 1, 5 do
          local t = task.add{name = "T" .. i, project = "Shed", at = "2026-03-01T08:00"}
          task.complete(t.id, {at = ("2026-03-%02dT08:00"):format(i + 10)})
        end
        """)
    let now = "--now 2026-03-31T23:00"
    #expect(
      try Self.sentences("--on 2026-03 \(now)", in: scratch).contains(
        "5 tasks of the project Shed are done, all that it has; the last one on 15 Mar 2026."))
    #expect(
      try Self.sentences("--on 2026-02 \(now)", in: scratch).allSatisfy { !$0.contains("Shed") })
  }

  @Test(arguments: ["en", "es", "it"]) func `has at most five sentences of the year`(
    code: String
  ) throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      "flint run --create --db p.db --seed 2025 --zone Europe/Rome --quiet "
        + "'\(Shell.root.path)/examples/year.lua'", in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    let text = try Shell.run(
      "COLUMNS=1000 flint report --db p.db --on 2025 --now 2026-01-02T12:00 --language \(code)",
      in: scratch.url)
    let sentences = Self.joined(text.output)
    #expect((3...5).contains(sentences.count), "\(text.output)")
    #expect(sentences.allSatisfy { !$0.contains("{") && $0.hasSuffix(".") })
  }
}

/// `flint report --since last`, for a mail each week.
struct `A report since the last one` {
  @Test func `begins with the day of the last, is small, and is kept for each profile`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      "flint run --create --db p.db --seed 2025 --zone Europe/Rome --quiet "
        + "'\(Shell.root.path)/examples/year.lua'", in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    func title(_ now: String, _ rest: String = "") throws -> String {
      let made = try Shell.run(
        "export XDG_STATE_HOME=$PWD/state; flint report --since last --db p.db --now \(now) \(rest)",
        in: scratch.url)
      #expect(made.status == 0, "\(made.output)")
      return String(made.output.prefix { $0 != "\n" })
    }
    // Without a last one, seven days.
    #expect(try title("2026-01-01T18:00") == "Review: 26 December 2025 – 1 January 2026")
    #expect(try title("2026-01-04T18:00") == "Review: 1–4 January 2026")
    #expect(try title("2026-01-04T19:00") == "Review: Sunday 4 January 2026")
    #expect(try title("2026-01-05T19:00", "-o a.html") == "wrote a.html")
    let sizes = try Shell.run(
      "export XDG_STATE_HOME=$PWD/other; flint report --since last --db p.db --now 2025-12-31T22:00 "
        + "--quiet -o b.html; flint report --since last --db p.db --now 2025-12-31T22:00 --quiet "
        + "-o b.md; wc -c < b.html; grep -c '^# Review' b.md; ls state/flint other/flint",
      in: scratch.url)
    let lines = sizes.output.split(separator: "\n")
    #expect((Int(lines.first ?? "") ?? .max) < 60_000, "\(sizes.output)")
    #expect(lines.dropFirst().first == "1", "\(sizes.output)")
  }

  @Test func `is small after two years of 30 habits too, and says what it leaves out`() throws {
    let scratch = try Scratch()
    try Data(
      """
      for h = 1, 30 do
        habit.add{name = "Habit number " .. h, schedule = {per = "day"}, at = "2025-01-01T07:00"}
      end
      for n = 0, 729 do
        local day = clock.add_days("2025-01-01", n)
        for h = 1, 30 do
          if n * h % 5 < 3 then habit.done("Habit number " .. h, nil, {at = day .. "T10:00"}) end
        end
        mood.add{mood = n % 5, day = day, at = day .. "T11:00"}
      end
      """.utf8
    ).write(to: scratch.url.appendingPathComponent("days.lua"))
    let made = try Shell.run(
      "flint init --quiet --db p.db --zone UTC && "
        + "flint run --quiet --db p.db --now 2026-12-31T22:00 days.lua", in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    func letter(_ now: String) throws -> String {
      let made = try Shell.run(
        "export XDG_STATE_HOME=$PWD/$(mktemp -d state.XXX); "
          + "flint report --since last --db p.db --now 2025-01-01T20:00 --quiet -o a.html --force; "
          + "flint report --since last --db p.db --now \(now) --quiet -o a.html --force",
        in: scratch.url)
      #expect(made.status == 0, "\(made.output)")
      return try String(
        contentsOf: scratch.url.appendingPathComponent("a.html"), encoding: .utf8)
    }
    for (now, last) in [("2025-04-01", "2025-04-02"), ("2026-12-31", "2027-01-01")] {
      let html = try letter("\(now)T20:00")
      #expect(html.utf8.count < 60_000, "\(now)")
      let sentence = try #require(
        html.firstMatch(
          of: /The page is short: of habits and moods it draws (\d+) of 31; (.+?) shows all/),
        "\(now)")
      // The moods of each year, or of all days, are a picture, and each habit has one.
      #expect(html.ranges(of: "<figure").count >= Int(sentence.1) ?? 31, "\(now)")
      #expect(
        sentence.2 == "flint report habits moods --since 2025-01-01 --before \(last)", "\(now)")
      #expect(html.contains(">Habit number 30<"), "The table has all habits.")
    }
    let days = try letter("2025-01-10T20:00")
    #expect(days.utf8.count < 60_000 && !days.contains("The page is short"))
  }

  @Test func `has no other range beside it`() throws {
    let scratch = try Scratch()
    for option in ["--on 2026", "--before 2026-01-01"] {
      let made = try Shell.run("flint report --since last \(option) --db p.db", in: scratch.url)
      #expect(made.status == 2 && made.output.contains("cannot be combined"), "\(made.output)")
    }
  }
}
