import Charts
import Foundation
import FlintJSON
import Testing

/// Pages with pictures of odds, simulations, audits, statistics and replays.
struct `Pages with pictures` {
  /// A command, with the title of its page and those of its pictures.
  struct Command: Sendable, CustomTestStringConvertible {
    var line: String
    var title: String
    var pictures: [String]
    var testDescription: String { line }
  }

  static let commands = [
    Command(
      line: "odds prize 1/2 --at 3 --per-day 2", title: "Odds: a prize of rate 50 %",
      pictures: ["Chance of being done exactly then", "Chance of being done by then"]),
    Command(
      line: "odds prize 0.6% --soft-start 74 --soft-step 6% --hard 90 --wins 7",
      title:
        "Odds: 7 prizes of rate 0.6 %, to which each roll from 74 on adds 6 %, certain at roll 90",
      pictures: ["Chance of being done within each 10 rolls, in %", "Chance of being done by then"]),
    Command(
      line: "odds --goal first:legendary --rules ignition --at 100,300",
      title: "Odds: first:legendary under ignition, mix uniform",
      pictures: ["Chance of being done within each 20 sparks, in %"]),
    Command(
      line: "odds --weights 1/2,1/3,1/6", title: "Odds: complete of 3 weights",
      pictures: ["Chance of being done by then"]),
    Command(
      line: "odds pool coin --rules coin.lua --at 3 --rolls 3 --budget gems=30",
      title: "Odds: featured of coin under coin",
      pictures: [
        "Chance of being done exactly then", "Chance of being done by then",
        "Chance of each number of cards in 3 rolls",
      ]),
    Command(
      line: "odds pool --rules coin.lua --goal 'coin/featured, coin/card:tail' --state gems=5",
      title: "Odds: featured of coin, then card:tail of coin under coin, from gems=5",
      pictures: ["Chance of having reached each goal by then"]),
    Command(
      line: "simulate --quiet --rules ignition --days 5 --players 256 --measure points "
        + "--measure level",
      title: "Simulation: flint simulate",
      pictures: [
        "Points: players by value, in %", "Level: players by value", "Points: share at or below",
        "Points: quantiles of players by day",
      ]),
    Command(
      line: "simulate --quiet --rules ignition --rules ignition-shipped --sparks 40 --players 256 "
        + "--measure cards.legendary --measure 'sparks until first:legendary'",
      title: "Simulation: flint simulate",
      pictures: [
        "Mean of cards.legendary", "Restricted mean of sparks until first:legendary",
        "cards.legendary, less that of ignition", "cards.legendary: players by value",
        "cards.legendary: share at or below",
      ]),
    Command(
      line: "simulate --quiet --days 4 --players 256 --measure points --sweep chance=0.25,0.5,1",
      title: "Simulation: flint simulate",
      pictures: [
        "Mean of points by chance", "Mean of points", "Points, less that of 0.25",
        "Points: medians by day",
      ]),
    Command(
      line: "audit counts 60,30,8,2 --rates 60,30,8,2 --labels common,rare,epic,legendary "
        + "--detect 10%",
      title: "Audit of 100 draws", pictures: ["Observed over expected", "Shares"]),
    Command(
      line: "audit --db p.db --now 2026-02-01", title: "Audit of 22 draws",
      pictures: ["Observed over expected: all categories", "Shares: idea"]),
    Command(
      line: "stats --db p.db --now 2026-02-01", title: "Statistics of 2026-01-01 to 2026-02-01",
      pictures: ["Sparks by category", "Sparks by intensity", "Points by source"]),
    Command(
      line: "stats --db p.db --now 2026-02-01 --metric sparks",
      title: "Sparks by day", pictures: ["sparks by day", "sparks, mean of 7 days"]),
    Command(
      line: "stats --db p.db --now 2026-02-01 --metric mean_intensity --by week",
      title: "Mean intensity by week", pictures: ["mean intensity by week"]),
    Command(
      line: "replay --db p.db --now 2026-02-01 --rules ignition-shipped",
      title: "Replay: ignition and ignition-shipped",
      pictures: ["Points over time", "Points by source"]),
    Command(
      line: "simulate --merge one.json two.json", title: "Simulation: flint simulate",
      pictures: ["Cards: players by value", "Cards: share at or below"]),
  ]

  /// A scratch directory with a profile of 22 idea sparks on 21 days, two of them on the first, and two
  /// shards.
  private static func prepared() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC --rules ignition &&
      flint eval --quiet --db p.db --now 2026-02-01 '
        spark.add{title = "First", category = "idea", at = "2026-01-01T09:00"}
        for i = 0, 20 do
          spark.add{title = "More", category = "idea", at = clock.add_days("2026-01-01", i) .. "T12:00"}
        end' &&
      flint simulate --quiet --days 2 --players 8 --measure cards --shard 1/2 -o one.json &&
      flint simulate --quiet --days 2 --players 8 --measure cards --shard 2/2 -o two.json &&
      cat >coin.lua <<'LUA' &&
      local function card(id, rarity)
        return {id = id, name = id, category = "idea", rarity = rarity, exclusive = true}
      end
      return {
        id = "coin", extends = "ignition", currencies = {gems = {}},
        cards = {card("tail", "common"), card("head", "legendary")},
        pools = {
          {
            id = "coin", cards = {"tail"}, rates = {common = "1/2", legendary = "1/2"}, pity = {},
            featured = {cards = {"head"}}, price = {gems = 10},
          },
        },
      }
      LUA
      touch dialogue
      """, in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    return scratch
  }

  private static let converse = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Terminal/converse.py").path

  private static func text(_ name: String, in scratch: borrowing Scratch) throws -> String {
    try String(contentsOf: scratch.url.appendingPathComponent(name), encoding: .utf8)
  }

  @Test(arguments: commands)
  func `are written in every format, and change nothing else`(command: Command) throws {
    let scratch = try Self.prepared()
    let plain = try Shell.run("flint \(command.line)", in: scratch.url)
    #expect(plain.status == 0, "\(plain.output)")
    for end in ["svg", "html", "md"] {
      let drawn = try Shell.run("flint \(command.line) --output page.\(end)", in: scratch.url)
      #expect(drawn.status == 0 && drawn.output == plain.output, "\(drawn.output)")
      let page = try Self.text("page.\(end)", in: scratch)
      for picture in command.pictures {
        #expect(page.contains(picture), "\(end): \(picture)")
      }
    }
    let valid = try Shell.run("xmllint --noout page.svg", in: scratch.url)
    #expect(valid.status == 0 && valid.output.isEmpty, "\(valid.output)")
    let html = try Self.text("page.html", in: scratch)
    #expect(html.contains("<h1>\(command.title)</h1>"), "\(html.prefix(3000))")
    #expect(!html.contains("<script") && html.contains("default-src 'none'"))
    #expect(
      try Self.text("page.md", in: scratch).contains("# Odds") || !command.line.hasPrefix("odds"))
    // In the terminal the page takes the place of the table.
    let shown = try Shell.run("flint \(command.line) -o -", in: scratch.url)
    #expect(shown.status == 0 && shown.output.hasPrefix(command.title.prefix(40)))
    for picture in command.pictures { #expect(shown.output.contains(picture), "\(picture)") }
    #expect(!shown.output.contains(plain.output))
  }

  @Test(arguments: commands)
  func `fit in terminals of 40 columns and more`(command: Command) throws {
    let scratch = try Self.prepared()
    for width in [40, 80, 120] {
      let shown = try Shell.run(
        "NO_COLOR=1 TERM=xterm COLUMNS=\(width) python3 '\(Self.converse)' dialogue flint "
          + "\(command.line) --output -", in: scratch.url)
      let lines = shown.output.replacing("\r\n", with: "\n").split(separator: "\n")
      #expect(lines.count > 10)
      let wide = lines.filter { TextWidth.of(String($0)) > width }
      #expect(wide.isEmpty, "\(width): \(wide.joined(separator: "\n"))")
    }
  }

  // MARK: Numbers

  @Test func `of odds have the numbers of the answer`() throws {
    let scratch = try Self.prepared()
    let line = "flint odds --goal first:legendary --rules ignition --at 100,300 --per-day 3"
    let answer = try JSONValue(
      parsing: Shell.run(line + " --format json -o page.html", in: scratch.url).output)
    let html = try Self.text("page.html", in: scratch)
    func integer(_ value: JSONValue?) throws -> Int64 {
      guard case .integer(let number)? = value else { throw CocoaError(.coderInvalidValue) }
      return number
    }
    for (name, title) in [
      ("median", "Half of all players"), ("p90", "90 % of players"), ("p99", "99 % of players"),
    ] {
      for number in [try integer(answer[name]), try integer(answer["days"]?[name])] {
        #expect(html.contains("<dt>\(title)</dt><dd>\(number)</dd>"), "\(name)")
      }
    }
    // 1 − (1 − p)ⁿ of a legendary card in 83.33 sparks on average: the rate of three of five categories.
    let rate = 0.012
    for sparks in [100, 300] {
      let chance = 100 * (1 - pow(1 - rate, Double(sparks)))
      let days = sparks / 3 + (sparks % 3 == 0 ? 0 : 1)
      #expect(
        html.contains(
          "<th scope=\"row\">\(sparks)<td>\(days)<td>\(String(format: "%.4g", chance)) %<td>"))
    }
    #expect(html.contains("<th scope=\"row\">legendary<td>2 %<td>1.2 %"))
    #expect(html.contains("<dt>Mean</dt><dd>83.33</dd>"))
  }

  @Test func `of simulations have the estimates of the result`() throws {
    let scratch = try Scratch()
    let line =
      "flint simulate --quiet --rules ignition --days 3 --players 512 --measure sparks "
      + "--measure points --format json -o page.md"
    let result = try JSONValue(parsing: Shell.run(line, in: scratch.url).output)
    let page = try Self.text("page.md", in: scratch)
    // Three sparks a day for three days, whatever the draws.
    #expect(page.contains("\n| sparks | 9 | 0 | 0 | 9 |\n"), "\(page)")
    #expect(page.contains("- Sparks per day: **3**"))
    #expect(page.contains("- Categories: **all equally frequent**"))
    #expect(page.contains("- Hours: **8:00 to 22:00**"))
    #expect(page.contains("512 players, 3 days from 2024-01-01, under ignition."))
    guard case .array(let results)? = result["results"],
      case .array(let measures)? = results.first?["measures"],
      case .number(let mean)? = measures.last?["mean"]
    else {
      Issue.record("\(result)")
      return
    }
    let whole = Int(mean)
    #expect(
      page.contains("\n| points | \(whole / 1000),\(String(format: "%03d", whole % 1000))."),
      "\(mean)")
  }

  @Test func `of several rulebooks say what these differ in`() throws {
    let scratch = try Scratch()
    try """
    return {id = "richer", extends = "ignition", drops = {chance = 0.5}}
    """.write(
      to: scratch.url.appendingPathComponent("richer.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "flint simulate --quiet --rules ignition --rules richer.lua --sparks 9 --players 64 "
        + "--measure cards --output page.md", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    let page = try Self.text("page.md", in: scratch)
    #expect(page.contains("richer differs from ignition in:\n\n- drops."), "\(page)")
    #expect(page.contains("on the same draws"))
  }

  @Test func `of goals compare the shares of players, with the numbers of the terminal`() throws {
    let scratch = try Scratch()
    try """
    return {id = "richer", extends = "ignition", drops = {chance = 0.5}}
    """.write(
      to: scratch.url.appendingPathComponent("richer.lua"), atomically: true, encoding: .utf8)
    let line =
      "flint simulate --quiet --rules ignition --rules richer.lua --sparks 40 --players 256 "
      + "--measure 'sparks until first:legendary'"
    let written = try Shell.run(line + " -o page.md", in: scratch.url)
    #expect(written.status == 0, "\(written.output)")
    let page = try Self.text("page.md", in: scratch).replacing("\\", with: "")
    // Shares, restricted means, and the differences of both.
    let rows = written.output.split(separator: "\n").filter { $0.hasPrefix("richer ") }
      .map { $0.split(separator: /\s{2,}/) }.filter { $0.count > 3 }
    #expect(rows.count >= 4, "\(written.output)")
    for cells in rows {
      #expect(page.contains("| \(cells.joined(separator: " | ")) |"), "\(page)")
    }
    #expect(page.contains(" % of players do not reach it within 40 sparks."))
    #expect(page.contains("- Restricted mean: players who did not reach the goal"))
  }

  @Test func `show failed assertions first, and the status is 1`() throws {
    let scratch = try Scratch()
    try """
    sim.assert{measure = "sparks", of = "mean", at_least = 8, at_most = 10}
    sim.assert{measure = "sparks", of = "mean", at_most = 5}
    return {rules = "ignition", days = 3, players = 64, measure = {"sparks"}}
    """.write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run("flint simulate plan.lua --quiet -o page.md", in: scratch.url)
    #expect(result.status == 1, "\(result.output)")
    let page = try Self.text("page.md", in: scratch)
    let first = try #require(page.firstRange(of: "\n## ")).upperBound
    #expect(page[first...].hasPrefix("Assertions\n"), "\(page)")
    #expect(page.contains("Of 2 assertions, 1 holds, 1 fails, and 0 are not decided"))
    #expect(
      page.contains("- holds: mean of sparks at least 8 and at most 10 (ignition): 9, interval "))
    #expect(page.contains("- FAILS: mean of sparks at most 5 (ignition): 9, interval "))
  }

  @Test func `of audits have the counts, the rates and the tests`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "flint audit counts 70,20,10 --rates 60,30,10 --labels a,b,c --alpha 0.2 -o page.md",
      in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    let page = try Self.text("page.md", in: scratch)
    // χ² = 10²/60 + 10²/30 = 5; with two degrees of freedom, p = exp(−5/2).
    #expect(page.contains("| chi-square | 5 | 2 | 0.08208 | does not fit |"), "\(page)")
    // (70 − 60) / √(100 · 0.6 · 0.4) = 2.04
    #expect(page.contains("| a | 70 | 60.0 | 70 % | 60 % | \\+2.04 |"), "\(page)")
    #expect(
      page.contains(
        "They do not fit the rates: 100 draws by the rates would deviate at least as much as these with "
          + "a chance of"))
    let exact = try Shell.run(
      "flint audit counts 60,30,10 --rates 60,30,10 -o -", in: scratch.url)
    #expect(
      exact.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "would deviate at least as much as these in every case (the p-value)"), "\(exact.output)")
    // Many outcomes have all of their names.
    let many = try Shell.run(
      "flint audit counts 9,9,9,9,9,9,9,9 --rates 20,20,10,10,10,10,10,10 --labels "
        + "outcome-a,outcome-b,outcome-c,outcome-d,outcome-e,outcome-f,outcome-g,outcome-h -o b.svg",
      in: scratch.url)
    #expect(many.status == 0, "\(many.output)")
    let shares = try #require(try Self.text("b.svg", in: scratch).split(separator: "Shares").last)
    for letter in "abcdefgh" { #expect(shares.contains(">outcome-\(letter)<"), "\(letter)") }
  }

  @Test func `of statistics have the values of each period`() throws {
    let scratch = try Self.prepared()
    let options = "--db p.db --now 2026-01-21T20:00 -o page.html"
    let result = try Shell.run("flint stats --metric sparks --by day \(options)", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    let html = try Self.text("page.html", in: scratch)
    #expect(html.contains("<th scope=\"row\">2026-01-01<td>2\n"))
    #expect(html.contains("<th scope=\"row\">2026-01-21<td>1\n"))
    #expect(html.contains("<dt>Total</dt><dd>22</dd>"))
    #expect(html.contains("<dt>Most</dt><dd>2, 2026-01-01</dd>"))
    // The mean of the first seven days, 8/7, and that of the next: 1.
    #expect(html.contains("<th scope=\"row\">2026-01-06<td>–\n"))
    #expect(html.contains("<th scope=\"row\">2026-01-07<td>1.14\n"))
    #expect(html.contains("<th scope=\"row\">2026-01-08<td>1.00\n"))
    let filtered = try Shell.run(
      "flint stats --category idea --tag none \(options)", in: scratch.url)
    #expect(filtered.status == 0)
    #expect(try Self.text("page.html", in: scratch).contains("Only category idea, tag none."))
  }

  @Test func `of replays have the differences`() throws {
    let scratch = try Self.prepared()
    let line = "flint replay --db p.db --now 2026-02-01 --rules ignition-shipped"
    let result = try JSONValue(
      parsing: Shell.run(line + " --format json -o page.md", in: scratch.url).output)
    let page = try Self.text("page.md", in: scratch)
    guard case .array(let differences)? = result["differences"],
      let points = differences.first(where: { $0["name"] == .string("total") }),
      case .integer(let old)? = points["old"], case .integer(let new)? = points["new"]
    else {
      Issue.record("\(result)")
      return
    }
    func grouped(_ number: Int64) -> String {
      number < 1000 ? "\(number)" : "\(number / 1000),\(String(format: "%03d", number % 1000))"
    }
    #expect(page.contains("| points | \(grouped(old)) | \(grouped(new)) |"), "\(page)")
    #expect(page.contains("## First divergence"))
    // Cards, missions and achievements have their titles; ids are for programs.
    let ids = differences.compactMap { difference -> String? in
      guard difference["subject"] == .string("card"), case .string(let id)? = difference["name"]
      else { return nil }
      return id
    }
    #expect(!ids.isEmpty)
    for id in ids { #expect(!page.contains(id), "\(id)") }
    #expect(try Shell.run(line + " -o page.svg", in: scratch.url).status == 0)
    let svg = try Self.text("page.svg", in: scratch)
    for source in ["sparks", "duplicates", "missions"] {
      #expect(svg.contains(">\(source)</text>"), "\(source)")
    }
  }

  // MARK: Files

  @Test func `replace only files that Flint wrote`() throws {
    let scratch = try Scratch()
    let file = scratch.url.appendingPathComponent("a.html")
    try "<p>Mine</p>".write(to: file, atomically: true, encoding: .utf8)
    for line in [
      "odds prize 1/2", "simulate --quiet --days 1 --players 1",
      "audit counts 1,1 --rates 1/2,1/2",
    ] {
      let result = try Shell.run("flint \(line) --output a.html", in: scratch.url)
      #expect(result.status == 1)
      #expect(
        result.output
          == "flint: a.html exists and was not written by flint; give --force to replace it\n")
      #expect(try String(contentsOf: file, encoding: .utf8) == "<p>Mine</p>")
      let twice = "flint \(line) --output b.html >/dev/null && "
      #expect(try Shell.run(twice + "flint \(line) -o b.html", in: scratch.url).status == 0)
      let own = "cp a.html c.html && flint \(line) -o c.html --force >/dev/null"
      #expect(try Shell.run(own, in: scratch.url).status == 0)
      let page = scratch.url.appendingPathComponent("c.html")
      #expect(try String(contentsOf: page, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
    }
    for line in [
      "simulate --quiet --days 1 --players 1 --shard 1/2 -o a.json", "stats relate mood",
    ] {
      let result = try Shell.run("flint \(line) --force", in: scratch.url)
      #expect(result.status == 2)
      #expect(result.output.contains("--force and "), "\(result.output)")
    }
  }

  @Test(arguments: ["odds prize 1/2", "simulate --quiet --days 1 --players 1", "stats --db p.db"])
  func `need a directory and an end that names a format`(line: String) throws {
    let scratch = try Scratch()
    #expect(try Shell.run("flint init --quiet --db p.db", in: scratch.url).status == 0)
    let folder = try Shell.run("flint \(line) --output none/a.svg", in: scratch.url)
    #expect(folder.status == 74)
    #expect(
      folder.output == "flint: none/a.svg: cannot be written: No such file or directory\n")
    let other = try Shell.run("flint \(line) --output a.gif", in: scratch.url)
    #expect(other.status == 2)
    #expect(
      other.output.contains(
        "expected a file that ends with .svg, .html or .md, or - for the terminal"),
      "\(other.output)")
    let both = try Shell.run("flint \(line) --output - --format json", in: scratch.url)
    #expect(both.status == 2)
    #expect(both.output.contains("--output - and --format json cannot be combined"))
  }

  @Test func `of a simulation go to --output, of a shard to none`() throws {
    let scratch = try Scratch()
    let line = "flint simulate --quiet --rules ignition --days 2 --players 8 --measure cards"
    for (options, message) in [
      (
        "-o c.json",
        "--output: expected a file that ends with .svg, .html or .md, or - for the terminal, or --shard"
      ),
      ("--merge one.html", "--rules and --merge cannot be combined"),
      ("--plot c.html", "--plot is now written --output"),
    ] {
      let result = try Shell.run(line + " " + options, in: scratch.url)
      #expect(result.status == 2 && result.output.contains(message), "\(result.output)")
    }
    // A shard's file may have any name.
    let shard = try Shell.run(
      line + " --shard 1/1 -o one.html && flint simulate --merge one.html -o d.html",
      in: scratch.url)
    #expect(shard.status == 0, "\(shard.output)")
    #expect(try Self.text("one.html", in: scratch).hasPrefix("{"))
    let merged = try Self.text("d.html", in: scratch)
    #expect(merged.contains(">Cards</h2>") && !merged.contains("Shards contain"))
    // The rulebooks of shards are known by their hashes only: the page says so.
    let several = try Shell.run(
      line + " --rules ignition-shipped --shard 1/1 -o two.json && flint simulate --merge two.json",
      in: scratch.url)
    #expect(several.output.contains("Shards contain the hashes of the rulebooks only"))
  }

  @Test(arguments: ["--output a.svg", "--output=a.svg", "-o a.svg"])
  func `of a relation do not exist, and another command is named`(option: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "flint init --quiet --db p.db; flint stats relate mood --db p.db \(option)",
      in: scratch.url)
    #expect(result.status == 2, "\(result.output)")
    #expect(
      result.output.contains(
        "flint stats relate writes no page, so that --output cannot be given; flint report moods"),
      "\(result.output)")
  }

  @Test func `of simulations have headings in words, and identifiers in tables`() throws {
    let scratch = try Scratch()
    try """
    function day(player) player.missed = (player.missed or 0) + math.random(0, 2) end
    return {rules = "ignition", days = 3, players = 64,
      measure = {days_without_streak = function(player) return player.missed end}}
    """.write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run("flint simulate plan.lua --quiet -o page.html", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    let page = try Self.text("page.html", in: scratch)
    #expect(page.contains(">Days without streak</h2>"), "\(page)")
    let headings = page.matches(of: /<h[1-6][^>]*>(?:<label[^>]*>)?([^<]*)/).map { String($0.1) }
    #expect(
      headings.count > 2 && !headings.contains { $0.isEmpty || $0.contains("_") }, "\(headings)")
    #expect(page.contains(">days_without_streak</th>"))
  }
}
