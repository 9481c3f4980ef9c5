package import FlintCalendar
import FlintSchema

package enum TaskStatus: String, NamedChoice {
  /// Not completed, or reopened.
  case open
  case completed

  package var name: String { rawValue }
}

/// The current state of a task.
@dynamicMemberLookup
package struct TaskState: Hashable, Sendable {
  package struct Completion: Hashable, Sendable {
    package internal(set) var at: Instant
    package internal(set) var offset: UTCOffset
    package internal(set) var day: CivilDay
    package internal(set) var priority: TaskPriority
    package internal(set) var score: Int64
    var project: String
    /// The tags that the task had.
    var tags: [String]
    /// What the completion earned, if the rulebook pays for it.
    package internal(set) var payment: Payment?
    /// How the completion moved the days of the task, if it comes again.
    var move: Move?
  }

  /// The days of a task that comes again, as they were before a completion.
  struct Move: Hashable {
    var due: CivilDay?
    var wait: CivilDay?
    var reminder: Instant?
    var first: CivilDay?
    /// The due day after the completion.
    var next: CivilDay
  }

  /// The id of the event that added the task.
  package internal(set) var id: EventID
  package internal(set) var addedAt: Instant
  package internal(set) var addedOffset: UTCOffset
  package internal(set) var addedDay: CivilDay
  /// The fields, as they were last changed; the project is the one last assigned by name, and
  /// `TasksState.project(of:)` returns the current one.
  package internal(set) var content: TaskContent
  /// The completions that were not taken back, in the order of the fold: several if the task comes
  /// again.
  package internal(set) var completions: [Completion] = []
  /// Whether the task is not completed.
  package internal(set) var isOpen = true
  /// The day from which a task that comes again counts: the due day that was last given, or the day of
  /// the first completion.
  var first: CivilDay?
  /// The index of the task's project, which may be removed, in `TasksState.projectSlots`.
  var projectSlot: Int32

  /// Returns a field of the task.
  package subscript<Value>(dynamicMember field: KeyPath<TaskContent, Value>) -> Value {
    content[keyPath: field]
  }

  package var status: TaskStatus { isOpen ? .open : .completed }

  /// The completion; `nil` while the task is open.
  package var completion: Completion? { isOpen ? nil : completions.last }

  /// The sum of the scores of the completions.
  package var score: Int64 { completions.reduce(0) { $0 &+ $1.score } }

  /// Whether the task is open and comes again after it is completed.
  package var isRecurring: Bool { isOpen && content.every != nil }

  /// Whether the task was completed on a day.
  package func isCompleted(on day: CivilDay) -> Bool { completions.contains { $0.day == day } }

  /// Whether the task is open and hidden on a day.
  package func isWaiting(on day: CivilDay) -> Bool {
    isOpen && content.wait.map { day < $0 } ?? false
  }

  /// Whether the task is open and was due before a day.
  package func isOverdue(on day: CivilDay) -> Bool {
    guard isOpen, let due = content.due else { return false }
    return due < day
  }
}

package struct Project: Hashable, Sendable {
  /// The name, in the spelling first given or last renamed to.
  package internal(set) var name: ProjectName
  /// The description as free text, if any.
  package internal(set) var description: String?
  /// Whether an event of its own added it, rather than a task that named it.
  package internal(set) var isExplicit: Bool
}
