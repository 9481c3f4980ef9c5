import CSV
import Calendar
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
  private let rating: MappedRecord<MoodContent>
  private let at: FieldReader
  private let columns: MappedColumns

  init(_ columns: MappedColumns) {
    self.columns = columns
    rating = MappedRecord(columns)
    at = columns.field("at")
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    let time = try columns.times.time(at, record)
    var defaults: [String: FieldValue] = ["entry_type": .name(MoodEntryType.imported.name)]
    if let time { defaults["day"] = .day(columns.times.day(of: time)) }
    let content = try rating.read(record, defaults: defaults)
    var action = ActionRecord(
      at: time ?? columns.context.noon(content.day), key: try columns.key?.key(record),
      content.action)
    action.isTimeKnown = time != nil
    return .record(.action(action))
  }
}

/// A mapper that creates activities from rows.
struct ActivityMapper: RowMapper {
  private let activity: MappedRecord<Activity>
  private let at: FieldReader
  private let columns: MappedColumns

  init(_ columns: MappedColumns) {
    self.columns = columns
    activity = MappedRecord(columns)
    at = columns.field("at")
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    let activity = try activity.read(record)
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    return .record(
      .action(ActionRecord(at: time, key: try columns.key?.key(record), activity.action)))
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

/// A mapper that creates tasks from rows, and completions of those that a row marks as completed.
struct TaskMapper: RowMapper {
  private let task: MappedRecord<TaskContent>
  private let added: FieldReader
  private let completed: FieldReader
  private let columns: MappedColumns
  /// The number of rows so far, from which the reference of a task for its completion is made.
  private var count = 0

  init(_ columns: MappedColumns) {
    self.columns = columns
    task = MappedRecord(columns)
    added = columns.field("added")
    completed = columns.field("completed")
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    let times = columns.times
    let content = try task.read(record)
    let completed = try times.time(completed, record)
    let added = try times.time(added, record)
    count += 1
    let reference = "\n\(count)"
    var addition = ActionRecord(
      at: added ?? completed.map { before($0) } ?? .instant(columns.context.now),
      key: try columns.key?.key(record), reference: reference, content.action)
    addition.isTimeKnown = added != nil
    guard let completed else { return .record(.action(addition)) }
    let completion = ActionRecord(.taskComplete, at: completed) { (references) throws(RowProblem) in
      .task(.taskComplete(try references.event(.taskAdd, named: reference, column: "completed")))
    }
    return .records([.action(addition), .action(completion)])
  }

  /// Returns the time of addition for a task of which only the completion is known: just before
  /// that.
  private func before(_ time: EventTime) -> EventTime {
    .instant(Instant(milliseconds: columns.times.instant(of: time).milliseconds - 1))
  }
}
