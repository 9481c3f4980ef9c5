extension Rulebook {
  /// Lets an event have its effect: the one entrance to the rules.
  ///
  /// Events are applied in the order of the fold, each once. An event whose precondition does not
  /// hold at its place is void: counted and listed, without effect.
  ///
  /// - Parameters:
  ///   - event: the event; it comes after every event applied before.
  ///   - state: what the events before it derived.
  ///   - seed: the profile's seed, the key of every draw.
  /// - Returns: what the event brought.
  @discardableResult
  public func apply(_ event: Event, to state: inout ProfileState, seed: UInt64) -> Outcome {
    let time = CivilTime(event.at, offset: event.offset)
    let bases = open(time.day, in: &state)
    state.journey.open(time.day, ladders)
    let era = eras.era(of: time.day)
    let moves = plan.moves[era]
    var outcome = Outcome()
    outcome.levelBefore = state.level
    let firstCompletion = state.completions.count
    let firstUnlock = state.journey.unlocks.count
    var effect = SubjectEffect()
    var isSpark = false
    switch event.action {
    case .spark(let category, let intensity):
      isSpark = true
      let cell = category.index * 4 + intensity.index
      let points = sparkPoints[cell]
      outcome.basePoints = points
      state.ledger.spark &+= points
      countSpark(time, category: category, cell: cell, bases, moves, &state)
      earn(points, bases, moves, &state)
      giveCard(event, category, bases, moves, era: era, seed: seed, &state, &outcome)
      extendStreak(time.day, bases, moves, &state)
    case .roll(let category):
      if state.tokens > 0 {
        state.tokens -= 1
        giveCard(event, category, bases, moves, era: era, seed: seed, &state, &outcome)
      } else {
        effect.void = .noToken
      }
    default: effect = applySubject(event, time.day, bases, moves, &state, &outcome)
    }
    if let reason = effect.void {
      outcome.void = reason
      state.voids.append(ProfileState.Void(event: event.id, reason: reason))
    } else {
      completeMissions(at: event.at, time.day, bases, moves, &state, &outcome)
      outcome.completions = firstCompletion..<state.completions.count
      record(outcome, effect, isSpark: isSpark, on: time.day, &state)
      state.journey.note(time.day)
      state.journey.examine(at: event.at, ladders)
    }
    outcome.level = state.level
    outcome.streak = state.streak(at: time.day)
    outcome.completions = firstCompletion..<state.completions.count
    outcome.unlocks = firstUnlock..<state.journey.unlocks.count
    state.newest = event.place
    state.eventCount &+= 1
    return outcome
  }

  /// A state with every civil day opened up to one, ladders examined on each; `nil` when there is
  /// nothing to open.
  public func opened(_ state: ProfileState, through day: CivilDay) -> ProfileState? {
    guard let open = state.journey.openDay, open < day else { return nil }
    var state = state
    state.journey.open(day, ladders)
    return state
  }

  /// Makes the event's day and week the ones counted in, closing what they displace.
  private func open(_ day: CivilDay, in state: inout ProfileState) -> MissionPlan.Bases {
    let daySlot = Int(day.number & Int32(ProfileState.daySlots - 1))
    if state.dayTags[daySlot] != day.number {
      reset(
        .day, tag: state.dayTags[daySlot], base: plan.dayBase(slot: daySlot),
        completed: plan.dayCompletedBase(slot: daySlot), &state)
      state.dayTags[daySlot] = day.number
      state.days[daySlot] = ProfileState.DaySlot()
    }
    let week = day.week
    let weekSlot = Int(week.number & Int32(ProfileState.weekSlots - 1))
    if state.weekTags[weekSlot] != week.number {
      reset(
        .week, tag: state.weekTags[weekSlot], base: plan.weekBase(slot: weekSlot),
        completed: plan.weekCompletedBase(slot: weekSlot), &state)
      state.weekTags[weekSlot] = week.number
    }
    return plan.bases(daySlot: daySlot, weekSlot: weekSlot)
  }

  /// Records what a closing window leaves uncompleted, and clears its slot.
  private func reset(
    _ window: Window, tag: Int32, base: Int, completed: Int, _ state: inout ProfileState
  ) {
    if tag != ProfileState.noTag {
      let start = window == .day ? CivilDay(number: tag) : CivilWeek(number: tag).monday
      for (mission, counter) in plan.windowed[Int(window.rawValue)] {
        let progress = state.counters[base + counter].value
        let isCompleted = state.completed[completed + mission >> 6] & (1 << (mission & 63)) != 0
        if progress > 0 && !isCompleted {
          state.expiries.append(
            ProfileState.Expiry(mission: Int32(mission), windowStart: start, progress: progress))
        }
      }
    }
    for index in 0..<plan.counts[Int(window.rawValue)] {
      state.counters[base + index] = ProfileState.Counter()
    }
    for counter in plan.counters where counter.window == window {
      state.counters[base + counter.index].next = counter.firstTarget
    }
    for word in 0..<plan.words { state.completed[completed + word] = 0 }
  }

  private func countSpark(
    _ time: CivilTime, category: Category, cell: Int, _ bases: MissionPlan.Bases,
    _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) {
    state.sparksByCategory[category.index] &+= 1
    let hour = time.milliseconds / 3_600_000
    for move in moves.sparkMoves[cell] where hour < move.beforeHour {
      bump(move, by: 1, bases, &state)
    }
    for (count, seen) in moves.categoryMoves {
      let place = bases.counter(seen.window, seen.index)
      let bit: Int64 = 1 << Int64(category.index)
      if state.counters[place].value & bit == 0 {
        state.counters[place].value |= bit
        bump(count, by: 1, bases, &state)
      }
    }
  }

  private func giveCard(
    _ event: Event, _ category: Category, _ bases: MissionPlan.Bases,
    _ moves: MissionPlan.Moves, era: Int, seed: UInt64, _ state: inout ProfileState,
    _ outcome: inout Outcome
  ) {
    let drawn = drops.draw(
      seed: seed, identity: event.id.high, category: category, since: state.since,
      era: era)
    outcome.drawnRarity = drawn.rarity
    guard let card = drawn.card else { return }
    let rarity = cardRarities[card]
    outcome.card = card
    state.since = (
      0, rarity >= .rare ? 0 : state.since.1 &+ 1, rarity >= .epic ? 0 : state.since.2 &+ 1,
      rarity >= .legendary ? 0 : state.since.3 &+ 1
    )
    state.holdings[card].copies &+= 1
    if state.holdings[card].copies == 1 {
      outcome.isNewCard = true
      state.holdings[card].first = event.at
      for move in moves.cardMoves[cardCells[card]] { bump(move, by: 1, bases, &state) }
    } else {
      let points = duplicatePoints[rarity.index]
      outcome.duplicatePoints = points
      state.ledger.duplicate &+= points
      earn(points, bases, moves, &state)
    }
  }

  private func extendStreak(
    _ day: CivilDay, _ bases: MissionPlan.Bases, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState
  ) {
    let slot = Int(day.number & 3)
    state.days[slot].sparks &+= 1
    if state.days[slot].sparks == 1 {
      var run = state.runEnding(on: day + -1) &+ 1
      state.days[slot].run = run
      state.longestStreak = max(state.longestStreak, run)
      // A traveller's spark may fill a gap before days that already have one.
      var next = day + 1
      while state.runEnding(on: next) > 0 {
        run &+= 1
        state.days[Int(next.number & 3)].run = run
        state.longestStreak = max(state.longestStreak, run)
        next = next + 1
      }
      if state.latestSparkDay.map({ $0 < day }) ?? true { state.latestSparkDay = day }
      for move in moves.sparkDayMoves { bump(move, by: 1, bases, &state) }
      for gauge in moves.streakGauges { set(gauge, to: Int64(state.latestRun), bases, &state) }
    }
  }
}
