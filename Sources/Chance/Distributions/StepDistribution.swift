import RealModule

/// A distribution of the number of rolls, computed roll by roll: tables of the chances of having reached the goal
/// and of not having reached it, which end where the rest is negligible, or continue geometrically.
package struct StepDistribution: ArrivalDistribution {
  /// The chance of having reached the goal within each number of cards, from 0 on.
  private(set) var done: [Double]
  /// The chance of not having reached the goal, likewise.
  private(set) var left: [Double]
  /// The chance that the next card is the last one, beyond the end of the tables.
  let hazard: Double
  /// The chance that a roll gives a card at all.
  private(set) var chance: Double
  package private(set) var boundedMean: BoundedValue
  package private(set) var boundedDeviation: BoundedValue
  package private(set) var least: Int64
  /// The bounds of the relative and the absolute error of the chances in the tables.
  private var tableError: (relative: Double, absolute: Double)
  /// The tables whose sum the distribution is, each with the number of repetitions; empty for a distribution by itself.
  private var parts: [Fourier.Repeated] = []

  /// Creates a distribution from tables over the cards that drop, one in each roll.
  ///
  /// - Parameters:
  ///   - ends: the chance that the n-th card is the last that is needed, from n = 0 (which it never
  ///     is) on.
  ///   - hazard: the chance that the next card is the last one, beyond the end; 1 where the rest is 0.
  ///   - hazardError: the relative distance of the hazard from its limit.
  package init(
    ends: [Double], hazard: Double = 1, rest: Double = 0, hazardError: Double = 0
  ) {
    done = ends
    for index in done.indices.dropFirst() { done[index] += done[index - 1] }
    left = ends
    var sum = rest
    for index in ends.indices.reversed() {
      left[index] = sum
      sum += ends[index]
    }
    self.hazard = hazard
    chance = 1
    // Each step adds and multiplies positive numbers a few times.
    let error = 2 * BoundedValue.rounding * Double(ends.count + 16) + hazardError
    tableError = (error, 0)
    // Past the end it is rest · (1 − hazard)^j for j = 0, 1, 2, … cards more.
    let end = Double(left.count - 1)
    var mean = rest > 0 ? rest * (1 - hazard) / hazard : 0
    for share in left.reversed() { mean += share }
    // Squares of distances from the mean: squares of the numbers would cancel where all are nearly equal.
    let past = end + 1 - mean
    var variance =
      rest > 0
      ? rest
        * (past * past + 2 * past * (1 - hazard) / hazard
          + (1 - hazard) * (2 - hazard) / (hazard * hazard)) : 0
    for (index, share) in ends.enumerated().reversed() {
      let distance = Double(index) - mean
      variance += distance * distance * share
    }
    least = Int64(ends.firstIndex { $0 > 0 } ?? 0)
    boundedMean = BoundedValue(mean, error: error)
    // The error of the mean shifts all distances equally, which adds its square.
    let shift = error * mean
    boundedDeviation = BoundedValue(
      variance.squareRoot(), error: variance > 0 ? error + shift * shift / variance : 0)
  }

  /// Returns the distribution where only some rolls, by chance, give a card.
  func thinned(by chance: Double) -> StepDistribution {
    if chance >= 1 { return self }
    var distribution = self
    distribution.chance = chance
    distribution.boundedMean.value = mean / chance
    let variance = standardDeviation * standardDeviation + mean * (1 - chance)
    let shift = boundedMean.error * mean
    distribution.boundedDeviation = BoundedValue(
      variance.squareRoot() / chance,
      error: variance > 0
        ? max(boundedMean.error, boundedDeviation.error) + shift * shift / variance : 0)
    return distribution
  }

  package var isTable: Bool { true }

  /// Whether the rest beyond the tables is negligible.
  var isFinite: Bool { (left.last ?? 0) < 1e-18 }

  /// The maximum length of the table of a sum that is not cut off, and the maximum product of the number of
  /// distributions of a sum and the length of its table.
  private static let most = (whole: 1 << 20, work: 1 << 25)

  /// Returns the distribution of a number of repetitions in succession, each from the beginning; `nil` when the
  /// tables are infinite or would become too long.
  package func repeated(_ times: Int) -> StepDistribution? {
    if times == 1 { return self }
    return isFinite ? .sum(of: [(self, times)], isWhole: true) : nil
  }

  /// Returns the distribution of a sum of independent times, each repeated; `nil` where the tables would become too
  /// long.
  ///
  /// - Parameter isWhole: whether its table ends with the greatest sum, not where the rest is negligible.
  package static func sum(
    of distributions: [(distribution: StepDistribution, times: Int)], isWhole: Bool = false
  ) -> StepDistribution? {
    var parts: [Fourier.Repeated] = []
    var (mean, variance, error, spread) = (0.0, 0.0, 0.0, 0.0)
    for (distribution, times) in distributions {
      guard let ends = distribution.ends(negligible: 1e-19) else { return nil }
      parts.append(Fourier.Repeated(ends, times))
      let count = Double(times)
      mean += count * distribution.mean
      variance += count * distribution.standardDeviation * distribution.standardDeviation
      error = max(error, distribution.boundedMean.error)
      spread = max(spread, distribution.boundedDeviation.error)
    }
    let length =
      isWhole
      ? parts.reduce(1) { $0 + ($1.distribution.count - 1) * $1.times }
      : Fourier.reach(of: parts, negligible: 1e-18)
    guard length <= (isWhole ? most.whole : Fourier.mostLength), parts.count * length <= most.work
    else { return nil }
    var sum = StepDistribution(ends: Fourier.sum(of: parts, length: length))
    let count = Double(distributions.reduce(0) { $0 + $1.times })
    sum.boundedMean = BoundedValue(mean, error: error)
    sum.boundedDeviation = BoundedValue(variance.squareRoot(), error: spread)
    // A power multiplies the rounding of an angle; errors of the transform do not shrink with its result.
    sum.tableError = (
      count * (distributions.map(\.distribution.tableError.relative).max() ?? 0),
      8 * BoundedValue.rounding * (count + 64)
    )
    sum.parts = parts
    sum.least = distributions.reduce(0) { $0 + $1.distribution.least * Int64($1.times) }
    return sum
  }

  /// Returns the chance that each number of cards is the last, until the rest is negligible; `nil` where that takes
  /// too many.
  private func ends(negligible: Double) -> [Double]? {
    var ends = [done[0]]
    for index in done.indices.dropFirst() {
      // Of the two sums the smaller one has the smaller error.
      ends.append(
        max(0, done[index] < 0.5 ? done[index] - done[index - 1] : left[index - 1] - left[index]))
    }
    var rest = left.last ?? 0
    if rest > negligible, hazard < 1 {
      let more = (Double.log(negligible) - .log(rest)) / .log(onePlus: -hazard)
      guard more < Double(Fourier.mostLength) else { return nil }
      while rest > negligible {
        ends.append(rest * hazard)
        rest -= rest * hazard
      }
    }
    while let last = ends.last, last <= negligible, ends.count > 2 { ends.removeLast() }
    return ends
  }

  package func guess(_ probability: Double) -> Double {
    max(Double(least), mean + (probability - 0.5) * 2 * standardDeviation)
  }

  package func chance(doneWithin rolls: Int64) -> BoundedValue {
    if rolls < least { return BoundedValue(0, error: 0) }
    let value = thinned(rolls) { done(within: $0) }.clampedToChance
    let bounded = BoundedValue(
      value, within: tableError.relative * value + tableError.absolute)
    if bounded.isImprecise, chance >= 1, !parts.isEmpty {
      return BoundedValue(
        Fourier.chance(of: parts, atMost: rolls),
        error: tableError.relative + 1e-12)
    }
    return bounded
  }

  package func probability(notWithin rolls: Int64) -> Double {
    if rolls < least { return 1 }
    return thinned(rolls) { left(after: $0) }.clampedToChance
  }

  private func done(within cards: Int64) -> Double {
    // Beyond the middle the rest is the smaller sum, and has the smaller error.
    guard cards < Int64(done.count), done[Int(cards)] < 0.5 else { return 1 - left(after: cards) }
    return done[Int(cards)]
  }

  private func left(after cards: Int64) -> Double {
    if cards < Int64(left.count) { return left[Int(cards)] }
    guard let last = left.last, last > 0, hazard < 1 else { return 0 }
    return last * .exp(Double(cards - Int64(left.count) + 1) * .log(onePlus: -hazard))
  }

  /// Returns the mean of a function of the number of cards that some rolls give.
  private func thinned(_ rolls: Int64, _ value: (Int64) -> Double) -> Double {
    if chance >= 1 { return value(rolls) }
    let count = Double(rolls)
    let centre = Int64((count * chance).rounded())
    func log(_ cards: Double) -> Double {
      Double.logGamma(count + 1) - Double.logGamma(cards + 1) - Double.logGamma(count - cards + 1)
        + cards * .log(chance) + (count - cards) * .log(onePlus: -chance)
    }
    let odds = chance / (1 - chance)
    let peak = Double.exp(log(Double(centre)))
    var (sum, weight) = (peak * value(centre), peak)
    var total = peak
    var cards = centre
    while cards < rolls {
      weight *= (count - Double(cards)) / Double(cards + 1) * odds
      cards += 1
      total += weight
      sum += weight * value(cards)
      if weight < 1e-19 * peak { break }
    }
    (weight, cards) = (peak, centre)
    while cards > 0 {
      weight *= Double(cards) / (count - Double(cards) + 1) / odds
      cards -= 1
      total += weight
      sum += weight * value(cards)
      if weight < 1e-19 * peak { break }
    }
    // The weights sum to 1: this corrects the rounding of the logarithms.
    return sum / total
  }
}
