import Chance

/// A comparison of the numbers of draws from one prize to the next with their distribution.
package struct GapAudit: Sendable {
  package let tier: String
  /// Whether rarer prizes end a gap, too.
  package let isOrBetter: Bool
  /// The draw that is certain to give the prize; `nil` without pity.
  package let certain: Int?
  /// The completed gaps by range of lengths.
  package let audit: Audit
  package let lengths: [(length: Int, count: Int64)]
  /// The probability of each length from 1 on, as the mean over the gaps.
  package let distribution: [Double]
  package let count: Int64
  /// The mean of their lengths; `nil` without any.
  package let mean: Double?
  package let expectedMean: Double
  /// The standard deviation of a gap by the distribution.
  package let deviation: Double
  /// The greatest number of draws since a prize at the end of a player's log.
  package let open: Int
  /// How often more draws were made without the prize than the rules allow.
  package let overruns: Int64
  /// The number of the draw of the first such overrun, from 1.
  package let firstOverrun: Int?
  package let pValue: Double
  /// How the p-value was computed.
  package let method: DrawTest.Method
  /// The interval of the mean over its expected value.
  let interval: Interval?

  init(
    _ log: DrawLog, _ chain: DrawChain, _ history: DrawHistory, _ number: Int, _ cells: GapCells,
    _ replicates: DrawReplicates, level: Double, power: AuditPower
  ) {
    let subject = history.subjects[number]
    let gaps = history.gaps[number]
    tier = log.model.tiers[subject.tier].name
    isOrBetter = subject.tier > 0
    certain = subject.rule.map { chain.lengths[$0] }
    count = Int64(gaps.count)
    var strata: [Int: [Int64]] = [:]
    var counts: [Int: Int64] = [:]
    var sum = 0.0
    for gap in gaps {
      strata[gap.key, default: Array(repeating: 0, count: cells.starts.count)][
        cells.range(of: gap.length)] += 1
      counts[gap.length, default: 0] += 1
      sum += Double(gap.length)
    }
    lengths = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    mean = gaps.isEmpty ? nil : sum / Double(gaps.count)
    audit = Audit(
      strata.sorted { $0.key < $1.key }.map {
        Audit.Stratum(chances: cells.probabilities($0.key), counts: $0.value)
      }, labels: cells.labels(isOpen: subject.rule == nil), level: level, power: power,
      mostOutcomes: gaps.isEmpty ? 0 : Audit.mostOutcomes)
    let distributions = strata.isEmpty ? [(0, [Int64(1)])] : strata.map { ($0.key, $0.value) }
    var distribution: [Double] = []
    var total = 0.0
    for (key, counts) in distributions {
      let weight = Double(counts.reduce(0, +))
      let part = chain.gapDistribution(subject, key: key)
      if part.count > distribution.count {
        distribution += [Double](repeating: 0, count: part.count - distribution.count)
      }
      for (index, chance) in part.enumerated() { distribution[index] += chance * weight }
      total += weight
    }
    distribution = distribution.map { $0 / total }
    self.distribution = distribution
    let (expected, variance) = distribution.moments(from: 1)
    (expectedMean, deviation) = (expected, variance.squareRoot())
    interval = mean.map { mean in
      let reach = Normal.reach(level) * variance.squareRoot() / Double(gaps.count).squareRoot()
      return Interval(low: max(0, mean - reach) / expected, high: (mean + reach) / expected)
    }
    open = history.openLengths[number].max() ?? 0
    let overruns = history.overruns.filter { $0.subject == number }
    self.overruns = Int64(overruns.count)
    firstOverrun = overruns.first.map { $0.draw + 1 }
    let isImpossible = audit.chiSquare.isInfinite
    if gaps.isEmpty || isImpossible {
      (pValue, method) = (isImpossible ? 0 : 1, isImpossible ? .impossible : .exact)
    } else if replicates.count > 0 {
      pValue = replicates.pValue(replicates.gaps[number])
      method = .monteCarlo(logs: replicates.count)
    } else {
      (pValue, method) = (audit.pValue, .chiSquare)
    }
  }

  /// The name of what ends a gap: `legendary`, `epic or better`.
  package var name: String { isOrBetter ? "\(tier) or better" : tier }

  /// The tests of the gaps: of their lengths, and that no prize failed to come when it was certain.
  var tests: [DrawTest] {
    var tests: [DrawTest] = []
    if overruns > 0, let certain {
      tests.append(
        DrawTest(
          kind: .certainty, subject: name, statisticName: "overruns", statistic: Double(overruns),
          df: nil, pValue: 0, method: .impossible, adjusted: nil,
          effect: DrawTest.Effect(
            name: "longest gap/certain draw",
            value: Double(max(lengths.last?.length ?? 0, certain + 1)) / Double(certain),
            neutral: 1,
            interval: nil)))
    }
    guard count > 0 else { return tests }
    tests.append(
      DrawTest(
        kind: .gaps, subject: name, statisticName: "chi-square", statistic: audit.chiSquare,
        df: audit.df, pValue: pValue, method: method, adjusted: nil,
        effect: mean.map {
          DrawTest.Effect(
            name: "mean/expected", value: $0 / expectedMean, neutral: 1, interval: interval)
        }))
    return tests
  }
}
