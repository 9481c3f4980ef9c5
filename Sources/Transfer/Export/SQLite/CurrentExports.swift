import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The tasks as they are now, one row each.
struct CurrentTaskExport: ExportTable {
  static let columns = TaskExport.columns.filter {
    !["key", "change", "at", "cleared"].contains($0.name)
  }

  init(_ session: Session, _ options: ExportOptions) {}

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let state = try session.state().tasks
    for task in state.tasks {
      var row = ExportRow(Self.columns)
      row.put(task.content, session.zone)
      row["id"] = .name(task.id.description)
      row["project"] = .text(state.project(of: task).name.text)
      row["added"] = .time(task.addedAt, task.addedOffset)
      row["completed"] = task.completion.map { .time($0.at, $0.offset) } ?? .none
      if try !body(row.values) { return }
    }
  }
}

/// The completions of tasks, a row each: several of a task that comes again.
struct TaskCompletionExport: ExportTable {
  static let columns = [
    ExportColumn("task", "The id of the task."), ExportColumn("name", "The name of the task."),
    ExportColumn("completed", "When it was completed.", .time),
    ExportColumn("day", "The civil day, which ends at the day start.", .day),
    ExportColumn("priority", "The priority that the task had."),
    ExportColumn("score", "The score.", .number),
  ]

  init(_ session: Session, _ options: ExportOptions) {}

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    for task in try session.state().tasks.tasks {
      for completion in task.completions {
        let row: [FieldValue] = [
          .name(task.id.description), .text(task.name),
          .time(completion.at, completion.offset), .day(completion.day),
          completion.priority.fieldValue, .integer(completion.score),
        ]
        if try !body(row) { return }
      }
    }
  }
}

/// The trackers as they are now, one row each.
struct CurrentTrackerExport: ExportTable {
  static let columns = [
    ExportColumn("id", "The id of the tracker."),
    ExportColumn("created", "When it was created.", .time), ExportColumn("name"),
    ExportColumn("description"), ExportColumn("category"), ExportColumn("goal"),
    ExportColumn("target", "The target for the total of the entries' values.", .number),
    ExportColumn("entries", "The number of entries.", .number),
    ExportColumn("habit", "Whether it is a habit now.", .flag),
  ].map { column in
    var column = column
    if column.summary.isEmpty {
      column.summary = TrackerContent.schema[column.name]?.declaration.summary ?? ""
    }
    return column
  }

  init(_ session: Session, _ options: ExportOptions) {}

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let zone = session.zone
    for tracker in try session.state().trackers.trackers {
      var row = ExportRow(Self.columns)
      row.put(tracker.content, zone)
      row["id"] = .name(tracker.id.description)
      row["created"] = .time(tracker.createdAt, zone.offset(at: tracker.createdAt))
      row["target"] = FieldValue(millionths: tracker.content.target?.millionths)
      row["entries"] = .integer(tracker.entries)
      row["habit"] = .boolean(tracker.isHabit)
      if try !body(row.values) { return }
    }
  }
}

/// The values of the own fields of trackers, a row for each value of an entry.
struct EntryValueExport: ExportTable {
  static let columns = [
    ExportColumn("entry", "The id of the entry."),
    ExportColumn("day", "The civil day of the entry, which ends at the day start.", .day),
    ExportColumn("tracker", "The name of the tracker."),
    ExportColumn("field", "The name of the own field."),
    ExportColumn("number", "The value, if it is a number, or 1 or 0 for true or false.", .number),
    ExportColumn("text", "The value as text."),
  ]

  private let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) {
    events = ExportedEvents(options, [.trackerEntry])
  }

  func hasFractions(_ session: Session) -> Bool { false }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let trackers = try session.state().trackers
    try session.eachEvent(of: events.kinds, events.range) { stored in
      guard case .tracker(.entry(let entry)) = stored.event.action else { return true }
      let content = trackers.tracker(entry.tracker)?.content
      for value in entry.values {
        let number: FieldValue =
          switch value.value {
          case .number(let number): .decimal(number.millionths)
          case .boolean(let flag): .integer(flag ? 1 : 0)
          case .text, .day: .none
          }
        let row: [FieldValue] = [
          .name(stored.event.id.description), .day(stored.event.day(session.dayStart)),
          FieldValue(text: content?.name),
          .text(content?.field(named: value.name)?.name ?? value.name), number,
          .text(value.value.description),
        ]
        if try !body(row) { return false }
      }
      return true
    }
  }
}
