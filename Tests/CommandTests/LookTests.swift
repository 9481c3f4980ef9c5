import Charts
import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Testing

@testable import Commands

/// A line whose parts have colours.
struct `A text with colours` {
  private static let text =
    StyledText("[x]", .done) + StyledText(" Stretch the back") + StyledText(" late", .overdue)

  @Test func `has the control sequences only where colours are wanted`() {
    #expect(Self.text.rendered(inColor: false) == "[x] Stretch the back late")
    #expect(
      Self.text.rendered(inColor: true)
        == "\u{1B}[32m[x]\u{1B}[0m Stretch the back\u{1B}[31m late\u{1B}[0m")
    #expect(StyledText("Page", .rank(0)).rendered(inColor: true) == "Page")
  }

  @Test func `is cut after a word, with the colours of what is left`() {
    #expect(Self.text.elided(to: 25) == Self.text)
    #expect(
      Self.text.elided(to: 15).rendered(inColor: true) == "\u{1B}[32m[x]\u{1B}[0m Stretch…")
    #expect(StyledText("日本語の題", .partial).elided(to: 7).plain == "日本語…")
  }

  @Test func `has no control characters of its own`() {
    let text = StyledText("a\nb\u{1B}[31m", .done)
    #expect(text.plain == #"a\nb\u{1b}[31m"#)
    #expect(text.width == 14)
  }
}

/// What the everyday commands show.
struct `The everyday pages` {
  /// Runs commands on a new profile, each one a minute after the other.
  private static func prepared(_ commands: String...) throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    for (minute, command) in commands.enumerated() {
      let result = try Shell.run(
        "flint \(command) --db p.db --now 2026-03-02T09:\(minute + 10)", in: scratch.url)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    return scratch
  }

  private static func page(
    _ command: String, columns: Int? = nil, _ environment: String = "",
    in scratch: borrowing Scratch
  ) throws -> String {
    let terminal = columns.map {
      "\(environment) TERM=xterm COLUMNS=\($0) python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "
    }
    let result = try Shell.run(
      "\(terminal ?? "")flint \(command) --db p.db --now 2026-03-02T20:00 </dev/null",
      in: scratch.url)
    return result.output.replacing("\r\n", with: "\n")
  }

  private static func profile() throws -> Scratch {
    try prepared(
      "habit add Stretch", "habit done stretch",
      "habit add 'Read a book in French' --at-least 20 "
        + "--of minutes", "habit done read 5", "task 'Call Ada' --due 2026-02-28",
      "task \"$(printf 'Two\\nlines')\"", "spark \"$(printf '\\033[31mred')\" energy",
      "spark Ran energy", "spark Swam energy")
  }

  @Test func `have colours on a terminal, as the profile and NO_COLOR say`() throws {
    let scratch = try Self.profile()
    let colours = "\u{1B}[32m[x]\u{1B}[0m Stretch"
    let late = "\u{1B}[31moverdue since 2026-02-28\u{1B}[0m"
    let page = try Self.page("today", columns: 80, in: scratch)
    #expect(page.contains(colours) && page.contains(late), "\(page)")
    #expect(page.contains("\u{1B}[33m[/]\u{1B}[0m Read"), "\(page)")
    #expect(
      try Self.page("tasks", columns: 80, in: scratch).contains("\u{1B}[31moverdue\u{1B}[0m"))
    #expect(
      try Self.page("cards", columns: 80, in: scratch).contains("\u{1B}[1;33mlegendary\u{1B}[0m"))
    #expect(try Self.page("week", columns: 80, in: scratch).contains("\u{1B}[32m✓\u{1B}[0m"))
    for plain in [
      try Self.page("today", in: scratch),
      try Self.page("today", columns: 80, "NO_COLOR=1", in: scratch),
      try Self.page("today --format json", columns: 80, in: scratch),
    ] {
      #expect(!plain.contains("\u{1B}"), "\(plain)")
    }
    _ = try Self.page("config color never", in: scratch)
    #expect(try !Self.page("today", columns: 80, in: scratch).contains("\u{1B}"))
    _ = try Self.page("config color always", in: scratch)
    // Without a terminal, lines are not cut to its width.
    func lines(_ page: String) -> [Substring] {
      page.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let whole = try lines(Self.page("today", in: scratch))
    #expect(whole.count == lines(page).count, "\(whole)")
    for (line, cut) in zip(whole, lines(page)) {
      #expect(line == cut || cut.last == "…" && line.hasPrefix(cut.dropLast()))
    }
    #expect(try !Self.page("cards --format csv", in: scratch).contains("\u{1B}"))
  }

  @Test func `escape control characters of titles and names`() throws {
    let scratch = try Self.profile()
    for command in ["today", "sparks", "tasks", "week", "log"] {
      let page = try Self.page(command, columns: 80, in: scratch)
      #expect(!page.contains("\u{1B}[31mred") && !page.contains("Two\n"), "\(page)")
    }
    #expect(try Self.page("today", in: scratch).contains(#"Two\nlines · P2"#))
    let answer = try Self.page("done 'Two'", in: scratch)
    #expect(answer.contains(#"completed Two\nlines"#), "\(answer)")
  }

  @Test(arguments: [80, 60, 40])
  func `fit narrow terminals`(columns: Int) throws {
    let scratch = try Self.profile()
    _ = try Self.page("config color never", in: scratch)
    for command in ["today", "week", "habits", "tasks", "config"] {
      let page = try Self.page(command, columns: columns, in: scratch)
      let lines = page.split(separator: "\n")
      #expect(lines.allSatisfy { TextWidth.of($0) <= columns }, "\(page)")
    }
    let week = try Self.page("week", columns: columns, in: scratch)
    let line =
      switch columns {
      case 80: "Read a book in French  /               0/1               0\n"
      case 60: "Read a book in French  /               0/1               0\n"
      default: "Read a…    /         0/1               0\n"
      }
    #expect(week.contains(line), "\(week)")
  }

  @Test func `of a week shortens many habits on a terminal only`() throws {
    let scratch = try Self.prepared()
    let setup =
      "for i in $(seq 14); do flint habit add \"Habit $i\" --db p.db --now 2026-03-02T09:00 "
      + "--quiet; done"
    #expect(try Shell.run(setup, in: scratch.url).status == 0)
    let page = try Self.page("week", columns: 80, in: scratch)
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 24)
    #expect(page.contains("… and 4 more: flint habits\n"), "\(page)")
    #expect(try Self.page("week", in: scratch).contains("Habit 14 "))
    #expect(try JSONValue(parsing: Self.page("week --format json", in: scratch))["habits"] != nil)
  }

  /// Monday has a sum of 3, Tuesday one of 4; the month and the five days have no weekly requirement.
  @Test func `of a week show sums and long periods without a requirement`() throws {
    let scratch = try Self.prepared(
      "habit add Walk --per week --at-least 10 --of number --over period",
      "habit add Save --per month --at-least 100 --of number --over period",
      "habit add Water --every 5 --times 2", "habit done walk 3.5 save 40 water")
    let page = try Self.page("week", in: scratch)
    #expect(page.contains(/Walk .* 3\.5\/10 +0\n/), "\(page)")
    #expect(page.contains(/Save .* 40 +0\n/), "\(page)")
    #expect(page.contains(/Water .* 1 +0\n/), "\(page)")
  }

  @Test func `of help have a usage that can be read`() throws {
    let scratch = try Scratch()
    for (command, usage) in [
      ("stats", "flint stats --metric METRIC [--by PERIOD]"), ("week", "flint week [DAY | WEEK]"),
      ("edit", "flint edit NAME FIELD=VALUE …"), ("remove", "flint remove NAME …"),
      ("done", "flint done NAME …"), ("roll", "flint roll [CATEGORY]"),
    ] {
      let help = try Shell.run("flint \(command) --help", in: scratch.url).output
      #expect(help.contains(usage) && !help.contains("<options> <subcommand>"), "\(help)")
    }
  }
}
