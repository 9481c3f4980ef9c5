import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// Tasks and projects. An ordinary task, added and possibly completed once, is one row. Every other
/// change is a row of its own, with its kind in the column `change`.
struct TaskExport: ExportTable {
  static let columns = [
    ExportColumn("id", "The id of the task."), ExportColumn("name"), ExportColumn("details"),
    ExportColumn("priority"), ExportColumn("type"), ExportColumn("project"), ExportColumn("due"),
    ExportColumn("reminder"), ExportColumn("added", "When the task was added.", .time),
    ExportColumn("completed", "When the task was completed, once and for all.", .time),
    ExportColumn("tags", presence: .whenGiven), ExportColumn("every", presence: .whenGiven),
    ExportColumn(
      "after", "The ids of the tasks that have to be completed first, with | between them.",
      presence: .whenGiven),
    ExportColumn("wait", presence: .whenGiven), .key,
    ExportColumn(
      "change",
      "What a row changes, if it is not a task: "
        + "\(Change.allCases.map(\.rawValue).joined(separator: ", ")).", presence: .whenNeeded),
    ExportColumn("at", "When that changed.", .time, presence: .whenNeeded),
    ExportColumn(
      "cleared", "The columns that an update empties, with | between them.", presence: .whenNeeded),
  ].including(TaskContent.schema)
  static let kinds: [EventKind] = [
    .taskAdd, .taskComplete, .taskReopen, .taskUpdate, .taskStart, .taskStop, .projectAdd,
    .projectRename, .projectRemove,
  ]

  /// The kinds of changes in the column `change`.
  enum Change: String, CaseIterable {
    case complete
    case reopen
    case update
    case start
    case stop
    case addProject = "project"
    case renameProject = "project.rename"
    case removeProject = "project.remove"
  }

  private(set) var needed: Set<String> = []
  private var events: [StoredEvent] = []
  /// The completion of each ordinary task, by task.
  private var completions: [EventID: ProfileEvent] = [:]
  private var folded: Set<EventID> = []

  init(_ session: Session, _ options: ExportOptions) throws {
    var events: [StoredEvent] = []
    try session.eachEvent(of: Self.kinds, options.range) { stored in
      events.append(stored)
      return true
    }
    self.events = events
    findOrdinary()
    if events.contains(where: { !isWithinTask($0) }) {
      needed.formUnion(["change", "at", "cleared"])
    }
    for stored in events { needed.formUnion(Self.given(by: stored.event.action)) }
  }

  /// The columns that tables have only where they are given.
  private static let rare = columns.filter { $0.presence == .whenGiven }.map(\.name)

  /// Returns the columns for which an event gives a value.
  static func given(by action: ProfileEvent.Action) -> [String] {
    let content: TaskContent
    switch action {
    case .task(.taskAdd(let added)): content = added
    case .task(.taskUpdate(_, let change)):
      var changed = TaskContent.blank
      change.apply(to: &changed)
      content = changed
    default: return []
    }
    return content.presentFields.map(\.name).filter(rare.contains)
  }

  /// Finds the tasks that were completed once and never reopened, by an event that its time alone
  /// describes. Of those that come again, each completion has a row.
  private mutating func findOrdinary() {
    var added: Set<EventID> = []
    var isOpen: Set<EventID> = []
    for stored in events {
      switch stored.event.action {
      case .task(.taskAdd(let task)):
        added.insert(stored.event.id)
        if task.every != nil { isOpen.insert(stored.event.id) }
      case .task(.taskUpdate(let id, let change)):
        if change["every"] != nil { isOpen.insert(id) }
      case .task(.taskComplete(let id)):
        if stored.key != nil || completions[id] != nil || !added.contains(id) {
          isOpen.insert(id)
        } else {
          completions[id] = stored.event
        }
      case .task(.taskReopen(let id)): isOpen.insert(id)
      default: break
      }
    }
    for id in isOpen { completions[id] = nil }
    folded = Set(completions.values.map(\.id))
  }

  private func isWithinTask(_ stored: StoredEvent) -> Bool {
    if case .task(.taskAdd) = stored.event.action { return true }
    return folded.contains(stored.event.id)
  }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    for stored in events where !folded.contains(stored.event.id) {
      guard case .task(let action) = stored.event.action else { continue }
      var row = row(of: action, stored.event, session.zone)
      row["key"] = FieldValue(text: stored.key)
      if try !body(row.values) { return }
    }
  }

  private func row(of action: TaskAction, _ event: ProfileEvent, _ zone: CivilZone) -> ExportRow {
    var row = ExportRow(Self.columns)
    func put(_ change: Change, _ task: EventID? = nil) {
      row["change"] = .name(change.rawValue)
      row["at"] = .time(event.at, event.offset)
      row["id"] = FieldValue(name: task?.description)
    }
    switch action {
    case .taskAdd(let task):
      row.put(task, zone)
      row["id"] = .name(event.id.description)
      row["added"] = .time(event.at, event.offset)
      if let completion = completions[event.id] {
        row["completed"] = .time(completion.at, completion.offset)
      }
    case .taskComplete(let id): put(.complete, id)
    case .taskReopen(let id): put(.reopen, id)
    case .taskStart(let id): put(.start, id)
    case .taskStop(let id): put(.stop, id)
    case .taskUpdate(let id, let change):
      put(.update, id)
      row["cleared"] = .list(row.put(change, zone))
    case .projectAdd(let project):
      put(.addProject)
      row.put(project, zone)
    case .projectRename(let from, let to):
      put(.renameProject)
      row["project"] = .text(from.text)
      row["name"] = .text(to.text)
    case .projectRemove(let name):
      put(.removeProject)
      row["project"] = .text(name.text)
    }
    return row
  }
}
