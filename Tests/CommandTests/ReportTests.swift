import Charts
import Foundation
import FlintJSON
import Testing
import Views

/// `flint report`, with the invented year of examples/year.lua.
struct `A report` {
  /// Creates a folder with the profile `year.db`.
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      "flint run --create --db year.db --seed 2025 --zone Europe/Rome --quiet "
        + "'\(Shell.root.path)/examples/year.lua'",
      in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    return scratch
  }

  private static func text(_ name: String, in scratch: borrowing Scratch) throws -> String {
    try String(contentsOf: scratch.url.appendingPathComponent(name), encoding: .utf8)
  }

  private static let now = "--db year.db --now 2026-01-02T12:00 --on 2025"

  @Test func `of a year is one small file that loads nothing and says the same each time`() throws {
    let scratch = try Self.folder()
    for name in ["one", "two"] {
      let made = try Shell.run(
        "TZ=\(name == "one" ? "UTC" : "Asia/Tokyo") flint report all \(Self.now) -o \(name).html",
        in: scratch.url)
      #expect(made.status == 0 && made.output == "wrote \(name).html\n", "\(made.output)")
    }
    let html = try Self.text("one.html", in: scratch)
    #expect(html == (try Self.text("two.html", in: scratch)))
    #expect(html.utf8.count <= 400 << 10)
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(
      html.contains(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\""))
    for part in ["<script", "http://", "https://", "url(data", "@import", " on"] {
      let isNamespace = part == "http://"
      let rest = isNamespace ? html.replacing("http://www.w3.org/2000/svg", with: "") : html
      #expect(!rest.contains(part == " on" ? " onload=" : part), "\(part)")
    }
    for title in [
      "Overview", "Sparks", "Habits", "Moods", "Tasks", "Collection", "Missions", "Quests",
      "Journey",
    ] {
      // All but the first can be folded on a narrow screen.
      let heading = "<label for=\"o-[a-z]+\">\(title)</label>"
      #expect(
        html.contains(try Regex(title == "Overview" ? title : heading)), "\(title)")
    }
    // Each picture has a title, a description, and its numbers beside it; some continue in further segments.
    let pictures = html.ranges(of: "<svg ").count - html.ranges(of: " aria-hidden=").count
    #expect(pictures > 20 && html.ranges(of: " role=\"img\"").count == pictures)
    #expect(html.ranges(of: "<desc ").count == pictures)
    #expect(html.ranges(of: "<details>").count == pictures)
  }

  /// A year with something of everything each day, and 18 habits.
  private static let busyYear = """
    local first, day = 1735689600, 86400
    for n = 1, 18 do
      local schedules = {{times = 1, per = "day"}, {times = 3, per = "week"},
        {weekdays = {"mon", "wed", "fri"}}}
      habit.add{name = "Habit number " .. n, schedule = schedules[n % 3 + 1], at = first}
    end
    tracker.add{name = "Weight", at = first}
    tracker.add{name = "Piano", at = first}
    for d = 0, 364 do
      local at = first + d * day
      for n = 1, 18 do
        if (d * 7 + n * 5) % 11 < 7 then
          tracker.add_entry("Habit number " .. n, {done = true, at = at + 36000 + n})
        end
      end
      if d % 3 == 0 then
        tracker.add_entry("Weight", {number = 70 + d % 13 / 10, at = at + 30000})
      end
      if d % 5 < 2 then tracker.add_entry("Piano", {minutes = 10 + d % 50, at = at + 70000}) end
      mood.add{mood = d * d % 5, day = os.date("!%Y-%m-%d", at), at = at + 80000}
      for n = 1, 2 do
        local category = ({"idea", "energy", "decision"})[(d + n) % 3 + 1]
        spark.add{title = "Spark", category = category, at = at + 40000 + n}
      end
      local added = task.add{name = "Task " .. d, at = at + 33000}
      if d % 5 > 0 then task.complete(added.id, {at = at + 60000}) end
    end
    """

  @Test func `of a year with 18 habits is one small file too, without words for each day`() throws {
    let scratch = try Scratch()
    try Self.busyYear.write(
      to: scratch.url.appendingPathComponent("busy.lua"), atomically: true, encoding: .utf8)
    let made = try Shell.run(
      "flint run --create --db year.db --zone UTC --quiet busy.lua && "
        + "flint report all \(Self.now) -o a.html",
      in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    let html = try Self.text("a.html", in: scratch)
    #expect(html.utf8.count <= 400 << 10, "\(html.utf8.count)")
    #expect(html.contains(">Trackers</label></h2>") && html.contains("Weight over time"))
    // A calendar of each of the habits and of what is counted, and a line of what is measured.
    for name in (1...18).map({ "Habit number \($0)" }) + ["Piano: minutes"] {
      #expect(html.contains("<figcaption>\(name), 2025</figcaption>"), "\(name)")
    }
    #expect(!html.contains("<figcaption>Weight: mean"))
  }

  @Test func `has the numbers of other commands`() throws {
    let scratch = try Self.folder()
    let report = try Shell.run("flint report overview sparks \(Self.now) -o -", in: scratch.url)
    let stats = try Shell.run("flint stats \(Self.now) --format json", in: scratch.url)
    let json = try JSONValue(parsing: Array(stats.output.utf8))
    func integer(_ names: String...) throws -> Int64 {
      let value = names.reduce(json as JSONValue?) { $0?[$1] }
      guard case .integer(let number)? = value else {
        Issue.record("\(names): \(String(describing: value))")
        return 0
      }
      return number
    }
    func line(_ label: String, _ value: String) -> Bool {
      report.output.split(separator: "\n").contains { line in
        line.hasPrefix(label + " ") && (line + "  (").contains("  " + value + "  (")
      }
    }
    #expect(line("Points", grouped(try integer("points", "total"))))
    #expect(line("Sparks", grouped(try integer("sparks"))))
    #expect(report.output.contains("(\(grouped(try integer("moods"))) rated days)"))
    #expect(line("Tasks done", grouped(try integer("tasks"))))
    #expect(line("Missions completed", grouped(try integer("missions"))))
    #expect(line("Days with a spark", grouped(try integer("spark_days"))))
  }

  @Test func `leaves titles and notes out unless asked for them, and says which`() throws {
    let scratch = try Self.folder()
    let titles = ["Ran by the river", "Call the plumber", "A page about the day."]
    #expect(try Shell.run("flint report all \(Self.now) -o a.html", in: scratch.url).status == 0)
    let plain = try Self.text("a.html", in: scratch)
    for title in titles { #expect(!plain.contains(title), "\(title)") }
    #expect(plain.contains("notes are left out"))
    #expect(
      try Shell.run("flint report all \(Self.now) --with-titles -o b.html", in: scratch.url).status
        == 0)
    let full = try Self.text("b.html", in: scratch)
    #expect(full.contains("Climbed the tower") && full.contains("Call the plumber"))
    #expect(full.contains("also titles of sparks"))
  }

  @Test(arguments: [
    ("en", "Points by source", "Novice", "Titan of Ignition"),
    ("es", "Puntos por origen", "Hábitos", "Chispas"),
    ("it", "Punti per origine", "Abitudini", "Scintille"),
  ])
  func `is written in three languages`(
    code: String, first: String, second: String, third: String
  ) throws {
    let scratch = try Self.folder()
    let made = try Shell.run(
      "flint report all \(Self.now) --language \(code) -o a.html", in: scratch.url)
    #expect(made.status == 0)
    let html = try Self.text("a.html", in: scratch)
    #expect(html.contains("<html lang=\"\(code)\">"))
    #expect(html.contains(first) && (code == "en" || html.contains(second)) && html.contains(third))
    guard code != "en" else { return }
    for english in [
      "Records", "Longest streaks", "Open tasks", "Numbers", "Completion", "Legendary",
    ] {
      #expect(!html.contains(">\(english)"), "\(english)")
    }
  }

  @Test func `replaces only files that flint wrote`() throws {
    let scratch = try Self.folder()
    for name in ["a.html", "a.svg", "a.md"] {
      let command = "flint report \(Self.now) -o \(name)"
      #expect(try Shell.run(command, in: scratch.url).status == 0)
      // Markdown may have been written on by its reader.
      let isMarkdown = name == "a.md"
      #expect(try Shell.run(command, in: scratch.url).status == (isMarkdown ? 1 : 0))
      let own = try Shell.run("echo 'my notes' > \(name); \(command)", in: scratch.url)
      #expect(own.status == 1)
      #expect(
        own.output
          == "flint: \(name) exists and "
          + (isMarkdown ? "may have notes of yours" : "was not written by flint")
          + "; give --force to replace it\n")
      #expect(try Self.text(name, in: scratch) == "my notes\n")
      #expect(try Shell.run(command + " --force", in: scratch.url).status == 0)
    }
    let folder = try Shell.run("flint report \(Self.now) -o none/a.html", in: scratch.url)
    #expect(folder.status == 74)
    let other = try Shell.run("flint report \(Self.now) -o a.pdf", in: scratch.url)
    #expect(other.status == 2)
    #expect(
      other.output.contains("a file that ends with .svg, .html or .md, or - for the terminal"))
  }

  @Test func `of a past range shows the state at its end`() throws {
    let scratch = try Self.folder()
    let march = "--db year.db --on 2025-03 --now 2026-01-02T12:00"
    let report = try Shell.run(
      "flint report overview tasks cards journey missions \(march) -o -", in: scratch.url)
    func value(_ label: String, in text: String) -> String? {
      text.split(separator: "\n").first { $0.hasPrefix(label + " ") }.map {
        $0.dropFirst(label.count).trimmingCharacters(in: .whitespaces)
      }
    }
    let then = "--db year.db --now 2025-03-31T23:59"
    let status = try Shell.run("flint status \(then)", in: scratch.url)
    let level = try #require(value("Level", in: status.output))
    let shown = try #require(report.output.firstMatch(of: /\(Level (.+)\)\n/)?.1)
    #expect(level.hasPrefix(shown + ","), "\(level), \(shown)")
    // The tasks added by then and not completed by then, counted from the table of tasks.
    let open = try Shell.run(
      "flint export tasks --db year.db --columns added,completed | "
        + "awk -F, 'NR > 1 && $1 < \"2025-04\" && ($2 == \"\" || $2 >= \"2025-04\")' | wc -l",
      in: scratch.url)
    #expect(value("Open tasks", in: report.output) == open.output.trimmingCharacters(in: .newlines))
    // Cards first received later are missing.
    let cards = try Shell.run(
      "flint export cards --db year.db --columns id,first "
        + "| awk -F, 'NR > 1 && $2 != \"\" && $2 < \"2025-04\"' | wc -l",
      in: scratch.url)
    #expect(
      value("Owned", in: report.output)
        == cards.output.trimmingCharacters(in: .newlines) + " / 70")
    let dated = report.output.split(separator: "\n").filter { $0.contains("2026") }
    #expect(dated == ["Made on Friday 2 January 2026."])
  }

  @Test func `of two thousand years is as quick and small as that of the recorded ones`() throws {
    let scratch = try Self.folder()
    let made = try Shell.run(
      "flint report all --db year.db --now 2026-01-02T12:00 --since 0001-01-01 -o a.html && "
        + "flint calendar points --db year.db --now 2026-01-02T12:00 --since 0001-01-01 | wc -l",
      in: scratch.url)
    #expect(made.status == 0 && made.output == "wrote a.html\n10\n", "\(made.output)")
    #expect(try Self.text("a.html", in: scratch).utf8.count < 600_000)
  }

  @Test(arguments: ["report tasks", "calendar points", "year moods"])
  func `writes no file of pictures where there are none`(line: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "flint init --quiet --db p.db --zone UTC && flint \(line) --db p.db -o a.svg; s=$?; "
        + "test -e a.svg || exit $s", in: scratch.url)
    #expect(result.status == 1)
    #expect(
      result.output
        == "flint: a.svg: there are no pictures to write; a file that ends with .html or .md gets the whole page\n"
    )
  }

  @Test func `never replaces the profile`() throws {
    let scratch = try Self.folder()
    for name in ["life.html", "life.svg", "life.md"] {
      let made = try Shell.run(
        "cp year.db \(name); flint report --db \(name) --on 2025 -o \(name) --force; s=$?; "
          + "flint verify --quiet --db \(name) && exit $s", in: scratch.url)
      #expect(made.status == 74)
      #expect(made.output.contains("\(name): this is the profile itself"))
    }
  }

  /// Creates a folder with the profile `p.db` of a few events, by a line of Lua.
  private static func folder(recording code: String) throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      "flint init --quiet --db p.db --seed 7 --zone UTC && "
        + "flint eval --quiet --db p.db --now 2026-02-01 '\(code)'", in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    return scratch
  }

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `counts what was done on the busiest day, not what was set up`() throws {
    let scratch = try Self.folder(
      recording: """
        for i = 1, 9 do
          habit.add{name = "Habit " .. i, schedule = {per = "day"}, at = "2026-01-01T07:00"}
        end
        for i = 1, 9 do task.add{name = "Task " .. i, at = "2026-01-01T08:00"} end
        habit.done("Habit 1", nil, {at = "2026-01-05T08:00"})
        spark.add{title = "One", category = "idea", at = "2026-01-05T09:00"}
        mood.add{mood = 3, day = "2026-01-05", at = "2026-01-05T21:00"}
        """)
    let report = try Shell.run(
      "flint report --db p.db --now 2026-02-01T12:00 -o -", in: scratch.url)
    #expect(
      Self.words(report.output).contains("Busiest day 3 things done 5 Jan 2026"),
      "\(report.output)")
  }

  @Test func `compares with the same days of the year before`() throws {
    let scratch = try Self.folder(
      recording: """
        local function sparks(day, count)
          for i = 1, count do
            spark.add{title = day .. i, category = "idea", intensity = "low", at = day .. "T09:00"}
          end
        end
        sparks("2025-01-10", 3) sparks("2025-03-10", 5) sparks("2026-01-10", 2) sparks("2026-01-11", 2)
        mood.add{mood = 1, day = "2025-01-10", at = "2025-01-10T21:00"}
        mood.add{mood = 3, day = "2026-01-10", at = "2026-01-10T21:00"}
        """)
    // Of 2025 only January counts, since of 2026 no more has come.
    let report = try Shell.run(
      "flint report --db p.db --now 2026-01-31T12:00 --on 2026 -o -", in: scratch.url)
    let text = Self.words(report.output)
    #expect(text.contains("the year before Value January 2026 January 2025 Difference"), "\(text)")
    #expect(text.contains("Sparks 4 3 +1 Active days 2 1 +1 Rated days 1 1 0"), "\(text)")
    #expect(text.contains("Mean mood (0–4) 3.00 1.00 +2.00"), "\(text)")
    #expect(text.contains(" in the same days of the year before."), "\(text)")
    let first = try Shell.run(
      "flint report --db p.db --now 2026-01-31T12:00 --on 2025 -o -", in: scratch.url)
    #expect(first.status == 0 && !first.output.contains("year before"), "\(first.output)")
    // Of the days from December 2024 on, the first that is known is in the second half.
    let late = try Shell.run(
      "flint report --db p.db --now 2026-01-31T12:00 --since 2025-12-01 -o -", in: scratch.url)
    #expect(late.status == 0 && !late.output.contains("year before"), "\(late.output)")
  }

  @Test func `says of how many the newest are listed, journal included`() throws {
    let scratch = try Self.folder()
    let line = "flint report sparks tasks journey \(Self.now) -o -"
    let full = try Shell.run(line + " --with-titles", in: scratch.url).output
    let sparks = try Shell.run("flint sparks --db year.db --format csv | wc -l", in: scratch.url)
    let count = (Int(sparks.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) - 1
    #expect(count > 20 && full.contains("Sparks with the most points (20 of \(count))"))
    let journals = try Shell.run(
      "flint journey --db year.db --activities --kind journal --format csv | wc -l", in: scratch.url
    )
    let pages = (Int(journals.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) - 1
    #expect(pages > 20 && full.contains("Journal entries (20 of \(pages))"), "\(pages)")
    #expect(full.ranges(of: "A page about the day.").count == 20)
    let plain = try Shell.run(line, in: scratch.url).output
    #expect(!plain.contains("A page about the day.") && plain.contains("texts of the journal"))
  }

  @Test func `says of how many relations it shows twelve, and how to list the others`() throws {
    let scratch = try Self.folder(
      recording: """
        for i = 1, 30 do
          local day = clock.add_days("2026-01-01", i)
          for tag = 1, 15 do
            if (i * (tag + 2) + i // tag) % 7 < 3 then
              spark.add{title = "S", category = "idea", tags = {"tag" .. tag}, at = day .. "T09:00"}
            end
          end
          mood.add{mood = i * i % 5, day = day, at = day .. "T21:00"}
        end
        """)
    let report = try Shell.run(
      "flint report moods --db p.db --now 2026-02-01T12:00 -o -", in: scratch.url)
    let words = Self.words(report.output)
    let command = try #require(words.firstMatch(of: /; (flint stats relate mood .*--limit 0)/)?.1)
    let list = try Shell.run("\(command) --db p.db --now 2026-02-01T12:00", in: scratch.url)
    let count = try #require(list.output.firstMatch(of: /, (\d+) comparisons/)?.1)
    #expect((Int(count) ?? 0) > 12)
    #expect(
      words.contains("12 of \(count) are shown, those with the clearest evidence; \(command)"),
      "\(report.output)")
  }

  @Test func `of quests has done, available and locked steps, and titles of missing ones`() throws {
    let scratch = try Self.folder()
    let made = try Shell.run("flint report quests \(Self.now) -o q.html", in: scratch.url)
    #expect(made.status == 0)
    let html = try Self.text("q.html", in: scratch)
    let text = Self.words(html.replacing(/<[^>]*>/, with: " "))
    #expect(text.contains(" Fill the lamp done "), "\(text)")
    #expect(text.contains(" Light the lamp at dusk available "))
    #expect(text.contains(" Keep the light until dawn locked Light the lamp at dusk "))
    #expect(!html.contains("lamp-4"))
  }

  @Test func `begins weekdays with the profile's first day of the week`() throws {
    let scratch = try Self.folder()
    func first() throws -> Substring? {
      let text = try Shell.run("flint report moods \(Self.now) -o -", in: scratch.url).output
      return text.firstRange(of: "Mean mood by weekday\n").map { text[$0.upperBound...].prefix(3) }
    }
    #expect(try first() == "Mon")
    #expect(
      try Shell.run("flint config --db year.db week-start sunday", in: scratch.url).status == 0)
    #expect(try first() == "Sun")
  }

  @Test func `shows the productivity of flint stats`() throws {
    let scratch = try Self.folder()
    let stats = try Shell.run("flint stats \(Self.now) --format json", in: scratch.url)
    guard case .number(let share)? = try JSONValue(parsing: stats.output)["productivity"] else {
      Issue.record("\(stats.output)")
      return
    }
    let report = try Shell.run("flint report sparks \(Self.now) -o -", in: scratch.url)
    let percent = Int((share * 100).rounded())
    #expect(Self.words(report.output).contains(" Productivity \(percent) %"))
    #expect(share * 100 - (share * 100).rounded(.down) > 0.5, "The year tests nothing: \(share)")
  }

  @Test func `is opened by the program for such files, outside the sandbox`() throws {
    let scratch = try Self.folder()
    let script =
      "mkdir bin; printf '#!/bin/sh\\necho opened \"$1\"\\n' > bin/xdg-open; chmod +x bin/*"
    #expect(try Shell.run(script, in: scratch.url).status == 0)
    let opened = try Shell.run(
      "PATH=$PWD/bin:$PATH flint report \(Self.now) -o a.html --open", in: scratch.url)
    #expect(opened.status == 0 && opened.output.hasSuffix("/a.html\n"))
    let missing = try Shell.run(
      "PATH=$PWD/bin:$PATH flint report --db none.db -o b.html --open", in: scratch.url)
    #expect(missing.status == 74 && !missing.output.contains("opened"))
    let without = try Shell.run("flint report \(Self.now) --open", in: scratch.url)
    #expect(without.status == 2 && without.output.contains("--open requires --output FILE"))
  }

  @Test func `has headers on the side of their column's cells`() throws {
    let scratch = try Self.folder()
    #expect(try Shell.run("flint report all \(Self.now) -o a.html", in: scratch.url).status == 0)
    let tables = try Self.text("a.html", in: scratch).split(separator: "<thead><tr>").dropFirst()
    var texts = 0
    for table in tables {
      let parts = table.split(separator: "</tr></thead><tbody>\n")
      let headers = parts[0].split(separator: "</th>").map { $0.hasPrefix("<th class=\"x\">") }
      let row = parts[1].split(separator: "\n")[0]
      let cells = row.split(separator: "<td").map { $0.hasPrefix(" class=\"x\">") }
      #expect(headers == cells, "\(table.prefix(300))")
      texts += cells.count { $0 }
    }
    #expect(texts > 0)
  }

  @Test func `is of subjects that are abbreviated, too`() throws {
    let scratch = try Self.folder()
    for (short, name) in [("mood", "moods"), ("ov ta", "overview tasks"), ("al", "all")] {
      let outputs = try [short, name].map {
        try Shell.run("flint report \($0) \(Self.now) -o -", in: scratch.url)
      }
      #expect(outputs[0].status == 0 && outputs[0].output == outputs[1].output)
    }
  }

  @Test func `fits a terminal of 40 columns`() throws {
    let scratch = try Self.folder()
    let report = try Shell.run(
      "COLUMNS=40 script -qec 'flint report all \(Self.now) --color never' /dev/null",
      in: scratch.url)
    #expect(report.status == 0)
    for line in report.output.split(whereSeparator: \.isNewline) {
      #expect(TextWidth.of(line) <= 40, "\(line)")
    }
  }

  /// With `FLINT_RECORD=1` in the environment the picture is written anew.
  @Test func `of the example year is the picture of the README`() throws {
    let scratch = try Self.folder()
    // scripts/pictures draws it too, and what flint today answers.
    #expect(try Shell.run("flint year moods \(Self.now) -o year.svg", in: scratch.url).status == 0)
    let made = try Self.text("year.svg", in: scratch)
    let file = Shell.root.appendingPathComponent("docs/images/year.svg")
    if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try made.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(made == (try String(contentsOf: file, encoding: .utf8)))
    let readme = try String(
      contentsOf: Shell.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("docs/images/year.svg"))
  }
}
