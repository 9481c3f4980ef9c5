extension TasksState {
  /// Returns the tasks that have to be completed before a task can be, in the order of their ids; none
  /// if the task is not open.
  ///
  /// What is completed, removed or not yet added does not block. A task that comes again blocks until
  /// it is completed after the other task was added, or last completed.
  package func blockers(of task: TaskState) -> [TaskState] {
    if task.after.isEmpty || !task.isOpen { return [] }
    return task.after.compactMap { self.task($0) }.filter { $0.blocks(task) }
  }

  package func isBlocked(_ task: TaskState) -> Bool { !blockers(of: task).isEmpty }

  /// Returns whether an open task has to be completed before another one can be.
  package func isBlocking(_ task: TaskState) -> Bool {
    task.isOpen
      && dependents[task.id]?.contains { tasks[$0].isOpen && task.blocks(tasks[$0]) } ?? false
  }

  /// Returns the cycle that arises if a task has to be completed after others: the task, then each task
  /// that has to be completed before the previous one; `nil` if there is none.
  package func cycle(_ id: EventID, after others: [EventID]) -> [EventID]? {
    // Without a task that has to be completed after it, the task is in no cycle.
    if others.isEmpty || dependents[id] == nil && !others.contains(id) { return nil }
    var previous: [EventID: EventID] = [:]
    var rest: [EventID] = []
    for other in others where previous.updateValue(id, forKey: other) == nil { rest.append(other) }
    while let found = rest.popLast() {
      if found == id { return path(to: id, previous) }
      for other in task(found)?.after ?? [] where previous[other] == nil {
        previous[other] = found
        rest.append(other)
      }
    }
    return nil
  }

  private func path(to id: EventID, _ previous: [EventID: EventID]) -> [EventID] {
    var path: [EventID] = []
    var step = previous[id]
    while let found = step, found != id {
      path.append(found)
      step = previous[found]
    }
    return [id] + path.reversed()
  }

  /// Records that the task at a position has to be completed after others.
  mutating func addDependencies(of position: Int) {
    for id in tasks[position].after { dependents[id, default: []].append(position) }
  }

  mutating func removeDependencies(of position: Int) {
    for id in tasks[position].after {
      dependents[id]?.removeAll { $0 == position }
      if dependents[id]?.isEmpty ?? false { dependents[id] = nil }
    }
  }
}

extension TaskState {
  /// Whether the task, if it is open, has to be completed before one that names it.
  fileprivate func blocks(_ other: TaskState) -> Bool {
    guard isOpen else { return false }
    guard content.every != nil, let own = completions.last else { return true }
    return other.completions.last.map { own.at <= $0.at } ?? (own.at < other.addedAt)
  }
}
