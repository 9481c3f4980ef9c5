public import FlintCalendar

/// A task that is not completed, as an app shows it.
public struct OpenTask: Hashable, Sendable {
  /// The id of the event that added it.
  public let id: EventID
  /// The name.
  public let name: String
  /// The details as free text, if any.
  public let details: String?
  /// The priority.
  public let priority: TaskPriority
  /// The day on which it is due, if any.
  public let due: CivilDay?
  /// The instant of its reminder, if any.
  public let reminder: Instant?
}

extension ProfileState {
  /// The open tasks, in the order in which they were added.
  public var openTasks: [OpenTask] {
    tasks.tasks.lazy.filter(\.isOpen).map {
      OpenTask(
        id: $0.id, name: $0.content.name, details: $0.content.details,
        priority: $0.content.priority, due: $0.content.due, reminder: $0.content.reminder)
    }
  }
}
