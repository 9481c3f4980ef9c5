package import FlintCalendar

extension ProfileState {
  /// Returns the factors of a kind that the state contains, over all of history: habits, trackers
  /// and tasks. Those of tags and sparks are in the events.
  ///
  /// - Parameter today: the day through which habits have statuses.
  package func factors(_ kind: DayFactor.Kind, today: CivilDay) -> [DayFactor] {
    switch kind {
    case .habits, .trackers: trackers(kind).map { $0.factor(kind, trackers, today: today) }
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

  /// Returns the trackers that are factors of some kinds and have entries with amounts.
  package func trackersWithAmounts(_ kinds: Set<DayFactor.Kind>) -> [Tracker] {
    DayFactor.Kind.allCases.filter(kinds.contains).flatMap { trackers($0) }.filter {
      $0.sessions.count + $0.measurements.count + $0.ratings.count > 0
    }
  }

  private var taskFactors: [DayFactor] {
    var projects = DayCollector()
    var all: [CivilDay] = []
    for task in tasks.tasks {
      let project = tasks.project(of: task).name.text
      for completion in task.completions {
        all.append(completion.day)
        projects.add(project, on: completion.day)
      }
    }
    let byProject = projects.factors(.tasks)
    let any = DayFactor(.tasks, "any task", days: all)
    // With a single project both would be the same.
    return byProject.count > 1 ? [any] + byProject : [any]
  }
}

extension Tracker {
  /// Whether the tracker is a habit among the factors: it has or had a schedule, or its entries are
  /// said to be done or not.
  fileprivate var isHabitFactor: Bool { habit != nil || checklists.count > 0 }

  /// The factor of the tracker. Of a habit, the days that are done have it and the days that are not
  /// done do not; partial, neutral and open days, and those that are not due, are neither. Where the
  /// goal is over the period, the days with an amount have it, since once the goal is reached a day is
  /// done without any. Of another tracker, the days with an entry that counts have it: one other than a
  /// checklist entry that is not done.
  fileprivate func factor(
    _ kind: DayFactor.Kind, _ trackers: TrackersState, today: CivilDay
  ) -> DayFactor {
    guard let habit, let record = trackers.habitRecord(of: self, today: today) else {
      return DayFactor(kind, content.name, days: days.filter { $0.run > 0 }.map(\.day))
    }
    var (with, without): ([CivilDay], [CivilDay]) = ([], [])
    for day in record.days {
      let isSummed = habit.span(on: day.day)?.plan.isSumOverPeriod ?? false
      switch day.status {
      case .done where !isSummed || day.amount > 0: with.append(day.day)
      case .partial where isSummed: with.append(day.day)
      case .done where day.day < today: without.append(day.day)
      case .notDone: without.append(day.day)
      case .done, .partial, .unknown, .skipped, .paused, .notDue: break
      }
    }
    return DayFactor(kind, content.name, days: with, others: without)
  }
}
