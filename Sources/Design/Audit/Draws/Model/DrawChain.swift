import FlintRules

/// The draws under pity as a Markov chain: a state is the number of draws since the last prize of each tier
/// with pity, or of a rarer one.
struct DrawChain: Sendable {
  let tierCount: Int
  /// The tiers with pity, rarest first.
  let pityTiers: [Int]
  /// For each of these the draw that is certain to give the tier or a rarer one.
  let lengths: [Int]
  /// The distance between two states whose counters of a tier with pity differ by 1. That of the rarest is
  /// the greatest: states of equal count are neighbours.
  let strides: [Int]
  /// The chance of each tier in each state.
  let chances: [Double]
  /// The chance of each tier or a rarer one in each state.
  let bounds: [Double]
  /// The state after each tier in each state.
  let following: [Int32]
  /// For each state the rules whose prize the next draw is certain to give, as bits by their index.
  private let due: [UInt32]
  /// For each tier the rules whose prize it is not, as bits by their index.
  private let missed: [UInt32]

  /// The maximum number of states times tiers.
  static let mostEntries = 1 << 21

  /// - Throws: `AuditError` about `pity` when there are too many states.
  init(_ model: DrawModel) throws(AuditError) {
    let tiers = model.tiers
    let tierCount = tiers.count
    let table = try model.table()
    // A pool has its commonest rarity first.
    let weights = Array(table.weights.reversed())
    let rules = table.pityWeights.reversed().enumerated().compactMap { tier, rule in
      rule.map { (tier: tier, pity: $0) }
    }
    let pityTiers = rules.map(\.tier)
    let lengths = rules.map { tier, pity in
      Int(clamping: pity.full(from: weights[tier], of: table.denominator))
    }
    var strides = [Int](repeating: 1, count: pityTiers.count)
    var count = 1
    for index in pityTiers.indices.reversed() {
      strides[index] = count
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: lengths[index])
      guard !isTooLarge, product <= Self.mostEntries / tierCount else {
        throw AuditError(
          .pity, expected: "at most \(Self.mostEntries / tierCount) combined counts of all tiers",
          found: "more: "
            + zip(pityTiers, lengths).map { "\(tiers[$0].name) \($1)" }.joined(separator: ", "))
      }
      count = product
    }
    var chances = [Double](repeating: 0, count: count * tierCount)
    var bounds = chances
    var following = [Int32](repeating: 0, count: count * tierCount)
    var due = [UInt32](repeating: 0, count: count)
    var counters = [Int](repeating: 0, count: pityTiers.count)
    for state in 0..<count {
      for index in pityTiers.indices {
        counters[index] = state / strides[index] % lengths[index]
        if counters[index] == lengths[index] - 1 { due[state] |= 1 << UInt32(index) }
      }
      var left = table.denominator
      var rule = 0
      for tier in 0..<tierCount {
        var weight = weights[tier]
        if rule < rules.count, rules[rule].tier == tier {
          weight = rules[rule].pity.raised(
            weight, coming: Int64(counters[rule]) + 1, denominator: table.denominator)
          rule += 1
        }
        weight = tier == tierCount - 1 ? left : min(weight, left)
        left -= weight
        let entry = state * tierCount + tier
        chances[entry] = Double(weight) / Double(table.denominator)
        bounds[entry] = Double(table.denominator - left) / Double(table.denominator)
        var next = 0
        for index in pityTiers.indices where tier > pityTiers[index] {
          next += min(counters[index] + 1, lengths[index] - 1) * strides[index]
        }
        following[entry] = Int32(next)
      }
    }
    (self.tierCount, self.pityTiers, self.lengths) = (tierCount, pityTiers, lengths)
    (self.strides, self.chances) = (strides, chances)
    (self.bounds, self.following, self.due) = (bounds, following, due)
    missed = (0..<tierCount).map { tier in
      pityTiers.enumerated().reduce(0) { $1.element < tier ? $0 | 1 << UInt32($1.offset) : $0 }
    }
  }

  /// Returns whether a prize is overdue: the draw, or an earlier one, was certain to give it and did not, and it had not
  /// come before the draw. Such a draw broke the rules, or has chances that they do not state.
  ///
  /// - Parameter overdue: the rules whose prize is overdue, as bits by their index, which the draw changes.
  @inline(__always)
  func isOverdue(_ tier: Int, in state: Int, _ overdue: inout UInt32) -> Bool {
    let expected = due[state] | overdue
    guard expected != 0 else { return false }
    let wasOverdue = overdue != 0
    overdue = expected & missed[tier]
    return wasOverdue || overdue != 0
  }

  /// Returns whether a draw did not give the prize that a rule made certain, nor a rarer one.
  func isMissed(byRule rule: Int, _ tier: Int, in state: Int) -> Bool {
    due[state] & missed[tier] & 1 << UInt32(rule) != 0
  }

  var stateCount: Int { chances.count / tierCount }

  func chances(in state: Int) -> ArraySlice<Double> {
    chances[state * tierCount..<(state + 1) * tierCount]
  }

  /// Returns the tier that a number from 0 to below 1 draws in a state.
  @inline(__always)
  package func tier(_ number: Double, in state: Int) -> Int {
    let first = state * tierCount
    var tier = 0
    while tier < tierCount - 1, number >= bounds[first + tier] { tier += 1 }
    return tier
  }

  /// The rarest tier with pity: its prizes, and rarer ones, begin the chain anew. Without pity every draw
  /// does.
  var renewing: Int { pityTiers.first ?? tierCount - 1 }

  /// The expected number of draws in each state from one beginning to the next.
  var visits: [Double] {
    guard let length = lengths.first, let block = strides.first else { return [1] }
    var visits = [Double](repeating: 0, count: stateCount)
    visits[0] = 1
    // A draw that does not begin anew leads to the next block of states, but from the last, which is certain to.
    for state in 0..<(length - 1) * block where visits[state] > 0 {
      for tier in (renewing + 1)..<tierCount {
        let entry = state * tierCount + tier
        visits[Int(following[entry])] += visits[state] * chances[entry]
      }
    }
    return visits
  }

  /// The share of draws that each tier has in the long run: the expected number of its prizes from one
  /// beginning to the next, over the expected number of draws (renewal theorem).
  var effectiveRates: [Double] {
    let visits = visits
    let mean = visits.reduce(0, +)
    return (0..<tierCount).map { tier in
      var sum = 0.0
      for state in visits.indices { sum += visits[state] * chances[state * tierCount + tier] }
      return sum / mean
    }
  }
}

extension DrawModel {
  /// The tiers compiled as the rarities of a pool, the commonest first.
  fileprivate func table() throws(AuditError) -> PoolTable {
    let rarities = tiers.reversed()
    guard
      let table = PoolTable(
        PoolDefinition(id: ""), rates: rarities.map(\.rate), pity: rarities.map(\.pity),
        emptyCell: .none, cards: tiers.map { _ in [] })
    else {
      throw AuditError(.rates, expected: "rates with fewer digits", found: "too many digits")
    }
    return table
  }
}
