public import Calendar

extension Rulebook {
  /// Applies an event to a state: the only entry point of the rules.
  ///
  /// Events are applied in the order of the fold. An event whose precondition does not hold at its
  /// position is void: it is counted and listed, but has no effect. `EventRetries` retries the void
  /// events of one instant.
  ///
  /// - Parameters:
  ///   - event: the event; it follows every event applied before.
  ///   - state: the state derived from the events before it.
  ///   - seed: the profile's seed, the key of every draw.
  /// - Returns: the outcome of the event.
  @discardableResult
  public func apply(_ event: Event, to state: inout ProfileState, seed: UInt64) -> Outcome {
    fold(event, nil, &state, seed)
  }

  /// Applies an event whose random words are already drawn, for simulators, which draw the words of
  /// many events at once.
  ///
  /// - Parameters:
  ///   - event: the event; it follows every event applied before.
  ///   - state: the state derived from the events before it.
  ///   - seed: the profile's seed, the key of every draw.
  ///   - words: the value of `RollWords(seed:identity:)` for the seed and the high half of the
  ///     event's id. Other words would yield another card.
  /// - Returns: the outcome of the event.
  @discardableResult
  public func apply(
    _ event: Event, to state: inout ProfileState, seed: UInt64, words: RollWords
  ) -> Outcome {
    fold(event, words, &state, seed)
  }

  @inline(never)
  private func fold(
    _ event: Event, _ words: RollWords?, _ state: inout ProfileState, _ seed: UInt64
  ) -> Outcome {
    state.cells.claim()
    let local = event.at.milliseconds &+ Int64(event.offset.seconds) &* 1000
    var elapsed = local &- state.today.start
    if UInt64(bitPattern: elapsed) >= UInt64(OpenDay.length) { elapsed = open(local, &state) }
    state.newest = event.foldPosition
    state.eventCount &+= 1
    if case .spark(let category, let intensity) = event.action {
      let identity = event.id.high
      return spark(
        category, intensity, event.at, elapsed: Int32(truncatingIfNeeded: elapsed),
        Roll(seed: seed, identity: identity),
        words ?? RollWords(seed: seed, identity: identity), &state)
    }
    return applyOther(event, words, seed, &state)
  }

  /// Applies a spark and returns its outcome.
  @inline(__always)
  private func spark(
    _ category: Category, _ intensity: Intensity, _ instant: Instant, elapsed: Int32,
    _ roll: Roll, _ words: RollWords, _ state: inout ProfileState
  ) -> Outcome {
    let levelBefore = state.level
    let firstCompletion = state.completions.count
    let firstUnlock = state.journey.unlocks.count
    let result = score(category, intensity, instant, elapsed: elapsed, roll, words, &state)
    let given = result.card
    let day = state.today.day
    let run = state.latestSparkDay == day ? state.days[unchecked: state.today.slot].run : 0
    return Outcome(
      basePoints: result.points, drawnRarity: given.drawn,
      card: given.card >= 0 ? given.card : nil, isNewCard: given.isNew,
      duplicatePoints: given.duplicatePoints, missionPoints: result.rewards.points,
      completions: Range(uncheckedBounds: (firstCompletion, state.completions.count)),
      overloads: result.rewards.overloads, levelBefore: levelBefore, level: state.level,
      streak: run > 0 ? run : state.streak(at: day),
      unlocks: Range(uncheckedBounds: (firstUnlock, state.journey.unlocks.count)))
  }

  /// The immediate result of a spark.
  struct SparkResult: BitwiseCopyable {
    var points: Int64
    var card: GivenCard
    var rewards: MissionRewards
  }

  /// Applies a spark and returns its immediate result.
  @inline(__always)
  func score(
    _ category: Category, _ intensity: Intensity, _ instant: Instant, elapsed: Int32,
    _ roll: Roll, _ words: RollWords, _ state: inout ProfileState
  ) -> SparkResult {
    let moves = plan.moves[state.today.era]
    let cell = category.index &* 4 &+ intensity.index
    let points = sparkPoints[cell]
    state.ledger.spark &+= points
    let given = giveCard(roll, words, category, at: instant, moves, &state)
    let earned = points &+ given.duplicatePoints
    state.categorySparks[unchecked: category.index] &+= 1
    for move in moves.sparkMoves(cell) { bump(move, by: Int64(move.step), &state) }
    for move in moves.timedMoves(cell) {
      // Branchless: adds 0 when the hour is past.
      bump(move, by: elapsed < move.before ? 1 : 0, &state)
    }
    for move in moves.pointsMoves { bump(move, by: earned, &state) }
    if moves.categoryMoves.endIndex > 0 { countCategory(category, moves, &state) }
    let slot = state.today.slot
    let sparks = state.days[unchecked: slot].sparks &+ 1
    state.days[unchecked: slot].sparks = sparks
    if sparks == 1 { beginSparkDay(moves, &state) }
    followTotal(moves, &state)
    let rewards = completeMissions(at: instant, moves, &state)
    if state.retained.contains(.days) {
      let position = state.history.position(of: state.today.day)
      state.history.update(position) { totals in
        totals.events &+= 1
        totals.sparks &+= 1
        totals.sparkPoints &+= points
        if given.card >= 0 {
          totals.addCard(isNew: given.isNew, duplicatePoints: given.duplicatePoints)
        }
        totals.addMissions(rewards.missions, points: rewards.points, overloads: rewards.overloads)
      }
    }
    if state.retained.contains(.journey) {
      state.journey.note(state.today.day)
      state.journey.examine(at: instant, ladders)
    }
    return SparkResult(points: points, card: given, rewards: rewards)
  }

  /// Applies any event except a spark.
  @inline(never)
  private func applyOther(
    _ event: Event, _ words: RollWords?, _ seed: UInt64, _ state: inout ProfileState
  ) -> Outcome {
    var outcome = Outcome()
    outcome.levelBefore = state.level
    let day = state.today.day
    let moves = plan.moves[state.today.era]
    let firstCompletion = state.completions.count
    let firstUnlock = state.journey.unlocks.count
    let effect: SubjectEffect
    if case .roll(let category) = event.action {
      effect = roll(event, words, category, moves, seed, &state, &outcome)
    } else {
      effect = applySubject(event, day, moves, &state, &outcome)
    }
    if let reason = effect.void {
      outcome.void = reason
      state.voids.append(ProfileState.Void(event: event.id, reason: reason))
      state.latestFailure = event.at
    } else {
      let rewards = completeMissions(at: event.at, moves, &state)
      outcome.missionPoints = rewards.points
      outcome.overloads = rewards.overloads
      outcome.completions = firstCompletion..<state.completions.count
      record(outcome, effect, on: day, &state)
      if state.retained.contains(.journey) {
        state.journey.note(day)
        state.journey.examine(at: event.at, ladders)
      }
    }
    outcome.level = state.level
    outcome.streak = state.streak(at: day)
    outcome.completions = firstCompletion..<state.completions.count
    outcome.unlocks = firstUnlock..<state.journey.unlocks.count
    return outcome
  }

  /// Spends a roll token on a card.
  private func roll(
    _ event: Event, _ words: RollWords?, _ category: Category, _ moves: MissionPlan.Moves,
    _ seed: UInt64, _ state: inout ProfileState, _ outcome: inout Outcome
  ) -> SubjectEffect {
    if !rollsAreFree {
      guard state.tokens > 0 else { return .void(.noToken) }
      state.tokens -= 1
    }
    let identity = event.id.high
    let given = giveCard(
      Roll(seed: seed, identity: identity), words ?? RollWords(seed: seed, identity: identity),
      category, at: event.at, isPaid: true, moves, &state)
    outcome.drawnRarity = given.drawn
    if given.card >= 0 {
      outcome.card = given.card
      outcome.isNewCard = given.isNew
      outcome.duplicatePoints = given.duplicatePoints
      if !given.isNew { earn(given.duplicatePoints, moves, &state) }
    }
    return SubjectEffect()
  }

  /// Returns a state with every civil day through one opened and the ladders examined on each;
  /// `nil` when no day has to be opened.
  public func opened(_ state: ProfileState, through day: CivilDay) -> ProfileState? {
    guard let open = state.journey.openDay, open < day else { return nil }
    var state = state
    state.journey.open(day, ladders)
    return state
  }

  /// Opens the event's day and week, and closes the windows whose slots they take.
  ///
  /// - Parameter local: the event's local time in milliseconds since 1970.
  /// - Returns: the event's local time in milliseconds since 00:00.
  @inline(never)
  func open(_ local: Int64, _ state: inout ProfileState) -> Int64 {
    let number = local.dividedRoundingDown(by: OpenDay.length)
    let day = CivilDay(number: Int32(truncatingIfNeeded: number))
    let daySlot = MissionPlan.slot(of: day)
    let (dayBase, dayBits) = (
      plan.dayBase(slot: daySlot), plan.dayCompletedBase(slot: daySlot)
    )
    if state.dayTags[unchecked: daySlot] != day.number {
      close(
        state.dayTags[unchecked: daySlot], plan.daily, plan.dailyTargets, base: dayBase,
        completed: dayBits, &state
      ) { CivilDay(number: $0) }
      state.dayTags[unchecked: daySlot] = day.number
      state.days[unchecked: daySlot] = ProfileState.DaySlot()
    }
    let week = day.week
    let weekSlot = MissionPlan.slot(of: week)
    let (weekBase, weekBits) = (
      plan.weekBase(slot: weekSlot), plan.weekCompletedBase(slot: weekSlot)
    )
    if state.weekTags[unchecked: weekSlot] != week.number {
      close(
        state.weekTags[unchecked: weekSlot], plan.weekly, plan.weeklyTargets, base: weekBase,
        completed: weekBits, &state
      ) { CivilWeek(number: $0).monday }
      state.weekTags[unchecked: weekSlot] = week.number
    }
    if state.retained.contains(.journey) { state.journey.open(day, ladders) }
    state.cells.open(
      counters: (dayBase, weekBase, 0), completed: (dayBits, weekBits, 0))
    state.today = OpenDay(
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
    if tag != ProfileState.noTag && state.retained.contains(.missions) {
      for windowed in missions {
        let progress = counters[base + windowed.counter].value
        let mission = windowed.mission
        if progress > 0 && bits[completed + mission >> 6] & (1 << (mission & 63)) == 0 {
          state.expiries.append(
            ProfileState.Expiry(
              mission: Int32(truncatingIfNeeded: mission), windowStart: start(tag),
              progress: progress))
        }
      }
    }
    for index in targets.indices {
      counters[base + index] = ProfileState.Counter(value: 0, next: targets[index])
    }
    for word in 0..<plan.words { bits[completed + word] = 0 }
  }

  /// Counts the distinct categories of sparks.
  @inline(__always)
  private func countCategory(
    _ category: Category, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) {
    let pairs = moves.categoryMoves
    let counters = state.cells.counters
    var position = 0
    while position < pairs.endIndex {
      let index = state.cells.index(of: pairs[position &+ 1])
      let before = counters[index].value
      let after = before | 1 &<< Int64(category.index)
      counters[index].value = after
      bump(pairs[position], by: after == before ? 0 : 1, &state)
      position &+= 2
    }
  }

  /// A card received and the rarity drawn.
  struct GivenCard: BitwiseCopyable {
    var drawn: Rarity?
    /// The card's rulebook position; -1 when no card was received.
    var card: Int
    var isNew: Bool
    var duplicatePoints: Int64
  }

  /// Draws a card and adds it to the holdings; the points of a duplicate enter the ledger, but are
  /// not yet counted as earned.
  @inline(__always)
  private func giveCard(
    _ roll: Roll, _ words: RollWords, _ category: Category, at instant: Instant,
    isPaid: Bool = false, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) -> GivenCard {
    let (rarity, position) =
      drawsPlainly
      ? plainDraws.draw(words, roll, category, era: state.today.era)
      : draw(words, roll, category, isPaid: isPaid, state)
    guard position >= 0 else {
      return GivenCard(drawn: rarity, card: -1, isNew: false, duplicatePoints: 0)
    }
    let card = cards[position]
    state.since = (
      0, card.rarity >= .rare ? 0 : state.since.1 &+ 1,
      card.rarity >= .epic ? 0 : state.since.2 &+ 1,
      card.rarity >= .legendary ? 0 : state.since.3 &+ 1
    )
    let holdings = state.cells.holdings
    let copies = holdings[position].copies &+ 1
    holdings[position].copies = copies
    if copies == 1 {
      holdings[position].first = instant
      for move in moves.cardMoves(Int(card.cell)) { bump(move, by: 1, &state) }
      return GivenCard(drawn: rarity, card: position, isNew: true, duplicatePoints: 0)
    }
    let points = duplicatePoints[card.rarity.index]
    state.ledger.duplicate &+= points
    return GivenCard(drawn: rarity, card: position, isNew: false, duplicatePoints: points)
  }

  /// Draws a card where the result depends on more than the rates.
  @inline(never)
  private func draw(
    _ words: RollWords, _ roll: Roll, _ category: Category, isPaid: Bool,
    _ state: borrowing ProfileState
  ) -> (rarity: Rarity?, card: Int) {
    drops.draw(
      words, roll, category, since: state.since, era: state.today.era, isPaid: isPaid)
  }

  /// Extends the streak by the open day, at its first spark.
  @inline(never)
  private func beginSparkDay(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    let day = state.today.day
    let slot = state.today.slot
    var length = ProfileState.runEnding(on: day + -1, state.dayTags, state.days) &+ 1
    state.days[unchecked: slot].run = length
    if length > state.longestStreak { state.longestStreak = length }
    if let latest = state.latestSparkDay, latest > day {
      // The spark of a traveller may fill a gap before days that already have one.
      var next = day + 1
      while ProfileState.runEnding(on: next, state.dayTags, state.days) > 0 {
        length &+= 1
        state.days[unchecked: MissionPlan.slot(of: next)].run = length
        if length > state.longestStreak { state.longestStreak = length }
        next = next + 1
      }
    } else {
      state.latestSparkDay = day
    }
    for move in moves.sparkDayMoves { bump(move, by: 1, &state) }
    if moves.streakGauges.isEmpty { return }
    let latest = state.latestSparkDay ?? day
    let run = ProfileState.runEnding(on: latest, state.dayTags, state.days)
    for gauge in moves.streakGauges { set(gauge, to: Int64(run), &state) }
  }
}
