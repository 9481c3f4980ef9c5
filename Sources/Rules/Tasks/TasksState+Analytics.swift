extension TasksState {
  /// What tasks came to over the civil days of a half-open range; nothing when it is empty.
  ///
  /// The trailing means are over the last 7 and 30 civil days whatever the range and whenever
  /// history began: days before either count, with 0 where nothing was completed.
  ///
  /// The completion ratio is that of the tasks that were open at some time in the range: added
  /// before its end, and not completed before its beginning. A task that was opened again counts
  /// as if it had stayed open.
  ///
  /// - Parameters:
  ///   - since: the first day.
  ///   - until: the day after the last. There is an entry for each day between.
  ///   - today: the civil day of now, for the streak.
  public func analytics(since: CivilDay, until: CivilDay, today: CivilDay) -> TaskAnalytics {
    var all: Int64 = 0
    var completed: Int64 = 0
    var byPlace = [TaskAnalytics.Tally](repeating: TaskAnalytics.Tally(), count: places.count)
    var byPriority = [TaskAnalytics.Tally](
      repeating: TaskAnalytics.Tally(), count: TaskPriority.allCases.count)
    for task in tasks {
      let place = place(of: task)
      guard let completion = task.completion else {
        byPlace[place].open &+= 1
        byPriority[task.priority.index].open &+= 1
        if since < until && task.addedDay < until { all &+= 1 }
        continue
      }
      if since <= completion.day && completion.day < until {
        // Counted in any case: a traveller's task can be completed on an older day than the one
        // it was added on.
        all &+= 1
        completed &+= 1
        byPlace[place].add(completion)
        byPriority[completion.priority.index].add(completion)
      } else if since < until && until <= completion.day && task.addedDay < until {
        all &+= 1
      }
    }
    return TaskAnalytics(
      days: analyticsDays(since: since, until: until),
      completion: TaskAnalytics.Ratio(completed: completed, all: all),
      projects: zip(places, byPlace).compactMap { project, tally in
        project.map { TaskAnalytics.ProjectTally(project: $0, tally: tally) }
      },
      priorities: zip(TaskPriority.allCases, byPriority).map {
        TaskAnalytics.PriorityTally(priority: $0, tally: $1)
      },
      streak: streak(today: today))
  }

  private func analyticsDays(since: CivilDay, until: CivilDay) -> [TaskAnalytics.Day] {
    guard since < until else { return [] }
    // Counted in `Int`, where no day is near an end.
    let (first, end) = (Int(since.number), Int(until.number))
    let before = 29
    let earliest = CivilDay(number: Int32(max(Int(Int32.min), first - before)))
    var recent = [TaskDay](repeating: TaskDay(day: since), count: before + end - first)
    for position in days.days.firstPosition(from: earliest)..<days.days.count {
      let tally = days.days[position]
      guard tally.day < until else { break }
      recent[Int(tally.day.number) - first + before] = tally
    }
    var result: [TaskAnalytics.Day] = []
    result.reserveCapacity(end - first)
    var week = recent[before - 6..<before].reduce(0 as Int64) { $0 &+ $1.score }
    var month = recent[..<before].reduce(0 as Int64) { $0 &+ $1.score }
    for index in before..<recent.count {
      let score = recent[index].score
      week &+= score
      month &+= score
      result.append(
        TaskAnalytics.Day(
          day: CivilDay(number: Int32(first + index - before)), completed: recent[index].completed,
          score: score, week: TaskAnalytics.Mean(sum: week, days: 7),
          month: TaskAnalytics.Mean(sum: month, days: 30)))
      week &-= recent[index - 6].score
      month &-= recent[index - before].score
    }
    return result
  }

  /// The streak of civil days with a score above 0, as of a day.
  public func streak(today: CivilDay) -> TaskAnalytics.Streak {
    var (run, longest, current) = (0, 0, 0)
    var last = Int.min
    for tally in days.days where tally.score > 0 {
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
