import Chance
import FlintRandom
import FlintRules
import TestSupport
import Testing

/// Pools made up at random, small enough to follow card by card.
@Suite struct `Pools made up at random` {
  /// A pool of two or three tiers with some of the mechanisms.
  private static func pool(_ stream: inout CounterStream) -> (PoolModel, [String?]) {
    func below(_ bound: UInt64) -> Int { Int(stream.bounded(bound)) }
    func some(_ chance: Int) -> Bool { below(100) < chance }
    let count = 2 + below(2)
    var shares = (0..<count).map { UInt64(1 + below(6) * (count - $0)) }
    if some(10) { shares[count - 1] = 0 }
    let total = shares.reduce(0, +)
    var pool = PoolModel("made-up", tiers: [])
    let hasBox = some(20)
    let featured =
      hasBox || some(30)
      ? nil
      : PoolModel.Featured(
        share: fraction("\(1 + below(3))/4"), hasGuarantee: some(60),
        path: some(40) ? 1 + below(2) : nil)
    var chosen: [String?] = []
    for tier in 0..<count {
      var cards = (0..<(1 + below(3))).map {
        PoolModel.Card(
          "\(tier)-\($0)", weight: UInt64(1 + below(2)),
          isFeatured: some(40) && (hasBox || featured != nil),
          count: hasBox ? 1 + below(2) : 1)
      }
      if tier > 0, !hasBox, some(10) { cards = [] }
      var rule = PoolModel.Tier(rate: Fraction(shares[tier], over: total) ?? .zero, cards: cards)
      if tier > 0, !hasBox, some(50) {
        let start = some(60) ? Int64(1 + below(4)) : nil
        rule.pity = PityDefinition(
          softStart: start,
          softStep: start == nil ? .zero : fraction("\(1 + below(3))/7"),
          hard: start == nil || some(50) ? (start ?? 1) + Int64(below(5)) : nil)
      }
      if tier > 0, !hasBox, some(15) { rule.first = Int64(2 + below(3)) }
      rule.featured = featured
      chosen.append(featured?.path == nil ? nil : cards.first(where: \.isFeatured)?.id)
      pool.tiers.append(rule)
    }
    pool.emptyCell = [.demote, .none, .reroll][below(3)]
    if hasBox {
      pool.box = PoolModel.BoxReset.allCases[below(3)]
    } else {
      if some(25) {
        pool.bundle = PoolModel.Bundle(size: 2 + below(3), atLeast: 1 + below(UInt64(count - 1)))
      }
      let rarest = pool.tiers.last { $0.cards.contains(where: \.isFeatured) }
      if rarest != nil, some(25) {
        pool.ceiling = PoolModel.Ceiling(at: 2 + below(5), isOnce: some(50))
      }
      if some(30) { pool.protection = 1 + below(2) }
    }
    return (pool, chosen)
  }

  /// Gives every second pool rules of counters, of a stream of their own.
  private static func vary(_ pool: inout PoolModel, _ number: Int, _ seed: UInt64) {
    guard number % 2 == 1, pool.box == nil else { return }
    var stream = CounterStream(key: seed, identity: UInt64(number), purpose: 2)
    func below(_ bound: UInt64) -> Int { Int(stream.bounded(bound)) }
    for tier in 1..<pool.tiers.count where below(100) < 70 {
      var rule = pool.tiers[tier].pity ?? PityDefinition(hard: Int64(3 + below(4)))
      if below(100) < 60 {
        let from = Int64(1 + below(3))
        var rates = [PityRate(from: from, step: fraction("1/9"), every: Int64(1 + below(2)))]
        if below(2) == 0 {
          rates.append(PityRate(from: from + 2, rate: fraction("\(8 + below(2))/9")))
          rates.append(PityRate(from: from + 4, step: fraction("1/20")))
        }
        rule = PityDefinition()
        rule.rates = rates
      }
      if below(100) < 40 { rule.round = Int64(2 + below(2)) }
      if below(100) < 50 { rule.reset = .exact }
      // No rate is below that of the rarity.
      if rule.rates.contains(where: { rate in
        rate.rate.map { $0.approximation < pool.tiers[tier].rate.approximation } ?? false
      }) {
        rule.rates = []
        rule.hard = 5
      }
      pool.tiers[tier].pity = rule
    }
    if pool.tiers.contains(where: { $0.featured != nil }), below(100) < 70 {
      let later = (0...below(3)).map { fraction("\($0 + 1 + below(2))/4") }
      for tier in pool.tiers.indices { pool.tiers[tier].featured?.laterShares = later }
    }
    if pool.tiers.contains(where: { $0.cards.contains(where: \.isFeatured) }), below(2) == 0 {
      var ceiling = pool.ceiling ?? PoolModel.Ceiling(at: nil)
      ceiling.from = 1 + below(3)
      if let at = ceiling.at { ceiling.at = at + 2 }
      pool.ceiling = ceiling
    }
  }

  private static let rolls = 7

  @Test(arguments: cases(0..<100, usual: 50, quick: 10))
  private func `have the distributions of a plain implementation`(
    _ number: Int
  ) throws {
    let seed: UInt64 = 20_261_127
    var stream = CounterStream(key: seed, identity: UInt64(number), purpose: 1)
    var (pool, chosen) = Self.pool(&stream)
    Self.vary(&pool, number, seed)
    let all = pool.tiers.flatMap(\.cards).map(\.id)
    guard !all.isEmpty else { return }
    var ids = Set(all.filter { _ in stream.bounded(2) == 0 })
    if ids.isEmpty, let id = all.first { ids = [id] }
    let copies = 1 + Int(stream.bounded(2))
    let comment: Comment = "seed \(seed), pool \(number): \(pool), chosen \(chosen), of \(ids)"
    var start = PoolStart()
    start.chosen = chosen
    let plain = PlainPool(pool, chosen: chosen, cap: max(copies, pool.protection ?? 0)) { _, card in
      ids.contains(card.id)
    }
    var states = [plain.start: 1.0]
    var collected = [0.0]
    var drawn = [0.0]
    for _ in 0..<Self.rolls {
      states = plain.rolled(states)
      drawn.append(states.reduce(0) { $0 + ($1.key.wanted >= copies ? $1.value : 0) })
      collected.append(
        states.reduce(0) { sum, entry in
          let isDone = plain.cards.indices.allSatisfy {
            !ids.contains(plain.cards[$0].card.id) || entry.key.owned[$0] >= copies
          }
          return sum + (isDone ? entry.value : 0)
        })
    }
    check(PoolOdds(pool, until: .copies(of: .ids(ids), copies), from: start), drawn, comment)
    check(
      PoolOdds(pool, until: .different(of: .ids(ids), copies: copies), from: start), collected,
      comment)
    let distribution = try PoolOdds.prizes(.ids(ids), in: pool, rolls: Self.rolls, from: start)
    var counts = [Double](repeating: 0, count: Self.rolls + 1)
    for (state, chance) in states { counts[state.wanted] += chance }
    for (count, chance) in counts.enumerated() {
      #expect(abs(distribution.probability(of: count).value - chance) < 1e-12, comment)
    }
    // Protection ends only after many rolls, boxes come round at fixed distances; all else is forgotten soon.
    guard pool.box == nil, pool.protection == nil else { return }
    let rates = try PoolOdds.rates(of: pool, from: start)
    let rolls = 240
    let early = try PoolOdds.prizes(.ids(ids), in: pool, rolls: rolls, from: start).mean
    let late = try PoolOdds.prizes(.ids(ids), in: pool, rolls: 2 * rolls, from: start).mean
    let rate = ids.reduce(0) { $0 + (rates.cards[$1] ?? 0) }
    #expect(abs((late - early) / Double(rolls) - rate) < 1e-4, comment)
  }

  /// A featured card that is certain at roll 3, below a tier that is certain at roll 3 by pity, at roll 4 by steps, or
  /// at the end of a bundle of three.
  @Test(arguments: 0..<3) func `settle the rarest tier first`(_ rule: Int) throws {
    let pities = [PityDefinition(hard: 3), PityDefinition(softStart: 3, softStep: fraction("1/2"))]
    var pool = PoolModel(
      "both",
      tiers: [
        PoolModel.Tier(rate: fraction("7/10"), cards: [PoolModel.Card("c")]),
        PoolModel.Tier(
          rate: fraction("2/10"),
          cards: [PoolModel.Card("f", isFeatured: true), PoolModel.Card("o")],
          featured: PoolModel.Featured(share: fraction("1/4"))),
        PoolModel.Tier(
          rate: fraction("1/10"), pity: pities.indices.contains(rule) ? pities[rule] : nil,
          cards: [PoolModel.Card("l")]),
      ])
    if rule == 2 { pool.bundle = PoolModel.Bundle(size: 3, atLeast: 2) }
    pool.ceiling = PoolModel.Ceiling(at: 3)
    for id in ["f", "l"] {
      let plain = PlainPool(pool, cap: 1) { _, card in card.id == id }
      var (states, drawn) = ([plain.start: 1.0], [0.0])
      for _ in 0..<9 {
        states = plain.rolled(states)
        drawn.append(states.reduce(0) { $0 + ($1.key.wanted >= 1 ? $1.value : 0) })
      }
      check(PoolOdds(pool, until: .copies(of: .ids([id]), 1)), drawn, "\(id) of \(pool)")
      // Where the steps are not certain by roll 3, the featured card is.
      let last = id == "l" ? (rule == 1 ? 4 : 3) : (rule == 1 ? 3 : 4)
      #expect(drawn[last - 1] < 1 - 1e-9 && abs(drawn[last] - 1) < 1e-12)
    }
  }

  /// Compares the chances of having reached a goal; where it may never be reached, the engine says so.
  private func check(_ odds: PoolOdds, _ chances: [Double], _ comment: Comment) {
    do {
      let distribution = try odds.distribution()
      for (roll, chance) in chances.enumerated() {
        #expect(
          abs(distribution.probability(doneWithin: Int64(roll)) - chance) < 1e-12,
          "\(comment), \(String(describing: odds.stages[0].goal)) within \(roll)")
      }
    } catch {
      #expect(error.code == .unreachable && (chances.last ?? 0) < 1 - 1e-9, "\(error): \(comment)")
    }
  }
}
