extension Rulebook {
  /// Adds points that count as earned, and lets the level follow the total.
  @inline(__always)
  func earn(
    _ points: Int64, _ bases: MissionPlan.Bases, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState
  ) {
    for move in moves.earnedMoves { bump(move, by: points, bases, &state) }
    addToTotal(points, bases, moves, &state)
  }

  /// Adds points that the ledger has already, and lets the level follow the total.
  @inline(__always)
  func addToTotal(
    _ points: Int64, _ bases: MissionPlan.Bases, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState
  ) {
    for move in moves.totalMoves { bump(move, by: points, bases, &state) }
    let total = state.ledger.total
    let before = state.level
    while state.level < thresholds.count && total >= thresholds[state.level] { state.level += 1 }
    if state.level != before {
      for gauge in moves.levelGauges { set(gauge, to: Int64(state.level), bases, &state) }
    }
  }

  /// Adds to a counter, and marks the missions that thereby reach their targets.
  @inline(__always)
  func bump(
    _ move: MissionPlan.Move, by amount: Int64, _ bases: MissionPlan.Bases,
    _ state: inout ProfileState
  ) {
    let place = bases.counter(move.window, move.index)
    let value = state.counters[place].value &+ amount
    state.counters[place].value = value
    if value >= state.counters[place].next { reach(move.counter, place, value, bases, &state) }
  }

  /// Sets what a gauge shows, and marks the missions that thereby reach their targets.
  func set(
    _ move: MissionPlan.Move, to value: Int64, _ bases: MissionPlan.Bases,
    _ state: inout ProfileState
  ) {
    let place = bases.counter(move.window, move.index)
    state.counters[place].value = value
    if value >= state.counters[place].next { reach(move.counter, place, value, bases, &state) }
  }

  private func reach(
    _ counter: Int, _ place: Int, _ value: Int64, _ bases: MissionPlan.Bases,
    _ state: inout ProfileState
  ) {
    let window = plan.counters[counter].window
    var next = Int64.max
    for waiting in plan.counters[counter].waiting {
      if waiting.target > value {
        next = waiting.target
        break
      }
      markReady(waiting.mission, window, bases, &state)
    }
    state.counters[place].next = next
  }

  /// Takes back what events of a day counted: from the season and the lifetime, and from the day
  /// and the week as far as they are still held open. Missions completed stay completed; those
  /// that are not can reach their targets again.
  ///
  /// To be called before anything of the same event is counted, so that nothing is ready that the
  /// taking back would put out of reach.
  ///
  /// - Parameters:
  ///   - moves: what the events moved, of the era that the day lies in.
  ///   - amount: how much of it is taken back, below 0 given back; no counter falls below 0.
  ///   - day: the civil day of the events.
  func takeBack(
    _ moves: [MissionPlan.Move], by amount: Int64, from day: CivilDay,
    _ state: inout ProfileState
  ) {
    let (daySlot, weekSlot) = (MissionPlan.slot(of: day), MissionPlan.slot(of: day.week))
    let bases = plan.bases(daySlot: daySlot, weekSlot: weekSlot)
    for move in moves {
      let isHeld =
        switch move.window {
        case .day: state.dayTags[daySlot] == day.number
        case .week: state.weekTags[weekSlot] == day.week.number
        case .life: true
        }
      if isHeld {
        // The next target stays: those below it were reached in this window, so are completed.
        let place = bases.counter(move.window, move.index)
        let value = max(0, state.counters[place].value &- amount)
        state.counters[place].value = value
        // What is given back may reach a target; of days and weeks that wait for their next event.
        if amount < 0 && move.window == .life && value >= state.counters[place].next {
          reach(move.counter, place, value, bases, &state)
        }
      }
    }
  }

  private func markReady(
    _ mission: Int, _ window: Window, _ bases: MissionPlan.Bases, _ state: inout ProfileState
  ) {
    let word = mission >> 6
    let bit: UInt64 = 1 << UInt64(mission & 63)
    if state.completed[bases.completed(window) + word] & bit == 0 { state.ready[word] |= bit }
  }

  /// Completes missions that have reached their targets: always the first in rulebook order, and
  /// again from the top, since what one pays can let another reach its target.
  @inline(__always)
  func completeMissions(
    at instant: Instant, _ day: CivilDay, _ bases: MissionPlan.Bases,
    _ moves: MissionPlan.Moves, _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    markStanding(day, bases, moves, &state)
    while let mission = firstReady(state) {
      complete(mission, at: instant, day, bases, moves, &state, &outcome)
      markStanding(day, bases, moves, &state)
    }
  }

  @inline(__always)
  private func firstReady(_ state: ProfileState) -> Int? {
    for word in 0..<plan.words where state.ready[word] != 0 {
      return word << 6 + state.ready[word].trailingZeroBitCount
    }
    return nil
  }

  private func markStanding(
    _ day: CivilDay, _ bases: MissionPlan.Bases, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState
  ) {
    for (mission, gauge) in moves.standing {
      let value = gauge == .streak ? Int64(state.streak(at: day)) : Int64(state.level)
      if value >= plan.missions[mission].target {
        markReady(mission, plan.missions[mission].window, bases, &state)
      }
    }
  }

  private func complete(
    _ index: Int, at instant: Instant, _ day: CivilDay, _ bases: MissionPlan.Bases,
    _ moves: MissionPlan.Moves, _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    let mission = plan.missions[index]
    let bit: UInt64 = 1 << UInt64(index & 63)
    state.ready[index >> 6] &= ~bit
    state.completed[bases.completed(mission.window) + index >> 6] |= bit
    state.completions.append(
      ProfileState.Completion(
        mission: Int32(index), windowStart: mission.window.start(containing: day), at: instant))
    outcome.missionPoints &+= mission.reward
    state.ledger.mission &+= mission.reward
    addToTotal(mission.reward, bases, moves, &state)
    state.fuel &+= mission.reward
    if state.fuel >= definition.fuelCapacity {
      state.fuel = 0
      state.overloads &+= 1
      state.tokens &+= definition.tokensPerOverload
      outcome.overloads &+= 1
      for move in moves.overloadMoves { bump(move, by: 1, bases, &state) }
    }
    for move in moves.completionMoves[Int(mission.window.rawValue)] {
      bump(move, by: 1, bases, &state)
    }
  }
}
