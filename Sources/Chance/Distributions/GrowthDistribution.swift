import RealModule

/// The distribution of the number of openings until what they gave has grown to all that is wanted: to a set of things,
/// or to a number of one.
///
/// What several openings give together has a distribution of its own, a power of that of one opening; powers of two of
/// it are computed once, and give the chance for any number of openings in a few products. Moments follow
/// backwards from the goal, state by state. All terms are positive.
package struct GrowthDistribution: ArrivalDistribution {
  /// How what two openings give is joined.
  package enum Joining: Sendable {
    /// Sets of things, as binary digits.
    case union
    /// Numbers, of which the last stands for itself and all above.
    case sum
  }

  /// The chance of each state after one opening; the last one is the goal.
  private let step: [Double]
  private let joining: Joining
  /// The distributions of 1, 2, 4, … openings.
  private let powers: [[Double]]
  private let stepError: Double
  package let least: Int64
  package let boundedMean: BoundedValue
  package let boundedDeviation: BoundedValue

  /// The maximum number of states.
  package static let mostStates = 1025
  /// Distributions of more openings than this are not computed.
  private static let mostPowers = 42

  /// Creates the distribution; `nil` when the goal cannot be reached.
  ///
  /// - Parameters:
  ///   - step: the distribution of one opening, with the goal as its last state.
  ///   - error: a bound of the relative error of its chances.
  package init?(_ step: [Double], _ joining: Joining, error: Double) {
    var step = step
    if let nothing = step.first, nothing > 0.5 {
      // So that the error of getting nothing is that of getting something, and all chances sum to 1.
      step[0] = 1 - step.dropFirst().reduce(0, +)
    }
    if let last = step.indices.last, step.dropLast().allSatisfy({ $0 == 0 }) {
      // The first opening is certain to give all.
      step[last] = 1
    }
    self.step = step
    self.joining = joining
    stepError = 2 * Self.depth(step.count, joining) * error
    guard let least = Self.least(step, joining), let goal = step.indices.last else { return nil }
    self.least = least
    var first = [Double](repeating: 0, count: step.count)
    var second = first
    for state in step.indices.reversed() where state < goal {
      // One opening, and what follows from the states that it leads to.
      var (leaving, mean, square) = (0.0, 0.0, 0.0)
      for (gift, chance) in step.enumerated() where chance > 0 {
        let next = Self.join(state, gift, joining, goal)
        if next == state { continue }
        leaving += chance
        mean += chance * first[next]
        square += chance * (second[next] + 2 * first[next])
      }
      guard leaving > 0 else {
        // Such a state is never reached, or the goal is not reached from it.
        (first[state], second[state]) = (.infinity, .infinity)
        continue
      }
      first[state] = (1 + mean) / leaving
      let staying = max(0, 1 - leaving)
      second[state] = (1 + square + 2 * staying * first[state]) / leaving
    }
    let terms = 4 * Double(step.count) + 16
    let relative = Self.depth(step.count, joining) * (2 * error + terms * BoundedValue.rounding)
    boundedMean = BoundedValue(first[0], error: relative)
    let variance = max(0, second[0] - first[0] * first[0])
    let bounded = BoundedValue(variance, within: 3 * relative * second[0])
    boundedDeviation = BoundedValue(
      variance.squareRoot(), error: variance > 0 ? bounded.error / 2 : 0)
    var powers = [step]
    while powers.count < Self.mostPowers, let last = powers.last,
      last.dropLast().contains(where: { $0 > 1e-300 })
    {
      powers.append(Self.product(last, last, joining))
    }
    self.powers = powers
  }

  /// The number of states that a path can pass.
  private static func depth(_ states: Int, _ joining: Joining) -> Double {
    switch joining {
    case .union: Double(states.bitWidth - states.leadingZeroBitCount)
    case .sum: Double(states)
    }
  }

  private static func join(_ left: Int, _ right: Int, _ joining: Joining, _ goal: Int) -> Int {
    switch joining {
    case .union: left | right
    case .sum: min(left + right, goal)
    }
  }

  private static func product(_ left: [Double], _ right: [Double], _ joining: Joining) -> [Double] {
    let goal = left.count - 1
    var result = [Double](repeating: 0, count: left.count)
    for (state, chance) in left.enumerated() where chance > 0 {
      for (gift, factor) in right.enumerated() where factor > 0 {
        result[join(state, gift, joining, goal)] += chance * factor
      }
    }
    return result
  }

  /// The least number of openings that can reach the goal.
  private static func least(_ step: [Double], _ joining: Joining) -> Int64? {
    guard let goal = step.indices.last else { return nil }
    let gifts = step.indices.filter { step[$0] > 0 && $0 > 0 }
    var openings: Int64 = 0
    var reached = Set([0])
    var new = reached
    while !reached.contains(goal) {
      var next: Set<Int> = []
      for state in new {
        for gift in gifts {
          let joined = join(state, gift, joining, goal)
          if reached.insert(joined).inserted { next.insert(joined) }
        }
      }
      if next.isEmpty { return nil }
      new = next
      openings += 1
    }
    return openings
  }

  /// Returns the distribution of a number of openings; `nil` for more than can be computed.
  private func distribution(after openings: Int64) -> [Double]? {
    var distribution: [Double]?
    var (rest, power) = (openings, 0)
    while rest > 0 {
      if rest & 1 == 1 {
        // Beyond the last power nothing is left but the goal.
        guard power < powers.count else { return nil }
        distribution =
          distribution.map { Self.product($0, powers[power], joining) } ?? powers[power]
      }
      rest >>= 1
      power += 1
    }
    return distribution
  }

  package func guess(_ probability: Double) -> Double {
    max(Double(least), mean + (probability - 0.5) * 2 * standardDeviation)
  }

  package func chance(doneWithin openings: Int64) -> BoundedValue {
    if openings < least { return BoundedValue(0, error: 0) }
    guard let distribution = distribution(after: openings), let done = distribution.last else {
      return BoundedValue(1, error: 1e-15)
    }
    // As many chances of getting something as there are states on the way, and a power that doubles the
    // rounding of the chance of nothing with each squaring.
    let products = 2 * Double(64 - openings.leadingZeroBitCount)
    let error =
      stepError
      + (Double(step.count) * products + 4 * Double(openings)) * BoundedValue.rounding
    let left = distribution.dropLast().reduce(0, +)
    // Errors of many openings concern what is left, and next to 1 that is little.
    return done < 0.5
      ? BoundedValue(done, error: error)
      : BoundedValue(1 - left, within: min(1, error) * left + 2 * BoundedValue.rounding)
  }

  package func probability(notWithin openings: Int64) -> Double {
    if openings < least { return 1 }
    return distribution(after: openings)?.dropLast().reduce(0, +) ?? 0
  }
}
