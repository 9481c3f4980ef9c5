package import FlintCalendar

extension TasksState {
  /// Returns the statistics of tasks over the civil days of a half-open range, which may be empty.
  ///
  /// The trailing means cover the last 7 and 30 civil days, including days before the range or
  /// before the first event, which count as 0.
  ///
  /// The completion ratio covers the tasks that were open at any time in the range: added before
  /// its end, and not completed before its start. A reopened task counts as if it had stayed open.
  ///
  /// - Parameters:
  ///   - before: the day after the last. The result has an entry for each day of the range.
  ///   - today: the current civil day, for the streak.
  package func analytics(since: CivilDay, before: CivilDay, today: CivilDay) -> TaskAnalytics {
    var all: Int64 = 0
    var completed: Int64 = 0
    var bySlot = [TaskAnalytics.Tally](repeating: TaskAnalytics.Tally(), count: projectSlots.count)
    var byPriority = [TaskAnalytics.Tally](
      repeating: TaskAnalytics.Tally(), count: TaskPriority.allCases.count)
    for task in tasks {
      let slot = slot(of: task)
      if task.isOpen {
        bySlot[slot].open &+= 1
        byPriority[task.priority.index].open &+= 1
        if since < before && task.addedDay < before { all &+= 1 }
      }
      for completion in task.completions
      where since <= completion.day && completion.day < before {
        // Always counted: after a change of time zone, a task can be completed on an earlier day
        // than the one on which it was added.
        all &+= 1
        completed &+= 1
        bySlot[slot].add(completion)
        byPriority[completion.priority.index].add(completion)
      }
      if let last = task.completion?.day, since < before, before <= last, task.addedDay < before {
        all &+= 1
      }
    }
    return TaskAnalytics(
      days: analyticsDays(since: since, before: before),
      completion: TaskAnalytics.Ratio(completed: completed, all: all),
      projects: zip(projectSlots, bySlot).compactMap { project, tally in
        project.map { TaskAnalytics.ProjectTally(project: $0, tally: tally) }
      },
      priorities: zip(TaskPriority.allCases, byPriority).map {
        TaskAnalytics.PriorityTally(priority: $0, tally: $1)
      },
      streak: streak(today: today))
  }

  private func analyticsDays(since: CivilDay, before: CivilDay) -> [TaskAnalytics.Day] {
    guard since < before else { return [] }
    // Computed in `Int`, where no day is near the limits.
    let (first, end) = (Int(since.number), Int(before.number))
    let lead = 29
    let earliest = CivilDay(number: Int32(max(Int(Int32.min), first - lead)))
    var recent = [TaskDay](repeating: TaskDay(day: since), count: lead + end - first)
    for tally in days.elements(from: earliest, before: before) {
      recent[Int(tally.day.number) - first + lead] = tally
    }
    var result: [TaskAnalytics.Day] = []
    var week = recent[lead - 6..<lead].reduce(0 as Int64) { $0 &+ $1.score }
    var month = recent[..<lead].reduce(0 as Int64) { $0 &+ $1.score }
    for index in lead..<recent.count {
      let score = recent[index].score
      week &+= score
      month &+= score
      result.append(
        TaskAnalytics.Day(
          day: CivilDay(number: Int32(first + index - lead)), completed: recent[index].completed,
          score: score, week: TaskAnalytics.Mean(sum: week, days: 7),
          month: TaskAnalytics.Mean(sum: month, days: 30)))
      week &-= recent[index - 6].score
      month &-= recent[index - lead].score
    }
    return result
  }

  /// Returns the streak of civil days with a score above 0, as of a day.
  package func streak(today: CivilDay) -> TaskAnalytics.Streak {
    var (run, longest, current) = (0, 0, 0)
    var last = Int.min
    for tally in days where tally.score > 0 {
      let day = Int(tally.day.number)
      run = day - 1 == last ? run + 1 : 1
      last = day
      longest = max(longest, run)
      if day == Int(today.number) || day == Int(today.number) - 1 { current = run }
    }
    return TaskAnalytics.Streak(current: current, longest: longest)
  }
}

extension TaskAnalytics.Tally {
  fileprivate mutating func add(_ completion: TaskState.Completion) {
    completed &+= 1
    score &+= completion.score
  }
}
