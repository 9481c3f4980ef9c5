package import FlintCalendar

/// The work on a task that was started and not yet stopped. One task is worked on at a time: starting
/// another one takes its place.
package struct TaskWork: Hashable, Sendable {
  package let task: EventID
  /// The instant at which the work was started.
  package let since: Instant
  package let offset: UTCOffset
}

extension TasksState {
  mutating func start(_ id: EventID, at: Instant, offset: UTCOffset) -> SubjectEffect {
    guard let task = task(id) else { return .void(.unknownTask) }
    if !task.isOpen { return .void(.taskCompleted) }
    if running?.task == id { return .void(.taskStarted) }
    running = TaskWork(task: id, since: at, offset: offset)
    return SubjectEffect()
  }

  mutating func stop(_ id: EventID) -> SubjectEffect {
    if positions[id] == nil { return .void(.unknownTask) }
    if running?.task != id { return .void(.taskNotStarted) }
    running = nil
    return SubjectEffect()
  }
}
