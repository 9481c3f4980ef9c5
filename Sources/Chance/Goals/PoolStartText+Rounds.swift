import FlintRules

extension PoolStartText {
  /// Raises the counters that no term states to the least that is possible beside the others, and throws an error
  /// where two that are stated contradict each other.
  ///
  /// A card that resets the counter of a rarity resets those of commoner ones, too, unless only cards of the rarity
  /// itself do: no counter is above one of a rarer rarity.
  func completeCounters(
    _ start: inout PoolStart, in pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(OddsError) {
    guard !pool.definition.hasNoRates else { return }
    let sharing = rulebook.pools.filter { $0.carry != nil && $0.carry == pool.definition.carry }
    let tables = [pool] + sharing.compactMap { PoolTable($0, in: rulebook) }
    let names = rulebook.rarities.map(\.name)
    func isStated(_ tier: Int) -> Bool {
      terms.contains {
        $0.key == "pity.\(names[tier])" && ($0.pool ?? pool.definition.id) == pool.definition.id
      }
    }
    var least: (tier: Int, count: Int64)?
    for tier in names.indices where tables.allSatisfy({ $0.pity[tier] != nil }) {
      if let least, start.counters[tier] < least.count {
        guard !isStated(tier) else {
          let (common, rare) = (names[least.tier], names[tier])
          throw .invalid(
            "state",
            "pity.\(common) is \(least.count) and pity.\(rare) \(start.counters[tier]): \(rare) resets both; "
              + "expected pity.\(rare) of at least \(least.count)")
        }
        start.counters[tier] = least.count
        if let certain = pool.certainRoll(of: tier, rulebook), least.count >= certain {
          throw .invalid(
            "state",
            "pity.\(names[least.tier]): \(names[tier]) is certain at \(certain) and resets it; expected 0 to "
              + "\(certain - 1)")
        }
      }
      if tables.allSatisfy({ $0.pity[tier]?.reset == .better }) {
        least = (tier, start.counters[tier])
      }
    }
  }

  /// Adds what follows from the terms about chances lost and rounds, and throws an error where they contradict each
  /// other.
  func complete(
    _ start: inout PoolStart, in pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(OddsError) {
    let names = rulebook.rarities.map(\.name)
    // Rolls of other pools count for the pity of those that share it.
    let isAlone = rulebook.sharers(of: pool.definition).isEmpty
    let isOfRolls = isAlone && has("rolls", of: pool)
    for (tier, name) in names.enumerated() {
      if let featured = pool.featuredRule(of: tier), !featured.laterShares.isEmpty {
        try complete(&start.lost[tier], featured, isGuaranteed: start.guarantees[tier])
      }
      guard let round = pool.pity[tier]?.round, pool.definition.box == nil else { continue }
      if isOfRolls {
        let turn = start.rolls % round
        guard start.turns[tier] == turn || !has("round.\(name)", of: pool) else {
          throw .invalid(
            "state",
            "round.\(name): expected \(turn), since \(start.rolls) rolls are \(start.rolls / round) rounds of \(round) "
              + "and \(turn)")
        }
        start.turns[tier] = turn
      }
      let (turn, counter) = (start.turns[tier], start.counters[tier])
      guard turn < round else {
        throw .invalid(
          "state", "round.\(name): a round has \(round) rolls; expected 0 to \(round - 1)")
      }
      let isGiven = has("round-pity.\(name)", of: pool)
      if turn == 0 {
        guard !isGiven else {
          throw .invalid(
            "state", "round-pity.\(name) has no effect between rounds; add round.\(name)")
        }
      } else if counter >= turn {
        // No card of the rarity has come in the round.
        guard !isGiven || start.settled[tier] == counter - turn else {
          throw .invalid(
            "state",
            "round-pity.\(name): expected \(counter - turn), since pity.\(name) is \(counter) after "
              + "\(turn) rolls of the round")
        }
        start.settled[tier] = counter - turn
      } else if !isGiven {
        throw .invalid(
          "state",
          "round.\(name): \(name) came in this round, since pity.\(name) is \(counter) after \(turn) of its rolls; "
            + "add round-pity.\(name), the counter at its beginning")
      }
    }
    if isAlone { try completeRolls(&start, in: pool, names, areGiven: isOfRolls) }
  }

  /// Throws an error where there are fewer rolls than the other terms need; without a number of rolls, it is the least.
  private func completeRolls(
    _ start: inout PoolStart, in pool: PoolTable, _ names: [String], areGiven: Bool
  ) throws(OddsError) {
    var needs: [(term: String, rolls: Int64)] = [
      ("since-featured", Int64(start.sinceFeatured)),
      ("had-featured", start.hasHadFeatured ? 1 : 0),
      ("path", min(1, Int64(start.pathPoints.max() ?? 0))),
    ]
    for (tier, name) in names.enumerated() {
      needs.append(("pity.\(name)", start.counters[tier]))
      needs.append(("lost.\(name)", min(1, start.lost[tier])))
      needs.append(("guaranteed.\(name)", start.guarantees[tier] ? 1 : 0))
      needs.append(("had", start.hasHad[tier] ? 1 : 0))
      if start.turns[tier] > 0 {
        needs.append(("round-pity.\(name)", start.turns[tier] + start.settled[tier]))
      }
    }
    guard let most = needs.max(by: { $0.rolls < $1.rolls }), most.rolls > start.rolls else {
      return
    }
    guard !areGiven else {
      throw .invalid(
        "state",
        "rolls: \(most.term) needs at least \(most.rolls) of the pool, got \(start.rolls)")
    }
    start.rolls = most.rolls
    guard pool.definition.box == nil else { return }
    // Rounds begin with the first roll.
    for (tier, rule) in pool.pity.enumerated() {
      guard let round = rule?.round, round > 1 else { continue }
      start.rolls += (start.turns[tier] - start.rolls % round + round) % round
      break
    }
  }

  /// Returns whether there is a term about a pool.
  private func has(_ key: String, of pool: PoolTable) -> Bool {
    terms.contains { $0.key == key && ($0.pool ?? pool.definition.id) == pool.definition.id }
  }

  private func complete(
    _ lost: inout Int64, _ featured: FeaturedDefinition, isGuaranteed: Bool
  ) throws(OddsError) {
    let isGiven = terms.contains { $0.key == "lost" || $0.key.hasPrefix("lost.") }
    if isGuaranteed, featured.hasGuarantee, lost == 0 {
      guard !isGiven else {
        throw .invalid(
          "state", "lost: a guaranteed card follows a chance that was lost; expected 1 or more")
      }
      lost = 1
    }
    let most = Int64(featured.laterShares.count)
    guard lost <= most || featured.laterShares.last != .one else {
      throw .invalid(
        "state", "lost: the card is featured after \(most) chances lost; expected 0 to \(most)")
    }
  }
}
