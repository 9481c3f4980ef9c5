package import FlintCalendar
import FlintSchema

/// A filter and an order of tasks. Conditions that are `nil` match every task.
package struct TaskQuery: Sendable {
  /// An order of tasks. Ties are resolved by due day, then priority, then order of adding.
  package enum Order: String, Sendable, CaseIterable {
    /// By due day, earliest first, tasks without a due day last; the default.
    case due
    /// By priority, P0 first.
    case priority
    /// In the order of adding, earliest first.
    case added
    /// By lower-case name, byte by byte.
    case name
    /// Most urgent first.
    case urgency
  }

  package var view: TaskView?
  /// The day of the view; today by default.
  package var day: CivilDay?
  /// The project that tasks must be in, in any letter case; in the project view Inbox by default.
  package var project: String?
  package var priority: TaskPriority?
  package var type: TaskType?
  package var status: TaskCondition?
  /// A tag that tasks must have, in any letter case.
  package var tag: String?
  /// Whether tasks that are hidden until a later day are left out.
  package var hidesWaiting = false
  /// The first due day; excludes tasks without a due day.
  package var dueSince: CivilDay?
  /// The end of the range of due days, exclusive; excludes tasks without a due day.
  package var dueUntil: CivilDay?
  /// A substring of the name or the details; letter case is ignored.
  package var text: String?
  package var order = Order.due
  /// The maximum number of tasks returned.
  package var limit: Int?

  /// Creates a query for all tasks, or those of a view, in the default order.
  package init(_ view: TaskView? = nil, day: CivilDay? = nil) {
    self.view = view
    self.day = day
  }
}

extension TasksState {
  /// Returns the tasks that match a query, in its order.
  ///
  /// - Parameter rules: the rules of the order by urgency.
  /// - Returns: no tasks when the query names an unknown project.
  package func tasks(
    _ query: TaskQuery, today: CivilDay, rules: TaskRules = TaskRules()
  ) -> [TaskState] {
    var slot: Int?
    if let name = query.project ?? (query.view == .project ? ProjectName.inbox.text : nil) {
      slot = slotsByKey[ProjectName.key(of: name)]
      if slot == nil { return [] }
    }
    let text = query.text?.lowercased()
    let tag = query.tag?.trimmedWhitespace.lowercased()
    let found = tasks.indices.filter { position in
      let task = tasks[position]
      return query.accepts(task) && (slot.map { $0 == self.slot(of: task) } ?? true)
        && (query.view.map { shows(task, in: $0, on: query.day ?? today, today: today) } ?? true)
        && (text.map(task.mentions) ?? true) && (tag.map(task.tags.contains) ?? true)
        && (query.status.map { holds($0, of: task, today: today) } ?? true)
        && !(query.hidesWaiting && task.isWaiting(on: today))
    }
    if query.order == .urgency {
      return Array(byUrgency(found, rules, today).prefix(max(0, query.limit ?? .max)))
    }
    return sorted(found, by: query.order).prefix(max(0, query.limit ?? .max)).map { tasks[$0] }
  }

  private func isDueBefore(_ left: Int, _ right: Int) -> Bool {
    (tasks[left].dueNumber, tasks[left].priority, left)
      < (tasks[right].dueNumber, tasks[right].priority, right)
  }

  private func byUrgency(_ positions: [Int], _ rules: TaskRules, _ today: CivilDay) -> [TaskState] {
    positions.map { position in
      let urgency = urgency(of: tasks[position], by: rules.urgency, today: today)
      return (position: position, urgency: urgency.hundredths)
    }.sorted { left, right in
      left.urgency == right.urgency
        ? isDueBefore(left.position, right.position) : left.urgency > right.urgency
    }.map { tasks[$0.position] }
  }

  private func sorted(_ positions: [Int], by order: TaskQuery.Order) -> [Int] {
    switch order {
    case .added, .urgency: return positions
    case .due: return positions.sorted(by: isDueBefore)
    case .priority:
      return positions.sorted {
        (tasks[$0].priority, tasks[$0].dueNumber, $0)
          < (tasks[$1].priority, tasks[$1].dueNumber, $1)
      }
    case .name:
      return positions.map { (name: tasks[$0].name.lowercased(), position: $0) }
        .sorted { left, right in
          left.name.utf8.elementsEqual(right.name.utf8)
            ? isDueBefore(left.position, right.position)
            : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        .map(\.position)
    }
  }
}

extension TaskQuery {
  /// Whether a task matches the conditions that depend on the task alone.
  fileprivate func accepts(_ task: TaskState) -> Bool {
    (priority == nil || task.priority == priority) && (type == nil || task.type == type)
      && (dueSince.map { since in task.due.map { since <= $0 } ?? false } ?? true)
      && (dueUntil.map { end in task.due.map { $0 < end } ?? false } ?? true)
  }
}

extension TaskState {
  /// The due day's number, or the maximum when there is none.
  fileprivate var dueNumber: Int64 { content.due.map { Int64($0.number) } ?? .max }

  /// Whether the name or the details contain a lower-case text.
  fileprivate func mentions(_ text: String) -> Bool {
    text.isEmpty || content.name.lowercased().contains(text)
      || (content.details?.lowercased().contains(text) ?? false)
  }
}
