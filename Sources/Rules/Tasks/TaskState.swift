public import Calendar
import Schema

package enum TaskStatus: String, NamedChoice {
  /// Not completed, or reopened.
  case open
  case completed

  package var name: String { rawValue }
}

/// The current state of a task.
@dynamicMemberLookup
public struct TaskState: Hashable, Sendable {
  package struct Completion: Hashable, Sendable {
    package internal(set) var at: Instant
    package internal(set) var offset: UTCOffset
    package internal(set) var day: CivilDay
    package internal(set) var priority: TaskPriority
    package internal(set) var score: Int64
    var project: String
    /// What the completion earned, if the rulebook pays for it.
    package internal(set) var payment: Payment?
  }

  /// The id of the event that added the task.
  public internal(set) var id: EventID
  package internal(set) var addedAt: Instant
  package internal(set) var addedOffset: UTCOffset
  package internal(set) var addedDay: CivilDay
  /// The fields, as they were last changed; the project is the one last assigned by name, and
  /// `TasksState.project(of:)` returns the current one.
  public internal(set) var content: TaskContent
  /// The completion; `nil` while the task is open.
  package internal(set) var completion: Completion?
  /// The index of the task's project, which may be removed, in `TasksState.projectSlots`.
  var projectSlot: Int32

  /// Returns a field of the task.
  public subscript<Value>(dynamicMember field: KeyPath<TaskContent, Value>) -> Value {
    content[keyPath: field]
  }

  package var status: TaskStatus { completion == nil ? .open : .completed }

  /// Whether the task is not completed.
  public var isOpen: Bool { completion == nil }

  /// Whether the task is open and was due before a day.
  public func isOverdue(on day: CivilDay) -> Bool {
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
