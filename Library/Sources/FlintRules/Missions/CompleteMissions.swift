import FlintCalendar

extension Rulebook {
  /// Adds points that count as earned, and raises the level accordingly.
  func earn(_ points: Int64, _ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    for move in moves[.earnedPoints] { bump(move, by: points, &state) }
    addToTotal(points, moves, &state)
  }

  /// Counts points that are already in the ledger, and raises the level accordingly.
  @inline(__always)
  func addToTotal(_ points: Int64, _ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    for move in moves[.totalPoints] { bump(move, by: points, &state) }
    followTotal(moves, &state)
  }

  /// Raises the level when the total has reached the next threshold.
  @inline(__always)
  func followTotal(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    if pointTable.isEnough(state.ledger.total, forLevelAfter: state.level) {
      raiseLevel(moves, &state)
    }
  }

  @inline(never)
  private func raiseLevel(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    let total = state.ledger.total
    while pointTable.isEnough(total, forLevelAfter: state.level) { state.level += 1 }
    for gauge in moves[.level] { set(gauge, to: Int64(state.level), &state) }
    if !currencies.isEmpty { grantLevels(&state) }
  }

  /// Adds an amount to an open window's counter, and marks the missions that reach their targets.
  @inline(__always)
  func bump(_ move: MissionPlan.Move, by amount: Int64, _ state: inout ProfileState) {
    let counters = state.cells.counters
    let index = state.cells.index(of: move)
    let value = counters[index].value &+ amount
    counters[index].value = value
    if value >= counters[index].next { reach(Int(move.counter), index, value, &state) }
  }

  /// Sets the value of a gauge, and marks the missions that reach their targets by it.
  func set(_ move: MissionPlan.Move, to value: Int64, _ state: inout ProfileState) {
    let counters = state.cells.counters
    let index = state.cells.index(of: move)
    counters[index].value = value
    if value >= counters[index].next { reach(Int(move.counter), index, value, &state) }
  }

  @inline(never)
  private func reach(_ counter: Int, _ index: Int, _ value: Int64, _ state: inout ProfileState) {
    let queue = plan.queues[counter]
    var next = Int64.max
    var position = queue.first
    while position < queue.end {
      let waiting = plan.waiting[position]
      if waiting.target > value {
        next = min(next, waiting.target)
        break
      }
      if eventPlan.isLocked(waiting.mission, state) {
        // It is marked when it is unlocked, unless the value has been reverted below its target by then.
        next = min(next, waiting.target)
      } else {
        markReady(waiting.mission, queue.window, &state)
      }
      position &+= 1
    }
    state.cells.counters[index].next = next
  }

  /// Subtracts counts of a day's events from the counters of the season and the lifetime, and from
  /// those of the day and the week while they are open. Completed missions stay completed; others
  /// can reach their targets again.
  ///
  /// Must be called before the same event is counted, so that no mission is ready whose target is
  /// out of reach after the subtraction.
  ///
  /// - Parameters:
  ///   - moves: the counters that the events moved, in the era of the day.
  ///   - amount: the amount to subtract; a negative amount is added back. No counter falls below 0.
  func revert(
    _ moves: FixedTable<MissionPlan.Move>, by amount: Int64, from day: CivilDay,
    _ state: inout ProfileState
  ) {
    if amount == 0 { return }
    // The starts of the counters of the day and the week; nil for a closed window.
    let dayBase = state.windows.openSlot(of: day).map { plan.dayBase(slot: $0) }
    let weekBase = state.windows.openSlot(of: day.week).map { plan.weekBase(slot: $0) }
    for move in moves {
      let base: Int? =
        switch move.window {
        case .day: dayBase
        case .week: weekBase
        case .life: 0
        }
      guard let base else { continue }
      // The next target stays: lower targets were reached in this window, so their missions are
      // completed.
      let index = base + Int(move.index)
      let counters = state.cells.counters
      let value = max(0, counters[index].value &- amount)
      counters[index].value = value
      // An amount added back may reach a target; missions of days and weeks wait for their next
      // event.
      if amount < 0 && move.window == .life && value >= counters[index].next {
        reach(Int(move.counter), index, value, &state)
      }
    }
  }

  /// Marks a mission that reached its target, unless it was completed in the open window or waits for
  /// another one.
  @inline(__always)
  func markReady(_ mission: Int, _ window: Window, _ state: inout ProfileState) {
    if eventPlan.isLocked(mission, state) { return }
    let word = mission &>> 6
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: mission)
    if state.cells.completed[state.cells.completedBase(window) &+ word] & bit == 0 {
      state.cells.ready[word] |= bit
    }
  }

  struct MissionRewards: BitwiseCopyable {
    var points: Int64 = 0
    var missions = 0
    var overloads: Int64 = 0
  }

  /// Completes the missions that have reached their targets: always the first in rulebook order,
  /// restarting from the top, since the reward of one can let another reach its target.
  @inline(__always)
  @discardableResult
  func completeMissions(
    at instant: Instant, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) -> MissionRewards {
    if moves.gaugeMissions.endIndex > 0 { markGaugeMissions(moves, &state) }
    var word = 0
    while word < plan.words {
      if state.cells.ready[word] != 0 { return completeReady(at: instant, moves, &state) }
      word &+= 1
    }
    return MissionRewards()
  }

  @inline(never)
  private func completeReady(
    at instant: Instant, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) -> MissionRewards {
    var rewards = MissionRewards()
    let ready = state.cells.ready
    var word = 0
    while word < plan.words {
      if ready[word] == 0 {
        word &+= 1
        continue
      }
      complete(
        word &<< 6 &+ ready[word].trailingZeroBitCount, at: instant, moves, &state, &rewards)
      if moves.gaugeMissions.endIndex > 0 { markGaugeMissions(moves, &state) }
      word = 0
    }
    return rewards
  }

  @inline(never)
  private func markGaugeMissions(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    for gaugeMission in moves.gaugeMissions {
      let value =
        switch gaugeMission.gauge {
        case .streak: Int64(state.streak(at: state.windows.newestDay.day))
        case .level: Int64(state.level)
        }
      let mission = plan.missions[gaugeMission.mission]
      if value >= mission.target { markReady(gaugeMission.mission, mission.window, &state) }
    }
  }

  @inline(__always)
  private func complete(
    _ index: Int, at instant: Instant, _ moves: MissionPlan.Moves, _ state: inout ProfileState,
    _ rewards: inout MissionRewards
  ) {
    let window = plan.missions[index].window
    let reward = plan.missions[index].reward
    let word = index &>> 6
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    state.cells.ready[word] &= ~bit
    state.cells.completed[state.cells.completedBase(window) &+ word] |= bit
    state.cells.timesCompleted[index] &+= 1
    let events = eventPlan.position(of: index)
    if state.retained.contains(.missions) { list(index, window, events, at: instant, &state) }
    rewards.points &+= reward
    rewards.missions &+= 1
    state.ledger.mission &+= reward
    if !currencies.isEmpty { state.wallet.add(currencies.missions[index]) }
    var countsInWindow = true
    if let events {
      countsInWindow = eventPlan.missions[events].period.window != nil
      eventPlan.missions[events].complete(
        on: state.windows.newestDay.day, in: &state.missions.progress[events])
    }
    addToTotal(reward, moves, &state)
    let fuel = state.fuel.amount &+ reward
    state.fuel.amount = fuel
    if fuel >= pointTable.fuelCapacity { overload(moves, &state, &rewards) }
    for move in moves.completionMoves(countsInWindow ? window : nil) { bump(move, by: 1, &state) }
    if !eventPlan.isEmpty, countsInWindow {
      let time = OccurrenceTime(day: state.windows.newestDay.day)
      observe(.mission(window), OccurrenceNames(), points: reward, at: time, &state)
    }
    unlockDependents(of: index, &state)
  }

  /// - Parameter events: the position among the missions with general metrics, if it is one.
  @inline(__always)
  private func list(
    _ index: Int, _ window: Window, _ events: Int?, at instant: Instant,
    _ state: inout ProfileState
  ) {
    let start: CivilDay?
    if let events {
      start = eventPlan.missions[events].windowStart(of: state.windows.newestDay.day)
    } else {
      start =
        switch window {
        case .day: state.windows.newestDay.day
        case .week: state.windows.newestDay.monday
        case .life: nil
        }
    }
    state.missions.completions.append(
      MissionsState.Completion(
        mission: Int32(truncatingIfNeeded: index), windowStart: start, at: instant))
  }

  /// Empties the full fuel, and grants roll tokens.
  @inline(never)
  private func overload(
    _ moves: MissionPlan.Moves, _ state: inout ProfileState, _ rewards: inout MissionRewards
  ) {
    state.fuel.overload(granting: definition.tokens.perOverload)
    rewards.overloads &+= 1
    for move in moves[.overloads] { bump(move, by: 1, &state) }
  }
}
