import Chance

/// What a log says about counters: the state before each draw, where it is known, and the gaps.
struct DrawHistory {
  /// What a gap is measured between: prizes of a tier, or of it and rarer ones.
  struct Subject: Equatable, Sendable {
    package var tier: Int
    /// Its index among the tiers with pity; `nil` without pity.
    var rule: Int?
  }

  /// The draws from one prize to the next.
  struct Gap: Equatable, Sendable {
    /// The number of draws, the second prize's included.
    var length: Int
    /// The combined counters of the rarer tiers with pity at its beginning.
    var key: Int
    /// The index of the draw that ended it.
    package var end: Int
  }

  /// More draws without a prize than the rules allow.
  struct Overrun: Equatable, Sendable {
    var subject: Int
    /// The index of the first draw that should have given the prize and did not.
    package var draw: Int
  }

  let subjects: [Subject]
  /// The state before each draw; -1 where it is not known, and where a prize is overdue.
  private(set) var states: [Int32]
  /// The number of draws that are left out since a prize is overdue.
  private(set) var overdueDraws: Int64 = 0
  /// The completed gaps of each subject whose beginning is known.
  private(set) var gaps: [[Gap]]
  /// The number of draws of each subject since the last known beginning, at the end of each sequence.
  private(set) var openLengths: [[Int]]
  private(set) var overruns: [Overrun] = []

  init(_ log: DrawLog, _ chain: DrawChain) {
    var subjects = chain.pityTiers.enumerated().map { Subject(tier: $1, rule: $0) }
    if subjects.first?.tier != 0 { subjects.insert(Subject(tier: 0, rule: nil), at: 0) }
    self.subjects = subjects
    let count = subjects.count
    let sequences = log.sequences.count
    states = []
    states.reserveCapacity(log.draws.count)
    gaps = Array(repeating: [], count: count)
    let (areOrdered, beginAtZero) = (log.areOrdered, log.beginAtZero)
    var state = beginAtZero.map { Int32($0 || chain.pityTiers.isEmpty ? 0 : -1) }
    /// The draws since the last prize or the beginning of the log.
    var since = [Int](repeating: 0, count: sequences * count)
    /// The key of the current gap; -1 where its beginning is not known.
    var key = beginAtZero.flatMap { Array(repeating: $0 ? 0 : -1, count: count) }
    var overdue = [UInt32](repeating: 0, count: sequences)
    for (index, draw) in log.draws.enumerated() {
      let sequence = Int(draw.sequence)
      let tier = Int(draw.tier)
      let before = state[sequence]
      states.append(before)
      guard areOrdered[sequence] else { continue }
      let others = overdue[sequence]
      if before >= 0 {
        if chain.isOverdue(tier, in: Int(before), &overdue[sequence]) {
          states[index] = -1
          overdueDraws += 1
        }
        state[sequence] = chain.following[Int(before) * chain.tierCount + tier]
      } else if tier <= chain.renewing {
        state[sequence] = 0
      }
      for (number, subject) in subjects.enumerated() {
        let cell = sequence * count + number
        since[cell] += 1
        // With a rarer prize that was certain the gap would have ended; until it comes, the rules state no chances.
        let rarer = subject.rule.map { UInt32(1) << UInt32($0) - 1 } ?? 0
        if overdue[sequence] & rarer & ~others != 0, key[cell] >= 0 {
          gaps[number].append(Gap(length: since[cell], key: key[cell], end: index))
        }
        if (overdue[sequence] | others) & rarer != 0 { key[cell] = -1 }
        guard tier <= subject.tier else {
          if let rule = subject.rule, since[cell] == chain.lengths[rule] {
            overruns.append(Overrun(subject: number, draw: index))
          }
          continue
        }
        if key[cell] >= 0 {
          gaps[number].append(Gap(length: since[cell], key: key[cell], end: index))
        }
        since[cell] = 0
        let after = Int(state[sequence])
        key[cell] =
          after < 0 || overdue[sequence] & rarer != 0 ? -1 : chain.key(of: after, for: subject)
      }
    }
    openLengths = subjects.indices.map { number in
      (0..<sequences).map { key[$0 * count + number] >= 0 ? since[$0 * count + number] : 0 }
    }
  }
}

extension DrawChain {
  /// Returns the combined counters of the tiers with pity that are rarer than a subject.
  func key(of state: Int, for subject: DrawHistory.Subject) -> Int {
    guard let rule = subject.rule else { return 0 }
    return state / (strides[rule] * lengths[rule])
  }

  /// Returns the distribution of a gap: the probability of each length, from 1 on.
  ///
  /// No prize of the tier or a rarer one is drawn within the gap, so that the counters of rarer tiers rise with
  /// every draw, and the chances of the next draw are certain.
  ///
  /// - Parameter key: the combined counters of the rarer tiers at its beginning.
  func gapDistribution(_ subject: DrawHistory.Subject, key: Int) -> [Double] {
    guard let rule = subject.rule else { return geometricDistribution(chances[0]) }
    var counters = (0..<rule).map { index in
      key * strides[rule] * lengths[rule] / strides[index] % lengths[index]
    }
    var distribution: [Double] = []
    var left = 1.0
    for count in 0..<lengths[rule] {
      var state = count * strides[rule]
      for index in 0..<rule {
        state += min(counters[index], lengths[index] - 1) * strides[index]
        counters[index] += 1
      }
      let bound = bounds[state * tierCount + subject.tier]
      distribution.append(left * bound)
      left *= 1 - bound
      if left == 0 { break }
    }
    return distribution
  }

  /// Returns the standard deviation of the number of prizes of the rarest tier among some draws: √(n·σ²/μ³) with the
  /// mean μ and the variance σ² of a gap (Feller, volume 2, XI.5).
  func renewalDeviation(draws: Int) -> Double {
    let (mean, variance) = gapDistribution(DrawHistory.Subject(tier: 0, rule: 0), key: 0).moments(
      from: 1)
    return (Double(draws) * variance / (mean * mean * mean)).squareRoot()
  }

  /// Returns the distribution of the first success, up to where less than a billionth is left, which the last length
  /// has.
  private func geometricDistribution(_ chance: Double) -> [Double] {
    var distribution: [Double] = []
    var left = 1.0
    while left > 1e-9, distribution.count < 1 << 20 {
      distribution.append(left * chance)
      left *= 1 - chance
    }
    distribution[distribution.count - 1] += left
    return distribution
  }
}
