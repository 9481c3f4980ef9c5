extension Rulebook {
  /// Lets the subjects whose events bring neither cards nor sparks have their part, and counts what
  /// they did.
  @inline(never)
  func applySubject(
    _ event: Event, _ day: CivilDay, _ bases: MissionPlan.Bases, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState, _ outcome: inout Outcome
  ) -> SubjectEffect {
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
    if effect.void == nil { count(effect, bases, moves, &state, &outcome) }
    return effect
  }

  private func count(
    _ effect: SubjectEffect, _ bases: MissionPlan.Bases, _ moves: MissionPlan.Moves,
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
    for (amount, moves) in [
      (effect.tasks, moves.taskMoves), (effect.taskScore, moves.taskScoreMoves),
      (effect.steps, moves.stepMoves), (effect.moods, moves.moodMoves),
      (effect.activities, moves.activityMoves), (effect.entries, moves.entryMoves),
    ] where amount != 0 {
      for move in moves { bump(move, by: amount, bases, &state) }
    }
    outcome.taskScore &+= effect.taskScore
    if definition.tasks.creditPoints && effect.taskScore != 0 {
      outcome.basePoints &+= effect.taskScore
      state.ledger.task &+= effect.taskScore
      addToTotal(effect.taskScore, bases, moves, &state)
    }
  }

  /// Takes counts back from the day they were given.
  private func takeBack(
    _ back: SubjectEffect.TakenBack, _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    let era = eras.era(of: back.day)
    let moves = plan.moves[era]
    for (amount, moves) in [
      (back.tasks, moves.taskMoves), (back.taskScore, moves.taskScoreMoves),
      (back.steps, moves.stepMoves),
    ] where amount != 0 {
      takeBack(moves, by: amount, from: back.day, &state)
    }
    outcome.taskScore &-= back.taskScore
    let position = state.history.position(of: back.day)
    let credited = definition.tasks.creditPoints ? back.taskScore : 0
    state.history.update(position) { totals in
      totals.tasks &-= back.tasks
      totals.taskScore &-= back.taskScore
      totals.questSteps &-= back.steps
      totals.taskPoints &-= credited
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

  /// Adds what an event brought to the totals of its day.
  @inline(__always)
  func record(
    _ outcome: Outcome, _ effect: SubjectEffect, isSpark: Bool, on day: CivilDay,
    _ state: inout ProfileState
  ) {
    let position = state.history.position(of: day)
    let isTask = effect.tasks != 0
    let taskPoints = isTask && definition.tasks.creditPoints ? effect.taskScore : 0
    state.history.update(position) { totals in
      totals.events &+= 1
      if isSpark {
        totals.sparks &+= 1
        totals.sparkPoints &+= outcome.basePoints
      } else {
        totals.tasks &+= effect.tasks
        totals.taskScore &+= effect.taskScore
        totals.taskPoints &+= taskPoints
        totals.questSteps &+= effect.steps
        totals.moods &+= effect.moods
        totals.activities &+= effect.activities
        totals.entries &+= effect.entries
      }
      if outcome.card != nil {
        totals.cards &+= 1
        if !outcome.isNewCard { totals.duplicates &+= 1 }
        totals.duplicatePoints &+= outcome.duplicatePoints
      }
      totals.missionPoints &+= outcome.missionPoints
      totals.missions &+= Int64(outcome.completions.count)
      totals.overloads &+= outcome.overloads
    }
  }
}
