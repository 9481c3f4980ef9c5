import FlintRules
import FlintSchema

extension PoolOdds {
  /// Returns the expected price of an order of pools of different prices, by currency; `nil` where it is not known
  /// exactly.
  ///
  /// - Parameters:
  ///   - mean: the expected number of rolls until the last goal is reached.
  ///   - pools: the pools with the prices of the rolls to come.
  func meanPrice(
    of mean: Double, _ pools: [PoolTable], inBundles: Bool
  ) -> [NamedValue<Double>]? {
    let prices: [[NamedValue<Double>]]
    if pools.allSatisfy({ $0.definition.bundle == nil && !$0.definition.priceChanges }) {
      guard let means = meanRolls(mean) else { return nil }
      prices = zip(pools, means).map { $0.meanPrice(of: $1, nil, inBundles: false) }
    } else {
      // A pool that comes again goes on with the prices of its round.
      guard Set(pools.map(\.definition.id)).count == pools.count,
        let rolls = try? PoolChain(machine(), reach).rollsOfStages()
      else { return nil }
      prices = zip(pools, rolls).map { pool, chances in
        pool.meanPrice(inBundles: inBundles) { roll in
          roll <= chances.count ? chances[Int(roll) - 1] : 0
        }
      }
    }
    var sums: [NamedValue<Double>] = []
    for price in prices.joined() {
      if let same = sums.firstIndex(where: { $0.name == price.name }) {
        sums[same].value += price.value
      } else {
        sums.append(price)
      }
    }
    return sums
  }

  /// Returns the expected number of rolls of each stage, of which all take a mean; `nil` where one is not known exactly.
  private func meanRolls(_ mean: Double) -> [Double]? {
    var before = 0.0
    var means: [Double] = []
    for index in stages.indices {
      var part = self
      part.stages = Array(stages[...index])
      guard let reached = index == stages.count - 1 ? mean : try? part.distribution().mean else {
        return nil
      }
      means.append(reached - before)
      before = reached
    }
    return means
  }
}

extension PoolChain {
  /// Returns, for each stage, the probability that it takes a first roll, a second one, and so on, until hardly anybody
  /// needs another.
  fileprivate func rollsOfStages() throws(OddsError) -> [[Double]] {
    var chances = [[Double]](repeating: [], count: machine.stages.count)
    if isDoneAtStart { return chances }
    var now = [Double](repeating: 0, count: count)
    now[0] = 1
    var work = 0
    for stage in chances.indices {
      let states = (0..<count).filter { stagesOfStates.isEmpty || stagesOfStates[$0] == stage }
      var next = now
      while true {
        let left = states.reduce(0) { $0 + now[$1] }
        if left < 1e-16 { break }
        chances[stage].append(left)
        for state in states { next[state] = 0 }
        for state in states where now[state] > 0 {
          for edge in Int(starts[state])..<Int(starts[state + 1]) {
            next[Int(ends[edge])] += now[state] * weights[edge]
          }
          work += Int(starts[state + 1] - starts[state])
        }
        work += states.count
        if work > 1_000_000_000 { throw .tooLong(count) }
        now = next
      }
    }
    return chances
  }
}
