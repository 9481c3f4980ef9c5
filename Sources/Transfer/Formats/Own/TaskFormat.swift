import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

extension OwnFormat {
  /// Tasks as `flint export tasks` writes them, which refer only to other tasks.
  static let tasks = OwnFormat(
    .tasks, rank: 10, required: ["name", "added"],
    guide: FormatGuide(
      summary: "Tasks and projects, as flint export tasks writes them.",
      becomes: [
        ("id", "the id that rows of changes refer to; the profile's task, if it has it"),
        ("name", "the name; in a renaming, the new name of a project"),
        ("details", "the details; the description of a project"),
        ("priority", "the priority; P2 if empty"), ("type", "the type; morning if empty"),
        ("project", "the project; Inbox if empty"), ("due", "the day it is due"),
        ("reminder", "when to remind of it"), ("added", "when it was added"),
        ("completed", "when it was completed"), ("tags", "the tags, with | between them"),
        ("every", "how often it comes again, such as 2 weeks"),
        ("after", "the ids of the tasks that come before it, with | between them"),
        ("wait", "the day until which it is hidden"),
        (
          "change",
          "a change: complete, reopen, update (only the fields of the row change), start, stop, "
            + "project, project.rename, project.remove"
        ), ("at", "when that happened"),
        ("cleared", "columns that an update empties, with | between them"),
      ], fields: TaskContent.schema.declarations, lost: [])
  ) { columns, context in TaskTranslator(columns: columns, zone: context.zone) }
}

/// A translator of tasks, and of changes to tasks and projects.
private struct TaskTranslator: RecordTranslator {
  private typealias Change = TaskExport.Change

  let columns: OwnColumns
  let zone: CivilZone
  /// The number of tasks without an id, from which the reference of a task for its completion is
  /// made.
  var nameless = 0

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let names = Change.allCases.map(\.rawValue)
    let change = try record.choice(columns["change"], "change", of: names) { Change(rawValue: $0) }
    if let change { return try translate(change, record) }
    let content = try columns.read(TaskContent.self, record, zone)
    let id: String
    if let given = record.word(columns["id"]) {
      id = given
    } else {
      nameless += 1
      // An id from a file cannot contain a line feed: `word` trims it.
      id = "\n\(nameless)"
    }
    let before = TasksBefore(record.list(columns["after"]), column: "after")
    let added = ImportedEvent.action(
      ImportedAction(
        .taskAdd, at: try columns.time(record, columns["added"], "added"),
        key: record.text(columns["key"]), reference: id
      ) { (references) throws(RowProblem) in try before.added(to: content, references).action })
    let first = columns.event(record, added)
    guard record.word(columns["completed"]) != nil else { return .event(first) }
    let completed = ImportedEvent.action(
      ImportedAction(.taskComplete, at: try columns.time(record, columns["completed"], "completed"))
      {
        (references) throws(RowProblem) in
        .task(.taskComplete(try references.event(.taskAdd, named: id, column: "id")))
      })
    return .events([first, completed])
  }

  private func translate(
    _ change: Change, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> RowContent {
    let time = try columns.time(record, columns["at"], "at")
    let key = record.text(columns["key"])
    let id = record.word(columns["id"])
    func imported(_ action: TaskAction) -> ImportedEvent {
      .action(ImportedAction(at: time, key: key, .task(action)))
    }
    func imported(
      _ kind: EventKind,
      _ action: @escaping @Sendable (EventID, References) throws(RowProblem) -> TaskAction
    ) throws(RowProblem) -> ImportedEvent {
      guard let id else { throw .missing("id", "the id of the changed task") }
      return .action(
        ImportedAction(kind, at: time, key: key) { (references) throws(RowProblem) in
          .task(try action(references.event(.taskAdd, named: id, column: "id"), references))
        })
    }
    let result: ImportedEvent
    switch change {
    case .complete: result = try imported(.taskComplete) { id, _ in .taskComplete(id) }
    case .reopen: result = try imported(.taskReopen) { id, _ in .taskReopen(id) }
    case .start: result = try imported(.taskStart) { id, _ in .taskStart(id) }
    case .stop: result = try imported(.taskStop) { id, _ in .taskStop(id) }
    case .update:
      let update = try columns.change(
        TaskContent.self, record, zone, cleared: record.list(columns["cleared"]))
      let before = TasksBefore(record.list(columns["after"]), column: "after")
      result = try imported(.taskUpdate) { (id, references) throws(RowProblem) in
        .taskUpdate(id, try before.added(to: update, references))
      }
    case .addProject:
      let content = try columns.read(ProjectContent.self, record)
      result = imported(.projectAdd(content))
    case .renameProject:
      let action = TaskAction.projectRename(
        from: try project(record, "project"), to: try project(record, "name"))
      result = imported(action)
    case .removeProject:
      result = imported(.projectRemove(try project(record, "project")))
    }
    return .event(result)
  }

  private func project(
    _ record: borrowing CSVRecord, _ column: String
  ) throws(RowProblem) -> ProjectName {
    let name = record.text(columns[column]) ?? ""
    return try RowProblem.checking { () throws(FieldError) in
      try ProjectName(name, field: column)
    }
  }
}
