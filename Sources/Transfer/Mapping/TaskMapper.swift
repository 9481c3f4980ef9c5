import CSV
import Calendar
import Rules
import Schema
import Sessions

/// A mapper that creates tasks from rows, and completions of those that a row marks as completed.
struct TaskMapper: RowMapper {
  private let name: FieldReader
  private let details: FieldReader
  private let priority: (field: FieldReader, choices: ChoiceReader)
  private let type: (field: FieldReader, choices: ChoiceReader)
  private let project: FieldReader
  private let due: FieldReader
  private let reminder: FieldReader
  private let added: FieldReader
  private let completed: FieldReader
  private let columns: MappedColumns
  /// The number of rows so far, from which the reference of a task for its completion is made.
  private var count = 0

  init(_ columns: MappedColumns) {
    self.columns = columns
    name = columns.field("name")
    details = columns.field("details")
    priority = columns.choice("priority")
    type = columns.choice("type")
    project = columns.field("project")
    due = columns.field("due")
    reminder = columns.field("reminder")
    added = columns.field("added")
    completed = columns.field("completed")
  }

  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation {
    let times = columns.times
    let content = try content(record)
    let completed = try times.time(completed, record)
    let added = try times.time(added, record)
    count += 1
    let reference = "\n\(count)"
    var addition = ActionRecord(
      at: added ?? completed.map { before($0) } ?? .instant(columns.context.now),
      key: try columns.key?.key(record), reference: reference, .task(.taskAdd(content)))
    addition.isTimeKnown = added != nil
    guard let completed else { return .record(.action(addition)) }
    let completion = ActionRecord(at: completed) { (references) throws(RowProblem) in
      .task(.taskComplete(try references.event(.taskAdd, named: reference, column: "completed")))
    }
    return .records([.action(addition), .action(completion)])
  }

  /// Returns the time of addition for a task of which only the completion is known: just before
  /// that.
  private func before(_ time: EventTime) -> EventTime {
    .instant(Instant(milliseconds: columns.times.instant(of: time).milliseconds - 1))
  }

  private func content(_ record: borrowing CSVRecord) throws(RowProblem) -> TaskContent {
    let times = columns.times
    let name = try name.requiredText(record)
    let details = try details.text(record)
    let priority = try priority.field.choice(record, priority.choices)
    let type = try type.field.choice(record, type.choices)
    let project = try project.text(record)
    let due = try times.day(due, record)
    let reminder = try times.instant(reminder, record)
    return try RowProblem.checking { () throws(FieldError) in
      try TaskContent(
        name: name, details: details,
        priority: priority.flatMap { TaskPriority(name: TaskPriority.names[$0]) } ?? .p2,
        type: type.flatMap { TaskType(name: TaskType.names[$0]) }, project: project, due: due,
        reminder: reminder)
    }
  }
}
