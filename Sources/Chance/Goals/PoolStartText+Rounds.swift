import Rules

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
    _ start: inout PoolStart, in pool: PoolTable, _ names: [String]
  ) throws(OddsError) {
    for (tier, name) in names.enumerated() {
      if let featured = pool.featuredRule(of: tier), !featured.laterShares.isEmpty {
        try complete(&start.lost[tier], featured, isGuaranteed: start.guarantees[tier])
      }
      guard let round = pool.pity[tier]?.round, pool.definition.box == nil else { continue }
      let (turn, counter) = (start.turns[tier], start.counters[tier])
      guard turn < round else {
        throw .invalid(
          "state", "round.\(name): a round has \(round) rolls; expected 0 to \(round - 1)")
      }
      let isGiven = terms.contains { $0.key == "round-pity.\(name)" }
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
          "round.\(name): \(name) came in this round, since pity.\(name) is \(counter); add "
            + "round-pity.\(name), the counter at its beginning")
      }
    }
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
