extension DrawChain {
  /// The maximum number of steps of the computation of expected numbers.
  private static let mostSteps = 200_000_000

  /// Returns the expected number of prizes of each tier in a complete log, whose sequences begin with all counters
  /// at 0. Those that follow draws that cannot be read have the prizes of the long run.
  ///
  /// In short sequences there are fewer than in the long run, since the wait for the first prize is a whole one.
  /// The expected number of beginnings at each draw follows from the renewal equation.
  ///
  /// - Returns: the expected numbers, and the standard deviation of the number of the rarest tier where its prizes
  ///   are the beginnings; `nil` where the log may begin in any state, and where the numbers are those of the
  ///   long run or too many to compute.
  func expectedPrizes(in log: DrawLog) -> (expected: [Double], deviation: Double?)? {
    guard log.isComplete else { return nil }
    var all = [Int](repeating: 0, count: log.sequences.count)
    for draw in log.draws { all[Int(draw.sequence)] += 1 }
    let beginAtZero = log.beginAtZero
    let lengths = all.indices.filter { beginAtZero[$0] }.map { all[$0] }
    let others = log.count - lengths.reduce(0, +)
    guard let own = expectedPrizes(inSequencesOf: lengths) else { return nil }
    let ofOthers = renewalDeviation(draws: others)
    return (
      zip(own.expected, effectiveRates).map { $0 + Double(others) * $1 },
      own.deviation.map { ($0 * $0 + ofOthers * ofOthers).squareRoot() }
    )
  }

  /// Returns the same in sequences of some numbers of draws, each of which begins with all counters at 0.
  func expectedPrizes(
    inSequencesOf draws: [Int]
  ) -> (expected: [Double], deviation: Double?)? {
    guard let cycle = lengths.first, let block = strides.first, let longest = draws.max(),
      longest <= Self.mostSteps / (min(cycle, longest + 1) * tierCount)
    else { return nil }
    let (prizes, ends) = firstCycle(cycle, block)
    // The chance that a cycle begins with each draw, and the expected prizes up to it.
    var begins = [Double](repeating: 0, count: longest)
    var sums = [[Double]](
      repeating: [Double](repeating: 0, count: longest + 1), count: tierCount)
    for draw in 0..<longest {
      begins[draw] = draw == 0 ? 1 : 0
      for length in 1...max(1, min(cycle, draw)) where draw > 0 {
        begins[draw] += begins[draw - length] * ends[length - 1]
      }
      for tier in 0..<tierCount {
        var expected = 0.0
        for step in 0...min(cycle - 1, draw) {
          expected += begins[draw - step] * prizes[step * tierCount + tier]
        }
        sums[tier][draw + 1] = sums[tier][draw] + expected
      }
    }
    let expected = sums.map { sum in draws.reduce(0) { $0 + sum[$1] } }
    guard pityTiers.first == 0 else { return (expected, nil) }
    // Each prize begins anew: the expected number of pairs of prizes follows from the numbers after the first.
    var variances = [Int: Double]()
    let rarest = sums[0]
    let variance = draws.reduce(0) { total, length in
      if let known = variances[length] { return total + known }
      var pairs = 0.0
      for draw in 0..<length {
        pairs += (rarest[draw + 1] - rarest[draw]) * rarest[length - 1 - draw]
      }
      let own = max(0, 2 * pairs + rarest[length] - rarest[length] * rarest[length])
      variances[length] = own
      return total + own
    }
    return (expected, variance.squareRoot())
  }

  /// Returns the expected prizes of each tier at each draw of the first cycle, and the chance that the cycle
  /// ends with it.
  private func firstCycle(_ length: Int, _ block: Int) -> (prizes: [Double], ends: [Double]) {
    var prizes = [Double](repeating: 0, count: length * tierCount)
    var ends = [Double](repeating: 0, count: length)
    for (state, visit) in visits.enumerated() where visit > 0 {
      let step = state / block
      for tier in 0..<tierCount {
        let chance = visit * chances[state * tierCount + tier]
        prizes[step * tierCount + tier] += chance
        if tier <= renewing { ends[step] += chance }
      }
    }
    return (prizes, ends)
  }
}
