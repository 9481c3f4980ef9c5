import FlintCalendar

extension Rulebook {
  /// Pays for an event of a subject, which is not void, by the first earning rule that selects it.
  func pay(
    _ event: ProfileEvent, _ occurrences: Occurrences, at time: OccurrenceTime,
    _ moves: MissionPlan.Moves, _ seed: UInt64, _ state: inout ProfileState,
    _ outcome: inout Outcome
  ) {
    // What brings nothing, such as an entry without a complete group, is no payment.
    guard let match = earning.match(occurrences, at: time, state.subjects.trackers),
      let points = match.points
    else { return }
    let position = match.rule
    let day = time.day
    let rule = earning.rules[position]
    let grants = currencies.isEmpty ? [] : currencies.rules[position]
    if points == 0 && rule.roll == nil && grants.isEmpty { return }
    if let (limit, allowance) = rule.allowance,
      !state.subjects.earning.take(allowance, of: earning.allowances, limit: limit, on: day)
    {
      return
    }
    let payment = Payment(rule: Int32(truncatingIfNeeded: position), points: points)
    switch event.action {
    case .task(.taskComplete(let task)): state.subjects.tasks.note(payment, for: task)
    case .quest(.complete(let node)): state.subjects.quests.note(payment, for: node)
    default: break
    }
    if payment.points != 0 {
      outcome.basePoints &+= payment.points
      outcome.earnedPoints &+= payment.points
      if state.retained.contains(.days) {
        let position = state.history.position(of: day)
        state.history.update(position) { $0.ledger.earned &+= payment.points }
      }
      state.ledger.earned &+= payment.points
      addToTotal(payment.points, moves, &state)
    }
    state.wallet.add(grants)
    if let category = rule.roll {
      let roll = Roll(seed: seed, identity: event.id.high, isEarned: true)
      let given = giveCard(
        roll, RollWords(roll), categories[category], at: event.at, isPaid: true, moves, &state)
      outcome.draw = given.draw(cards.rarities)
      outcome.draw.granted = category
      if given.card >= 0 && !given.isNew { earn(given.duplicatePoints, moves, &state) }
    }
  }

  /// Takes the points of a completion back that was reversed, from its day; or gives them again for a
  /// completion that is revived. A card stays, and with it the payment stays counted for the day.
  func revert(
    _ payment: Payment, isRevived: Bool, from day: CivilDay, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState, _ outcome: inout Outcome
  ) {
    let taken = isRevived ? -payment.points : payment.points
    if !isRevived, earning.rules.indices.contains(Int(payment.rule)) {
      let rule = earning.rules[Int(payment.rule)]
      if let allowance = rule.allowance, rule.roll == nil {
        state.subjects.earning.giveBack(allowance.position, on: day)
      }
    }
    if !currencies.isEmpty, currencies.rules.indices.contains(Int(payment.rule)) {
      let grants = currencies.rules[Int(payment.rule)]
      if isRevived { state.wallet.add(grants) } else { state.wallet.takeBack(grants) }
    }
    if taken == 0 { return }
    if state.retained.contains(.days) {
      let position = state.history.position(of: day)
      state.history.update(position) { $0.ledger.earned &-= taken }
    }
    outcome.basePoints &-= taken
    outcome.earnedPoints &-= taken
    state.ledger.earned &-= taken
    revert(moves[.totalPoints], by: taken, from: day, &state)
    if taken > 0 {
      lowerLevel(&state)
    } else {
      followTotal(plan.moves[state.windows.newestDay.era], &state)
    }
  }
}
