extension JourneyState {
  /// Opens every civil day up to one, in order, and examines the ladders on each; nothing when the
  /// day is open.
  @inline(__always)
  mutating func open(_ day: CivilDay, _ plan: LadderPlan) {
    if day.number > opened { advance(to: day.number, plan) }
  }

  /// Examines the ladders after an event; nothing unless what they look at has changed.
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
      // Days alone unlock nothing: counts stay, and the streak can only fall.
      opened = target
      earlierUnlocks = unlocks.count
      return
    }
    while standings.count < plan.ladders.count { standings.append(Standing()) }
    // Before the first event there is nothing to look at.
    if opened == .min { opened = target }
    while opened < target {
      opened += 1
      let before = unlocks.count
      earlierUnlocks = before
      climb(at: nil, plan)
      if unlocks.count == before && opened < target {
        opened = lastAlike(before: target, plan)
      }
    }
    isDirty = false
  }

  /// The last of the days that follow the latest opened, up to the one before a target, on which
  /// nothing unlocks for certain; or the latest opened itself. It asks that on the latest opened,
  /// when it was opened, nothing unlocked.
  ///
  /// Until an event comes, counts stay, the streak can only fall, and from `daysOfGrowth` on no
  /// score rises while no achievement is added. What is left is the number of days.
  private func lastAlike(before target: Int32, _ plan: LadderPlan) -> Int32 {
    guard let journey else { return target - 1 }
    let days = Int64(opened) - Int64(journey.start.number)
    var soonest = Int64(target)
    for (ladder, standing) in zip(plan.ladders, standings) where standing.next < ladder.rungCount {
      let rung = plan.rungs[Int(ladder.firstRung + standing.next)]
      if rung.needsScores && days < JourneyScores.daysOfGrowth { return opened }
      if rung.days > days { soonest = min(soonest, Int64(journey.start.number) + rung.days) }
    }
    return max(opened, Int32(truncatingIfNeeded: soonest - 1))
  }

  /// Unlocks the next rung of each ladder if it has none from the latest day opened, and all holds
  /// that the rung asks for. What unlocks on a day changes nothing for the others of that day, so
  /// their order does not matter.
  private mutating func climb(at instant: Instant?, _ plan: LadderPlan) {
    let hasJourney = !journeys.isEmpty
    let before = unlocks.count
    var scores: JourneyScores?
    var found = LadderWatch(isQuiet: true)
    var isHeldBack = false
    for position in 0..<min(plan.ladders.count, standings.count) {
      let ladder = plan.ladders[position]
      let standing = standings[position]
      guard standing.next < ladder.rungCount, hasJourney || !ladder.needsJourney else { continue }
      if standing.lastDay >= opened {
        isHeldBack = true
        continue
      }
      let rung = plan.rungs[Int(ladder.firstRung + standing.next)]
      if rung.needsScores && scores == nil { scores = currentScores() }
      if let condition = unmet(rung, scores, plan) {
        found.wait(for: condition)
        continue
      }
      unlocks.append(
        Unlock(
          ladder: Int32(position), rung: standing.next, day: CivilDay(number: opened),
          at: instant))
      standings[position] = Standing(next: standing.next + 1, lastDay: opened)
    }
    if isHeldBack || unlocks.count > before { found.isQuiet = false }
    watch = found
  }

  /// The first of a rung's conditions that does not hold; `nil` when all do.
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
