/// Which tasks are wanted, and in what order. What is not given filters nothing.
public struct TaskQuery: Sendable {
  /// An order of tasks. Tasks that are equal in it are ordered by due day, then by priority, then
  /// as they were added.
  public enum Order: String, Sendable, CaseIterable {
    /// By due day, earliest first, those without one last; the default.
    case due
    /// Most urgent first.
    case priority
    /// As they were added, earliest first.
    case added
    /// By name, letter case aside, byte by byte.
    case name
  }

  /// Only tasks in this view.
  public var view: TaskView?
  /// The day that the view looks at; today unless given.
  public var day: CivilDay?
  /// Only tasks of the project of this name, in any letter case. The view of a project shows Inbox
  /// unless this is given.
  public var project: String?
  /// Only tasks of this priority.
  public var priority: TaskPriority?
  /// Only tasks of this type.
  public var type: TaskType?
  /// Only open tasks, or only completed ones.
  public var status: TaskStatus?
  /// Only tasks due on this day or later; those without a due day are not.
  public var dueSince: CivilDay?
  /// Only tasks due before this day; those without a due day are not.
  public var dueUntil: CivilDay?
  /// Only tasks with this in name or details, letter case aside.
  public var text: String?
  /// The order.
  public var order = Order.due
  /// At most so many.
  public var limit: Int?

  /// Makes a query for all tasks, or those of a view, in the default order.
  public init(_ view: TaskView? = nil, day: CivilDay? = nil) {
    self.view = view
    self.day = day
  }
}

extension TasksState {
  /// The tasks that a query asks for, in its order.
  ///
  /// - Parameters:
  ///   - query: which tasks, in what order.
  ///   - today: the civil day of now.
  /// - Returns: none when the query names a project that there is not.
  public func tasks(_ query: TaskQuery, today: CivilDay) -> [TaskState] {
    var place: Int?
    if let name = query.project ?? (query.view == .project ? ProjectName.inbox.text : nil) {
      place = placesByKey[ProjectName.key(of: name)]
      if place == nil { return [] }
    }
    let text = query.text?.lowercased()
    let found = tasks.indices.filter { position in
      let task = tasks[position]
      return query.accepts(task) && (place.map { $0 == self.place(of: task) } ?? true)
        && (query.view.map { shows(task, in: $0, on: query.day ?? today, today: today) } ?? true)
        && (text.map(task.mentions) ?? true)
    }
    return sorted(found, by: query.order).prefix(max(0, query.limit ?? .max)).map { tasks[$0] }
  }

  private func sorted(_ positions: [Int], by order: TaskQuery.Order) -> [Int] {
    switch order {
    case .added: return positions
    case .due:
      return positions.sorted {
        (tasks[$0].dueNumber, tasks[$0].priority, $0)
          < (tasks[$1].dueNumber, tasks[$1].priority, $1)
      }
    case .priority:
      return positions.sorted {
        (tasks[$0].priority, tasks[$0].dueNumber, $0)
          < (tasks[$1].priority, tasks[$1].dueNumber, $1)
      }
    case .name:
      return positions.map { (name: tasks[$0].name.lowercased(), position: $0) }
        .sorted { left, right in
          if left.name.utf8.elementsEqual(right.name.utf8) {
            let (a, b) = (left.position, right.position)
            return (tasks[a].dueNumber, tasks[a].priority, a)
              < (tasks[b].dueNumber, tasks[b].priority, b)
          }
          return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        .map(\.position)
    }
  }
}

extension TaskQuery {
  /// Whether a task passes what can be told from it alone.
  fileprivate func accepts(_ task: TaskState) -> Bool {
    (priority == nil || task.priority == priority) && (type == nil || task.type == type)
      && (status == nil || task.status == status)
      && (dueSince == nil || task.due.map { due in dueSince.map { $0 <= due } ?? true } ?? false)
      && (dueUntil == nil || task.due.map { due in dueUntil.map { due < $0 } ?? true } ?? false)
  }
}

extension TaskState {
  /// The due day's number, beyond every day when there is none.
  fileprivate var dueNumber: Int64 { due.map { Int64($0.number) } ?? .max }

  /// Whether a lower-cased text is in the name or the details.
  fileprivate func mentions(_ text: String) -> Bool {
    text.isEmpty || name.lowercased().contains(text)
      || (details?.lowercased().contains(text) ?? false)
  }
}
