import FlintRules

/// An estimate of the number of rolls until goals are reached, from simulated players of a model.
///
/// Player n draws from the random stream of the seed and n: the same question, seed and number of players have
/// the same estimate.
package struct PoolEstimate: Sendable {
  /// An estimated number with its 95 % interval.
  package struct Value: Hashable, Sendable {
    package var value: Double
    /// The lower end of the interval.
    package var low: Double
    /// The upper end of the interval; infinite where the players are too few to bound it.
    package var high: Double
  }

  package let players: Int
  /// The number of players that did not reach the goals within `mostRolls` rolls.
  package let unreached: Int
  /// The maximum number of rolls of a player.
  package let mostRolls: Int
  /// The numbers of rolls of the others, in ascending order.
  package let rolls: [Int64]

  static let purpose: UInt32 = 0x706F_6F6C

  package init(players: Int, unreached: Int, mostRolls: Int, rolls: [Int64]) {
    (self.players, self.unreached) = (players, unreached)
    (self.mostRolls, self.rolls) = (mostRolls, rolls)
  }

  /// The expected number of rolls; `nil` where a player did not reach the goals.
  package var mean: Value? {
    guard unreached == 0, !rolls.isEmpty else { return nil }
    var sums = Sums()
    for count in rolls { sums.add(count) }
    let reach = Self.reach(sums)
    return Value(value: sums.mean, low: sums.mean - reach, high: sums.mean + reach)
  }

  /// Returns the half-width of the 95 % interval of a mean.
  fileprivate static func reach(_ sums: Sums) -> Double {
    sums.count > 1
      ? (sums.variance / Double(sums.count)).squareRoot()
        * StudentT.reach95(Double(sums.count) - 1) : .infinity
  }

  /// Returns what is said where the interval of the mean is wider than wanted; `nil` where it is not.
  func remark(on size: EstimateSize) -> String? {
    guard let precision = size.precision ?? (size.players == nil ? 0.01 : nil), let mean else {
      return nil
    }
    let reached = mean.value > 0 ? (mean.high - mean.value) / mean.value : 0
    guard reached > precision else { return nil }
    let count = "\(players.grouped) player\(players == 1 ? "" : "s")"
    return
      "the precision of \(PityDefinition.percent(precision)) was not reached: with \(count) the mean "
      + (reached.isFinite ? "is known to \(PityDefinition.percent(reached))" : "has no interval")
  }

  /// The standard deviation of the number of rolls; `nil` where a player did not reach the goals.
  package var standardDeviation: Double? {
    guard unreached == 0, rolls.count > 1 else { return nil }
    var sums = Sums()
    for count in rolls { sums.add(count) }
    return sums.variance.squareRoot()
  }

  /// Returns the number of rolls that a share of the players needs at most; infinite beyond those who reached
  /// the goals.
  package func quantile(_ share: Double) -> Value {
    func value(_ rank: Int64) -> Double {
      if rank < 1 { return 0 }
      return rank <= Int64(rolls.count) ? Double(rolls[Int(rank) - 1]) : .infinity
    }
    let rank = max(1, Int64((share * Double(players)).rounded(.up)))
    let ranks = OrderStatistic.ranks(quantile: share, count: Int64(players))
    return Value(value: value(rank), low: value(ranks.lowerBound), high: value(ranks.upperBound))
  }

  /// Returns the chance of reaching the goals within a number of rolls.
  package func chance(within count: Int64) -> Value {
    let done = rolls.partitioningIndex { $0 > count }
    let interval = Proportion.wilson(successes: Int64(done), trials: Int64(players))
    return Value(value: Double(done) / Double(players), low: interval.low, high: interval.high)
  }
}

extension PoolOdds {
  /// The maximum number of players.
  package static let mostPlayers = 10_000_000

  /// The maximum number of rolls of all players together.
  package static let mostSimulatedRolls: Int64 = 1_000_000_000

  /// When an estimate is precise enough.
  package struct Precision: Hashable, Sendable {
    /// The half-width of the 95 % interval of the mean, relative to the mean.
    package var halfWidth = 0.01
    /// The least number of players before the interval is looked at.
    package var leastPlayers = 1024
    /// The number of cards after which the estimate ends, however wide the interval is.
    package var mostCards: Int64 = 10_000_000

    /// Creates a precision of 1 %.
    package init() {}
  }

  /// Returns an estimate of a size.
  func estimate(_ size: EstimateSize) throws(OddsError) -> PoolEstimate {
    try size.check()
    var precision = Precision()
    if let halfWidth = size.precision {
      (precision.halfWidth, precision.mostCards) = (halfWidth, Self.mostSimulatedRolls)
    }
    let isCounted = size.players != nil && size.precision == nil
    return try estimate(
      players: size.players ?? (size.precision == nil ? 100_000 : Self.mostPlayers),
      seed: size.seed, precision: isCounted ? nil : precision)
  }

  /// Returns an estimate of the number of rolls, from simulated players.
  ///
  /// Whether there are enough players depends on whole blocks of players alone, so that the estimate is the same
  /// for any number of processors. An interval that is looked at so often, and ends the estimate when it is
  /// narrow enough, keeps its level where the players are many: Chow & Robbins (1965), "On the asymptotic
  /// theory of fixed-width sequential confidence intervals for the mean".
  ///
  /// - Parameters:
  ///   - players: the number of players; with a precision, their maximum number.
  ///   - seed: the key of the random streams.
  ///   - mostRolls: the number of rolls after which a player gives up.
  ///   - precision: when the players are enough; `nil` for all of them.
  package func estimate(
    players: Int = 10_000, seed: UInt64, mostRolls: Int = 100_000, precision: Precision? = nil
  ) throws(OddsError) -> PoolEstimate {
    try PoolLimits.check("players", players, in: 1...Self.mostPlayers)
    try PoolLimits.check("most_rolls", mostRolls, in: 1...PoolLimits.rolls)
    let machine = try machine()
    let cardsOfRoll = max(1, machine.cardsOfRoll)
    var mostRolls = mostRolls
    if let precision {
      // A first block of players that never reach the goals does not exceed the work either.
      mostRolls = min(
        mostRolls, max(1000, Int(precision.mostCards) / (PoolPopulation.chunk * cardsOfRoll)))
    }
    let population = PoolPopulation(
      machine: machine, exchange: exchange, seed: seed, mostRolls: mostRolls)
    var rolls: [Int64] = []
    var sums = Sums()
    var total: Int64 = 0
    var played = 0
    while played < players {
      var next = played + PoolPopulation.block - played % PoolPopulation.block
      if let precision {
        // By the rolls of the players so far, the block does not exceed what is left of the work.
        let left = max(0, precision.mostCards - total * Int64(cardsOfRoll))
        let each = played == 0 ? Int64.max : max(1, total * Int64(cardsOfRoll) / Int64(played))
        next = min(next, played + max(PoolPopulation.chunk, Int(left / each)))
      }
      let block = played..<min(players, next)
      for count in population.play(block).map({ $0?.rolls }) {
        played += 1
        if let count {
          rolls.append(count)
          sums.add(count)
        }
        total += count ?? Int64(mostRolls)
        guard total <= Self.mostSimulatedRolls else {
          throw .invalid(
            "players",
            "\(played) of them rolled \(total) times, more than \(Self.mostSimulatedRolls); "
              + "ask for fewer")
        }
      }
      let cards = total * Int64(cardsOfRoll)
      if let precision, precision.isReached(sums, players: played, cards: cards) { break }
    }
    rolls.sort()
    return PoolEstimate(
      players: played, unreached: played - rolls.count, mostRolls: mostRolls, rolls: rolls)
  }
}

extension PoolOdds.Precision {
  /// Returns whether an estimate ends.
  ///
  /// - Parameters:
  ///   - sums: the numbers of rolls of those who reached the goals.
  ///   - players: the number of players.
  ///   - cards: the number of their cards.
  fileprivate func isReached(_ sums: Sums, players: Int, cards: Int64) -> Bool {
    if cards >= mostCards { return true }
    guard players >= leastPlayers, sums.count == players else { return false }
    return PoolEstimate.reach(sums) <= halfWidth * sums.mean
  }
}
