/// A way to look at tasks on a day. A task may be in several views, or in none.
public enum TaskView: String, Sendable, CaseIterable {
  /// Of type morning and due on the day, completed on it, or, when the day is today, overdue.
  case morning
  /// The same of type evening.
  case evening
  /// Open, and due after the day or of type upcoming.
  case upcoming
  /// Open, and in project Inbox, without a due day, or of type inbox.
  case inbox
  /// Open and due before the day.
  case overdue
  /// Completed on the day.
  case completed
  /// In one project, open or completed, whatever the day.
  case project

  /// The name in Lua, CSV and the command line.
  public var name: String { rawValue }

  /// Which tasks are in it, in words; "the day" is the one looked at.
  public var summary: String {
    switch self {
    case .morning:
      "of type morning and due on the day, completed on it, or, when the day is today, overdue"
    case .evening: "the same of type evening"
    case .upcoming: "open, and due after the day or of type upcoming"
    case .inbox: "open, and in project Inbox, without a due day, or of type inbox"
    case .overdue: "open and due before the day"
    case .completed: "completed on the day"
    case .project: "in the project that is given as well, open or completed, whatever the day"
    }
  }
}

extension TasksState {
  /// Whether a task of this state is in a view.
  ///
  /// - Parameters:
  ///   - task: the task.
  ///   - view: the view; every task is in that of its project.
  ///   - day: the day looked at.
  ///   - today: the civil day of now, the only one that shows what is overdue in the plan.
  public func shows(
    _ task: TaskState, in view: TaskView, on day: CivilDay, today: CivilDay
  ) -> Bool {
    switch view {
    case .morning: task.type == .morning && task.isPlanned(on: day, today: today)
    case .evening: task.type == .evening && task.isPlanned(on: day, today: today)
    case .upcoming: task.isOpen && (task.type == .upcoming || task.due.map { day < $0 } ?? false)
    case .inbox:
      task.isOpen && (task.type == .inbox || task.due == nil || place(of: task) == 0)
    case .overdue: task.isOverdue(on: day)
    case .completed: task.completion?.day == day
    case .project: true
    }
  }
}

extension TaskState {
  fileprivate func isPlanned(on day: CivilDay, today: CivilDay) -> Bool {
    due == day || completion?.day == day || (day == today && isOverdue(on: day))
  }
}
