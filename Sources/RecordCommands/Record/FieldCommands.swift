import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import FlintSchema
import Sessions
import Views

/// A command that records events whose content is declared by a schema.
protocol FieldCommand: RecordingCommand, FieldSource {
  var words: [String] { get }
  /// The words that say what is recorded.
  var content: [String] { get }
  func record(_ written: WrittenFields, _ session: Session) throws -> RecordedView
}

extension FieldCommand {
  static func described(_ abstract: String, _ discussion: String) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: "flint", abstract: abstract,
      usage: "flint \(name) \(syntax.usage) [OPTION …]",
      discussion: discussion)
  }

  var content: [String] { words }

  func validate() throws {
    do {
      try Self.syntax.parse(content).check()
    } catch {
      // The rulebook of the profile may list other names.
      guard let definition = options.listedNames() else { throw error }
      try Self.syntax.under(definition).parse(content).check()
    }
  }

  var line: [String] { [Self.name] + words }

  func record(in session: Session) throws -> [RecordedView] {
    let syntax = Self.syntax.under(session.rulebook.definition)
    let written = try syntax.parse(content)
    try written.check()
    guard let text = Self.syntax.text, written[text] == ["-"] else {
      return [try record(written, session)]
    }
    guard Self.syntax.readsLines else {
      return [try record(written.with(StandardInput.text().trimmedWhitespace, for: text), session)]
    }
    return try StandardInput.mapLines {
      try record(syntax.reading(line: $0, into: written), session)
    }
  }

  /// Records an event with a content, and describes it.
  func recorded(
    _ content: some EventContent, _ written: WrittenFields, _ session: Session
  ) throws -> RecordedView {
    try session.recorded(
      content.action, at: try written.time(in: session), key: written["key"]?.last)
  }
}

struct SparkCommand: FieldCommand {
  static let syntax = FieldSyntax(
    fields: Spark.schema.declarations + FieldSyntax.ofEvents, text: "title",
    trailing: ["category", "intensity"],
    aliases: ["tag": "tags", "note": "notes", "minutes": "actual", "on": "at"], day: "at",
    readsLines: true
  ).readingFields()

  static let name = "spark"
  static let configuration: CommandConfiguration = described(
    "Record a spark: a title, a category, and an intensity.",
    """
    A spark is a moment of action. It brings points and a card of its category.
    Categories and intensities may be abbreviated. A word FIELD:VALUE gives a
    field, and +TAG a tag; what follows -- is text. With - in place of the title,
    each line of standard input is a spark.

    Examples:
      flint spark "Ran 5 km" energy high
      flint spark "Sketched a logo" idea --minutes 45 --tag design
      flint spark "Called the bank" decision --at "yesterday 14:30"
    """)

  @OptionGroup(title: "Fields") var fields: FieldOptions<Self>
  @OptionGroup var options: RecordOptions
  @Argument(
    parsing: .allUnrecognized, help: "The title, the category and the intensity.",
    completion: .profile(.categories, .intensities))
  var words: [String] = []

  func record(_ written: WrittenFields, _ session: Session) throws -> RecordedView {
    // Read as a whole first, so that errors name the field.
    let usual = session.rulebook.definition.defaultIntensity
    let spark = try written.record(
      Spark.self, in: session, defaults: ["intensity": .name(usual.name)])
    var new = NewSpark(title: spark.title, category: spark.category)
    new.intensity = spark.intensity
    new.notes = spark.notes
    new.tags = spark.tags
    new.estimatedMinutes = spark.estimatedMinutes.map(Int64.init)
    new.actualMinutes = spark.actualMinutes.map(Int64.init)
    new.at = try written.time(in: session)
    new.key = written["key"]?.last
    return try RecordedView(
      session.add(new), "\(spark.title) (\(spark.category.name), \(spark.intensity.name))", session)
  }
}

struct TaskCommand: FieldCommand {
  static let syntax = FieldSyntax(
    fields: TaskContent.schema.declarations + FieldSyntax.ofEvents, text: "name",
    aliases: ["on": "at", "tag": "tags"], day: "due", guesses: TaskCommand.guesses,
    readsLines: true
  ).readingFields(or: otherNames)

  /// The names that other programs for tasks have for fields.
  static let otherNames = ["depends": "after", "recur": "every"]

  /// What other programs have for tasks, and Flint writes otherwise.
  private static let guesses = [
    "recur": "--every month repeats a task", "repeat": "--every month repeats a task",
    "depends": "--after TASK names what comes first",
    "scheduled:": "wait:DAY hides a task until a day",
    "until:": "tasks do not expire; due:DAY gives the day on which it is due",
  ]

  static let name = "task"
  static let configuration: CommandConfiguration = described(
    "Record a task: something to do.",
    """
    A project that does not exist is created. A word FIELD:VALUE gives a field, and
    +TAG a tag; what follows -- is the name as it is, and so is a single text with
    spaces in quotes. A task with --every repeats: flint done moves its due day to
    the next one after today. It is blocked until the tasks of --after are done,
    and hidden until the day of --wait. flint tasks lists tasks with numbers, which
    flint done, edit, start and remove take. flint task list is flint tasks; flint
    task add list records one of that name. With - in place of the name, each line
    of standard input is a task, with its fields.

    Examples:
      flint task "Buy milk" --due tomorrow --priority P1
      flint task Call Ada due:fri project:Work pri:H +phone
      flint task Pay the rent --every month --due 2026-04-01
      flint task -- Explain pri:H to Bob
      flint task - --project House < list.txt
    """)

  @OptionGroup(title: "Fields") var fields: FieldOptions<Self>
  @OptionGroup var options: RecordOptions
  @Argument(parsing: .allUnrecognized, help: "The name.") var words: [String] = []

  /// Whether the words begin with the verb of other programs, which is no part of the name.
  private var isAdded: Bool { words.first == "add" && words.count > 1 }

  var content: [String] { isAdded ? Array(words.dropFirst()) : words }

  func validate() throws {
    if !isAdded, let advice = TaskVerb.advice(for: words) { throw ValidationError(advice) }
    try Self.syntax.parse(content).check()
  }

  func record(_ written: WrittenFields, _ session: Session) throws -> RecordedView {
    if !isAdded, let (name, advice) = TaskVerb.complement(of: words),
      let found = try? session.reader.ids(
        name, in: ReferenceScope(.taskAdd, abbreviatesNames: true)), !found.isEmpty
    {
      throw ValidationError(advice)
    }
    return try recorded(written.record(TaskContent.self, in: session), written, session)
  }
}

struct MoodCommand: FieldCommand {
  static let syntax = FieldSyntax(
    fields: MoodContent.schema.declarations.with(default: "today", for: "day")
      + FieldSyntax.ofEvents, leading: ["mood"],
    text: "note", aliases: ["on": "day"], day: "day"
  ).readingFields()

  static let name = "mood"
  static let configuration: CommandConfiguration = described(
    "Record the mood of today, or of a day.",
    """
    A later rating of the same day replaces an earlier one. flint moods lists days.

    Examples:
      flint mood good
      flint mood 4 "Slept well"
      flint mood bad --on yesterday
    """)

  @OptionGroup(title: "Fields") var fields: FieldOptions<Self>
  @OptionGroup var options: RecordOptions
  @Argument(
    parsing: .allUnrecognized, help: "The mood, and a note.", completion: .list(Mood.names))
  var words: [String] = []

  func record(_ written: WrittenFields, _ session: Session) throws -> RecordedView {
    let day = session.day(of: try written.time(in: session))
    do {
      return try recorded(
        written.record(MoodContent.self, in: session, defaults: ["day": .day(day)]), written,
        session)
    } catch SessionError.refused(.laterDay) where written["at"] != nil && written["day"] != nil {
      throw CommandFailure(
        .failure, "--on gives a later day than --at; a day is rated on that day or later")
    } catch SessionError.refused(.laterDay) {
      throw CommandFailure(
        .failure, "\(VoidReason.laterDay.text); flint mood rates today or a past day")
    }
  }
}

struct JournalCommand: FieldCommand {
  static let syntax = FieldSyntax(
    fields: Activity.schema.declarations.with(default: ActivityKind.journal.name, for: "kind")
      + FieldSyntax.ofEvents, text: "text",
    aliases: ["on": "at"])

  static let name = "journal"
  static let configuration: CommandConfiguration = described(
    "Record an entry of the journal, or another activity.",
    """
    With - in place of the text, it is read from standard input. flint journey
    lists activities.

    Examples:
      flint journal Slept well, and it shows
      flint journal - < today.txt
      flint journal --kind sos
    """)

  @OptionGroup(title: "Fields") var fields: FieldOptions<Self>
  @OptionGroup var options: RecordOptions
  @Argument(parsing: .allUnrecognized, help: "The text.") var words: [String] = []

  func record(_ written: WrittenFields, _ session: Session) throws -> RecordedView {
    let kind = FieldValue.name(ActivityKind.journal.name)
    return try recorded(
      written.record(Activity.self, in: session, defaults: ["kind": kind]), written, session)
  }
}
