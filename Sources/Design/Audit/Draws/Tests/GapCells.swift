/// Ranges of lengths of a subject's gaps, with their probabilities.
struct GapCells {
  /// The first length of each range; each ends before the next begins.
  let starts: [Int]
  /// The probabilities of the ranges, by the combined counters of the rarer tiers at the gap's beginning.
  private let probabilities: [[Double]]
  /// The index of the range of each length.
  private let ranges: [UInt8]
  /// The greatest length of the distribution, beyond which no length is told apart.
  let longest: Int

  /// The maximum number of ranges.
  static let mostCells = 20

  /// Divides the lengths into ranges of about equal probability, of which each expects at least five of the gaps
  /// where there are enough of them, and else a few ranges.
  ///
  /// - Parameter gaps: the gaps, of which only the number and the beginnings are used: ranges that were
  ///   chosen by the lengths would fit too well.
  init(_ chain: DrawChain, _ subject: DrawHistory.Subject, gaps: [DrawHistory.Gap]) {
    let keys = subject.rule.map { chain.stateCount / (chain.strides[$0] * chain.lengths[$0]) } ?? 1
    var weights = [Double](repeating: 0, count: keys)
    for gap in gaps { weights[gap.key] += 1 }
    if gaps.isEmpty { weights[0] = 1 }
    let distributions = (0..<keys).map { chain.gapDistribution(subject, key: $0) }
    let longest = distributions.map(\.count).max() ?? 1
    var mean = [Double](repeating: 0, count: longest)
    let total = weights.reduce(0, +)
    for (distribution, weight) in zip(distributions, weights) where weight > 0 {
      for (index, chance) in distribution.enumerated() { mean[index] += chance * weight / total }
    }
    let least = gaps.count < 10 ? 0.2 : max(5 / Double(gaps.count), 1 / Double(Self.mostCells))
    var starts = [1]
    var (sum, left) = (0.0, 1.0)
    for (index, chance) in mean.enumerated() {
      sum += chance
      // The rest has to suffice for a range of its own.
      if sum >= least - 1e-12, left - sum >= least - 1e-12 {
        starts.append(index + 2)
        left -= sum
        sum = 0
      }
    }
    self.starts = starts
    self.longest = longest
    var ranges = [UInt8](repeating: 0, count: longest + 1)
    for (range, start) in starts.enumerated() where start <= longest {
      for length in start...longest { ranges[length] = UInt8(range) }
    }
    self.ranges = ranges
    probabilities = distributions.map { distribution in
      var sums = [Double](repeating: 0, count: starts.count)
      for (index, chance) in distribution.enumerated() { sums[Int(ranges[index + 1])] += chance }
      return sums
    }
  }

  @inline(__always)
  func range(of length: Int) -> Int { Int(ranges[min(length, longest)]) }

  @inline(__always)
  func probabilities(_ key: Int) -> [Double] { probabilities[key] }

  /// Returns Pearson's statistic of gaps, with sums of probabilities as expected counts.
  func chiSquare(of gaps: [DrawHistory.Gap]) -> Double {
    var observed = [Double](repeating: 0, count: starts.count)
    var expected = observed
    for gap in gaps {
      observed[range(of: gap.length)] += 1
      for (cell, chance) in probabilities(gap.key).enumerated() { expected[cell] += chance }
    }
    return Self.chiSquare(observed, expected)
  }

  static func chiSquare(_ observed: [Double], _ expected: [Double]) -> Double {
    zip(observed, expected).reduce(0) { sum, cell in
      let (count, mean) = cell
      return mean > 0
        ? sum + (count - mean) * (count - mean) / mean : count > 0 ? .infinity : sum
    }
  }

  /// The names of the ranges: `1–20`, `77`, and that of the last without an end where lengths have none.
  ///
  /// - Parameter isOpen: whether any length is possible.
  func labels(isOpen: Bool) -> [String] {
    starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] - 1 : longest
      if index + 1 == starts.count, isOpen { return "\(starts[index]) or more" }
      return end == starts[index] ? "\(end)" : "\(starts[index])–\(end)"
    }
  }
}
