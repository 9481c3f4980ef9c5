import FlintRandom
import RealModule

/// The draws whose state is known, as far as the statistics need them: those of the log, and those of the model
/// in its stead.
struct DrawPlan {
  let chain: DrawChain
  let subjects: [DrawHistory.Subject]
  package let cells: [GapCells]
  let order: [Int32]
  let sequences: Int
  let players: [Int32]
  let playerCount: Int
  /// Whether the order of the draws of each sequence is known.
  let areOrdered: [Bool]
  /// Whether the counters of each sequence begin at 0.
  let beginAtZero: [Bool]

  /// The number of tiers that are tested: all but the commonest, which has the rest.
  var tested: Int { chain.tierCount - 1 }

  /// The expected number of prizes of the rarest tier, each sequence beginning with all counters at 0, and its standard
  /// deviation: those of the long run where the sequences are too long.
  var expectedRarest: (number: Double, deviation: Double) {
    var lengths = [Int](repeating: 0, count: sequences)
    for sequence in order { lengths[Int(sequence)] += 1 }
    if let known = chain.expectedPrizes(inSequencesOf: lengths), let deviation = known.deviation {
      return (known.expected[0], deviation)
    }
    return (
      chain.effectiveRates[0] * Double(order.count), chain.renewalDeviation(draws: order.count)
    )
  }
}

/// The statistics of draws: how far each tier, the gaps, the course of time and the players are from what is
/// expected.
struct DrawStatistics {
  /// The number of prizes of each tier, less the sum of the chances that they had.
  var excess: [Double]
  /// The variance of that: the sum of p·(1 − p).
  package var variance: [Double]
  /// The sum of the chances.
  package var expected: [Double]
  /// The greatest distance of the cumulated excess from a straight line, in standard deviations of the whole.
  var drift: [Double]
  /// The number of draws up to there.
  var change: [Int]
  /// Pearson's statistic of the gaps of each subject, with sums of probabilities as expected counts.
  var gaps: [Double]
  /// What each player drew of the rarest tier.
  var players: [Player]

  /// What a player drew of the rarest tier.
  struct Player {
    /// The number of prizes.
    var prizes = 0.0
    /// The sum of the chances.
    var expected = 0.0
    /// The sum of p·(1 − p).
    var variance = 0.0
    /// The sum of the squares of the chances' sums, each up to a prize or to the end of the draws.
    var squares = 0.0
    /// The sum of the chances up to each prize, added up.
    var completed = 0.0

    /// The number of prizes less the sum of the chances.
    var excess: Double { prizes - expected }

    /// The variance of the prizes at a multiple of the chances, as the draws themselves show it: the sum over the gaps
    /// of the square of 1, or 0 at the end, less the multiple of the sum of their chances.
    func spread(ratio: Double) -> Double {
      max(0, prizes - 2 * ratio * completed + ratio * ratio * squares)
    }
  }

  /// - Parameters:
  ///   - states: the state before each draw.
  ///   - tiers: the tier of each draw.
  init(_ plan: DrawPlan, states: [Int32], tiers: [UInt8]) {
    let chain = plan.chain
    let tested = plan.tested
    excess = Array(repeating: 0, count: tested)
    (variance, expected, drift) = (excess, excess, excess)
    change = Array(repeating: 0, count: tested)
    players = Array(repeating: Player(), count: plan.playerCount)
    var overdue = [UInt32](repeating: 0, count: plan.sequences)
    let isLeftOut = states.indices.map { index in
      chain.isOverdue(
        Int(tiers[index]), in: Int(states[index]), &overdue[Int(plan.order[index])])
    }
    for tier in 0..<tested {
      var (sum, spread, mean) = (0.0, 0.0, 0.0)
      for index in states.indices where !isLeftOut[index] {
        let chance = chain.chances[Int(states[index]) * chain.tierCount + tier]
        sum += (Int(tiers[index]) == tier ? 1 : 0) - chance
        spread += chance * (1 - chance)
        mean += chance
      }
      (excess[tier], variance[tier], expected[tier]) = (sum, spread, mean)
      guard spread > 0 else { continue }
      let slope = sum / spread
      var (course, past, farthest, position) = (0.0, 0.0, 0.0, 0)
      for index in states.indices where !isLeftOut[index] {
        let chance = chain.chances[Int(states[index]) * chain.tierCount + tier]
        course += (Int(tiers[index]) == tier ? 1 : 0) - chance
        past += chance * (1 - chance)
        let distance = abs(course - slope * past)
        if distance > farthest { (farthest, position) = (distance, index + 1) }
      }
      drift[tier] = farthest / spread.squareRoot()
      change[tier] = position
    }
    let isAnyLeftOut = isLeftOut.contains(true)
    gaps = plan.subjects.indices.map { Self.gaps(plan, $0, states, tiers, isAnyLeftOut) }
    if plan.playerCount > 1 { addPlayers(plan, states, tiers, isLeftOut) }
  }

  private mutating func addPlayers(
    _ plan: DrawPlan, _ states: [Int32], _ tiers: [UInt8], _ isLeftOut: [Bool]
  ) {
    let chain = plan.chain
    var sums = [Double](repeating: 0, count: plan.sequences)
    for index in states.indices where !isLeftOut[index] {
      let chance = chain.chances[Int(states[index]) * chain.tierCount]
      let sequence = Int(plan.order[index])
      let player = Int(plan.players[sequence])
      players[player].expected += chance
      players[player].variance += chance * (1 - chance)
      sums[sequence] += chance
      guard tiers[index] == 0 else { continue }
      players[player].prizes += 1
      players[player].completed += sums[sequence]
      players[player].squares += sums[sequence] * sums[sequence]
      sums[sequence] = 0
    }
    for (sequence, sum) in sums.enumerated() {
      players[Int(plan.players[sequence])].squares += sum * sum
    }
  }

  /// Returns Pearson's statistic of the gaps of a subject.
  ///
  /// - Parameter isAnyOverdue: whether any prize is overdue. A gap ends where a rarer one becomes so: until that comes,
  ///   the rules state no chances.
  private static func gaps(
    _ plan: DrawPlan, _ number: Int, _ states: [Int32], _ tiers: [UInt8], _ isAnyOverdue: Bool
  ) -> Double {
    let (subject, cells, chain) = (plan.subjects[number], plan.cells[number], plan.chain)
    let rarer = isAnyOverdue ? subject.rule.map { UInt32(1) << UInt32($0) - 1 } ?? 0 : 0
    var overdue = [UInt32](repeating: 0, count: plan.sequences)
    var since = [Int32](repeating: 0, count: plan.sequences)
    // The first of these draws follows a beginning, which is one of the tiers with pity.
    var key = plan.beginAtZero.map { Int32($0 || subject.rule != nil ? 0 : -1) }
    var observed = [Double](repeating: 0, count: cells.starts.count)
    var expected = observed
    for index in states.indices {
      let sequence = Int(plan.order[index])
      guard plan.areOrdered[sequence] else { continue }
      since[sequence] += 1
      let tier = Int(tiers[index])
      let others = overdue[sequence]
      if rarer != 0 { _ = chain.isOverdue(tier, in: Int(states[index]), &overdue[sequence]) }
      let isCut = (overdue[sequence] | others) & rarer != 0
      let isPrize = tier <= subject.tier
      if key[sequence] >= 0, isCut ? others & rarer == 0 : isPrize {
        observed[cells.range(of: Int(since[sequence]))] += 1
        let chances = cells.probabilities(Int(key[sequence]))
        for cell in chances.indices { expected[cell] += chances[cell] }
      }
      if isCut { key[sequence] = -1 }
      guard isPrize else { continue }
      since[sequence] = 0
      guard overdue[sequence] & rarer == 0 else { continue }
      let after = chain.following[Int(states[index]) * chain.tierCount + tier]
      key[sequence] = Int32(chain.key(of: Int(after), for: subject))
    }
    return GapCells.chiSquare(observed, expected)
  }

  /// The number of prizes of the rarest tier, as near as rounding lets it be.
  var prizes: Double { excess[0] + expected[0] }

  /// The absolute excess of each tier in standard deviations.
  var deviations: [Double] {
    zip(excess, variance).map {
      $1 > 0 ? abs($0) / $1.squareRoot() : abs($0) > 1e-6 ? .infinity : 0
    }
  }

  /// Observed over expected of all players together, of the rarest tier.
  var commonRatio: Double {
    let expected = players.reduce(0) { $0 + $1.expected }
    return expected > 0 ? players.reduce(0) { $0 + $1.prizes } / expected : 0
  }

  /// The variance of the players' prizes about those by their common ratio, over the variance that the gaps of all of
  /// them show: about 1 where all have the same rates, be these right or wrong.
  var dispersion: Double {
    let ratio = commonRatio
    let expected = players.reduce(0) { $0 + $1.expected }
    let spread = players.reduce(0) { $0 + $1.spread(ratio: ratio) }
    guard expected > 0, spread > 0 else { return 0 }
    var (squares, shares) = (0.0, 0.0)
    for player in players {
      let (distance, share) = (player.prizes - ratio * player.expected, player.expected / expected)
      squares += distance * distance
      shares += share * share
    }
    return shares < 1 ? squares / (spread * (1 - shares)) : 0
  }
}

/// Logs drawn by the model in the stead of the observed one: as many draws of each sequence, merged in the same
/// order.
struct DrawReplicates {
  package let count: Int
  /// How many of these deviate at least as much as the observed one.
  private(set) var rates: [Int]
  private(set) var drift: [Int]
  private(set) var gaps: [Int]
  private(set) var dispersion = 0
  /// How many have at least and at most as many prizes of the rarest tier.
  private(set) var prizes = (atLeast: 0, atMost: 0)

  /// The stream of random words that replicates are drawn from.
  private static let purpose: UInt32 = 0x6472_6177

  /// The number of logs for a number of draws: 9,999 at most, less where these would take more than about a
  /// second, and none where fewer than 999 would be left.
  package static func count(draws: Int) -> Int {
    let count = min(9999, 20_000_000 / max(1, draws))
    return count >= 999 ? count : 0
  }

  init(_ plan: DrawPlan, comparedWith observed: DrawStatistics, seed: UInt64, count: Int) {
    self.count = count
    let chain = plan.chain
    rates = Array(repeating: 0, count: plan.tested)
    drift = rates
    gaps = Array(repeating: 0, count: plan.subjects.count)
    var states = [Int32](repeating: 0, count: plan.order.count)
    var tiers = [UInt8](repeating: 0, count: plan.order.count)
    var random = StreamReader(key: seed, purpose: Self.purpose)
    for replicate in 0..<count {
      random.begin(identity: UInt64(replicate))
      var state = [Int32](repeating: 0, count: plan.sequences)
      for index in plan.order.indices {
        let sequence = Int(plan.order[index])
        let before = Int(state[sequence])
        let tier = chain.tier(Double(random.next32()) * 0x1p-32, in: before)
        states[index] = Int32(before)
        tiers[index] = UInt8(tier)
        state[sequence] = chain.following[before * chain.tierCount + tier]
      }
      let drawn = DrawStatistics(plan, states: states, tiers: tiers)
      for (tier, deviation) in observed.deviations.enumerated() {
        if drawn.deviations[tier] >= deviation - Self.tolerance { rates[tier] += 1 }
        if drawn.drift[tier] >= observed.drift[tier] - Self.tolerance { drift[tier] += 1 }
      }
      for (subject, statistic) in observed.gaps.enumerated()
      where drawn.gaps[subject] >= statistic - Self.tolerance { gaps[subject] += 1 }
      let difference = drawn.prizes - observed.prizes
      if difference > -0.5 { prizes.atLeast += 1 }
      if difference < 0.5 { prizes.atMost += 1 }
      if drawn.dispersion >= observed.dispersion - Self.tolerance { dispersion += 1 }
    }
  }

  /// Returns the p-value of a statistic that some replicates reach: the observed log counts as one of them, so
  /// that a true model is rejected no more often than the level says (Davison & Hinkley 1997, 4.2).
  func pValue(_ reached: Int) -> Double { Double(reached + 1) / Double(count + 1) }

  /// The difference by which equal statistics can differ by rounding.
  private static let tolerance = 1e-9
}
