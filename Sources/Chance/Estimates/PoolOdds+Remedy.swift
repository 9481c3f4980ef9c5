import FlintRules

extension PoolOdds {
  /// What would make an estimate exact, in a sentence.
  package var remedy: String {
    let rules = withoutRules.first { $0.isExact }
    if let rules { return "without \(rules.names) the answer is exact" }
    switch stages.last?.goal {
    case .different(.all, _, _)?:
      return "for fewer cards, such as those of one rarity (all:RARITY), it can be exact"
    case .different?, .each?:
      return "for fewer of these cards (cards:ID+ID), or one (card:ID), it can be exact"
    default: return "for shorter counters, fewer copies or fewer pools in order it can be exact"
    }
  }

  /// The question without rules that make its states many, least of them first.
  private var withoutRules: [(names: String, isExact: Bool)] {
    let pools = stages.map(\.pool)
    let rules: [(name: String, isThere: Bool)] = [
      ("the exchange", pools.contains { $0.definition.exchange != nil }),
      ("protection", pools.contains { $0.definition.protection != nil }),
      ("pity", pools.contains { $0.pity.contains { $0 != nil } }),
    ]
    let present = rules.indices.filter { rules[$0].isThere }
    let choices = present.map { [$0] } + (present.count > 1 ? [present] : [])
    return choices.map { chosen in
      let names = chosen.map { rules[$0].name }
      return (names.joined(separator: " and "), without(Set(chosen)).isExactWithoutChain)
    }
  }

  /// Returns the question without some rules, by their positions: exchange, protection, pity.
  private func without(_ rules: Set<Int>) -> PoolOdds {
    var odds = self
    for index in odds.stages.indices {
      var pool = odds.stages[index].pool
      if rules.contains(0) { pool.definition.exchange = nil }
      if rules.contains(1) { pool.definition.protection = nil }
      if rules.contains(2) {
        pool =
          PoolTable(
            pool.definition, rates: pool.rates, pity: pool.pity.map { _ in nil },
            emptyCell: pool.emptyCell, cards: pool.cards, packs: pool.packs,
            bundleRarity: pool.bundleRarity, box: pool.box) ?? pool
        odds.stages[index].start.counters = []
      }
      odds.stages[index].pool = pool
    }
    return odds
  }
}
