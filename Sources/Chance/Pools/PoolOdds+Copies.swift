import FlintRules

extension PoolOdds {
  /// Makes unequal copies of cards equal: a card of which fewer are wanted counts as owned in as many more.
  ///
  /// - Throws: `OddsError` where it matters whether a card is owned.
  mutating func countUnequalCopies() throws(OddsError) {
    for index in stages.indices {
      guard case .each(let wanted) = stages[index].goal else { continue }
      let most = wanted.values.max() ?? 1
      stages[index].goal = .different(of: .ids(Set(wanted.keys)), copies: most)
      if wanted.values.allSatisfy({ $0 == most }) { continue }
      let reason: String? =
        if stages.count > 1 {
          "an order of pools has equal copies of cards"
        } else if stages[index].pool.definition.dependsOnOwned {
          "pool \(stages[index].id) draws cards that are not owned first"
        } else if refunds?.duplicates.contains(where: { $0 != 0 }) ?? false {
          "duplicates give back what pays for rolls"
        } else {
          nil
        }
      if let reason {
        throw .invalid("goal", "expected equal copies of each card, since \(reason)")
      }
      for (card, copies) in wanted { stages[index].start.owned[card, default: 0] += most - copies }
    }
  }
}
