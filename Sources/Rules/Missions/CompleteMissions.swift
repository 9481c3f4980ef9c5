extension Rulebook {
  /// Adds points that count as earned, and lets the level follow the total.
  func earn(_ points: Int64, _ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    for move in moves.earnedMoves { bump(move, by: points, &state) }
    addToTotal(points, moves, &state)
  }

  /// Adds points that the ledger has already, and lets the level follow the total.
  @inline(__always)
  func addToTotal(_ points: Int64, _ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    for move in moves.totalMoves { bump(move, by: points, &state) }
    followTotal(moves, &state)
  }

  /// Lets the level follow the total.
  @inline(__always)
  func followTotal(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    let level = state.level
    if level < thresholds.endIndex && state.ledger.total >= thresholds[level] {
      raiseLevel(moves, &state)
    }
  }

  @inline(never)
  private func raiseLevel(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    let total = state.ledger.total
    while state.level < thresholds.count && total >= thresholds[state.level] { state.level += 1 }
    for gauge in moves.levelGauges { set(gauge, to: Int64(state.level), &state) }
  }

  /// Adds to a counter of the open day, its week or the lifetime, and marks the missions that
  /// thereby reach their targets.
  @inline(__always)
  func bump(_ move: MissionPlan.Move, by amount: Int64, _ state: inout ProfileState) {
    let counters = state.cells.counters
    let place = state.cells.place(of: move)
    let value = counters[place].value &+ amount
    counters[place].value = value
    if value >= counters[place].next { reach(Int(move.counter), place, value, &state) }
  }

  /// Sets what a gauge shows, and marks the missions that thereby reach their targets.
  func set(_ move: MissionPlan.Move, to value: Int64, _ state: inout ProfileState) {
    let counters = state.cells.counters
    let place = state.cells.place(of: move)
    counters[place].value = value
    if value >= counters[place].next { reach(Int(move.counter), place, value, &state) }
  }

  @inline(never)
  private func reach(_ counter: Int, _ place: Int, _ value: Int64, _ state: inout ProfileState) {
    let queue = plan.queues[counter]
    var next = Int64.max
    var index = queue.first
    while index < queue.end {
      let waiting = plan.waiting[index]
      if waiting.target > value {
        next = waiting.target
        break
      }
      markReady(waiting.mission, queue.window, &state)
      index &+= 1
    }
    state.cells.counters[place].next = next
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
    _ moves: FixedTable<MissionPlan.Move>, by amount: Int64, from day: CivilDay,
    _ state: inout ProfileState
  ) {
    let (daySlot, weekSlot) = (MissionPlan.slot(of: day), MissionPlan.slot(of: day.week))
    for move in moves {
      // Where the counters of the window begin; nothing when it is held open no more.
      let base: Int? =
        switch move.window {
        case .day: state.dayTags[daySlot] == day.number ? plan.dayBase(slot: daySlot) : nil
        case .week:
          state.weekTags[weekSlot] == day.week.number ? plan.weekBase(slot: weekSlot) : nil
        case .life: 0
        }
      guard let base else { continue }
      // The next target stays: those below it were reached in this window, so are completed.
      let place = base + Int(move.index)
      let counters = state.cells.counters
      let value = max(0, counters[place].value &- amount)
      counters[place].value = value
      // What is given back may reach a target; of days and weeks that wait for their next event.
      if amount < 0 && move.window == .life && value >= counters[place].next {
        reach(Int(move.counter), place, value, &state)
      }
    }
  }

  @inline(__always)
  private func markReady(_ mission: Int, _ window: Window, _ state: inout ProfileState) {
    let word = mission &>> 6
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: mission)
    if state.cells.completed[state.cells.completedBase(window) &+ word] & bit == 0 {
      state.cells.ready[word] |= bit
    }
  }

  /// What missions paid.
  struct Pay: BitwiseCopyable {
    var points: Int64 = 0
    /// How many were completed.
    var missions = 0
    /// How often fuel overflowed.
    var overloads: Int64 = 0
  }

  /// Completes missions that have reached their targets: always the first in rulebook order, and
  /// again from the top, since what one pays can let another reach its target.
  @inline(__always)
  @discardableResult
  func completeMissions(
    at instant: Instant, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) -> Pay {
    if moves.standing.endIndex > 0 { markStanding(moves, &state) }
    var word = 0
    while word < plan.words {
      if state.cells.ready[word] != 0 { return completeReady(at: instant, moves, &state) }
      word &+= 1
    }
    return Pay()
  }

  @inline(never)
  private func completeReady(
    at instant: Instant, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) -> Pay {
    var pay = Pay()
    let ready = state.cells.ready
    var word = 0
    while word < plan.words {
      if ready[word] == 0 {
        word &+= 1
        continue
      }
      complete(
        word &<< 6 &+ ready[word].trailingZeroBitCount, at: instant, moves, &state, &pay)
      if moves.standing.endIndex > 0 { markStanding(moves, &state) }
      word = 0
    }
    return pay
  }

  @inline(never)
  private func markStanding(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    for standing in moves.standing {
      let value =
        standing.gauge == .streak
        ? Int64(state.streak(at: state.today.day)) : Int64(state.level)
      let mission = plan.missions[standing.mission]
      if value >= mission.target { markReady(standing.mission, mission.window, &state) }
    }
  }

  @inline(__always)
  private func complete(
    _ index: Int, at instant: Instant, _ moves: MissionPlan.Moves, _ state: inout ProfileState,
    _ pay: inout Pay
  ) {
    let window = plan.missions[index].window
    let reward = plan.missions[index].reward
    let word = index &>> 6
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    state.cells.ready[word] &= ~bit
    state.cells.completed[state.cells.completedBase(window) &+ word] |= bit
    state.cells.timesCompleted[index] &+= 1
    if state.keeping.contains(.missions) { list(index, window, at: instant, &state) }
    pay.points &+= reward
    pay.missions &+= 1
    state.ledger.mission &+= reward
    addToTotal(reward, moves, &state)
    let fuel = state.fuel &+ reward
    state.fuel = fuel
    if fuel >= fuelCapacity { overload(moves, &state, &pay) }
    for move in moves.completionMoves(window) { bump(move, by: 1, &state) }
  }

  /// Lists a completion.
  @inline(__always)
  private func list(
    _ index: Int, _ window: Window, at instant: Instant, _ state: inout ProfileState
  ) {
    let start: CivilDay? =
      switch window {
      case .day: state.today.day
      case .week: state.today.monday
      case .life: nil
      }
    state.completions.append(
      ProfileState.Completion(
        mission: Int32(truncatingIfNeeded: index), windowStart: start, at: instant))
  }

  /// Lets fuel that is full overflow.
  @inline(never)
  private func overload(
    _ moves: MissionPlan.Moves, _ state: inout ProfileState, _ pay: inout Pay
  ) {
    state.fuel = 0
    state.overloads &+= 1
    state.tokens &+= definition.tokensPerOverload
    pay.overloads &+= 1
    for move in moves.overloadMoves { bump(move, by: 1, &state) }
  }
}
