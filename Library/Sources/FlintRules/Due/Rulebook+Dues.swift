public import FlintCalendar

extension Rulebook {
  /// Returns what needs attention at an instant, earliest deadline first.
  ///
  /// - Parameters:
  ///   - state: the profile, with its days opened through the day of `now`.
  ///   - now: the current instant, no later than `Instant.latest`.
  ///   - zone: the profile's zone, whose day start is that of the rulebook.
  ///   - days: how many days after today are included, from 0 to 3660.
  public func dues(
    of state: ProfileState, at now: Instant, in zone: CivilZone, days: Int = 2
  ) -> [DueView] {
    dues(of: state, DueClock(now: now, zone: zone, days: min(max(0, days), DueSpan.mostDays)))
  }

  /// Returns the items that need attention, earliest deadline first.
  ///
  /// - Parameter state: the profile, with its days opened through the clock's day.
  package func dues(
    of state: ProfileState, _ clock: DueClock, kinds: Set<DueView.Kind> = Set(DueView.Kind.allCases)
  ) -> [DueView] {
    var dues: [DueView] = []
    for kind in DueView.Kind.allCases where kinds.contains(kind) {
      switch kind {
      case .overdue, .reminder, .task: dues += state.tasks.dues(kind, clock)
      case .streak: dues += state.streakDue(clock)
      case .habit: dues += state.trackers.habitDues(clock)
      case .quest: dues += state.questDues(clock)
      case .mission: dues += missionDues(of: state, clock)
      case .pool: dues += poolDues(of: state, clock)
      case .mood: dues += state.moods.dues(clock)
      case .rung: dues += rungDues(of: state, clock)
      case .report: dues += state.reportDue(clock)
      }
    }
    return dues.sorted(by: DueView.precedes)
  }

  /// Returns the missions in progress whose window closes within the clock's period. A mission
  /// without progress is omitted, so that not every daily mission is due each morning, unless its
  /// window is a season, which does not recur.
  private func missionDues(of state: ProfileState, _ clock: DueClock) -> [DueView] {
    missions(in: state, today: clock.today).compactMap { view in
      guard let last = view.windowEnd.map({ $0 + -1 }), last <= clock.lastDay,
        view.windowStart.map({ $0 <= clock.today }) ?? true,
        view.status == .inProgress
          || (view.status == .available && view.definition.period == .window(.life)),
        !view.isLocked, state.canComplete(view, clock, through: last)
      else { return nil }
      let mission = view.definition
      let start = view.windowStart.map { "-\($0)" } ?? ""
      return DueView(
        topic: .mission(
          amount: view.amount, target: mission.target, metric: mission.metric,
          reward: mission.reward),
        id: "mission-\(mission.id)\(start)", name: mission.title, moment: .on(last),
        urgency: last == clock.today ? .normal : .low, deadline: clock.end(last))
    }
  }

  /// Returns the open pools that close within the clock's period, where the profile can roll or take a card
  /// in exchange: what is left of its rolls after that is of no use.
  private func poolDues(of state: ProfileState, _ clock: DueClock) -> [DueView] {
    pools(in: state, on: clock.today).enumerated().compactMap { position, view in
      let pool = view.pool.definition
      let season = pool.season.occurrence(near: clock.today)
      guard view.isOpen, let last = season.before.map({ $0 + -1 }), last <= clock.lastDay else {
        return nil
      }
      let note = DueView.PoolNote(
        rolls: affordableRolls(of: position, in: state),
        exchanges: exchanges(of: position, in: state),
        points: view.cheapestExchange.map {
          DueView.PoolNote.Points(balance: view.points, needed: $0)
        })
      if note.rolls == 0 && note.exchanges == 0 { return nil }
      return DueView(
        topic: .pool(note, days: last - clock.today), id: "pool-\(pool.id)-\(last)",
        name: pool.name,
        moment: .on(last),
        urgency: last > clock.today ? .low : note.exchanges > 0 ? .high : .normal,
        deadline: clock.end(last))
    }
  }

  /// Returns the achievements that unlock on a known day within the clock's period, and those that
  /// lack one action that is possible today.
  private func rungDues(of state: ProfileState, _ clock: DueClock) -> [DueView] {
    state.journey.nextGoals(of: definition.ladders, today: clock.today).compactMap { goal in
      if let metric = state.lastStep(to: goal, today: clock.today) {
        return DueView(
          topic: .nearRung(metric), id: "rung-\(goal.achievement.id)",
          name: goal.achievement.title, moment: .on(clock.today), urgency: .low,
          deadline: clock.end(clock.today))
      }
      guard let day = goal.unlocksOn, clock.today < day, day <= clock.lastDay else { return nil }
      return DueView(
        topic: .rung(goal.achievement.conditions, days: day - clock.today),
        id: "rung-\(goal.achievement.id)", name: goal.achievement.title, moment: .on(day),
        urgency: .low, deadline: clock.end(day + -1))
    }
  }
}

extension ProfileState {
  /// Returns whether a mission can still be completed: on the last day, sparks before an hour are
  /// impossible after that hour, and metrics of days need at least as many remaining days.
  fileprivate func canComplete(
    _ view: MissionView, _ clock: DueClock, through last: CivilDay
  ) -> Bool {
    switch view.definition.metric {
    case .sparks(_, _, let hour?):
      // Clocks show early hours again after midnight, before a later day start.
      return last > clock.today || clock.time.hour < hour
        || clock.time.day == clock.today && clock.dayStart > .midnight
    case .events(let metric) where metric.form == .days:
      return view.definition.target - view.progress <= Int64(last - clock.today + 1)
    case .sparkDays, .streak:
      let isLit = history.totals(on: clock.today).map { $0.sparks > 0 } ?? false
      let left = last - clock.today + (isLit ? 0 : 1)
      return view.definition.target - view.progress <= Int64(left)
    case .sparks, .distinctCategories, .earnedPoints, .missionsCompleted, .cards, .sets,
      .totalPoints, .overloads, .level, .tasks, .taskScore, .moods, .activities, .questSteps,
      .entries, .events:
      return true
    }
  }

  /// Returns the metric of the one action that a rung lacks, when its kind was done before and doing
  /// it today unlocks the rung; `nil` otherwise.
  fileprivate func lastStep(to goal: NextGoal, today: CivilDay) -> LadderMetric? {
    let lacking = goal.achievement.conditions.filter { !$0.holds }
    guard !goal.waitsForJourney, let condition = lacking.first, lacking.count == 1,
      condition.missing == 1, condition.need > 1
    else { return nil }
    // A ladder unlocks one rung a day.
    let isTaken = journey.unlocks.elements(from: today, before: today + 1).contains {
      Int($0.ladder) == goal.achievement.ladder
    }
    if isTaken { return nil }
    switch condition.metric {
    case .journals, .sosSessions: return condition.metric
    // Days pass without any action, and the other scores depend on several of them.
    case .days, .activityStreak, .activeDays, .consistency, .selfCare, .stability: return nil
    }
  }
}

extension TasksState {
  fileprivate func dues(_ kind: DueView.Kind, _ clock: DueClock) -> [DueView] {
    tasks.compactMap { task in
      // What is hidden needs no attention yet; what comes after another task says so.
      if !task.isOpen || task.isWaiting(on: clock.today) { return nil }
      let note = DueView.TaskNote(
        priority: task.priority, project: project(of: task).name.text, tags: task.tags,
        every: task.every, first: task.first, after: blockers(of: task).first?.name)
      if kind == .reminder {
        guard let reminder = task.reminder, reminder <= clock.until else { return nil }
        let isPast = reminder <= clock.now
        return DueView(
          topic: .reminder(note, isPast: isPast), id: "reminder-\(task.id)", name: task.name,
          moment: .at(reminder), urgency: isPast ? .high : .normal, deadline: reminder)
      }
      guard let due = task.due, due <= clock.lastDay, (due < clock.today) == (kind == .overdue)
      else { return nil }
      // One id for both kinds: in a calendar an overdue task is still the same task.
      return DueView(
        topic: kind == .overdue
          ? .overdue(note, days: clock.today - due) : .task(note, days: due - clock.today),
        id: "task-\(task.id)", name: task.name, moment: .on(due),
        urgency: due <= clock.today ? .high : .normal, deadline: clock.end(due))
    }
  }
}

extension ProfileState {
  /// Returns the quest missions that were started, each with its first available node.
  fileprivate func questDues(_ clock: DueClock) -> [DueView] {
    let level = quests.level(ofProfile: Int64(level))
    return quests.progress.flatMap { set in
      set.definition.missions.enumerated().compactMap { position, mission in
        let done = mission.nodes.count - set.open[position]
        guard done > 0,
          let node = set.plan.nodes.indices.first(where: {
            set.plan.nodes[$0].mission == position && set.status(of: $0, level: level) == .available
          })
        else { return nil }
        return DueView(
          topic: .quest(
            done: done, total: mission.nodes.count, node: set.definition.node(node).title),
          id: "quest-\(set.definition.id)-\(mission.id)", name: mission.title,
          moment: .on(clock.today), urgency: .low, deadline: clock.end(clock.today))
      }
    }
  }
}

extension TrackersState {
  /// Returns the habits that are due today and open. Where a later day of the period suffices, the
  /// urgency is low; where a streak ends, it is high.
  fileprivate func habitDues(_ clock: DueClock) -> [DueView] {
    habits(today: clock.today).compactMap { view in
      guard view.isOpen, let plan = view.plan, let period = view.record.current else { return nil }
      let amount = plan.isOverPeriod ? period.amount : view.record.days.last?.amount ?? 0
      return DueView(
        topic: .habit(
          DueView.HabitNote(
            plan: plan, done: period.done, required: period.required, amount: amount,
            streak: view.record.streak, isLastChance: view.isLastChance)),
        id: "habit-\(view.tracker.id)", name: view.tracker.content.name, moment: .on(clock.today),
        urgency: view.isStreakAtRisk ? .high : view.isLastChance ? .normal : .low,
        deadline: clock.end(clock.today))
    }
  }
}

extension ProfileState {
  /// Returns the streak that ends on yesterday, when today has no spark.
  fileprivate func streakDue(_ clock: DueClock) -> [DueView] {
    let today = clock.today
    let streak = Int(currentStreak(today: today))
    guard streak > 0, history.totals(on: today).map({ $0.sparks == 0 }) ?? true else { return [] }
    return [
      DueView(
        topic: .streak(days: streak), id: "streak-\(today)", moment: .on(today), urgency: .high,
        deadline: clock.end(today))
    ]
  }

  /// Returns the report on the week that ends today, when anything happened in it.
  fileprivate func reportDue(_ clock: DueClock) -> [DueView] {
    let today = clock.today
    let monday = today.week.monday
    guard monday + 6 == today else { return [] }
    let week = history.totals(from: monday, before: today + 1)
    guard week.contains(where: { $0.events > 0 }) else { return [] }
    func sum(_ metric: KeyPath<DayTotals, Int64>) -> Int64 {
      week.reduce(0) { $0 &+ $1[keyPath: metric] }
    }
    let ratings = moods.ratings.elements(from: monday, before: today + 1)
    let before = history.points(from: monday + -7, before: monday)
    let report = WeekReport(
      sparks: sum(\.sparks), points: Trend(recent: sum(\.points), before: before),
      tasks: sum(\.subjects.tasks), missions: sum(\.missions),
      achievements: Int64(journey.unlocks.count { monday <= $0.day && $0.day <= today }),
      moodMean: mean(
        of: ratings.reduce(0) { $0 &+ Int64($1.mood.rawValue) }, Int64(ratings.count)))
    let label = SeriesPeriod.week.label(containing: today)
    return [
      DueView(
        topic: .report(report), id: "report-\(label)",
        moment: .on(today), urgency: .low, deadline: clock.end(today))
    ]
  }
}

extension MoodsState {
  /// Returns the missing ratings of today and yesterday, for profiles that rate days.
  fileprivate func dues(_ clock: DueClock) -> [DueView] {
    let today = clock.today
    guard let firstDay, firstDay <= today else { return [] }
    return [today + -1, today].compactMap { day in
      guard firstDay < day, rating(of: day) == nil else { return nil }
      let isToday = day == today
      return DueView(
        topic: .mood(isToday: isToday), id: "mood-\(day)",
        moment: .on(day), urgency: isToday ? .normal : .low, deadline: clock.end(day))
    }
  }
}
