import RealModule

/// The distribution of the number of rolls until enough of some cards have come, where the chances are the same
/// for every roll: no pity.
///
/// If rolls came at the times of a Poisson process of rate 1, each card would come in a process of
/// its own, independent of all others, so that the chance of being done by time t is a product over
/// the cards (or, for so many different ones, a sum of products of chances, all positive). Mean and
/// variance follow from its integral: E N = E T, Var N = Var T − E N. The chance of being done
/// within n rolls is n! times the n-th coefficient of the power series e^z · P(z), P being that
/// product: Cauchy's integral over a circle through the saddle point near n, where the integrand
/// mostly falls off as a bell does, so that some thirty points of the trapezoidal rule suffice
/// (`CircleIntegral`).
/// After Flajolet, Gardy & Thimonier (1992), "Birthday paradox, coupon collectors, caching
/// algorithms and self-organizing search", and, for several copies, Newman & Shepp (1960), "The
/// double dixie cup problem". Nothing is subtracted that nearly cancels, as it would in the sum by
/// inclusion and exclusion.
package struct Occupancy: ArrivalDistribution {
  /// Cards that are equally likely.
  package struct Group: Hashable, Sendable {
    /// The chance that a roll gives one particular card of the group.
    package var rate: Double
    package var count: Int

    package init(rate: Double, count: Int) { (self.rate, self.count) = (rate, count) }
  }

  package let groups: [Group]
  /// The number of different cards required.
  package let wanted: Int
  /// The number of cards in all groups.
  let total: Int
  let copies: Int
  package let least: Int64
  let tail: PoissonTail
  package private(set) var boundedMean = BoundedValue(0, error: 0)
  package private(set) var boundedDeviation = BoundedValue(0, error: 0)

  /// Computes the moments of the distribution.
  ///
  /// - Parameters:
  ///   - groups: the cards, with rates above 0.
  ///   - wanted: the number of different cards required, from 1 to all.
  ///   - copies: the number of copies required of each.
  package init(groups: [Group], wanted: Int, copies: Int) {
    // The largest first, whose number of cards is binomial.
    self.groups = groups.sorted { $0.count > $1.count }
    self.wanted = wanted
    self.copies = copies
    total = groups.reduce(0) { $0 + $1.count }
    least = Int64(wanted) * Int64(copies)
    tail = PoissonTail(copies: copies)
    (boundedMean, boundedDeviation) = moments()
  }

  /// The maximum of them for which a distribution is computed.
  package static let mostEffort = 2_000_000

  /// Returns the approximate number of multiplications that the chance at one time takes.
  package static func effort(groups: [Group], wanted: Int) -> Int {
    let total = groups.reduce(0) { $0 + $1.count }
    if wanted == total { return groups.count * 8 }
    return total * min(wanted, total - wanted + 1)
  }

  private var isGeometric: Bool { copies == 1 && (wanted == 1 || total == 1) }

  /// Returns the logarithm of the chance of having reached the goal by a time.
  func logDone(by time: Double) -> Double {
    if wanted == total {
      return groups.reduce(0) { $0 + Double($1.count) * tail.logReached($1.rate * time) }
    }
    return .log(split(at: time).done)
  }

  /// Returns the chance of not having reached the goal by a time.
  func notDone(by time: Double) -> Double {
    wanted == total ? -Double.expMinusOne(logDone(by: time)) : split(at: time).notDone
  }

  /// Returns the chances that enough different cards have come by a time and that they have not, each a
  /// sum of positive terms.
  private func split(at time: Double) -> (done: Double, notDone: Double) {
    // The chance of each number of cards, by adding one card after another to those of the first group.
    var chances = [Double](repeating: 0, count: wanted + 1)
    chances[0] = 1
    var seen = 0
    for group in groups {
      let log = tail.logReached(group.rate * time)
      let (here, absent) = (Double.exp(log), -Double.expMinusOne(log))
      if seen == 0 {
        for (number, chance) in Self.binomial(group.count, here, absent).enumerated() {
          if number > 0 { chances[min(number, wanted)] += chance } else { chances[0] = chance }
        }
        seen = group.count
        continue
      }
      for _ in 0..<group.count {
        chances.withUnsafeMutableBufferPointer { chances in
          let top = min(seen, wanted - 1)
          // Outcomes that have enough cards do not change.
          if top == wanted - 1 { chances[wanted] += chances[top] * here }
          var number = top
          while number >= 0 {
            if number < wanted - 1 { chances[number + 1] += chances[number] * here }
            chances[number] *= absent
            number -= 1
          }
        }
        seen += 1
      }
    }
    return (chances[wanted], chances[..<wanted].reduce(0, +))
  }

  /// Returns the chances of 0 to `count` successes, each of one chance or its complement: those next to the most likely
  /// number follow from it by ratios, so that each keeps its precision.
  static func binomial(_ count: Int, _ chance: Double, _ complement: Double) -> [Double] {
    let most = min(count, max(0, Int(Double(count + 1) * chance)))
    var chances = [Double](repeating: 0, count: count + 1)
    chances[most] = 1
    if complement > 0 {
      for number in stride(from: most, to: count, by: 1) {
        chances[number + 1] =
          chances[number] * Double(count - number) / Double(number + 1) * (chance / complement)
      }
    }
    if chance > 0 {
      for number in stride(from: most, to: 0, by: -1) {
        chances[number - 1] =
          chances[number] * Double(number) / Double(count - number + 1) * (complement / chance)
      }
    }
    let sum = chances.reduce(0, +)
    return chances.map { $0 / sum }
  }

  private func moments() -> (mean: BoundedValue, deviation: BoundedValue) {
    if isGeometric {
      let rate = groups.reduce(0) { $0 + $1.rate * Double($1.count) }
      return (Self.closed(1 / rate), Self.closed(max(0, 1 - rate).squareRoot() / rate))
    }
    if total == 1, let rate = groups.first?.rate {
      let copies = Double(copies)
      return (
        Self.closed(copies / rate), Self.closed((copies * max(0, 1 - rate)).squareRoot() / rate)
      )
    }
    var step = 0.25
    var last = sums(step: step)
    var change = (first: Double.infinity, variance: Double.infinity)
    // The integrand of 1000 copies of 10,000 cards is so steep that a hundredth of the last step would
    // do.
    while step > 0x1p-16 {
      step /= 2
      let next = sums(step: step)
      change = (abs(next.first - last.first), abs(next.variance - last.variance))
      last = next
      if change.first <= 1e-13 * next.first,
        change.variance <= max(1e-12 * next.variance, Self.rounding * next.second)
      {
        break
      }
    }
    let mean = BoundedValue(last.first, within: change.first + Self.rounding * last.first)
    let variance = max(0, last.variance - last.first)
    let distance = change.variance + Self.rounding * (last.second + last.variance) + change.first
    let deviation = BoundedValue(variance, within: distance)
    return (mean, BoundedValue(variance.squareRoot(), error: deviation.error / 2))
  }

  /// Returns the value of a closed formula of a few operations, with its error.
  private static func closed(_ value: Double) -> BoundedValue {
    BoundedValue(value, error: 8 * BoundedValue.rounding)
  }

  /// The relative rounding error of sums of many terms.
  private static let rounding = 16 * BoundedValue.rounding

  /// Returns E T, E T² and the variance of T, by the trapezoidal rule in the logarithm of time, where the
  /// integrands are analytic and fall off exponentially, so that halving the step doubles the digits once
  /// it is smaller than the range over which they fall.
  private func sums(step: Double) -> (first: Double, second: Double, variance: Double) {
    // Before this time nearly nothing is certain to have come.
    let begin = Double.log(guess(0.5))
    var (first, second) = (0.0, 0.0)
    func add(_ position: Double) -> (share: Double, chance: Double) {
      let time = Double.exp(position)
      let chance = notDone(by: time)
      first += time * chance
      second += 2 * time * time * chance
      return (2 * time * time * chance, chance)
    }
    var position = begin
    while true {
      let added = add(position)
      position += step
      if !(added.share > 1e-20 * second) { break }
    }
    position = begin - step
    while true {
      let added = add(position)
      // The rest of the sum is a geometric series once the chance is 1.
      if added.chance == 1 {
        let time = Double.exp(position)
        let ratio = Double.exp(-step)
        first += time * ratio / -Double.expMinusOne(-step)
        second += 2 * time * time * ratio * ratio / -Double.expMinusOne(-2 * step)
        break
      }
      if !(Double.exp(position) > 1e-20 * first) { break }
      position -= step
    }
    (first, second) = (step * first, step * second)
    return (first, second, second - first * first)
  }

  package func guess(_ probability: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while notDone(by: high) > 1 - probability { (low, high) = (high, high * 2) }
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if notDone(by: middle) > 1 - probability { low = middle } else { high = middle }
    }
    return high
  }

  package func chance(doneWithin rolls: Int64) -> BoundedValue {
    if rolls < least { return BoundedValue(0, error: 0) }
    if isGeometric { return Self.closed(-Double.expMinusOne(logMissed(rolls))) }
    return CircleIntegral(self, rolls: rolls).value
  }

  package func probability(notWithin rolls: Int64) -> Double {
    if rolls < least { return 1 }
    if isGeometric { return .exp(logMissed(rolls)) }
    let chance = probability(doneWithin: rolls)
    return chance.isNaN ? .nan : 1 - chance
  }

  private func logMissed(_ rolls: Int64) -> Double {
    let rate = groups.reduce(0) { $0 + $1.rate * Double($1.count) }
    return rate >= 1 ? -.infinity : Double(rolls) * .log(onePlus: -rate)
  }
}
