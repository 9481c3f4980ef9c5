import Foundation
import Testing

/// Answers that people read: titles, limits, years, and what was written.
struct `Answers for people` {
  private static let at = "--db p.db --now 2026-11-27T18:00"

  private func run(_ commands: String) throws -> String {
    let scratch = try Scratch()
    return try Shell.run(
      """
      flint init --db p.db --rules everyday --zone UTC --seed 7 --quiet --now 2026-11-01
      \(commands.replacing("@", with: Self.at))
      """, in: scratch.url
    ).output
  }

  @Test func `achievements have titles, each once`() throws {
    let output = try run(
      """
      for day in 25 26; do flint entry Water 1 --new --quiet --db p.db --now 2026-11-${day}T12:00; done
      flint habit add A --quiet @
      flint habit add B --quiet @
      flint habit done a b --on yesterday @ | grep -c achieved
      flint entry Water 1 @ | grep -o 'achieved .*'
      flint entry Water 1 @ | grep -c achieved
      """)
    #expect(!output.contains("engagement-"), "\(output)")
    #expect(output.split(separator: "\n").last == "0", "\(output)")
  }

  @Test func `a limit is kept or exceeded, never to be done`() throws {
    let output = try run(
      """
      flint habit add Sweets --at-most 3 --per week --of number --quiet --db p.db --now 2026-11-23
      flint entry Sweets 2 @ --quiet
      flint today @ | grep -o 'Sweets.*'
      flint habit done sweets 2 @ | tail -1
      flint today @ | grep -o 'Sweets.*'
      flint today --language it @ | grep -o 'Sweets.*'
      """)
    #expect(
      output == """
        Sweets 2 of at most 3 this week, kept so far
              exceeded · 4 of at most 3 this week · streak 0 weeks · strength 99 %
        Sweets 4 of at most 3 this week, exceeded
        Sweets 4 su un massimo di 3 questa settimana, superato

        """, "\(output)")
  }

  @Test func `a week that is not over says with which days it is compared`() throws {
    let output = try run(
      """
      flint week @ | grep 'up to'
      flint week last week @ | grep -c 'up to'
      flint week --language es @ | grep hasta
      """)
    #expect(
      output == """
        week before: its days up to Fri
        0
        la anterior: sus días hasta vie

        """, "\(output)")
  }

  @Test func `calendars have their years in the title`() throws {
    let output = try run(
      """
      flint spark A idea --quiet @
      flint calendar points 2026 @ | head -1
      flint calendar points 2026 -o c.svg --quiet @; grep -o '<title[^>]*>[^<]*' c.svg | head -1 | sed 's/.*>//'
      """)
    #expect(
      output == """
        Points, 2026
        Points, 2026

        """, "\(output)")
  }

  @Test func `a page of today is complete in a pipe`() throws {
    let name = String(repeating: "A long name of a task ", count: 6) + "ends here"
    let output = try run("flint task '\(name)' --quiet @; flint today @")
    #expect(output.contains(name), "\(output)")
    #expect(!output.contains("…"))
  }

  @Test func `moods are named by their day, and sparks by their title`() throws {
    let output = try run(
      """
      flint mood good --on 2026-11-20 --quiet @
      flint spark 'Call Ada' energy --quiet @
      flint spark 'Call Bob' energy --quiet @
      flint spark 'call bob' idea --quiet @
      flint remove mood 2026-11-20 @ | grep -o 'removed: rated 2026-11-20 good'
      flint remove mood 2026-11-20 @
      flint edit 'call ada' intensity=high @ | grep -o 'changed: Call Ada (energy, high)'
      flint remove 'Call Ada' @ | grep -o 'removed: Call Ada'
      flint remove 'call bob' @ 2>&1 | grep -o 'is the title of 2 sparks; specify one by its id'
      flint remove call @ 2>&1 | grep -o 'there is no event "call"'
      """)
    #expect(
      output == """
        removed: rated 2026-11-20 good
        flint: 2026-11-20 is not rated; flint moods lists the days that are
        changed: Call Ada (energy, high)
        removed: Call Ada
        is the title of 2 sparks; specify one by its id
        there is no event "call"

        """, "\(output)")
  }

  @Test func `a report says what it wrote, and when there is nothing to write about`() throws {
    let output = try run(
      """
      flint spark A idea --quiet @
      flint report -o r.html @
      flint report -o r.html --quiet @
      flint report 2027 -o r.html @
      flint report 2025 -o r.html @
      flint report 2025 -o r.html --quiet @
      """)
    let nothing = "nothing was recorded in this time\nwrote r.html\n"
    #expect(output == "wrote r.html\n" + nothing + nothing, "\(output)")
  }

  @Test func `points of two kinds alone are named in a mission of them`() throws {
    let output = try run(
      """
      flint spark A idea --quiet @
      flint due --kind mission --within 7d @ | grep -o 'Point Collector.*go,' | tr -s ' '
      """)
    #expect(
      output == "Point Collector 12 of 800: 788 points of sparks and cards to go,\n", "\(output)")
  }

  /// The commands that show or record, whose help has examples.
  private static let commands = [
    "spark", "task", "done", "mood", "entry", "habit", "journal", "journey start", "roll", "inbox",
    "edit", "remove", "today", "week", "status", "sparks", "cards", "pools", "missions", "tasks",
    "quests",
    "moods", "journey", "achievements", "trackers", "habits", "list", "stats", "due", "calendar",
    "year",
    "report", "log", "undo", "redo",
  ]

  @Test(arguments: commands)
  func `examples of helps are command lines`(command: String) throws {
    let scratch = try Scratch()
    let help = try Shell.run("flint \(command) --help", in: scratch.url).output
    let begin = try #require(help.firstRange(of: "Examples:")).upperBound
    let end = try #require(help.firstRange(of: "USAGE:")).lowerBound
    let listed = help[begin..<end].split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      // Others need a browser, another program, or a rulebook with a pool.
      .filter { line in
        line.hasPrefix("flint ") && !["--open", " | ", "dragon"].contains { line.contains($0) }
      }
    #expect(!listed.isEmpty)
    for example in listed {
      let result = try Shell.run(
        """
        export FLINT_DB=p.db; touch list.txt; echo A day > today.txt
        test -f p.db || flint init --db p.db --seed 7 --zone UTC --quiet
        \(example.contains("<") ? example : example + " < /dev/null")
        """, in: scratch.url)
      // A wrong name is no wrong command line.
      #expect(result.status != 2, "\(example): \(result.output)")
    }
  }
}

struct `Answers in Markdown` {
  @Test func `are there wherever tables are`() {
    let formats = Tool.described.command.options().filter { $0.option.texts.contains("--format") }
      .filter { $0.option.valueName?.hasPrefix("table|") ?? false }
    #expect(formats.count > 30)
    for (command, option) in formats {
      let names = (option.valueName ?? "").split(separator: "|")
      #expect(names.contains("markdown"), "\(command)")
    }
  }

  /// Pages with tables and pictures are what a file of Markdown has, but for the last lines, which say how it was made.
  @Test(arguments: [
    "odds goal --goal first:rare", "audit counts 10,20 --rates 1/3,2/3",
    "simulate --players 100 --days 10",
    "replay --rules ignition",
  ])
  func `are the pages that files have`(command: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      export FLINT_DB=p.db
      flint init --db p.db --seed 7 --zone UTC --quiet
      flint \(command) --format markdown >a.md && flint \(command) -o b.md >text && head -1 a.md
      for f in a b; do sed -n '/^---/q;p' $f.md >$f.part; done; cmp a.part b.part
      """, in: scratch.url)
    #expect(result.output == "<!-- Made by Flint -->\n", "\(result.output)")
  }

  @Test(arguments: [
    ("status", "| Level | 1 · Novice Igniter"), ("today", "| Tasks | 1  Buy \\_milk\\_ · P2 |"),
    ("journey", "| Active days | 1, the first 2026-03-01 |"),
    ("moods --year 2026", "| 2026 | 0 days rated |"),
    ("stats", "| Sparks | 0 on 0 days"), ("rules diff ignition everyday", "| path | old | new |"),
  ])
  func `have tables of names and values where there is no other page`(
    command: String, line: String
  ) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      export FLINT_DB=p.db
      flint init --db p.db --seed 7 --zone UTC --quiet
      flint task "Buy _milk_" --quiet --now 2026-03-01T10:00
      flint \(command) --format markdown --now 2026-03-01T11:00
      """, in: scratch.url)
    #expect(result.output.contains("|:--|"), "\(result.output)")
    #expect(result.output.contains(line), "\(result.output)")
  }
}
