package import FlintCalendar

/// The state derived from all task and project events.
package struct TasksState: Equatable, Sendable {
  /// All tasks, in the order of the fold: by the instant of adding, then by id.
  package internal(set) var tasks: [TaskState] = []
  var positions: [EventID: Int] = [:]
  /// All projects that ever existed, by slot; `nil` for a removed one, whose tasks are then in
  /// Inbox, the first. With slots, renaming or removing a project does not change its tasks.
  var projectSlots: [Project?] = [TasksState.inbox]
  /// The slots of the existing projects, by the keys of their names.
  var slotsByKey: [String: Int] = [ProjectName.inbox.key: 0]
  /// The counts of completed tasks by civil day.
  var days: [TaskDay] = []
  /// The positions of the tasks that have to be completed after a task, by its id.
  var dependents: [EventID: [Int]] = [:]
  /// The work on a task that was started and not stopped, if any.
  package internal(set) var running: TaskWork?

  private static let inbox = Project(name: .inbox, description: nil, isExplicit: true)

  /// Creates the state before any event: no task, and Inbox.
  package init() {}

  /// Whether both states have equal tasks and projects.
  package static func == (left: TasksState, right: TasksState) -> Bool {
    // All other properties are derived from these.
    left.tasks == right.tasks && left.projectSlots == right.projectSlots
      && left.running == right.running
  }

  /// Returns the task that an event added; `nil` when there is none.
  package func task(_ id: EventID) -> TaskState? { positions[id].map { tasks[$0] } }

  /// Returns the latest completion of a task; `nil` when there is none.
  func latestCompletion(of id: EventID) -> TaskState.Completion? {
    positions[id].flatMap { tasks[$0].completions.last }
  }

  /// The existing projects: Inbox, then the others in the order of creation.
  package var projects: [Project] { projectSlots.compactMap(\.self) }

  /// Returns the project of a name, in any letter case; `nil` when there is none.
  package func project(named name: String) -> Project? {
    slotsByKey[ProjectName.key(of: name)].flatMap { projectSlots[$0] }
  }

  package func project(of task: TaskState) -> Project {
    projectSlots[slot(of: task)] ?? TasksState.inbox
  }

  /// Returns the slot of a task's project: its own, or Inbox's if its own was removed.
  func slot(of task: TaskState) -> Int {
    let slot = Int(task.projectSlot)
    return projectSlots.indices.contains(slot) && projectSlots[slot] != nil ? slot : 0
  }

  /// Returns the score of a task, 0 without a completion; `nil` when there is no such task.
  package func score(of id: EventID) -> Int64? { task(id)?.score }

  /// Returns the total score of the tasks completed on a civil day and not reopened.
  package func score(on day: CivilDay) -> Int64 { days.first(on: day)?.score ?? 0 }

  /// Returns the number of completions of tasks on a civil day that were not taken back.
  package func completedCount(on day: CivilDay) -> Int64 {
    days.first(on: day)?.completed ?? 0
  }
}
