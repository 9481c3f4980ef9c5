import FlintCalendar

extension JourneyState {
  /// Opens every civil day through one that is not open yet, and examines the ladders on each.
  @inline(__always)
  mutating func open(_ day: CivilDay, _ plan: LadderPlan) {
    if day.number > opened { advance(to: day.number, plan) }
  }

  /// Examines the ladders after an event, if a value that they depend on has changed.
  @inline(__always)
  mutating func examine(at instant: Instant, _ plan: LadderPlan) {
    if isDirty { climbAfterEvent(at: instant, plan) }
  }

  @inline(never)
  private mutating func climbAfterEvent(at instant: Instant, _ plan: LadderPlan) {
    isDirty = false
    climb(at: instant, plan)
  }

  @inline(never)
  private mutating func advance(to target: Int32, _ plan: LadderPlan) {
    if watch.isQuiet && !isDirty {
      // Days alone unlock nothing: counts stay equal, and the streak can only fall.
      opened = target
      earlierUnlocks = unlocks.count
      return
    }
    while ladderProgress.count < plan.ladders.count { ladderProgress.append(LadderProgress()) }
    // Before the first event there is nothing to examine.
    if opened == .min { opened = target }
    while opened < target {
      opened += 1
      let before = unlocks.count
      earlierUnlocks = before
      climb(at: nil, plan)
      if unlocks.count == before && opened < target {
        opened = lastUneventfulDay(before: target, plan)
      }
    }
    isDirty = false
  }

  /// Returns the last day before a target up to which, counted from the latest open day, certainly
  /// nothing unlocks; the latest open day itself if there is none. Precondition: nothing unlocked
  /// when the latest open day was opened.
  ///
  /// Without events counts stay equal, the streak can only fall, and from `daysOfGrowth` on no
  /// score rises unless an achievement is added. Only the number of days still changes.
  private func lastUneventfulDay(before target: Int32, _ plan: LadderPlan) -> Int32 {
    guard let journey else { return target - 1 }
    let days = Int64(opened) - Int64(journey.start.number)
    var soonest = Int64(target)
    for (ladder, progress) in zip(plan.ladders, ladderProgress)
    where progress.next < ladder.rungCount {
      let rung = plan.rungs[Int(ladder.firstRung + progress.next)]
      if rung.needsScores && days < JourneyScores.daysOfGrowth { return opened }
      if rung.days > days { soonest = min(soonest, Int64(journey.start.number) + rung.days) }
    }
    return max(opened, Int32(truncatingIfNeeded: soonest - 1))
  }

  /// Unlocks the next rung of each ladder whose conditions are all met, unless the ladder already
  /// unlocked one on the latest open day. Unlocks of a day do not affect each other, so that the
  /// order of the ladders is irrelevant.
  private mutating func climb(at instant: Instant?, _ plan: LadderPlan) {
    let hasJourney = !journeys.isEmpty
    let before = unlocks.count
    var scores: JourneyScores?
    var found = LadderWatch(isQuiet: true)
    var isHeldBack = false
    for position in 0..<min(plan.ladders.count, ladderProgress.count) {
      let ladder = plan.ladders[position]
      let progress = ladderProgress[position]
      guard progress.next < ladder.rungCount, hasJourney || !ladder.needsJourney else { continue }
      if progress.lastDay >= opened {
        isHeldBack = true
        continue
      }
      let rung = plan.rungs[Int(ladder.firstRung + progress.next)]
      if rung.needsScores && scores == nil { scores = currentScores() }
      if let condition = unmet(rung, scores, plan) {
        found.wait(for: condition)
        continue
      }
      unlocks.append(
        Unlock(
          ladder: Int32(position), rung: progress.next, day: CivilDay(number: opened),
          at: instant))
      ladderProgress[position] = LadderProgress(next: progress.next + 1, lastDay: opened)
    }
    if isHeldBack || unlocks.count > before { found.isQuiet = false }
    watch = found
  }

  /// Returns the first condition of a rung that is not met; `nil` when all are.
  private func unmet(
    _ rung: LadderPlan.Rung, _ scores: JourneyScores?, _ plan: LadderPlan
  ) -> LadderCondition? {
    for index in Int(rung.firstCondition)..<Int(rung.endCondition) {
      let condition = plan.conditions[index]
      let value: Int64? =
        switch condition.metric {
        case .days: journey.map { Int64(CivilDay(number: opened) - $0.start) }
        case .activityStreak: Int64(log.streak(on: CivilDay(number: opened)))
        case .journals: log.totals.journals
        case .sosSessions: log.totals.sos
        case .activeDays: Int64(log.entries.count)
        case .consistency: scores?.consistency
        case .selfCare: scores?.selfCare
        case .stability: scores?.stability
        }
      guard let value, value >= condition.atLeast else { return condition }
    }
    return nil
  }
}
