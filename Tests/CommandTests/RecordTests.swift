import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Testing

@testable import Commands

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
  }

  @Test func `what is wrong with the words is said with the form`() {
    #expect(Self.message("Hope", "blue") == "valid")
    #expect(Self.message("Hope", "bl") == "valid")
    #expect(
      Self.message("Hope", "r")
        == "colour: expected red, rose or blue, got nothing; the words are NAME COLOUR [CUT_GRADE]")
    #expect(
      Self.message("Hope", "blue", "--carat", "heavy")
        == "--carats: expected a whole number from 1 to 100, got \"heavy\"")
    #expect(
      Self.message("Hope", "--colour", "bleu")
        == "--colour: expected red, rose or blue, got \"bleu\" (did you mean \"blue\"?)")
    #expect(
      Self.message("Hope", "blue", "--c", "1")
        == "unknown option \"--c\"; the fields are --name, --colour, --cut-grade, --tags, --carats and --weight"
    )
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
      Self.message("--colour", "red", "--colour", "red", "Hope")
        == "--colour is given twice: \"red\" and \"red\"; remove one")
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

/// Guesses of people who do not know a command.
struct `Guesses` {
  @Test(arguments: [
    ("add", "flint spark, task, mood"), ("habits Read", "flint habit done records"),
    ("ls", "flint sparks, tasks"), ("agenda", "flint due"),
    ("chart", "flint calendar"),
    ("delete", "flint remove"), ("complete", "flint done"), ("show", "flint log ID"),
    ("tasls", "did you mean \"tasks\"?"), ("dnoe", "did you mean \"done\"?"),
    ("unod", "did you mean \"undo\"?"),
    ("tasks Milk", "flint task records: flint task \"Milk\""),
    ("tasks add Milk", "flint task records: flint task \"Milk\""),
    ("tasks done Milk", "flint tasks lists; flint task records: flint task \"Milk\""),
    ("task list of books", "flint task list lists tasks; a task whose name begins with \"list\""),
    ("sparks --limit 3 extra", "flint spark records: flint spark \"extra\""),
    ("sparks add", "flint spark records without a verb\n"),
    ("habits Read", "flint habits --name \"Read\" shows one"),
    ("moods good", "flint mood records"),
  ])
  func `lead to the right command`(guess: String, answer: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint \(guess)", in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output.contains(answer), "\(result.output)")
  }

  @Test(arguments: [
    ("task list", "tasks"), ("tasks list --format csv", "tasks --format csv"),
    ("tasks done", "tasks --status completed"), ("habit list", "habits"),
    ("habits list --format json", "habits --format json"),
  ])
  func `lists are what they say`(words: String, meant: String) throws {
    let scratch = try Scratch()
    let setup = "flint init --db p.db --quiet --seed 1; export FLINT_DB=p.db; flint habit add Read"
    let record = "flint task add Milk -q; flint task Bread -q; flint done bread -q"
    try #require(try Shell.run("\(setup) -q; \(record)", in: scratch.url).status == 0)
    let results = try [words, meant].map {
      try Shell.run("FLINT_DB=p.db flint \($0)", in: scratch.url)
    }
    #expect(results[0].output == results[1].output && results[0].status == 0)
    // Without a status, tasks are the open ones.
    let names = ["Read", "Bread", "Milk"].filter { results[0].output.contains($0) }
    let name = meant.hasPrefix("habits") ? "Read" : words == "tasks done" ? "Bread" : "Milk"
    #expect(names == [name], "\(results[0].output)")
  }

  @Test func `a task of any name is recorded`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      export FLINT_DB=p.db; flint init --quiet --seed 1
      flint task add list -q; flint task -q -- add; flint task 'list of books' -q
      flint spark Swam energy --minutes 1h30 -q
      flint tasks --format csv | cut -d, -f2; flint sparks --format csv | grep -c ',90,$'
      """, in: scratch.url)
    for name in ["list", "add", "list of books"] {
      #expect(result.output.split(separator: "\n").contains { $0 == name }, "\(result.output)")
    }
    #expect(result.output.hasSuffix("1\n"), "\(result.output)")
  }

  @Test func `every command in an answer exists`() {
    for word in CommandGuesses.words {
      let answer = CommandGuesses.answer(to: word) ?? ""
      for match in answer.matches(of: /flint ([a-z]+)/) {
        let names = Shell.commandNames + ["help"]
        #expect(names.contains(String(match.1)), "\(word): \(answer)")
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
