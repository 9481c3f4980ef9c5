import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A mapper that creates sparks from rows. It is fast, for files of millions of rows.
struct SparkMapper: RecordTranslator {
  private let title: FieldReader
  private let category: (field: FieldReader, choices: ChoiceReader)
  private let intensity: (field: FieldReader, choices: ChoiceReader)
  private let at: FieldReader
  private let notes: FieldReader
  private let tags: FieldReader
  private let estimated: FieldReader
  private let actual: FieldReader
  private let columns: MappedColumns

  init(_ columns: MappedColumns) {
    self.columns = columns
    title = columns.field("title")
    category = columns.choice("category")
    intensity = columns.choice("intensity")
    at = columns.field("at")
    notes = columns.field("notes")
    tags = columns.field("tags")
    estimated = columns.field("estimated")
    actual = columns.field("actual")
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let title = try title.requiredText(record)
    guard let index = try category.field.choice(record, category.choices) else {
      throw category.field.missing(columns.context.categories.names.alternatives)
    }
    var spark = NewSpark(title: title, category: columns.context.categories[index])
    guard let at = try columns.times.time(at, record) else { throw at.missing("a date") }
    spark.at = at
    if let index = try intensity.field.choice(record, intensity.choices) {
      spark.intensity = columns.context.intensities[index]
    }
    spark.notes = try notes.text(record)
    if !tags.isAbsent { spark.tags = try tags.texts(record, columns.separator) }
    spark.estimatedMinutes = try estimated.minutes(record)
    spark.actualMinutes = try actual.minutes(record)
    spark.key = try columns.key?.key(record)
    return .event(.spark(spark))
  }
}

struct MoodMapper: RecordTranslator {
  let columns: MappedColumns
  let rating: MappedRecord<MoodContent>
  let at: FieldReader

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    guard let mood = try rating.value("mood", in: record) else { return .noValue }
    let time = try columns.times.time(at, record)
    var defaults: [String: FieldValue] = ["entry_type": .name(MoodEntryType.imported.name)]
    if let time { defaults["day"] = .day(columns.times.day(of: time)) }
    let content = try rating.read(record, known: ["mood": mood], defaults: defaults)
    var action = ImportedAction(
      at: time ?? columns.context.noon(content.day), key: try columns.key?.key(record),
      content.action)
    action.isTimeKnown = time != nil
    return .event(.action(action))
  }
}

struct ActivityMapper: RecordTranslator {
  let columns: MappedColumns
  let activity: MappedRecord<Activity>
  let at: FieldReader

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let activity = try activity.read(record)
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    return .event(
      .action(ImportedAction(at: time, key: try columns.key?.key(record), activity.action)))
  }
}

/// A mapper that creates completions of quest nodes from rows.
struct QuestMapper: RecordTranslator {
  let columns: MappedColumns
  let set: FieldReader
  let node: FieldReader
  let at: FieldReader

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let reference = QuestReference(
      set: try set.requiredText(record).trimmedWhitespace,
      id: try node.requiredText(record).trimmedWhitespace)
    guard let time = try columns.times.time(at, record) else { throw at.missing("a date") }
    return .event(
      .action(
        ImportedAction(at: time, key: try columns.key?.key(record), .quest(.complete(reference)))))
  }
}

/// A mapper that creates tasks from rows, and completions of those that a row marks as completed.
struct TaskMapper: RecordTranslator {
  let columns: MappedColumns
  let task: MappedRecord<TaskContent>
  let added: FieldReader
  let completed: FieldReader
  /// The number of rows so far, from which the reference of a task for its completion is made.
  var count = 0

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let times = columns.times
    let content = try task.read(record)
    let completed = try times.time(completed, record)
    let added = try times.time(added, record)
    count += 1
    let reference = "\n\(count)"
    var addition = ImportedAction(
      at: added ?? completed ?? .instant(columns.context.now),
      key: try columns.key?.key(record), reference: reference, content.action)
    addition.isTimeKnown = added != nil
    guard let completed else { return .event(.action(addition)) }
    let completion = ImportedAction(.taskComplete, at: completed) {
      (references) throws(RowProblem) in
      .task(.taskComplete(try references.event(.taskAdd, named: reference, column: "completed")))
    }
    return .events([.action(addition), .action(completion)])
  }
}
