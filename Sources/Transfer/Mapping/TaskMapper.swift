import CSV
import Calendar
import Rules
import Schema
import Sessions

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
