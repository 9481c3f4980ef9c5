import CounterRandom

/// An estimate of the number of rolls until goals are reached, from simulated players of a model.
///
/// Player n draws from the random stream of the seed and n: the same question, seed and number of players have
/// the same estimate.
public struct PoolEstimate: Sendable {
  /// An estimated number with its 95 % interval.
  public struct Value: Hashable, Sendable {
    /// The estimate.
    public var value: Double
    /// The lower end of the interval.
    public var low: Double
    /// The upper end of the interval; infinite where the players are too few to bound it.
    public var high: Double
  }

  /// The number of players.
  public let players: Int
  /// The number of players that did not reach the goals within `mostRolls` rolls.
  public let unreached: Int
  /// The maximum number of rolls of a player.
  public let mostRolls: Int
  /// The numbers of rolls of the others, in ascending order.
  public let rolls: [Int64]

  /// The random streams' purpose.
  static let purpose: UInt32 = 0x706F_6F6C

  /// The expected number of rolls; `nil` where a player did not reach the goals.
  public var mean: Value? {
    guard unreached == 0, !rolls.isEmpty else { return nil }
    var sums = Sums()
    for count in rolls { sums.add(count) }
    let reach =
      sums.count > 1
      ? (sums.variance / Double(sums.count)).squareRoot()
        * StudentT.reach95(Double(sums.count) - 1) : .infinity
    return Value(value: sums.mean, low: sums.mean - reach, high: sums.mean + reach)
  }

  /// The standard deviation of the number of rolls; `nil` where a player did not reach the goals.
  public var standardDeviation: Double? {
    guard unreached == 0, rolls.count > 1 else { return nil }
    var sums = Sums()
    for count in rolls { sums.add(count) }
    return sums.variance.squareRoot()
  }

  /// Returns the number of rolls that a share of the players needs at most; infinite beyond those who reached
  /// the goals.
  public func quantile(_ share: Double) -> Value {
    func value(_ rank: Int64) -> Double {
      if rank < 1 { return 0 }
      return rank <= Int64(rolls.count) ? Double(rolls[Int(rank) - 1]) : .infinity
    }
    let rank = max(1, Int64((share * Double(players)).rounded(.up)))
    let ranks = OrderStatistic.ranks(quantile: share, count: Int64(players))
    return Value(value: value(rank), low: value(ranks.lowerBound), high: value(ranks.upperBound))
  }

  /// Returns the chance of reaching the goals within a number of rolls.
  public func chance(within count: Int64) -> Value {
    var (low, high) = (0, rolls.count)
    while low < high {
      let middle = (low + high) / 2
      if rolls[middle] <= count { low = middle + 1 } else { high = middle }
    }
    let interval = Proportion.wilson(successes: Int64(low), trials: Int64(players))
    return Value(value: Double(low) / Double(players), low: interval.low, high: interval.high)
  }
}

extension PoolOdds {
  /// The maximum number of players.
  public static let mostPlayers = 10_000_000

  /// The maximum number of rolls of all players together.
  public static let mostSimulatedRolls: Int64 = 1_000_000_000

  /// Returns an estimate of the number of rolls, from simulated players.
  ///
  /// - Parameters:
  ///   - players: the number of players.
  ///   - seed: the key of the random streams.
  ///   - mostRolls: the number of rolls after which a player gives up.
  public func estimate(
    players: Int = 10_000, seed: UInt64, mostRolls: Int = 100_000
  ) throws(OddsError) -> PoolEstimate {
    try PoolModel.check("players", players, in: 1...Self.mostPlayers)
    try PoolModel.check("most_rolls", mostRolls, in: 1...Int(PoolModel.Most.rolls))
    let machine = try machine()
    var rolls: [Int64] = []
    var total: Int64 = 0
    for player in 0..<players {
      var choices = RandomChoices(
        stream: CounterStream(key: seed, identity: UInt64(player), purpose: PoolEstimate.purpose))
      if let count = machine.play(&choices, exchanges: exchanges, mostRolls: mostRolls) {
        rolls.append(count)
        total += count
      } else {
        total += Int64(mostRolls)
      }
      guard total <= Self.mostSimulatedRolls else {
        throw .invalid(
          "players",
          "\(player + 1) of them rolled \(total) times, more than \(Self.mostSimulatedRolls); "
            + "ask for fewer")
      }
    }
    rolls.sort()
    return PoolEstimate(
      players: players, unreached: players - rolls.count, mostRolls: mostRolls, rolls: rolls)
  }
}

extension PoolMachine {
  /// Rolls until all goals are reached; returns the number of rolls, `nil` beyond the maximum.
  func play(
    _ choices: inout RandomChoices, exchanges: ((Int) -> Int)?, mostRolls: Int
  ) -> Int64? {
    var state = initial
    func isDone(after count: Int) -> Bool {
      if let exchanges, missing(state) <= exchanges(count) { return true }
      return self.isDone(state)
    }
    if isDone(after: 0) { return 0 }
    for count in 1...mostRolls {
      roll(&state, &choices)
      if isDone(after: count) { return Int64(count) }
    }
    return nil
  }

  /// Rolls once; returns the amount of the cards.
  @discardableResult
  func roll(_ state: inout [Int32], _ choices: inout some Choices) -> Int64 {
    let stage = stages[stageIndex(state)]
    let before = state
    beginRoll(&state)
    let variants = stage.table.variants
    let variant = variants.count == 1 ? 0 : choices.choose(variants.count) { variants[$0].weight }
    var amount: Int64 = 0
    for draw in variants[variant].draws {
      amount += self.draw(&state, stage, variants[variant], draw, &choices, before: before).amount
    }
    end(&state)
    return amount
  }
}
