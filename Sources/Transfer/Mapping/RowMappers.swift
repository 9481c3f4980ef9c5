import CSV
import Rules
import Sessions

/// Makes sparks of rows. They come by the million.
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
    let title = try title.words(record)
    guard let place = try category.field.choice(record, category.choices) else {
      throw category.field.missing(Category.names.alternatives)
    }
    var draft = SparkDraft(title: title, category: Category.allCases[place])
    guard let at = try times.time(at, record) else { throw at.missing("a date") }
    draft.at = at
    if let place = try intensity.field.choice(record, intensity.choices) {
      draft.intensity = Intensity.allCases[place]
    }
    draft.notes = try notes.text(record)
    if !tags.isAbsent { draft.tags = try tags.texts(record, separator) }
    draft.estimatedMinutes = try estimated.whole(record, numbers)
    draft.actualMinutes = try actual.whole(record, numbers)
    draft.key = try key?.key(record)
    return .draft(.spark(draft))
  }
}

/// Makes moods of rows.
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
    guard let place = try mood.field.choice(record, mood.choices) else {
      throw mood.field.missing("a mood")
    }
    let time = try columns.times.time(at, record)
    guard
      let day = try columns.times.day(day, record) ?? time.map({ columns.times.day(of: $0) })
    else { throw (day.isAbsent ? at : day).missing("a day") }
    let note = try note.text(record)
    let content = try RowProblem.checking { () throws(FieldError) in
      try MoodContent(day: day, mood: Mood.ratings[place], entryType: .imported, note: note)
    }
    var draft = ActionDraft(
      at: time ?? columns.context.noon(day), key: try columns.key?.key(record),
      .mood(.record(content)))
    draft.isTimeKnown = time != nil
    return .draft(.action(draft))
  }
}

/// Makes activities of rows.
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
    guard let place = try kind.field.choice(record, kind.choices),
      let activity = ActivityKind(name: ActivityKind.names[place])
    else { throw kind.field.missing(ActivityKind.names.alternatives) }
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    let text = try text.text(record)
    let action = try RowProblem.checking { () throws(FieldError) in
      try JourneyAction.activity(activity, text: text)
    }
    return .draft(
      .action(ActionDraft(at: time, key: try columns.key?.key(record), .journey(action))))
  }
}

/// Makes completions of quests' nodes of rows.
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
      set: try set.words(record).trimmedWhitespace, id: try node.words(record).trimmedWhitespace)
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    return .draft(
      .action(
        ActionDraft(at: time, key: try columns.key?.key(record), .quest(.complete(reference)))))
  }
}
