import Rules

extension CardRates {
  /// Returns the law of a selection under pity.
  func chainLaw(
    _ selection: Selection, goal: Goal, copies: Int
  ) throws(OddsError) -> OddsLaw {
    guard let chain = RollChain(law, mix: mix) else {
      throw OddsError(
        .noExactMethod, field: "rules",
        "no exact method within reach for \(goal): the pity counters have more than "
          + "\(RollChain.mostStates) states; use flint simulate")
    }
    try checkReachable(selection, goal: goal) { chain.canGive($0.category, $0.rarity) }
    // After a card of the rarest kind every counter is at 0, as at the beginning.
    let isRenewal = rulebook.definition.rarities.last.map { goal == .first($0) } ?? false
    let targets = targets(selection, chain, copies: isRenewal ? 1 : copies)
    do throws(GoalChain.Failure) {
      let goalChain = try GoalChain(chain, targets)
      let single = try goalChain.law(chance: law.chance.approximation)
      if let law = isRenewal ? single.repeated(copies) : single {
        return OddsLaw(law, method: .chain(states: goalChain.states))
      }
      let long = try GoalChain(chain, self.targets(selection, chain, copies: copies))
      return OddsLaw(
        try long.law(chance: law.chance.approximation), method: .chain(states: long.states))
    } catch {
      throw noMethod(error, goal, counters: chain.count)
    }
  }

  /// Returns the error for a goal that cannot be followed card by card.
  private func noMethod(
    _ failure: GoalChain.Failure, _ goal: Goal, counters: Int
  ) -> OddsError {
    let reason: String
    switch failure {
    case .unreachable:
      return OddsError(
        .unreachable, field: "goal", "\(goal) can never be reached under this pity")
    case .tooManyStates(let states, let isExact):
      reason =
        "under pity the chance of a card depends on \(counters) states of the counters, times every "
        + "number of cards there can be of each kind: \(isExact ? "" : "more than ")\(states) states in all"
    case .tooLong(let states):
      reason = "it takes too many cards to follow \(states) states"
    }
    return OddsError(
      .noExactMethod, field: "goal",
      "no exact method within reach for \(goal): \(reason); use flint simulate")
  }

  /// Returns the groups of cards that are equally likely in every state of the counters.
  func targets(_ selection: Selection, _ chain: RollChain, copies: Int) -> Targets {
    let chosen = zip(cells, selection.counts).filter { $1 > 0 }
    var groups: [Targets.Group] = []
    if selection.isAnyCard, let rarity = chosen.first?.0.rarity {
      // Cards of unequal weights are several cells of one category, whose chance counts once.
      let categories = Set(chosen.map(\.0.category)).sorted()
      let origins = categories.map { (category: $0, share: 1.0) }
      groups = [Targets.Group(rarity: rarity, origins: origins, count: 1)]
      return Targets(groups: groups, wanted: selection.wanted, copies: copies)
    }
    var keys: [(mix: UInt64, share: Fraction, chances: [Double])] = []
    for (cell, count) in chosen {
      let chances = chain.chances(cell.category, cell.rarity)
      guard chances.contains(where: { $0 > 0 }) else { continue }
      let key = (mix: mix.weights[cell.category], share: cell.share, chances: chances)
      if let index = keys.indices.first(where: {
        groups[$0].rarity == cell.rarity && keys[$0] == key
      }) {
        groups[index].count += count
      } else {
        keys.append(key)
        let origin = (category: cell.category, share: cell.share.approximation)
        groups.append(Targets.Group(rarity: cell.rarity, origins: [origin], count: count))
      }
    }
    return Targets(groups: groups, wanted: selection.wanted, copies: copies)
  }
}

extension RollChain {
  /// Returns the chances of a card of a category and a rarity, by state.
  func chances(_ category: Int, _ rarity: Int) -> [Double] {
    (0..<count).map { chance($0, category * rarities + rarity) }
  }

  /// Returns whether a card of a category and a rarity can ever drop.
  func canGive(_ category: Int, _ rarity: Int) -> Bool {
    chances(category, rarity).contains { $0 > 0 }
  }
}
