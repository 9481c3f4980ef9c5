extension Rulebook {
  /// Lets the subjects whose events bring neither cards nor sparks have their part, and counts what
  /// they did.
  @inline(never)
  func applySubject(
    _ event: Event, _ day: CivilDay, _ moves: MissionPlan.Moves, _ state: inout ProfileState,
    _ outcome: inout Outcome
  ) -> SubjectEffect {
    state.hasSubjects = true
    let effect: SubjectEffect
    switch event.action {
    case .spark, .roll: return SubjectEffect()
    case .task(let action):
      effect = state.tasks.apply(
        action, id: event.id, at: event.at, offset: event.offset, day: day,
        rules: definition.tasks)
    case .quest(let action):
      effect = state.quests.apply(
        action, id: event.id, at: event.at, day: day, level: Int64(state.level))
    case .journey(let action):
      effect = state.journey.apply(action, id: event.id, at: event.at, day: day)
    case .mood(let action):
      effect = state.moods.apply(action, id: event.id, at: event.at, day: day)
    case .tracker(let action):
      effect = state.trackers.apply(action, id: event.id, at: event.at, day: day)
    }
    if effect.void == nil { count(effect, moves, &state, &outcome) }
    return effect
  }

  private func count(
    _ effect: SubjectEffect, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    // First what is taken back, so that no mission is ready by counts that no longer stand.
    for back in effect.takenBack { takeBack(back, &state, &outcome) }
    if !effect.revived.isEmpty {
      let revived = Set(effect.revived)
      state.voids.removeAll { $0.reason == .nodeVanished && revived.contains($0.event) }
    }
    for event in effect.voided {
      state.voids.append(ProfileState.Void(event: event, reason: .nodeVanished))
    }
    bump(moves.taskMoves, by: effect.tasks, &state)
    bump(moves.taskScoreMoves, by: effect.taskScore, &state)
    bump(moves.stepMoves, by: effect.steps, &state)
    bump(moves.moodMoves, by: effect.moods, &state)
    bump(moves.activityMoves, by: effect.activities, &state)
    bump(moves.entryMoves, by: effect.entries, &state)
    outcome.taskScore &+= effect.taskScore
    if definition.tasks.creditPoints && effect.taskScore != 0 {
      outcome.basePoints &+= effect.taskScore
      state.ledger.task &+= effect.taskScore
      addToTotal(effect.taskScore, moves, &state)
    }
  }

  /// Adds to counters, where there is something to add.
  private func bump(
    _ moves: FixedTable<MissionPlan.Move>, by amount: Int64, _ state: inout ProfileState
  ) {
    if amount == 0 { return }
    for move in moves { bump(move, by: amount, &state) }
  }

  /// Takes counts back from the day they were given.
  private func takeBack(
    _ back: SubjectEffect.TakenBack, _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    let era = eras.era(of: back.day)
    let moves = plan.moves[era]
    if back.tasks != 0 { takeBack(moves.taskMoves, by: back.tasks, from: back.day, &state) }
    if back.taskScore != 0 {
      takeBack(moves.taskScoreMoves, by: back.taskScore, from: back.day, &state)
    }
    if back.steps != 0 { takeBack(moves.stepMoves, by: back.steps, from: back.day, &state) }
    outcome.taskScore &-= back.taskScore
    let credited = definition.tasks.creditPoints ? back.taskScore : 0
    if state.keeping.contains(.days) {
      let position = state.history.position(of: back.day)
      state.history.update(position) { totals in
        totals.tasks &-= back.tasks
        totals.taskScore &-= back.taskScore
        totals.questSteps &-= back.steps
        totals.taskPoints &-= credited
      }
    }
    if credited != 0 {
      outcome.basePoints &-= credited
      state.ledger.task &-= credited
      takeBack(moves.totalMoves, by: credited, from: back.day, &state)
      lowerLevel(&state)
    }
  }

  /// Lets the level follow a total that fell.
  private func lowerLevel(_ state: inout ProfileState) {
    while state.level > 1 && state.ledger.total < thresholds[state.level - 1] { state.level -= 1 }
  }

  /// Adds what an event of a subject or a roll brought to the totals of its day.
  func record(
    _ outcome: Outcome, _ effect: SubjectEffect, on day: CivilDay, _ state: inout ProfileState
  ) {
    if !state.keeping.contains(.days) { return }
    let isTask = effect.tasks != 0
    let taskPoints = isTask && definition.tasks.creditPoints ? effect.taskScore : 0
    let position = state.history.position(of: day)
    state.history.update(position) { totals in
      totals.events &+= 1
      totals.tasks &+= effect.tasks
      totals.taskScore &+= effect.taskScore
      totals.taskPoints &+= taskPoints
      totals.questSteps &+= effect.steps
      totals.moods &+= effect.moods
      totals.activities &+= effect.activities
      totals.entries &+= effect.entries
      if outcome.card != nil {
        totals.addCard(isNew: outcome.isNewCard, duplicatePoints: outcome.duplicatePoints)
      }
      totals.addMissions(
        outcome.completions.count, points: outcome.missionPoints, overloads: outcome.overloads)
    }
  }
}

extension DayTotals {
  /// Counts a card given.
  @inline(__always)
  mutating func addCard(isNew: Bool, duplicatePoints points: Int64) {
    cards &+= 1
    duplicates &+= isNew ? 0 : 1
    duplicatePoints &+= points
  }

  /// Counts missions completed and what they brought.
  @inline(__always)
  mutating func addMissions(_ count: Int, points: Int64, overloads more: Int64) {
    missionPoints &+= points
    missions &+= Int64(count)
    overloads &+= more
  }
}
