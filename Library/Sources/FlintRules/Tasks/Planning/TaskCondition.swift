package import FlintCalendar
import FlintSchema

/// The condition that a task is in, as lists select it. A task can be in several.
package enum TaskCondition: String, NamedChoice {
  /// Not completed, or reopened.
  case open
  /// Open, and neither waiting nor blocked.
  case ready
  /// Open, and hidden until a later day.
  case waiting
  /// Open, and other tasks have to be completed first.
  case blocked
  /// Open, and worked on.
  case started
  /// Open, and coming again after it is completed.
  case recurring
  case completed

  package var name: String { rawValue }
}

extension TasksState {
  /// Returns whether a task is in a condition on a day.
  package func holds(_ condition: TaskCondition, of task: TaskState, today: CivilDay) -> Bool {
    switch condition {
    case .open: task.isOpen
    case .ready: task.isOpen && !task.isWaiting(on: today) && !isBlocked(task)
    case .waiting: task.isWaiting(on: today)
    case .blocked: isBlocked(task)
    case .started: task.isOpen && running?.task == task.id
    case .recurring: task.isRecurring
    case .completed: !task.isOpen
    }
  }
}
