package import FlintCalendar

/// A view of tasks on a day. A task may be in several views, or in none; one that waits for a later day
/// is only in that of its project.
package enum TaskView: String, Sendable, CaseIterable {
  /// Of type morning and due on the day, completed on it, or, when the day is today, overdue.
  case morning
  /// Of type evening, with the same conditions as `morning`.
  case evening
  /// Open, and due after the day or of type upcoming.
  case upcoming
  /// Open, and in project Inbox, without a due day, or of type inbox.
  case inbox
  /// Open and due before the day.
  case overdue
  /// Completed on the day.
  case completed
  /// In one project, open or completed, on any day.
  case project

  package var name: String { rawValue }

  /// A description of the tasks in the view; "the day" is the day of the view.
  package var summary: String {
    switch self {
    case .morning:
      "of type morning and due on the day, completed on it, or, when the day is today, overdue"
    case .evening: "of type evening, with the same conditions as morning"
    case .upcoming: "open, and due after the day or of type upcoming"
    case .inbox: "open, and in project Inbox, without a due day, or of type inbox"
    case .overdue: "open and due before the day"
    case .completed: "completed on the day"
    case .project: "in the given project, open or completed, on any day"
    }
  }
}

extension TasksState {
  /// - Parameters:
  ///   - view: the view; every task is in the view of its project.
  ///   - today: the current civil day, the only one on which the plan includes overdue tasks.
  package func shows(
    _ task: TaskState, in view: TaskView, on day: CivilDay, today: CivilDay
  ) -> Bool {
    // What waits for a later day is hidden until then.
    let isShown = !task.isWaiting(on: day)
    return switch view {
    case .morning: task.type == .morning && task.isPlanned(on: day, today: today)
    case .evening: task.type == .evening && task.isPlanned(on: day, today: today)
    case .upcoming:
      isShown && task.isOpen && (task.type == .upcoming || task.due.map { day < $0 } ?? false)
    case .inbox:
      isShown && task.isOpen
        && (task.type == .inbox || task.due == nil || slot(of: task) == 0)
    case .overdue: isShown && task.isOverdue(on: day)
    case .completed: task.isCompleted(on: day)
    case .project: true
    }
  }
}

extension TaskState {
  fileprivate func isPlanned(on day: CivilDay, today: CivilDay) -> Bool {
    isCompleted(on: day)
      || !isWaiting(on: day) && (content.due == day || day == today && isOverdue(on: day))
  }
}
