import CSV
import Rules
import Schema
import Sessions

/// A mapper that creates sparks from rows. It is fast, for files of millions of rows.
struct SparkMapper: RowMapper {
  private let title: FieldReader
  private let category: (field: FieldReader, choices: ChoiceReader)
  private let intensity: (field: FieldReader, choices: ChoiceReader)
  private let at: FieldReader
  private let notes: FieldReader
  private let tags: FieldReader
  private let estimated: FieldReader
  private let actual: FieldReader
  private let key: KeyReader?
  private let times: TimeReader
  private let numbers: NumberReader
  private let separator: String

  init(_ columns: MappedColumns) {
    title = columns.field("title")
    category = columns.choice("category")
    intensity = columns.choice("intensity")
    at = columns.field("at")
    notes = columns.field("notes")
    tags = columns.field("tags")
    estimated = columns.field("estimated")
    actual = columns.field("actual")
    key = columns.key
    times = columns.times
    numbers = columns.numbers
    separator = columns.mapping.separator
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    let title = try title.requiredText(record)
    guard let index = try category.field.choice(record, category.choices) else {
      throw category.field.missing(Category.names.alternatives)
    }
    var spark = NewSpark(title: title, category: Category.allCases[index])
    guard let at = try times.time(at, record) else { throw at.missing("a date") }
    spark.at = at
    if let index = try intensity.field.choice(record, intensity.choices) {
      spark.intensity = Intensity.allCases[index]
    }
    spark.notes = try notes.text(record)
    if !tags.isAbsent { spark.tags = try tags.texts(record, separator) }
    spark.estimatedMinutes = try estimated.whole(record, numbers)
    spark.actualMinutes = try actual.whole(record, numbers)
    spark.key = try key?.key(record)
    return .record(.spark(spark))
  }
}

/// A mapper that creates moods from rows.
struct MoodMapper: RowMapper {
  private let mood: (field: FieldReader, choices: ChoiceReader)
  private let day: FieldReader
  private let at: FieldReader
  private let note: FieldReader
  private let columns: MappedColumns

  init(_ columns: MappedColumns) {
    self.columns = columns
    var mood = columns.choice("mood")
    for (name, meaning) in columns.context.moods { mood.choices.add(name, for: meaning.name) }
    self.mood = mood
    day = columns.field("day")
    at = columns.field("at")
    note = columns.field("note")
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    guard let index = try mood.field.choice(record, mood.choices) else {
      throw mood.field.missing("a mood")
    }
    let time = try columns.times.time(at, record)
    guard
      let day = try columns.times.day(day, record) ?? time.map({ columns.times.day(of: $0) })
    else { throw (day.isAbsent ? at : day).missing("a day") }
    let note = try note.text(record)
    let content = try RowProblem.checking { () throws(FieldError) in
      try MoodContent(day: day, mood: Mood.ratings[index], entryType: .imported, note: note)
    }
    var action = ActionRecord(
      at: time ?? columns.context.noon(day), key: try columns.key?.key(record),
      .mood(.record(content)))
    action.isTimeKnown = time != nil
    return .record(.action(action))
  }
}

/// A mapper that creates activities from rows.
struct ActivityMapper: RowMapper {
  private let kind: (field: FieldReader, choices: ChoiceReader)
  private let text: FieldReader
  private let at: FieldReader
  private let columns: MappedColumns

  init(_ columns: MappedColumns) {
    self.columns = columns
    kind = columns.choice("kind")
    text = columns.field("text")
    at = columns.field("at")
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    guard let index = try kind.field.choice(record, kind.choices),
      let activity = ActivityKind(name: ActivityKind.names[index])
    else { throw kind.field.missing(ActivityKind.names.alternatives) }
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    let text = try text.text(record)
    let action = try RowProblem.checking { () throws(FieldError) in
      try JourneyAction.activity(activity, text: text)
    }
    return .record(
      .action(ActionRecord(at: time, key: try columns.key?.key(record), .journey(action))))
  }
}

/// A mapper that creates completions of quest nodes from rows.
struct QuestMapper: RowMapper {
  private let set: FieldReader
  private let node: FieldReader
  private let at: FieldReader
  private let columns: MappedColumns

  init(_ columns: MappedColumns) {
    self.columns = columns
    set = columns.field("set")
    node = columns.field("node")
    at = columns.field("at")
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    let reference = QuestReference(
      set: try set.requiredText(record).trimmedWhitespace,
      id: try node.requiredText(record).trimmedWhitespace)
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    return .record(
      .action(
        ActionRecord(at: time, key: try columns.key?.key(record), .quest(.complete(reference)))))
  }
}
