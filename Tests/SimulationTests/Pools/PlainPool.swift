import Chance
import FlintRules

/// A second, plain implementation of the rules of pools, to check the engine by: every card by itself, all
/// states in a dictionary, all rates as numbers, nothing lumped or left out.
struct PlainPool {
  struct State: Hashable {
    var counters: [Int]
    var hasHad: [Bool]
    var flags: [Bool]
    var path: [Int]
    /// By tier: the chances lost in a row, the rolls of the current round and the counter at its beginning.
    var lost: [Int]
    var turns: [Int]
    var settled: [Int]
    var since = 0
    var hasHadFeatured = false
    var position = 0
    var isGiven = false
    var owned: [Int]
    var drawn: [Int]
    /// The copies of wanted cards.
    var wanted = 0
  }

  let pool: PoolModel
  let chosen: [String?]
  let cards: [(tier: Int, card: PoolModel.Card)]
  let isWanted: (Int, PoolModel.Card) -> Bool
  /// The numbers of owned copies that are told apart.
  let cap: Int

  init(
    _ pool: PoolModel, chosen: [String?] = [], cap: Int,
    isWanted: @escaping (Int, PoolModel.Card) -> Bool
  ) {
    self.pool = pool
    self.chosen = chosen
    self.cap = cap
    self.isWanted = isWanted
    cards = pool.tiers.enumerated().flatMap { tier, rule in rule.cards.map { (tier, $0) } }
  }

  var start: State {
    let tiers = pool.tiers.count
    return State(
      counters: .init(repeating: 0, count: tiers), hasHad: .init(repeating: false, count: tiers),
      flags: .init(repeating: false, count: tiers), path: .init(repeating: 0, count: tiers),
      lost: .init(repeating: 0, count: tiers), turns: .init(repeating: 0, count: tiers),
      settled: .init(repeating: 0, count: tiers),
      owned: .init(repeating: 0, count: cards.count), drawn: .init(repeating: 0, count: cards.count)
    )
  }

  /// Returns the chances by state after another roll.
  func rolled(_ states: [State: Double]) -> [State: Double] {
    var after: [State: Double] = [:]
    for (state, mass) in states {
      for (next, chance) in roll(state) where chance > 0 {
        after[next, default: 0] += mass * chance
      }
    }
    return after
  }

  private func roll(_ state: State) -> [(State, Double)] {
    if pool.box != nil { return unbox(state) }
    var outcomes: [(State, Double)] = []
    var rates = raised(state)
    var isCeiling = false
    if let ceiling = pool.ceiling, let at = ceiling.at, state.since + 1 >= at,
      !(ceiling.isOnce && state.hasHadFeatured)
    {
      let rarest = pool.tiers.lastIndex { $0.cards.contains(where: \.isFeatured) } ?? 0
      // What is certain of a rarer tier is settled first.
      isCeiling = pool.tiers.indices.allSatisfy { tier in
        tier <= rarest || pool.tiers[tier].cards.isEmpty || rates[tier] < 1 - 1e-9
          || pool.tiers[tier].rate == .one
      }
      if isCeiling { rates = pool.tiers.indices.map { $0 == rarest ? 1 : 0 } }
    }
    if pool.emptyCell == .reroll {
      let full = pool.tiers.indices.map { pool.tiers[$0].cards.isEmpty ? 0 : rates[$0] }
      let sum = full.reduce(0, +)
      if sum > 0 { rates = full.map { $0 / sum } }
    }
    for (drawn, rate) in rates.enumerated() where rate > 0 {
      var tier = drawn
      if pool.emptyCell == .demote { while tier >= 0, pool.tiers[tier].cards.isEmpty { tier -= 1 } }
      if tier < 0 || pool.tiers[tier].cards.isEmpty {
        // A roll without a card counts for nothing but its bundle.
        var next = state
        endBundle(&next, tier: nil)
        outcomes.append((next, rate))
        continue
      }
      for (index, chance, isChance) in cards(of: tier, state, isCeiling: isCeiling) {
        outcomes.append((given(index, state, isChance: isChance), rate * chance))
      }
    }
    return outcomes
  }

  /// Returns the rates of the coming roll, by the words of the rule.
  private func raised(_ state: State) -> [Double] {
    var rates = pool.tiers.map(\.rate.approximation)
    var rarer = 0.0
    for tier in stride(from: rates.count - 1, through: 1, by: -1) {
      var coming = state.counters[tier] + 1
      if pool.tiers[tier].pity?.round != nil, state.turns[tier] > 0 {
        coming = state.settled[tier] + 1
      }
      var wanted = rates[tier]
      if let pity = pool.tiers[tier].pity {
        wanted = pool.tiers[tier].rate.approximation
        if let start = pity.softStart {
          wanted += pity.softStep.approximation * Double(max(0, coming - Int(start) + 1))
        }
        if let hard = pity.hard, coming >= Int(hard) { wanted = 1 }
        wanted = stepped(pity.rates, to: coming, from: wanted)
      }
      if let first = pool.tiers[tier].first, !state.hasHad[tier], coming >= Int(first) {
        wanted = 1
      }
      if let bundle = pool.bundle, bundle.atLeast == tier, state.position == bundle.size - 1,
        !state.isGiven
      {
        wanted = 1
      }
      var gain = max(0, min(wanted, 1 - rarer) - rates[tier])
      for donor in 0..<tier {
        let taken = min(gain, rates[donor])
        rates[donor] -= taken
        rates[tier] += taken
        gain -= taken
      }
      rarer += rates[tier]
    }
    // What is left over by rounding is not a rate.
    return rates.map { $0 < 1e-13 ? 0 : $0 }
  }

  /// Returns the rate at a roll, followed roll by roll.
  private func stepped(_ rates: [PityRate], to coming: Int, from base: Double) -> Double {
    var value = base
    for roll in 1...coming {
      guard let rule = rates.last(where: { $0.from <= roll }) else { continue }
      if let rate = rule.rate { value = rate.approximation }
      if let step = rule.step, (roll - Int(rule.from)) % Int(rule.every ?? 1) == 0 {
        value = min(1, value + step.approximation)
      }
    }
    return value
  }

  /// Returns the cards of a tier with their chances, and whether a featured one was left to chance.
  private func cards(
    of tier: Int, _ state: State, isCeiling: Bool
  ) -> [(Int, Double, isChance: Bool)] {
    func certain(_ cards: [(Int, Double)]) -> [(Int, Double, isChance: Bool)] {
      cards.map { ($0.0, $0.1, false) }
    }
    let rule = pool.tiers[tier].featured
    let all = cards.indices.filter { cards[$0].tier == tier }
    let featured = all.filter { cards[$0].card.isFeatured }
    let others = all.filter { !cards[$0].card.isFeatured }
    if let rule {
      if let most = rule.path, tier < chosen.count, let id = chosen[tier],
        state.path[tier] >= most, let index = all.first(where: { cards[$0].card.id == id })
      {
        return [(index, 1, false)]
      }
      if featured.isEmpty || others.isEmpty { return certain(weighted(all, state, 1)) }
      if isCeiling || isNext(tier, state) || (rule.hasGuarantee && state.flags[tier]) {
        return certain(weighted(featured, state, 1))
      }
      let shares = [rule.share] + rule.laterShares
      let share = shares[min(state.lost[tier], shares.count - 1)].approximation
      return (weighted(featured, state, share) + weighted(others, state, 1 - share))
        .map { ($0.0, $0.1, true) }
    }
    let isFeatured = !featured.isEmpty && (isCeiling || isNext(tier, state))
    return certain(weighted(isFeatured ? featured : all, state, 1))
  }

  /// Whether enough rolls without a featured card make the next one of a tier featured.
  private func isNext(_ tier: Int, _ state: State) -> Bool {
    guard let ceiling = pool.ceiling, let from = ceiling.from, state.since >= from,
      tier == pool.tiers.lastIndex(where: { $0.cards.contains(where: \.isFeatured) })
    else { return false }
    return !(ceiling.isOnce && state.hasHadFeatured)
  }

  private func weighted(_ indices: [Int], _ state: State, _ share: Double) -> [(Int, Double)] {
    var indices = indices
    if let most = pool.protection {
      let lacking = indices.filter { state.owned[$0] < most }
      if !lacking.isEmpty { indices = lacking }
    }
    let total = indices.reduce(0.0) { $0 + Double(cards[$1].card.weight) }
    return indices.map { ($0, share * Double(cards[$0].card.weight) / total) }
  }

  private func given(_ index: Int, _ state: State, isChance: Bool) -> State {
    var next = state
    let (tier, card) = cards[index]
    for other in pool.tiers.indices {
      let limit = 64
      let pity = pool.tiers[other].pity
      if let round = pity?.round {
        if next.turns[other] == 0 { next.settled[other] = next.counters[other] }
        next.turns[other] = (next.turns[other] + 1) % Int(round)
        if next.turns[other] == 0 { next.settled[other] = 0 }
      }
      let isReset = pity?.reset == .exact ? tier == other : tier >= other
      next.counters[other] = isReset ? 0 : min(limit, next.counters[other] + 1)
      if isReset { next.hasHad[other] = true }
    }
    if isChance {
      let most = pool.tiers[tier].featured?.laterShares.count ?? 0
      next.lost[tier] = card.isFeatured ? 0 : min(most, next.lost[tier] + 1)
    }
    if let rule = pool.tiers[tier].featured {
      if rule.hasGuarantee { next.flags[tier] = !card.isFeatured }
      if let most = rule.path, tier < chosen.count, let id = chosen[tier] {
        next.path[tier] = card.id == id ? 0 : min(most, next.path[tier] + 1)
      }
    }
    if pool.ceiling != nil {
      let rarest = pool.tiers.lastIndex { $0.cards.contains(where: \.isFeatured) }
      if card.isFeatured, tier == rarest {
        next.since = 0
        next.hasHadFeatured = true
      } else {
        next.since = min(64, next.since + 1)
      }
    }
    endBundle(&next, tier: tier)
    own(index, &next)
    return next
  }

  private func own(_ index: Int, _ state: inout State) {
    state.owned[index] = min(cap, state.owned[index] + 1)
    if isWanted(cards[index].tier, cards[index].card) { state.wanted += 1 }
  }

  private func endBundle(_ state: inout State, tier: Int?) {
    guard let bundle = pool.bundle else { return }
    if let tier, let least = bundle.atLeast, tier >= least { state.isGiven = true }
    state.position += 1
    if state.position == bundle.size { (state.position, state.isGiven) = (0, false) }
  }

  private func unbox(_ state: State) -> [(State, Double)] {
    let left = cards.indices.map { cards[$0].card.count - state.drawn[$0] }
    let weights = cards.indices.map { Double(left[$0]) * Double(cards[$0].card.weight) }
    let total = weights.reduce(0, +)
    if total == 0 { return [(state, 1)] }
    return cards.indices.filter { weights[$0] > 0 }.map { index in
      var next = state
      next.drawn[index] += 1
      own(index, &next)
      let counted = cards.indices.filter {
        pool.box == .whenEmpty || cards[$0].card.isFeatured
      }
      if pool.box != .never,
        counted.allSatisfy({ next.drawn[$0] == cards[$0].card.count || cards[$0].card.weight == 0 })
      {
        next.drawn = next.drawn.map { _ in 0 }
      }
      return (next, weights[index] / total)
    }
  }
}
