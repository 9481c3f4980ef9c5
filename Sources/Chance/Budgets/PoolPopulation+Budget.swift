import FlintRandom
import FlintRules

/// The chance of reaching goals with an amount of currency, from simulated players.
struct EstimatedBudget {
  var players: Int
  /// The number of players that reached the goals.
  var reached: Int
  /// The number of players that could still roll after the maximum of rolls.
  var unfinished: Int
  var mostRolls: Int

  var chance: Double { Double(reached) / Double(max(1, players)) }
  /// The 95 % interval of the chance.
  var interval: (low: Double, high: Double) {
    let interval = Proportion.wilson(successes: Int64(reached), trials: Int64(players))
    return (interval.low, interval.high)
  }
}

extension PoolOdds {
  /// Returns the chance of reaching all goals with an amount of currency, where there is no exact method.
  ///
  /// - Parameters:
  ///   - purses: what is bought in the pool of each stage.
  ///   - refunds: the currency that cards give back.
  ///   - rolls: the number of rolls that the amount buys without refunds.
  func estimatedBudget(
    _ amount: Int64, _ purses: [PoolPurse], refunds: PoolRefunds?, rolls: Int64,
    _ size: EstimateSize
  ) throws(OddsError) -> EstimatedBudget {
    var odds = self
    odds.refunds = refunds
    let machine = try odds.machine()
    let each = min(100_000, max(1, Int(clamping: rolls)))
    let most = Int(Precision().mostCards) / max(1, machine.cardsOfRoll)
    let players =
      size.players.map { min($0, max(1024, Int(Self.mostSimulatedRolls) / each)) }
      ?? min(10_000, max(1024, most / each))
    let mostRolls = max(1000, min(PoolLimits.rolls, 20 * each))
    let population = PoolPopulation(
      machine: machine, exchange: exchange, seed: size.seed, mostRolls: mostRolls)
    let outcomes = population.spend(amount, purses, 0..<players)
    return EstimatedBudget(
      players: players, reached: outcomes.count { $0 == true },
      unfinished: outcomes.count { $0 == nil }, mostRolls: mostRolls)
  }
}

extension PoolPopulation {
  /// Returns whether each player reaches the goals with an amount of currency; `nil` for one that could roll on after
  /// the maximum of rolls.
  func spend(_ amount: Int64, _ purses: [PoolPurse], _ players: Range<Int>) -> [Bool?] {
    results(of: players) { isReached(by: $0, with: amount, purses) }
  }

  private func isReached(by player: Int, with amount: Int64, _ purses: [PoolPurse]) -> Bool? {
    var choices = RandomChoices(
      stream: CounterStream(key: seed, identity: UInt64(player), purpose: PoolEstimate.purpose))
    var state = machine.initial
    if machine.isDone(state) || isBought(state, after: 0) { return true }
    var before = state
    var index = machine.stageIndex(state)
    var stage = machine.stages[index]
    var left = amount
    var rolls = 0
    var rollsOfPools = [Int64](repeating: 0, count: purses.count)
    while rolls < mostRolls {
      let pool = purses[index].pool
      guard let purchase = purses[index].purchase(with: left, after: rollsOfPools[pool]) else {
        return false
      }
      left -= purchase.price
      for _ in 0..<purchase.rolls {
        let refund = machine.roll(&state, stage, &choices, before: &before)
        let (sum, overflow) = left.addingReportingOverflow(refund)
        left = overflow ? .max : sum
        rolls += 1
        rollsOfPools[pool] += 1
        if machine.stageIndex(state) != index {
          index = machine.stageIndex(state)
          stage = machine.stages[index]
        }
        if index == machine.stages.count - 1 && machine.isReached(stage, state)
          || isBought(state, after: rolls)
        {
          return true
        }
        // A bundle of one pool is of no use in the next.
        if purses[index].pool != pool { break }
      }
    }
    return nil
  }
}
