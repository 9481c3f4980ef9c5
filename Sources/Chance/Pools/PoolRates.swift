package import FlintRules

/// The chances of a pool in the long run, and by the number of rolls since the last hit.
package struct PoolRates: Sendable {
  /// The expected number of cards of each tier in a roll in the long run: pity, guarantees and all else
  /// included.
  package let tiers: [Double]
  /// The expected number of copies of each card in a roll in the long run, by id.
  package let cards: [String: Double]
  package let states: Int
}

/// The chance of a tier or better by the number of rolls since the last.
package struct PoolHazards: Sendable {
  /// The chance that the next roll gives it, after 0, 1, 2, … rolls without.
  package let chances: [Double]
  /// The roll at which it is certain; `nil` if none is.
  package let certainAt: Int?
}

extension PoolOdds {
  /// Returns the rates of a pool in the long run, or in the first rolls, whatever cards are owned.
  ///
  /// - Parameter rolls: the number of rolls; `nil` for the long run.
  /// - Throws: `OddsError` where the pool is invalid, has no long run (a box that is never filled again), or
  ///   has too many states.
  package static func rates(
    of pool: PoolTable, from start: PoolStart = PoolStart(), within rolls: Int? = nil
  ) throws(OddsError) -> PoolRates {
    if pool.definition.box?.reset == .never {
      throw OddsError(
        .invalid, field: "box", "a box that is never filled again gives nothing in the long run")
    }
    if !pool.cycle.isEmpty { return PoolRates(ofCycle: pool) }
    var lasting = pool
    lasting.definition = pool.definition.lasting
    var odds = PoolOdds(lasting, until: nil, from: start)
    odds.isDetailed = true
    let machine = try odds.machine()
    let chain = try PoolChain(machine, isDetailed: true)
    let shares: [Double]
    if let rolls {
      shares = try chain.shares(within: rolls)
    } else {
      shares = try chain.stationary()
    }
    var classes = [Double](repeating: 0, count: machine.classes.count)
    for state in 0..<chain.count {
      for group in classes.indices {
        classes[group] += shares[state] * chain.expected[state * classes.count + group]
      }
    }
    var weights: [Int: Double] = [:]
    let counts = Dictionary(pool.box.map { ($0.card, $0.count) }) { first, _ in first }
    func weight(_ card: PoolTable.Card) -> Double {
      let count = pool.definition.box == nil ? 1 : counts[card.position] ?? 0
      return Double(card.weight) * Double(count)
    }
    let all = pool.allCards
    for (_, card) in all {
      if let group = machine.classOfCard[card.id] { weights[group, default: 0] += weight(card) }
    }
    var tiers = [Double](repeating: 0, count: pool.cards.count)
    var cards: [String: Double] = [:]
    var isCounted = [Bool](repeating: false, count: classes.count)
    for (tier, card) in all {
      guard let group = machine.classOfCard[card.id], let sum = weights[group], sum > 0 else {
        continue
      }
      cards[card.id] = classes[group] * weight(card) / sum
      if !isCounted[group] { tiers[tier] += classes[group] }
      isCounted[group] = true
    }
    return PoolRates(tiers: tiers, cards: cards, states: chain.count)
  }

  /// Returns the chance of a tier or better by the number of rolls since the last card of it.
  ///
  /// - Parameters:
  ///   - most: the maximum number of chances.
  ///   - start: the state after that card: the counters of other tiers.
  package static func hazards(
    of tier: Int, in pool: PoolTable, most: Int = 1000, from start: PoolStart = PoolStart()
  ) throws(OddsError) -> PoolHazards {
    var rolled = pool
    // What is taken in exchange is no roll.
    rolled.definition.exchange = nil
    let goal = PoolGoal.copies(of: .atLeast(tier: tier), 1)
    let chain = try PoolChain(PoolOdds(rolled, until: goal, from: start).machine())
    return PoolHazards(
      chances: try chain.hazards(most: max(1, min(most, PoolLimits.rolls))),
      certainAt: chain.longestPath)
  }
}

extension PoolRates {
  /// The shares of the cards in a cycle.
  fileprivate init(ofCycle pool: PoolTable) {
    let counts = Dictionary(pool.contents.map { ($0.card, $0.count) }) { first, _ in first }
    func share(_ card: PoolTable.Card) -> Double {
      Double(counts[card.position] ?? 0) / Double(pool.cycle.count)
    }
    tiers = pool.cards.map { $0.reduce(0) { $0 + share($1) } }
    cards = Dictionary(pool.allCards.map { ($0.card.id, share($0.card)) }) { first, _ in first }
    states = pool.cycle.count
  }
}

extension PoolChain {
  /// The maximum number of multiplications for the first rolls.
  private static let mostWork = 200_000_000

  /// Returns the share of each state before the first, second, … roll of some.
  func shares(within rolls: Int) throws(OddsError) -> [Double] {
    let (work, overflow) = (ends.count + count).multipliedReportingOverflow(by: rolls)
    guard !overflow, work <= Self.mostWork, rolls > 0 else { throw .tooLong(count) }
    var before = [Double](repeating: 0, count: count)
    before[0] = 1
    var shares = [Double](repeating: 0, count: count)
    for _ in 0..<rolls {
      var after = [Double](repeating: 0, count: count)
      for state in before.indices where before[state] > 0 {
        shares[state] += before[state] / Double(rolls)
        for edge in Int(starts[state])..<Int(starts[state + 1]) {
          after[Int(ends[edge])] += before[state] * weights[edge]
        }
      }
      before = after
    }
    return shares
  }

  /// Returns the share of each state in the long run.
  ///
  /// The states are visited in the order in which they were found, each passing on all that has reached it, as
  /// Gauss and Seidel would: counters lead from earlier to later states, so that few visits are needed.
  func stationary() throws(OddsError) -> [Double] {
    var pending = [Double](repeating: 0, count: count)
    pending[0] = 1
    var recent = pending
    for _ in 0..<20_000 {
      // A share waits for the next sweep, so that returns at fixed distances do not go round for ever.
      let held = pending.map { $0 * 0.1 }
      for state in pending.indices { pending[state] -= held[state] }
      var shares = [Double](repeating: 0, count: count)
      for state in 0..<count where pending[state] > 0 {
        var mass = pending[state]
        pending[state] = 0
        let range = Int(starts[state])..<Int(starts[state + 1])
        var stay = 0.0
        for edge in range where Int(ends[edge]) == state { stay += weights[edge] }
        if stay >= 1 {
          // Nothing leads out: the only state of the long run.
          shares = [Double](repeating: 0, count: count)
          shares[state] = 1
          return shares
        }
        mass /= 1 - stay
        shares[state] += mass
        for edge in range where Int(ends[edge]) != state {
          pending[Int(ends[edge])] += mass * weights[edge]
        }
      }
      for state in pending.indices { pending[state] += held[state] }
      let sum = shares.reduce(0, +)
      guard sum > 0, sum.isFinite else { break }
      var change = 0.0
      for state in shares.indices {
        shares[state] /= sum
        change += abs(shares[state] - recent[state])
      }
      recent = shares
      if change < 1e-14 { return shares }
    }
    throw .tooLong(count)
  }
}
