package import FlintCalendar

/// The card received for a simulated player's spark.
package struct PlayedCard: Hashable, BitwiseCopyable, Sendable {
  /// The card's rulebook position; -1 when no card was received.
  package let position: Int32
  /// Whether the card is a first copy.
  package let isNew: Bool
}

extension Rulebook {
  /// Applies a spark of a simulated player by the step of `apply`: without an `ProfileEvent`, at offset UTC,
  /// and returning only the card.
  ///
  /// - Parameters:
  ///   - category: the position of the category in the rulebook.
  ///   - intensity: that of the intensity.
  ///   - instant: the instant of the spark; it follows every event applied before.
  ///   - identity: the high half of the event's id, whose low half is 0.
  ///   - state: the state before the spark. The position of its newest event is not updated.
  ///   - words: the value of `RollWords(seed:identity:)` for seed and identity.
  @discardableResult
  package func play(
    _ category: Int, _ intensity: Int, at instant: Instant, identity: UInt64,
    in state: inout ProfileState, seed: UInt64, words: RollWords
  ) -> PlayedCard {
    let card = step(
      category, intensity, instant, local: instant.milliseconds &- dayStart.milliseconds,
      Roll(seed: seed, identity: identity), words, &state
    ).card
    return PlayedCard(position: Int32(truncatingIfNeeded: card.card), isNew: card.isNew)
  }

  /// Applies a spark of a simulated player by the step of `apply`, without an `ProfileEvent` and without its outcome.
  /// One whose category or intensity the rulebook does not list has no effect.
  ///
  /// - Parameters:
  ///   - category: a category that the rulebook lists.
  ///   - intensity: an intensity that it lists.
  ///   - position: the spark's position, which follows that of every event applied before. The low half of
  ///     its id is 0.
  ///   - offset: the spark's UTC offset.
  ///   - state: the state before the spark.
  ///   - words: the value of `RollWords(seed:identity:)` for the seed and the high half of the id.
  package func play(
    _ category: SparkCategory, _ intensity: SparkIntensity, at position: FoldPosition,
    offset: UTCOffset,
    in state: inout ProfileState, seed: UInt64, words: RollWords
  ) {
    let (category, intensity) = (categories[category], intensities[intensity])
    guard category >= 0 && intensity >= 0 else { return }
    let local =
      position.at.milliseconds &+ Int64(offset.seconds) &* 1000 &- dayStart.milliseconds
    _ = step(
      category, intensity, position.at, local: local, Roll(seed: seed, identity: position.id.high),
      words, &state)
    state.events.newest = position
  }

  /// The immediate result of a spark, and the state's counts before it.
  struct SparkResult: BitwiseCopyable {
    var points: Int64
    var card: GivenCard
    var rewards: MissionRewards
    var levelBefore: Int
    var firstCompletion: Int
    var firstUnlock: Int
  }

  /// Applies a spark: the one step by which sparks, recorded or simulated, change a state.
  ///
  /// - Parameters:
  ///   - category: the position of the category, as that of the intensity.
  ///   - local: the spark's local time in milliseconds since 1970, less the day start.
  @inline(__always)
  func step(
    _ category: Int, _ intensity: Int, _ instant: Instant, local: Int64,
    _ roll: Roll, _ words: RollWords, _ state: inout ProfileState
  ) -> SparkResult {
    let elapsed = Int32(truncatingIfNeeded: begin(local, &state))
    let clock = clockTime(elapsed)
    if !currencies.isEmpty { grantDay(&state) }
    let levelBefore = state.level
    let firstCompletion = state.missions.completions.count
    let firstUnlock = state.subjects.journey.unlocks.count
    let moves = plan.moves[state.windows.newestDay.era]
    let cell = SparkCell.index(category, intensity)
    let points = pointTable.points(ofSpark: cell)
    state.ledger.spark &+= points
    let slot = state.windows.newestDay.slot
    let given =
      state.sparkDays.sparks[slot] < cards.drawsPerDay
      ? giveCard(roll, words, category, at: instant, moves, &state) : GivenCard.beyondLimit
    let earned = points &+ given.duplicatePoints
    state.cells.sparks[category] &+= 1
    for move in moves.sparkMoves(cell) { bump(move, by: Int64(move.step), &state) }
    for move in moves.timedMoves(cell) {
      // Branchless: adds 0 when the hour is past.
      bump(move, by: clock < move.before ? 1 : 0, &state)
    }
    for move in moves.pointsMoves { bump(move, by: earned, &state) }
    if moves[.distinctCategories].endIndex > 0 { countCategory(category, moves, &state) }
    let sparks = state.sparkDays.sparks[slot] &+ 1
    state.sparkDays.sparks[slot] = sparks
    if sparks == 1 { beginSparkDay(moves, &state) }
    followTotal(moves, &state)
    if !eventPlan.isEmpty {
      observe(category, intensity, points: points, given, clock: clock, &state)
    }
    let rewards = completeMissions(at: instant, moves, &state)
    if state.retained.contains(.days) {
      let position = state.history.position(of: state.windows.newestDay.day)
      state.history.update(position) { totals in
        totals.events &+= 1
        totals.sparks &+= 1
        totals.ledger.spark &+= points
        if given.card >= 0 {
          totals.addCard(isNew: given.isNew, duplicatePoints: given.duplicatePoints)
        }
        totals.addMissions(rewards.missions, points: rewards.points, overloads: rewards.overloads)
      }
    }
    if state.retained.contains(.journey) {
      state.subjects.journey.note(state.windows.newestDay.day)
      state.subjects.journey.examine(at: instant, ladders)
    }
    return SparkResult(
      points: points, card: given, rewards: rewards, levelBefore: levelBefore,
      firstCompletion: firstCompletion, firstUnlock: firstUnlock)
  }

  /// Returns the milliseconds since 00:00 that clocks show some milliseconds after the day start.
  @inline(__always)
  func clockTime(_ elapsed: Int32) -> Int32 {
    let time = elapsed &+ Int32(truncatingIfNeeded: dayStart.milliseconds)
    let length = Int32(truncatingIfNeeded: OpenDay.length)
    return time >= length ? time &- length : time
  }

  /// Counts a spark and its card in the missions with general metrics.
  @inline(never)
  private func observe(
    _ category: Int, _ intensity: Int, points: Int64, _ given: GivenCard,
    clock: Int32, _ state: inout ProfileState
  ) {
    let time = OccurrenceTime(clock: clock, day: state.windows.newestDay.day)
    if !eventPlan.filters[.spark].isEmpty {
      observe(
        .spark(category, intensity), OccurrenceNames(), points: points, at: time, &state)
    }
    observeCard(
      given.card >= 0 ? given.card : nil, points: given.duplicatePoints, at: time, &state)
  }

  @inline(__always)
  private func countCategory(
    _ category: Int, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) {
    let pairs = moves[.distinctCategories]
    let counters = state.cells.counters
    var position = 0
    while position < pairs.endIndex {
      let index = state.cells.index(of: pairs[position &+ 1])
      let before = counters[index].value
      let after = before | 1 &<< Int64(truncatingIfNeeded: category)
      counters[index].value = after
      bump(pairs[position], by: after == before ? 0 : 1, &state)
      position &+= 2
    }
  }

  /// A card received and the rarity drawn.
  struct GivenCard: BitwiseCopyable {
    /// The position of the rarity in the rulebook; -1 when no card drops.
    var drawn: Int
    /// The card's rulebook position; -1 when no card was received.
    var card: Int
    var isNew: Bool
    var duplicatePoints: Int64

    /// That of a spark beyond the number a day that draw a card.
    static let beyondLimit = GivenCard(
      drawn: -1, card: -1, isNew: false, duplicatePoints: 0, isBeyondLimit: true)
    var isBeyondLimit = false

    /// Returns the result of the draw, by the names of the rarities.
    @inline(__always)
    func draw(_ rarities: FixedTable<CardRarity>) -> Outcome.Draw {
      Outcome.Draw(
        rarity: drawn >= 0 ? rarities[drawn] : nil, card: card >= 0 ? card : nil, isNew: isNew,
        duplicatePoints: duplicatePoints, isBeyondLimit: isBeyondLimit)
    }
  }

  /// Draws a card; the points of a duplicate enter the ledger, but are not yet counted as earned.
  @inline(__always)
  func giveCard(
    _ roll: Roll, _ words: RollWords, _ category: Int, at instant: Instant,
    isPaid: Bool = false, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) -> GivenCard {
    let drawn =
      cards.drawsPlainly
      ? cards.plainDraws.draw(words, roll, category, era: state.windows.newestDay.era)
      : draw(words, roll, category, isPaid: isPaid, state)
    let position = drawn.card
    guard position >= 0 else {
      return GivenCard(drawn: drawn.rarity, card: -1, isNew: false, duplicatePoints: 0)
    }
    let card = cards[position]
    state.since.count(cards.kept[Int(card.rarity)])
    let collected = collect(position, at: instant, moves, &state)
    return GivenCard(
      drawn: drawn.rarity, card: position, isNew: collected.isNew, duplicatePoints: collected.points
    )
  }

  /// Adds a copy of a card to the collection; the points of a duplicate enter the ledger, but are not
  /// yet counted as earned.
  @inline(__always)
  func collect(
    _ position: Int, at instant: Instant, _ moves: MissionPlan.Moves, _ state: inout ProfileState
  ) -> (isNew: Bool, points: Int64) {
    let card = cards[position]
    let rarity = Int(card.rarity)
    let holdings = state.cells.holdings
    let copies = holdings[position].copies &+ 1
    holdings[position].copies = copies
    if copies == 1 {
      holdings[position].first = instant
      for move in moves.cardMoves(Int(card.moves)) { bump(move, by: 1, &state) }
      if card.set >= 0 { countSet(Int(card.set), moves, &state) }
      return (true, 0)
    }
    let points = cards.duplicatePoints[rarity]
    state.ledger.duplicate &+= points
    if !currencies.isEmpty { state.wallet.add(currencies.duplicates[rarity]) }
    return (false, points)
  }

  /// Counts a set whose last card was collected.
  @inline(never)
  private func countSet(_ set: Int, _ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    let holdings = state.cells.holdings
    if moves[.sets].isEmpty || cards.sets[set].contains(where: { holdings[$0].copies == 0 }) {
      return
    }
    for move in moves[.sets] { bump(move, by: 1, &state) }
  }

  func rarityPosition(ofCard position: Int) -> Int { Int(cards[position].rarity) }

  /// Draws a card where the result depends on more than the rates.
  @inline(never)
  private func draw(
    _ words: RollWords, _ roll: Roll, _ category: Int, isPaid: Bool,
    _ state: borrowing ProfileState
  ) -> RolledCard {
    cards.drops.draw(
      words, roll, category, since: state.since, era: state.windows.newestDay.era, isPaid: isPaid)
  }

  /// Extends the streak by the open day, at its first spark.
  @inline(never)
  private func beginSparkDay(_ moves: MissionPlan.Moves, _ state: inout ProfileState) {
    state.sparkDays.extendStreak(in: state.windows)
    for move in moves[.sparkDays] { bump(move, by: 1, &state) }
    if moves[.streak].isEmpty { return }
    let latest = state.sparkDays.latest ?? state.windows.newestDay.day
    let run = state.sparkDays.runEnding(on: latest, in: state.windows)
    for gauge in moves[.streak] { set(gauge, to: Int64(run), &state) }
  }
}
