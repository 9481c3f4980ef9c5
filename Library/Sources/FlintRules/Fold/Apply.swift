public import FlintCalendar

extension Rulebook {
  /// Applies an event to a state: the one entrance to the rules.
  ///
  /// Events are applied in the order of the fold. An event whose precondition does not hold at its
  /// position is void: it is counted and listed, but has no effect. `EventRetries` retries the void
  /// events of one instant. A spark is applied by `step`, as the sparks of simulated players are.
  ///
  /// - Parameters:
  ///   - event: the event; it follows every event applied before.
  ///   - state: the state derived from the events before it.
  ///   - seed: the profile's seed, the key of every draw.
  ///   - words: the value of `RollWords(seed:identity:)` for the seed and the high half of the
  ///     event's id, where a simulator drew it with those of many events; `nil` to draw it here.
  ///     Other words would yield another card.
  @inline(never)
  @discardableResult
  package func apply(
    _ event: ProfileEvent, to state: inout ProfileState, seed: UInt64, words: RollWords? = nil
  ) -> Outcome {
    let identity = event.id.high
    let local =
      event.at.milliseconds &+ Int64(event.offset.seconds) &* 1000 &- dayStart.milliseconds
    guard case .spark(let category, let intensity) = event.action,
      case let (category, intensity) = (categories[category], intensities[intensity]),
      category >= 0 && intensity >= 0
    else {
      let elapsed = Int32(truncatingIfNeeded: begin(local, &state))
      state.events.newest = event.foldPosition
      return applyOther(event, clock: clockTime(elapsed), words, seed, &state)
    }
    let result = step(
      category, intensity, event.at, local: local, Roll(seed: seed, identity: identity),
      words ?? RollWords(seed: seed, identity: identity), &state)
    state.events.newest = event.foldPosition
    let day = state.windows.newestDay.day
    let run =
      state.sparkDays.latest == day
      ? state.sparkDays.runs[state.windows.newestDay.slot] : 0
    return Outcome(
      basePoints: result.points, draw: result.card.draw(cards.rarities),
      missionPoints: result.rewards.points,
      completions: Range(
        uncheckedBounds: (result.firstCompletion, state.missions.completions.count)),
      overloads: result.rewards.overloads, levelBefore: result.levelBefore, level: state.level,
      streak: run > 0 ? run : state.streak(at: day),
      unlocks: Range(uncheckedBounds: (result.firstUnlock, state.subjects.journey.unlocks.count)))
  }

  /// Counts an event, and opens its day.
  ///
  /// - Parameter local: the event's local time in milliseconds since 1970, less the day start.
  /// - Returns: the milliseconds since its civil day started.
  @inline(__always)
  func begin(_ local: Int64, _ state: inout ProfileState) -> Int64 {
    state.cells.claim()
    state.events.count &+= 1
    let elapsed = local &- state.windows.newestDay.start
    return UInt64(bitPattern: elapsed) >= UInt64(OpenDay.length) ? open(local, &state) : elapsed
  }

  /// Applies any event except a spark whose category and intensity the rulebook lists.
  ///
  /// - Parameter clock: the milliseconds since 00:00 on the local clock.
  @inline(never)
  private func applyOther(
    _ event: ProfileEvent, clock: Int32, _ words: RollWords?, _ seed: UInt64,
    _ state: inout ProfileState
  ) -> Outcome {
    var outcome = Outcome()
    outcome.levelBefore = state.level
    let day = state.windows.newestDay.day
    let moves = plan.moves[state.windows.newestDay.era]
    let firstCompletion = state.missions.completions.count
    let firstUnlock = state.subjects.journey.unlocks.count
    // A void event leaves the wallet as it was: it grants nothing to its day.
    let wallet = currencies.isEmpty ? nil : state.wallet
    if wallet != nil { grantDay(&state) }
    let effect: SubjectEffect
    switch event.action {
    case .spark(let category, _):
      effect = .void(categories[category] < 0 ? .unknownCategory : .unknownIntensity)
    case .roll(let category):
      effect = roll(event, words, category, moves, seed, &state, &outcome)
    case .pool(let action):
      effect = apply(action, of: event, moves, seed, &state, &outcome)
    default: effect = applySubject(event, day, moves, &state, &outcome)
    }
    if let reason = effect.void {
      if let wallet { state.wallet = wallet }
      outcome.void = reason
      state.events.voids.append(FoldedEvents.Void(event: event.id, reason: reason))
      state.events.latestFailure = event.at
    } else {
      if !earning.isEmpty || !eventPlan.isEmpty {
        let occurrences = Occurrences(
          event.action, habitDone: effect.habitDone, groups: effect.groupsDone,
          in: state.subjects.tasks)
        let time = OccurrenceTime(clock: clock, day: day)
        if !earning.isEmpty && !occurrences.isEmpty {
          pay(event, occurrences, at: time, moves, seed, &state, &outcome)
        }
        if !eventPlan.isEmpty {
          observe(occurrences, points: outcome.basePoints, at: time, &state)
          observeCard(outcome.draw.card, points: outcome.draw.duplicatePoints, at: time, &state)
          for draw in outcome.draws {
            observeCard(draw.card, points: draw.duplicatePoints, at: time, &state)
          }
        }
      }
      let rewards = completeMissions(at: event.at, moves, &state)
      outcome.missionPoints = rewards.points
      outcome.overloads = rewards.overloads
      outcome.completions = firstCompletion..<state.missions.completions.count
      record(outcome, effect, on: day, &state)
      if state.retained.contains(.journey) {
        state.subjects.journey.note(day)
        state.subjects.journey.examine(at: event.at, ladders)
      }
    }
    outcome.level = state.level
    outcome.streak = state.streak(at: day)
    outcome.completions = firstCompletion..<state.missions.completions.count
    outcome.unlocks = firstUnlock..<state.subjects.journey.unlocks.count
    return outcome
  }

  /// Spends a roll token on a card.
  private func roll(
    _ event: ProfileEvent, _ words: RollWords?, _ category: SparkCategory,
    _ moves: MissionPlan.Moves,
    _ seed: UInt64, _ state: inout ProfileState, _ outcome: inout Outcome
  ) -> SubjectEffect {
    let category = categories[category]
    if category < 0 { return .void(.unknownCategory) }
    if !rollsAreFree {
      guard state.fuel.tokens > 0 else { return .void(.noToken) }
      state.fuel.tokens -= 1
    }
    let identity = event.id.high
    let given = giveCard(
      Roll(seed: seed, identity: identity), words ?? RollWords(seed: seed, identity: identity),
      category, at: event.at, isPaid: true, moves, &state)
    outcome.draw = given.draw(cards.rarities)
    if given.card >= 0 && !given.isNew { earn(given.duplicatePoints, moves, &state) }
    return SubjectEffect()
  }

  /// Lets the days pass until a civil day, without an event, so that what depends on the day is as of it.
  public func advance(to day: CivilDay, in state: inout ProfileState) {
    if state.isBehind(day) { state.subjects.journey.open(day, ladders) }
  }

  /// Returns a state with every civil day through one opened; `nil` when no day has to be opened.
  package func opened(_ state: ProfileState, through day: CivilDay) -> ProfileState? {
    guard state.isBehind(day) else { return nil }
    var state = state
    advance(to: day, in: &state)
    return state
  }

  /// Opens the event's day and week, and closes the windows whose slots they take.
  ///
  /// - Parameter local: the event's local time in milliseconds since 1970, less the day start.
  /// - Returns: the milliseconds since its civil day started.
  @inline(never)
  func open(_ local: Int64, _ state: inout ProfileState) -> Int64 {
    let number = local.dividedRoundingDown(by: OpenDay.length)
    let day = CivilDay(number: Int32(truncatingIfNeeded: number))
    let daySlot = OpenWindows.slot(of: day)
    let (dayBase, dayBits) = (
      plan.dayBase(slot: daySlot), plan.dayCompletedBase(slot: daySlot)
    )
    if state.windows.dayTags[daySlot] != day.number {
      close(
        state.windows.dayTags[daySlot], plan.daily, plan.dailyTargets, base: dayBase,
        completed: dayBits, &state
      ) { CivilDay(number: $0) }
      state.windows.dayTags[daySlot] = day.number
      (state.sparkDays.sparks[daySlot], state.sparkDays.runs[daySlot]) = (0, 0)
    }
    let week = day.week
    let weekSlot = OpenWindows.slot(of: week)
    let (weekBase, weekBits) = (
      plan.weekBase(slot: weekSlot), plan.weekCompletedBase(slot: weekSlot)
    )
    if state.windows.weekTags[weekSlot] != week.number {
      close(
        state.windows.weekTags[weekSlot], plan.weekly, plan.weeklyTargets,
        base: weekBase,
        completed: weekBits, &state
      ) { CivilWeek(number: $0).monday }
      state.windows.weekTags[weekSlot] = week.number
    }
    if state.retained.contains(.journey) { state.subjects.journey.open(day, ladders) }
    state.cells.open(
      counters: (dayBase, weekBase, 0), completed: (dayBits, weekBits, 0))
    state.windows.newestDay = OpenDay(
      day: day, monday: week.monday, start: number &* OpenDay.length, slot: daySlot,
      era: eras.era(of: day))
    return local &- number &* OpenDay.length
  }

  /// Records the uncompleted missions of a closing window, and clears its slot.
  @inline(__always)
  private func close(
    _ tag: Int32, _ missions: FixedTable<MissionPlan.Windowed>, _ targets: FixedTable<Int64>,
    base: Int, completed: Int, _ state: inout ProfileState, start: (Int32) -> CivilDay
  ) {
    let (counters, bits) = (state.cells.counters, state.cells.completed)
    if tag != OpenWindows.noTag && state.retained.contains(.missions) {
      for windowed in missions {
        let progress = counters[base + windowed.counter].value
        let mission = windowed.mission
        if progress > 0 && bits[completed + mission >> 6] & (1 << (mission & 63)) == 0 {
          state.missions.expiries.append(
            MissionsState.Expiry(
              mission: Int32(truncatingIfNeeded: mission), windowStart: start(tag),
              amount: progress.saturatingMillionths))
        }
      }
    }
    for index in targets.indices {
      counters[base + index] = FoldCells.Counter(value: 0, next: targets[index])
    }
    for word in 0..<plan.words { bits[completed + word] = 0 }
  }
}

extension ProfileState {
  /// Returns whether a day that follows the latest one with an event has yet to be opened.
  fileprivate func isBehind(_ day: CivilDay) -> Bool {
    retained.contains(.journey) && subjects.journey.openDay.map { $0 < day } ?? false
  }
}
