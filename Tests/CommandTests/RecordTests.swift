import Foundation
import JSON
import Rules
import Schema
import Testing

@testable import flint

/// The options of commands that record, which come from schemas.
struct `Options from schemas` {
  private static let jewel = FieldSyntax(
    fields: [
      FieldDeclaration("name", .line(maximum: 20), "The name.", isRequired: true),
      FieldDeclaration(
        "colour", .choice(FieldType.Choice(["red", "rose", "blue"])), "The colour.",
        isRequired: true),
      FieldDeclaration("cut_grade", .choice(FieldType.Choice(["fine", "rough"])), "The cut."),
      FieldDeclaration("tags", .list, "The tags."),
      FieldDeclaration("carats", .integer(1...100), "The weight."),
    ], text: "name", trailing: ["colour", "cut_grade"], aliases: ["weight": "carats"])

  private static func parsed(_ words: String...) throws -> [String: [String]] {
    let written = try jewel.parse(words)
    return Dictionary(uniqueKeysWithValues: written.names.map { ($0, written[$0] ?? []) })
  }

  private static func message(_ words: String...) -> String {
    do {
      try jewel.parse(words).check()
      return "valid"
    } catch {
      return "\(error)"
    }
  }

  @Test func `words are the text and the choices at its end`() throws {
    #expect(
      try Self.parsed("Star", "of", "Asia", "blue", "fine")
        == ["name": ["Star of Asia"], "colour": ["blue"], "cut_grade": ["fine"]])
    #expect(try Self.parsed("Star", "red") == ["name": ["Star"], "colour": ["red"]])
    // The first word is text, even if it is the name of a choice.
    #expect(try Self.parsed("red") == ["name": ["red"]])
    #expect(try Self.parsed("fine", "blue") == ["name": ["fine"], "colour": ["blue"]])
    #expect(try Self.parsed("Blue", "sky") == ["name": ["Blue sky"]])
    #expect(
      try Self.parsed("Sky", "--colour", "blue", "fine")
        == ["name": ["Sky fine"], "colour": ["blue"]])
  }

  @Test func `a field that is declared is an option, by its name or an abbreviation`() throws {
    let expected = ["name": ["Hope"], "colour": ["blue"], "carats": ["45"]]
    #expect(try Self.parsed("Hope", "blue", "--carats", "45") == expected)
    #expect(try Self.parsed("--carats=45", "Hope", "blue") == expected)
    #expect(try Self.parsed("--car", "45", "Hope", "blue") == expected)
    #expect(try Self.parsed("Hope", "--weight", "45", "blue") == expected)
    #expect(
      try Self.parsed("--tag", "a,b", "--tag", "c", "--", "--odd")
        == ["tags": ["a,b", "c"], "name": ["--odd"]])
    #expect(try Self.parsed("-5", "degrees", "--cut-grade", "fine")["name"] == ["-5 degrees"])
    #expect(Self.jewel.usage == "NAME COLOUR [CUT_GRADE]")
    for field in Self.jewel.fields { #expect(Self.jewel.help.contains("--\(field.optionName)")) }
  }

  @Test func `what is wrong with the words is said with the form`() {
    #expect(Self.message("Hope", "blue") == "valid")
    #expect(Self.message("Hope", "bl") == "valid")
    #expect(
      Self.message("Hope", "r")
        == "colour: expected red, rose or blue, got nothing; the words are NAME COLOUR [CUT_GRADE]")
    #expect(
      Self.message("Hope", "blue", "--carat", "heavy")
        == "carats: expected a whole number from 1 to 100, got \"heavy\"")
    #expect(
      Self.message("Hope", "--colour", "bleu")
        == "colour: expected red, rose or blue, got \"bleu\" (did you mean \"blue\"?)")
    #expect(
      Self.message("Hope", "blue", "--c", "1") == "unknown option \"--c\"")
    #expect(
      Self.message("Hope", "blue", "--carots", "1")
        == "unknown option \"--carots\" (did you mean \"--carats\"?)")
    #expect(
      Self.message("Hope", "blue", "-x")
        == "unknown option \"-x\"; text that begins with - goes after --")
    #expect(
      Self.message("Hope", "blue", "--carats")
        == "--carats: expected a whole number from 1 to 100")
    #expect(Self.message("Hope", "blue", "--colour", "red") == "valid")
    #expect(
      Self.message("--colour", "red", "--colour", "red", "Hope") == "colour is given twice")
  }

  @Test(arguments: [
    ("spark", Spark.schema.declarations), ("task", TaskContent.schema.declarations),
    ("mood", MoodContent.schema.declarations), ("journal", Activity.schema.declarations),
    (
      "entry",
      EntryContent.schema.declarations.filter { !["tracker", "kind", "values"].contains($0.name) }
    ),
  ])
  func `each field of what a command records is one of its options`(
    command: String, fields: [FieldDeclaration]
  ) throws {
    let scratch = try Scratch()
    let help = try Shell.run("flint \(command) --help", in: scratch.url).output
    for field in fields { #expect(help.contains("--\(field.optionName)"), "\(field.name)") }
  }
}

/// A month lived from the shell, without Lua.
struct `A month from the shell` {
  private static let options = "--db p.db"

  /// Runs a command and returns its output; it must succeed.
  @discardableResult
  private static func run(_ command: String, at now: String, in scratch: borrowing Scratch) throws
    -> String
  {
    let result = try Shell.run("\(command) --db p.db --now \(now)", in: scratch.url)
    #expect(result.status == 0, "\(command): \(result.output)")
    return result.output
  }

  private static func json(_ command: String, at now: String, _ scratch: borrowing Scratch) throws
    -> JSONValue
  {
    try JSONValue(parsing: run(command + " --format json", at: now, in: scratch))
  }

  @Test func `is what its commands said`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      "flint init --db p.db --rules ignition --seed 7 --zone UTC --quiet", in: scratch.url)
    #expect(made.status == 0)
    try Self.run("flint entry Reading 10 --new", at: "2026-03-01T07:00", in: scratch)
    for day in 1...31 {
      let date = day < 10 ? "2026-03-0\(day)" : "2026-03-\(day)"
      try Self.run("flint spark Practised the cello challenge", at: "\(date)T18:00", in: scratch)
      if day % 2 == 0 { try Self.run("flint mood good", at: "\(date)T21:00", in: scratch) }
      if day % 10 == 0 {
        try Self.run("flint task Report \(day) --pri P1", at: "\(date)T09:00", in: scratch)
        try Self.run("flint done last", at: "\(date)T17:00", in: scratch)
        try Self.run("flint entry Rea 30min --quiet", at: "\(date)T20:00", in: scratch)
        try Self.run("flint journal Day \(day)", at: "\(date)T22:00", in: scratch)
      }
    }
    let now = "2026-03-31T23:00"
    let status = try Self.json("flint status", at: now, scratch)
    // 31 sparks; moods of the 15 even days; three tasks of P1 score 4 each; one entry at first and
    // three later. The sparks bring 31 · 37 points and, by missions, many thousands: the last level.
    #expect(status["sparks"] == .integer(31))
    #expect(status["streak"] == .integer(31))
    #expect(status["rated_days"] == .integer(15))
    #expect(status["task_score"] == .integer(12))
    #expect(status["open_tasks"] == .integer(0))
    #expect(status["tracker_entries"] == .integer(4))
    #expect(status["level"] == .integer(10))
    // The week of Monday 30 March has two days: a spark on each, and on the 30th a task, an entry, a
    // journal entry and a mood, good, which is 3.
    let week = try Self.json("flint week", at: now, scratch)
    let total = try #require(week["total"])
    #expect(total["sparks"] == .integer(2))
    #expect(total["tasks"] == .integer(1))
    #expect(total["entries"] == .integer(1))
    #expect(total["activities"] == .integer(1))
    #expect(total["mood_mean"] == .number(3) || total["mood_mean"] == .integer(3))
    // The 23rd and 24th: two sparks, and a mood on the 24th.
    let before = try #require(week["week_before"])
    #expect(before["sparks"] == .integer(2))
    #expect(before["tasks"] == .integer(0))
    let today = try Self.json("flint today", at: now, scratch)
    #expect(today["done"]?["sparks"] == .integer(1))
    #expect(today["mood"] == .null)
    #expect(today["open_tasks"] == .integer(0))
    for command in ["flint today", "flint week"] {
      let page = try Self.run(command, at: now, in: scratch)
      let lines = page.split(separator: "\n")
      #expect(lines.count <= 24)
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(page)")
    }
    // The last command is undone as one: nothing but the last spark's effects.
    try Self.run("flint undo", at: now, in: scratch)
    #expect(try Self.json("flint status", at: now, scratch)["sparks"] == .integer(30))
    let log = try Self.json("flint log --batches", at: now, scratch)
    var batches: [JSONValue] = []
    if case .array(let list) = log { batches = list }
    let recorded = batches.filter { $0["kind"] == JSONValue.string("record") }
    // The first entry, 31 sparks, 15 moods, and a task, its completion, an entry and a journal entry on
    // three days.
    let expected: Int = 1 + 31 + 15 + 4 * 3
    #expect(recorded.count == expected)
    let source = JSONValue.string("task Report 10 --pri P1")
    #expect(recorded.contains { $0["source"] == source })
  }

  @Test(arguments: [
    ("spark", 2, "title: expected a text, got nothing; the words are TITLE CATEGORY [INTENSITY]"),
    ("spark Ran enrgy", 2, "category: expected decision, energy, idea, experiment or challenge"),
    ("spark Ran energy --minutes -3", 2, "got -3"),
    ("mood fine", 2, "mood: expected horrible, bad, average, good, great"),
    ("mood good --on tomorrow", 1, "future"),
    ("done nothing", 1, "there is no task, quest node or habit \"nothing\""),
    ("done last", 1, "there is no task yet"),
    (
      "entry Reading 20", 1, "there is no tracker \"Reading\"; flint trackers lists them, and --new"
    ),
    ("journal", 2, "text"), ("remove last", 1, "there is no event yet"),
    ("edit last title", 2, "expected FIELD=VALUE, got \"title\""), ("edit last", 2, "FIELD=VALUE"),
    ("task Milk --due soon", 2, "due: expected a day"),
    ("spark Ran energy --at tomorrow", 1, "not later than now"),
  ])
  func `a wrong use says what to do, and records nothing`(
    use: String, status: Int32, message: String
  ) throws {
    let scratch = try Scratch()
    _ = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    let result = try Shell.run("flint \(use) --db p.db --now 2026-03-01T12:00", in: scratch.url)
    #expect(result.status == status, "\(result.output)")
    #expect(result.output.contains(message), "\(result.output)")
    #expect(try Shell.run("flint log --db p.db", in: scratch.url).output == "nothing recorded\n")
  }

  @Test func `several are completed together or not at all`() throws {
    let scratch = try Scratch()
    _ = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    let all = "--db p.db --now 2026-03-01T12:00"
    _ = try Shell.run("printf 'One\\nTwo\\n' | flint task - \(all)", in: scratch.url)
    #expect(try Shell.run("flint done one three \(all)", in: scratch.url).status == 1)
    let open = "flint tasks --status open --db p.db --format csv | wc -l"
    #expect(try Shell.run(open, in: scratch.url).output.contains("3"))
    #expect(try Shell.run("flint done one two \(all)", in: scratch.url).status == 0)
    #expect(try Shell.run(open, in: scratch.url).output.contains("1"))
    let later = "--db p.db --now 2026-03-01T13:00"
    let again = try Shell.run("flint done one \(later)", in: scratch.url)
    #expect(again.status == 1)
    #expect(again.output.contains("completed already; flint tasks --status open"))
  }

  @Test func `the default profile is created at its first use, and one of a path is not`() throws {
    let scratch = try Scratch()
    let begin = try Shell.run("flint", in: scratch.url)
    #expect(begin.status == 0)
    #expect(begin.output.split(separator: "\n").count == 3)
    let missing = try Shell.run("flint spark Ran energy --db missing.db", in: scratch.url)
    #expect(missing.status == 74)
    #expect(missing.output.contains("--create"))
    let nothing = try Shell.run("flint done milk", in: scratch.url)
    #expect(nothing.status == 74)
    #expect(nothing.output.contains("no such profile"))
    let first = try Shell.run("flint spark Ran energy", in: scratch.url)
    #expect(first.status == 0, "\(first.output)")
    #expect(first.output.contains("created "))
    let page = try Shell.run("flint", in: scratch.url)
    #expect(page.output.contains("Done      1 spark"), "\(page.output)")
    let dry = try Shell.run("flint task Milk --dry-run", in: scratch.url)
    #expect(dry.output.hasPrefix("dry run, nothing was kept\n"))
    #expect(try Shell.run("flint tasks", in: scratch.url).output.hasPrefix("no tasks"))
  }
}

/// Guesses of people who do not know a command.
struct `Guesses` {
  @Test(arguments: [
    ("add", "flint spark, task, mood"), ("habits Read", "flint habit done records"),
    ("list", "flint sparks, tasks"), ("calendar", "flint due"),
    ("delete", "flint remove"), ("complete", "flint done"), ("show", "flint log ID"),
    ("tasls", "did you mean \"tasks\"?"), ("dnoe", "did you mean \"done\"?"),
    ("unod", "did you mean \"undo\"?"),
    ("tasks Milk", "flint task records: flint task \"Milk\""),
    ("moods good", "flint mood records"),
  ])
  func `lead to the right command`(guess: String, answer: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint \(guess)", in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output.contains(answer), "\(result.output)")
  }

  @Test func `every command in an answer exists`() {
    for word in CommandGuesses.words {
      let answer = CommandGuesses.answer(to: word) ?? ""
      for match in answer.matches(of: /flint ([a-z]+)/) {
        #expect(FlintCommand.commandNames.contains(String(match.1)), "\(word): \(answer)")
      }
    }
  }
}

/// The table of keystrokes in the guide.
struct `The keystrokes of daily acts` {
  private static let limits = ["spark": 25, "mood": 12, "done": 12, "habit": 20]

  @Test func `are as few as the guide says, and each act works`() throws {
    let rows = Pages.text("docs/everyday.md").matches(
      of: /(?m)^\| ([^|`]+) \| `(flint[^`]*)` \| (\d+) \|$/)
    #expect(rows.count == 11)
    let scratch = try Scratch()
    let all = "FLINT_DB=p.db"
    for setup in [
      "init --seed 7 --zone UTC --quiet", "task Buy milk", "entry Reading 10 --new",
      "habit add Stretch",
    ] {
      let result = try Shell.run("\(all) flint \(setup)", in: scratch.url)
      #expect(result.status == 0, "\(result.output)")
    }
    for row in rows {
      let command = String(row.2)
      #expect(Int(row.3) == command.count, "\(command)")
      let verb = command.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      if let limit = Self.limits[verb] { #expect(command.count <= limit) }
      let result = try Shell.run("\(all) \(command)", in: scratch.url)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    for verb in Self.limits.keys { #expect(rows.contains { $0.2.hasPrefix("flint \(verb) ") }) }
  }
}
