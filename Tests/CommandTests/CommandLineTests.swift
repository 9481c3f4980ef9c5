import Foundation
import Testing

/// Error messages for command-line errors, and cases in which an error must have no effect.
struct `Command-line errors` {
  /// Returns the first line of a command's output, and its status.
  private func first(_ command: String, in folder: URL) throws -> (String, Int32) {
    let result = try Shell.run(command, in: folder)
    let line = result.output.split(separator: "\n", omittingEmptySubsequences: false).first
    return (line.map(String.init) ?? "", result.status)
  }

  @Test(arguments: [
    (
      "flint stauts",
      "flint: there is no command \"stauts\" (did you mean \"status\"?); flint --help lists them"
    ),
    (
      "flint staus --format json",
      "flint: there is no command \"staus\" (did you mean \"status\"?); flint --help lists them"
    ),
    (
      "flint help stauts",
      "flint: there is no command \"stauts\" (did you mean \"status\"?); flint --help lists them"
    ),
    ("flint wont 3", "flint: there is no command \"wont\"; flint --help lists them"),
    (
      "flint weekly.lua",
      "flint: there is no command \"weekly.lua\"; to run a script: flint run weekly.lua"
    ),
    (
      "flint rules chekc my.lua",
      "flint: flint rules has no command \"chekc\" (did you mean \"check\"?)"
    ),
    (
      "flint rules show ignitoin",
      "flint: unknown rulebook \"ignitoin\" (did you mean \"ignition\"?); expected ignition, "
        + "ignition-shipped, everyday, current or a Lua file"
    ),
    (
      "flint status --fromat json",
      "flint: unknown option \"--fromat\" (did you mean \"--format\"?)"
    ),
    // An option that there is not is no wrong subject.
    ("flint report --lang it", "flint: unknown option \"--lang\" (did you mean \"--language\"?)"),
    (
      "flint report habits moosd",
      "flint: there is no subject \"moosd\" (did you mean \"moods\"?); expected overview, sparks, "
        + "habits, trackers, moods, tasks, cards, pools, missions, quests, journey or all"
    ),
    // More than one subject begins so.
    (
      "flint report m",
      "flint: there is no subject \"m\"; expected overview, sparks, habits, trackers, moods, tasks, "
        + "cards, pools, missions, quests, journey or all"
    ),
    (
      "flint run weekly.lua --week 2026-11-02",
      "flint: unknown option \"--week\"; arguments of the script go after --: "
        + "flint run SCRIPT -- --week 2026-11-02"
    ),
    (
      "flint run weekly.lua march.csv",
      "flint: unexpected word \"march.csv\"; arguments of the script go after --: "
        + "flint run SCRIPT -- march.csv"
    ),
    (
      "flint run --sed 7 weekly.lua",
      "flint: unknown option \"--sed\" (did you mean \"--seed\"?)"
    ),
    (
      "flint missions --window weak",
      "flint: --window: expected day, week, month, life or rolling, got \"weak\" (did you mean \"week\"?)"
    ),
    (
      "flint export spraks",
      "flint: kind: expected sparks, rolls, tasks, moods, activities, trackers, entries, "
        + "quests, events, points, draws, cards, missions, achievements, habits, days, "
        + "table, everything or sqlite, got \"spraks\" (did you mean \"sparks\"?)"
    ),
    (
      "flint stats --since 2026-11-31",
      "flint: --since: November 2026 has 30 days, got \"2026-11-31\""
    ),
    (
      "flint sparks --since 2026-02-29T10:00",
      "flint: --since: February 2026 has 28 days, got \"2026-02-29T10:00\""
    ),
    (
      "flint stats --since 2026-13-01",
      "flint: --since: there is no month 13, got \"2026-13-01\""
    ),
    (
      "flint moods --month 2026-00",
      "flint: --month: there is no month 0, got \"2026-00\""
    ),
    (
      "flint moods --year 26",
      "flint: --year: expected a year of four digits such as 2026, got \"26\""
    ),
    (
      "flint stats --since yesteryear",
      "flint: --since: expected a day or time such as 2026-03-01, yesterday, -7d or "
        + "2026-03-01T09:30 (did you mean \"yesterday\"?), got \"yesteryear\""
    ),
    (
      "flint journey --day tody",
      "flint: --day: expected a day such as 2026-03-01, yesterday, mon or -7d (did you "
        + "mean \"today\"?), got \"tody\""
    ),
    (
      "flint sparks --since 3/11",
      "flint: --since: expected a date with its year, YYYY-03-11 or YYYY-11-03, since "
        + "\"3/11\" can be read as either"
    ),
    (
      "flint sparks --on 24.12.2026",
      "flint: --on: expected 2026-12-24, got \"24.12.2026\""
    ),
    (
      "flint sparks --on 14:30",
      "flint: --on: expected a range such as today, last week, 2026-11 or "
        + "2026-03-01..2026-03-31, without a time, got \"14:30\""
    ),
    (
      "flint status --now 'last week'",
      "flint: --now: expected a time such as 14:30, yesterday 14:30, -3h or "
        + "2026-03-01T09:30, not a range, got \"last week\""
    ),
    (
      "flint sparks --on today --since mon",
      "flint: --since and --on cannot be combined"
    ),
    (
      "flint moods --since 'yesterday 14:30'",
      "flint: --since: expected a day such as 2026-03-01, yesterday, mon or -7d, without a time, "
        + "got \"yesterday 14:30\""
    ),
  ])
  func `an error message names the mistake and suggests a correction`(
    command: String, message: String
  ) throws {
    let scratch = try Scratch()
    let (line, status) = try first(command, in: scratch.url)
    #expect(line == message)
    #expect(status == 2)
  }

  @Test func `an error in a script's header line is reported with script and line`() throws {
    let scratch = try Scratch()
    try "-- A script.\n-- flint: --scratch --zone Europe/Rom\n".write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let (line, status) = try first("flint run s.lua", in: scratch.url)
    #expect(
      line == "flint: s.lua:2: invalid header line: unknown time zone \"Europe/Rom\"; expected "
        + "an IANA name such as Europe/Rome or UTC")
    #expect(status == 1)
  }

  @Test func `a header line names a bundled rulebook, and the command line another one`() throws {
    let scratch = try Scratch()
    func write(_ rules: String) throws {
      try "-- flint: --scratch --rules \(rules)\nprint(profile().rulebook)\n".write(
        to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    }
    try write("ignition-shipped")
    #expect(try Shell.run("flint run s.lua", in: scratch.url).output == "ignition-shipped\n")
    let named = try Shell.run("flint run --rules ignition s.lua", in: scratch.url)
    #expect(named.output == "ignition\n")
    // A file would be a script that the caller did not name.
    for rules in ["own.lua", "current", "ignitoin"] {
      try write(rules)
      let (line, status) = try first("flint run s.lua", in: scratch.url)
      #expect(line.hasPrefix("flint: s.lua:1: invalid header line: "), "\(line)")
      #expect(line.contains("expected ignition, ignition-shipped, everyday, got \"\(rules)\""))
      #expect(status == 1)
    }
  }

  @Test func `an unused tag is mentioned in an empty list of sparks`() throws {
    let scratch = try Scratch()
    let options = "--db p.db --now 2026-03-10T10:00"
    let code = #"spark.add{title = "Walk", category = "energy", tags = {"life"}}"#
    _ = try Shell.run(
      "flint init --quiet --db p.db --zone UTC; flint eval \(options) '\(code)'", in: scratch.url)
    let missing = try Shell.run("flint sparks \(options) --tag lfie", in: scratch.url)
    #expect(missing.output == "no sparks; none has the tag \"lfie\"\n")
    let other = try Shell.run(
      "flint sparks \(options) --tag life --category idea", in: scratch.url)
    #expect(other.output == "no sparks\n")
  }

  // MARK: Profiles

  @Test(arguments: [
    "eval --db work/wrk.db 1", "eval --db work/wrk.db --dry-run 1", "run --db work/wrk.db s.lua",
    "repl --db work/wrk.db", "import --db work/wrk.db moods.csv",
  ])
  func `a missing profile named by --db is not created without --create`(command: String) throws {
    let scratch = try Scratch()
    try "return 1".write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    try "date,mood,value\n2026-01-01,good,\n".write(
      to: scratch.url.appendingPathComponent("moods.csv"), atomically: true, encoding: .utf8)
    let result = try Shell.run("flint \(command) </dev/null", in: scratch.url)
    #expect(result.status == 74)
    #expect(
      result.output
        == "flint: work/wrk.db: no such profile; create one with: flint init --db work/wrk.db, or "
        + "give --create\n")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
    #expect(left == ["moods.csv", "s.lua"])
  }

  @Test(arguments: ["--db p.db --create", "--db p.db --seed 7", "", "--scratch"])
  func `a profile is created on request, or at the first use of the default one`(
    options: String
  ) throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint eval --quiet \(options) 'spark.count()'", in: scratch.url)
    #expect(result.output == "0\n")
    #expect(result.status == 0)
  }

  @Test func `a backup to a missing folder is refused`() throws {
    let scratch = try Scratch()
    #expect(try Shell.run("flint init --quiet --db p.db", in: scratch.url).status == 0)
    for options in ["", "--dry-run "] {
      let result = try Shell.run(
        "flint backup \(options)--db p.db mnt/backups/p.db", in: scratch.url)
      #expect(result.status == 74)
      #expect(result.output == "flint: mnt/backups/p.db: the folder mnt/backups does not exist\n")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/mnt"))
  }

  @Test func `a new profile with the system's zone UTC prints a note`() throws {
    let scratch = try Scratch()
    let note =
      "note: times without an offset are read in the system's zone, UTC; to change it: "
      + "flint config zone Europe/Rome"
    for command in ["init --db a.db", "eval --db b.db --create 1", "init --dry-run --db c.db"] {
      let result = try Shell.run("flint \(command)", in: scratch.url)
      #expect(result.output.contains(note + "\n"), "\(command): \(result.output)")
    }
    for command in [
      "init --db d.db --zone UTC", "init --db e.db --quiet", "eval --db f.db --create --quiet 1",
    ] {
      let result = try Shell.run("flint \(command)", in: scratch.url)
      #expect(!result.output.contains("note:"), "\(command): \(result.output)")
    }
    let result = try Shell.run("TZ=Europe/Rome flint init --db g.db", in: scratch.url)
    #expect(!result.output.contains("note:"), "\(result.output)")
  }

  // MARK: Names in scripts

  @Test(arguments: [
    ("sparks.add{}", "attempt to index a nil value (global 'sparks') (did you mean \"spark\"?)"),
    ("prnt(1)", "attempt to call a nil value (global 'prnt') (did you mean \"print\"?)"),
    ("spark.ad{}", "attempt to call a nil value (field 'ad') (did you mean \"spark.add\"?)"),
    (
      "spark.whatever()",
      "attempt to call a nil value (field 'whatever') (flint api spark lists what spark has)"
    ),
    (
      "string.fromat(1)",
      "attempt to call a nil value (field 'fromat') (did you mean \"string.format\"?)"
    ),
    ("local t = {} t.ad()", "attempt to call a nil value (field 'ad')"),
    ("mine()", "attempt to call a nil value (global 'mine')"),
  ])
  func `a misspelt name of the API gets a suggestion at run time`(
    code: String, message: String
  ) throws {
    let scratch = try Scratch()
    let (line, status) = try first("flint eval --scratch '\(code)'", in: scratch.url)
    #expect(line == "flint: (eval):1: \(message)")
    #expect(status == 1)
  }

  @Test func `help, exit and quit in the REPL work as commands`() throws {
    let scratch = try Scratch()
    let help = try Shell.run("echo help | flint repl --scratch", in: scratch.url)
    #expect(help.output.contains("Enter an expression"), "\(help.output)")
    for word in ["exit", "quit", "exit()", "quit()"] {
      let result = try Shell.run(
        "printf '%s\\n' '\(word)' 'print(7)' | flint repl --scratch", in: scratch.url)
      #expect(result.output == "", "\(word)")
      #expect(result.status == 0)
    }
    // A script may define these names.
    let own = try Shell.run(
      "printf '%s\\n' 'exit = 5' 'exit' 'help = 6' 'help' | flint repl --scratch", in: scratch.url)
    #expect(own.output == "5\n6\n")
  }
}

/// The defaults of commands.
struct `Commands by default` {
  private static let options = "--db p.db --now 2026-03-10T10:00"

  private func profile(in folder: URL) throws {
    try #"return {id = "own", extends = "ignition", points = {idea = 20}}"#.write(
      to: folder.appendingPathComponent("own.lua"), atomically: true, encoding: .utf8)
    let made = try Shell.run(
      "flint init --db p.db --seed 7 --zone UTC --rules own.lua --quiet", in: folder)
    #expect(made.status == 0, "\(made.output)")
  }

  @Test func `rules show, odds and simulate use the profile's rulebook by default`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let commands: [(String, String)] = [
      ("rules show", "Rulebook own, "), ("rules", "Rulebook own, "),
      ("odds --goal first:rare", "first:rare under own, "),
      ("simulate --days 2 --players 2", "under own."),
    ]
    for (command, expected) in commands {
      let own = try Shell.run("FLINT_DB=p.db flint \(command)", in: scratch.url)
      #expect(own.output.contains(expected), "\(command): \(own.output.prefix(300))")
      let named = try Shell.run("flint \(command) --db p.db", in: scratch.url)
      #expect(
        named.output.contains(expected) || command == "rules",
        "\(command): \(named.output.prefix(300))")
      let none = try Shell.run("flint \(command)", in: scratch.url)
      #expect(
        none.output.contains(expected.replacing("own", with: "everyday")),
        "\(command): \(none.output.prefix(300))")
    }
    let ignition = try Shell.run(
      "FLINT_DB=p.db flint odds --goal first:rare --rules ignition", in: scratch.url)
    #expect(ignition.output.contains("under ignition"))
    let current = try Shell.run(
      "FLINT_DB=p.db flint odds --goal first:rare --rules current", in: scratch.url)
    #expect(current.output.contains("under own"))
  }

  @Test func `stats omits empty periods in tables unless --empty is given`()
    throws
  {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let code =
      #"for _, day in ipairs{1, 4} do spark.add{title = "Read", category = "idea", at = "2026-03-0" .. day} end"#
    #expect(try Shell.run("flint eval \(Self.options) '\(code)'", in: scratch.url).status == 0)
    let stats = "flint stats \(Self.options) --metric sparks --since 2026-03-01 --before 2026-03-06"
    let table = try Shell.run(stats, in: scratch.url).output
    let days = table.split(separator: "\n").filter { $0.hasPrefix("2026") }
      .map { $0.prefix(10).description }
    #expect(days == ["2026-03-01", "2026-03-04"])
    #expect(table.contains("sparks: total 2, 5 days, 3 of them without any"), "\(table)")
    let all = try Shell.run(stats + " --empty", in: scratch.url).output
    #expect(all.split(separator: "\n").count { $0.hasPrefix("2026") } == 5)
    let csv = try Shell.run(stats + " --format csv", in: scratch.url).output
    #expect(csv.split(separator: "\n").count == 6)
  }

  @Test func `trackers shows one figure for progress`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let code = """
      tracker.add{name = "Pages", target = 600} tracker.add_entry("Pages", {number = 340})
      """
    #expect(try Shell.run("flint eval \(Self.options) '\(code)'", in: scratch.url).status == 0)
    // 340/600 = 56.67 %; only 100 % means that the target is reached.
    let list = try Shell.run("flint trackers \(Self.options)", in: scratch.url).output
    #expect(list.contains("57 %"), "\(list)")
    let stats = try Shell.run(
      "flint trackers \(Self.options) --name Pages --stats", in: scratch.url)
    #expect(stats.output.contains("(57 %)"), "\(stats.output)")
    let json = try Shell.run("flint trackers \(Self.options) --format json", in: scratch.url).output
    #expect(json.contains("\"progress\":0.566666"), "\(json)")
  }

  @Test func `quests lists missions by status`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let code = """
      quest.add("\(Shell.root.path)/examples/data/quests/harbour.json")
      quest.complete(quest.all_nodes{status = "available"}[1].id)
      for _, status in ipairs{"empty", "untouched", "in_progress", "complete"} do
        print(status, #quest.all_missions{status = status}, #quest.all_missions{set = "harbour", status = status})
      end
      """
    let counted = try Shell.run(
      "flint eval --quiet --allow-read '\(Shell.root.path)' \(Self.options) '\(code)'",
      in: scratch.url)
    #expect(counted.status == 0, "\(counted.output)")
    let lines = counted.output.split(separator: "\n")
    try #require(lines.count == 4, "\(counted.output)")
    for line in lines {
      let words = line.split(separator: "\t")
      #expect(words[1] == words[2])
      let listed = try Shell.run(
        "flint quests --missions --status \(words[0]) --format csv \(Self.options) | tail -n +2 | wc -l",
        in: scratch.url)
      #expect(listed.output.trimmingCharacters(in: .whitespacesAndNewlines) == words[1])
    }
    let wrong = try Shell.run(
      "flint quests --missions --status locked \(Self.options)", in: scratch.url)
    #expect(wrong.status == 2)
    #expect(
      wrong.output.hasPrefix(
        "flint: --status: expected empty, untouched, in_progress or complete for missions, got locked\n"
      ),
      "\(wrong.output)")
    let nodes = try Shell.run("flint quests --status complete \(Self.options)", in: scratch.url)
    #expect(nodes.status == 2)
    #expect(
      nodes.output.hasPrefix(
        "flint: --status: expected completed, available or locked for nodes, got complete; "
          + "--missions lists missions\n"), "\(nodes.output)")
  }

  @Test func `a card that was rolled has a name`() throws {
    let scratch = try Scratch()
    try profile(in: scratch.url)
    let result = try Shell.run(
      #"flint eval \#(Self.options) 'local got = card.roll("idea") print(got.name == got.card, got.name)'"#,
      in: scratch.url)
    #expect(result.output.hasPrefix("true\t"), "\(result.output)")
    #expect(!result.output.contains("nil"))
  }

  @Test(arguments: [
    "status", "sparks", "cards", "missions", "tasks", "quests", "moods", "journey", "achievements",
    "trackers", "list", "stats", "due", "log", "replay",
  ])
  func `lists accept --dry-run without showing it in the help`(command: String) throws {
    let scratch = try Scratch()
    let help = try Shell.run("flint \(command) --help", in: scratch.url).output
    #expect(!help.contains("--dry-run"), "\(help)")
    try profile(in: scratch.url)
    let rules = command == "replay" ? "--rules ignition" : ""
    let result = try Shell.run(
      "flint \(command) \(rules) \(Self.options) --dry-run", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  // MARK: The reference

  @Test func `api shows one function, or one module`() throws {
    let scratch = try Scratch()
    let function = try Shell.run("flint api spark.add", in: scratch.url)
    #expect(function.status == 0)
    #expect(function.output.hasPrefix("spark.add{…}\n"), "\(function.output)")
    #expect(function.output.contains("category"))
    #expect(function.output.split(separator: "\n").count < 100)
    let module = try Shell.run("flint api spark", in: scratch.url)
    #expect(module.output.contains("spark.remove"), "\(module.output)")
    let unknown = try Shell.run("flint api spark.ad", in: scratch.url)
    #expect(unknown.status == 2)
    #expect(
      unknown.output.hasPrefix(
        "flint: there is no help on \"spark.ad\" (did you mean \"spark.add\"?)"),
      "\(unknown.output)")
    let topic = try Shell.run("flint api rulebok", in: scratch.url)
    #expect(topic.output.contains("(did you mean \"rulebook\"?)"), "\(topic.output)")
    let json = try Shell.run("flint api spark.add --format json", in: scratch.url)
    #expect(json.status == 2)
  }

  @Test func `api shows the columns of an exported table, and those of the database`() throws {
    let scratch = try Scratch()
    let days = try Shell.run("flint api days", in: scratch.url).output
    #expect(
      days.hasPrefix(
        "The columns of flint export days\n\n"
          + "  date              day. The day, which ends at the day start.\n"), "\(days)")
    let entries = try Shell.run("flint api entries", in: scratch.url).output
    #expect(entries.contains("\n  values.FIELD  text. The value of the own field"), "\(entries)")
    let database = try Shell.run("flint api sqlite", in: scratch.url).output
    #expect(database.contains("\n  mood_by_weekday"), "\(database)")
    // The name of a table comes before that of a library of Lua.
    let table = try Shell.run("flint api table | head -n 1", in: scratch.url).output
    #expect(table == "The columns of flint export table\n")
    let unknown = try Shell.run("flint api dayz", in: scratch.url)
    #expect(unknown.status == 2 && unknown.output.contains("(did you mean \"days\"?)"))
  }

  @Test func `the reference of quests describes reset and gates`() throws {
    let scratch = try Scratch()
    let reset = try Shell.run("flint api quest.reset", in: scratch.url).output
      .replacing(/\s+/, with: " ")
    #expect(reset.contains("closes its gates that were opened by hand"), "\(reset)")
    let page = try Shell.run("flint api quests", in: scratch.url).output
      .replacing(/\s+/, with: " ")
    #expect(page.contains("a mission without nodes"), "\(page)")
    let sort = try Shell.run("flint missions --help", in: scratch.url).output
      .replacing(/\s+/, with: " ")
    #expect(
      sort.contains("nearest to the target first, completed and expired missions last"), "\(sort)")
  }
}
