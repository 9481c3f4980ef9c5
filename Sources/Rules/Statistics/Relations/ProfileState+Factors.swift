import Calendar

extension ProfileState {
  /// Returns the factors of a kind that the state contains, over all of history: habits, trackers
  /// and tasks. Those of tags and sparks are in the events.
  public func factors(_ kind: DayFactor.Kind) -> [DayFactor] {
    switch kind {
    case .habits, .trackers:
      trackers(kind).map { DayFactor(kind, $0.content.name, days: $0.factorDays) }
    case .tasks: taskFactors
    case .tags, .sparks: []
    }
  }

  /// Returns the trackers that are factors of a kind: habits, or the others.
  func trackers(_ kind: DayFactor.Kind) -> [Tracker] {
    switch kind {
    case .habits: trackers.trackers.filter(\.isHabitFactor)
    case .trackers: trackers.trackers.filter { !$0.isHabitFactor }
    case .tags, .sparks, .tasks: []
    }
  }

  private var taskFactors: [DayFactor] {
    var projects = DayCollector()
    var all: [CivilDay] = []
    for task in tasks.tasks {
      guard let day = task.completion?.day else { continue }
      all.append(day)
      projects.add(tasks.project(of: task).name.text, on: day)
    }
    let byProject = projects.factors(.tasks)
    let any = DayFactor(.tasks, "any task", days: all)
    // With a single project both would be the same.
    return byProject.count > 1 ? [any] + byProject : [any]
  }
}

extension Tracker {
  /// Whether the tracker is a habit among the factors: its entries are said to be done or not.
  fileprivate var isHabitFactor: Bool { checklists.count > 0 }

  /// The days on which the tracker has an entry that counts: one other than a checklist entry that
  /// is not done.
  fileprivate var factorDays: [CivilDay] { days.filter { $0.run > 0 }.map(\.day) }
}
