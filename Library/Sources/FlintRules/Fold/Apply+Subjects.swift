import FlintCalendar

extension Rulebook {
  /// Applies an event to the state of its subject, such as tasks, and counts its effect.
  @inline(never)
  func applySubject(
    _ event: ProfileEvent, _ day: CivilDay, _ moves: MissionPlan.Moves, _ state: inout ProfileState,
    _ outcome: inout Outcome
  ) -> SubjectEffect {
    state.subjects.hasEvents = true
    let effect: SubjectEffect
    switch event.action {
    case .spark, .roll, .pool: return SubjectEffect()
    case .task(let action):
      effect = state.subjects.tasks.apply(
        action, id: event.id, at: event.at, offset: event.offset, day: day,
        rules: definition.tasks)
    case .quest(let action):
      effect = state.subjects.quests.apply(
        action, id: event.id, at: event.at, offset: event.offset, day: day,
        level: Int64(state.level))
    case .journey(let action):
      effect = state.subjects.journey.apply(
        action, id: event.id, at: event.at, day: day, latest: event.day(.midnight))
    case .mood(let action):
      effect = state.subjects.moods.apply(
        action, id: event.id, at: event.at, latest: event.day(.midnight))
    case .tracker(let action):
      effect = state.subjects.trackers.apply(action, id: event.id, at: event.at, day: day)
    case .habit(let action): effect = state.subjects.trackers.apply(action, day: day)
    case .currency(let action): effect = apply(action, to: &state.wallet)
    }
    if effect.void == nil { count(effect, moves, &state, &outcome) }
    return effect
  }

  private func count(
    _ effect: SubjectEffect, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    // Reversals come first, so that no mission becomes ready by counts that are about to be
    // subtracted.
    for reversal in effect.reversals { revert(reversal, &state, &outcome) }
    if !effect.revived.isEmpty {
      let revived = Set(effect.revived)
      state.events.voids.removeAll { $0.reason == .nodeVanished && revived.contains($0.event) }
    }
    for event in effect.voided {
      state.events.voids.append(FoldedEvents.Void(event: event, reason: .nodeVanished))
    }
    bump(moves[.tasks], by: effect.tasks, &state)
    bump(moves[.taskScore], by: effect.taskScore, &state)
    bump(moves[.questSteps], by: effect.steps, &state)
    bump(moves[.moods], by: effect.moods, &state)
    bump(moves[.activities], by: effect.activities, &state)
    bump(moves[.entries], by: effect.entries, &state)
    outcome.taskScore &+= effect.taskScore
    if definition.tasks.creditPoints && effect.taskScore != 0 {
      outcome.basePoints &+= effect.taskScore
      state.ledger.task &+= effect.taskScore
      addToTotal(effect.taskScore, moves, &state)
    }
  }

  /// Adds an amount to counters, unless it is 0.
  private func bump(
    _ moves: FixedTable<MissionPlan.Move>, by amount: Int64, _ state: inout ProfileState
  ) {
    if amount == 0 { return }
    for move in moves { bump(move, by: amount, &state) }
  }

  /// Subtracts counts from the day on which they were added.
  private func revert(
    _ reversal: SubjectEffect.Reversal, _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    let era = eras.era(of: reversal.day)
    let moves = plan.moves[era]
    revert(moves[.tasks], by: reversal.tasks, from: reversal.day, &state)
    revert(moves[.taskScore], by: reversal.taskScore, from: reversal.day, &state)
    revert(moves[.questSteps], by: reversal.steps, from: reversal.day, &state)
    if let payment = reversal.payment {
      revert(
        payment, isRevived: reversal.steps < 0, from: reversal.day, moves, &state, &outcome)
    }
    if !eventPlan.isEmpty, let undone = reversal.undone { revert(undone, reversal, &state) }
    outcome.taskScore &-= reversal.taskScore
    let credited = definition.tasks.creditPoints ? reversal.taskScore : 0
    if state.retained.contains(.days) {
      let position = state.history.position(of: reversal.day)
      state.history.update(position) { totals in
        totals.subjects.tasks &-= reversal.tasks
        totals.subjects.taskScore &-= reversal.taskScore
        totals.subjects.questSteps &-= reversal.steps
        totals.ledger.task &-= credited
      }
    }
    if credited != 0 {
      outcome.basePoints &-= credited
      state.ledger.task &-= credited
      revert(moves[.totalPoints], by: credited, from: reversal.day, &state)
      lowerLevel(&state)
    }
  }

  /// Takes an occurrence back from the missions with general metrics, or adds one that is revived.
  private func revert(
    _ undone: SubjectEffect.Undone, _ reversal: SubjectEffect.Reversal,
    _ state: inout ProfileState
  ) {
    let credited = definition.tasks.creditPoints ? reversal.taskScore : 0
    observe(
      undone.occurrence, undone.names, points: (reversal.payment?.points ?? 0) + credited,
      at: OccurrenceTime(undone.at, undone.offset, day: reversal.day),
      times: reversal.steps < 0 ? 1 : -1, isPast: true, &state)
  }

  /// Lowers the level to match a total that fell.
  func lowerLevel(_ state: inout ProfileState) {
    let total = state.ledger.total
    while state.level > 1 && !pointTable.isEnough(total, forLevelAfter: state.level - 1) {
      state.level -= 1
    }
  }

  /// Adds the effect of a subject's event or a roll to the totals of its day.
  func record(
    _ outcome: Outcome, _ effect: SubjectEffect, on day: CivilDay, _ state: inout ProfileState
  ) {
    if !state.retained.contains(.days) { return }
    let isTask = effect.tasks != 0
    let taskPoints = isTask && definition.tasks.creditPoints ? effect.taskScore : 0
    let position = state.history.position(of: day)
    state.history.update(position) { totals in
      totals.events &+= 1
      totals.subjects.tasks &+= effect.tasks
      totals.subjects.taskScore &+= effect.taskScore
      totals.ledger.task &+= taskPoints
      totals.subjects.questSteps &+= effect.steps
      totals.subjects.moods &+= effect.moods
      totals.subjects.activities &+= effect.activities
      totals.subjects.entries &+= effect.entries
      if outcome.draw.card != nil {
        totals.addCard(isNew: outcome.draw.isNew, duplicatePoints: outcome.draw.duplicatePoints)
      }
      for draw in outcome.draws where draw.card != nil {
        totals.addCard(isNew: draw.isNew, duplicatePoints: draw.duplicatePoints)
      }
      totals.addMissions(
        outcome.completions.count, points: outcome.missionPoints, overloads: outcome.overloads)
    }
  }
}

extension DayTotals {
  @inline(__always)
  mutating func addCard(isNew: Bool, duplicatePoints points: Int64) {
    cards &+= 1
    duplicates &+= isNew ? 0 : 1
    ledger.duplicate &+= points
  }

  /// Counts missions completed, their points and their overloads.
  @inline(__always)
  mutating func addMissions(_ count: Int, points: Int64, overloads more: Int64) {
    ledger.mission &+= points
    missions &+= Int64(count)
    overloads &+= more
  }
}
