import Chance
import RealModule

/// Draws without replacement as the first arrivals of Poisson processes.
extension UrnDraws {
  /// The maximum work: copies times draws times points, and the same for copies that matter to the question,
  /// each of which takes many operations.
  static var mostWork: (plain: Double, tracked: Double) { (400_000_000, 4_000_000) }

  /// Integrates over the time of the first arrival that is not drawn.
  func integrated() throws(LootError) -> Element {
    // Fractions have no integrals; who asks for them looks at `states` first.
    let draws = Double(rolls.most)
    let points = Double(rolls.shares.count) * ArrivalTime.points(draws: draws)
    let tracked = groups.reduce(0.0) { $0 + ($1.distribution == nil ? 0 : Double($1.count)) }
    guard Number.self is Double.Type, Double(total) * draws * points <= Self.mostWork.plain,
      tracked * draws * points <= Self.mostWork.tracked
    else {
      throw LootError(
        .noExactMethod,
        "no exact method within reach: \(rolls.most) draws without replacement from \(total) copies of "
          + "different weights")
    }
    var result = algebra.zero
    for share in rolls.shares {
      let part: Element
      if share.value >= total {
        part = groups.reduce(algebra.one) { distribution, group in
          group.distribution.map { algebra.product(distribution, algebra.power($0, group.count)) }
            ?? distribution
        }
      } else if share.value == 0 {
        part = algebra.one
      } else {
        part = integral(draws: Int(share.value))
      }
      result = algebra.sum(result, algebra.scaled(part, Number(of: share.chance)))
    }
    return result
  }

  private func integral(draws: Int) -> Element {
    var sum = algebra.zero
    let time = ArrivalTime(
      groups.map { (Double($0.weight), Double($0.count)) }, draws: Double(draws))
    time.integrate { time, width in
      let point = density(draws: draws, at: time)
      sum = algebra.sum(sum, algebra.scaled(point, Number(approximation: width)))
      return false
    }
    // All chances sum to 1: what is missing is the error of the rule.
    let mass = algebra.mass(sum)
    let rounding = Double(total) * Double(draws) * BoundedValue.rounding
    return algebra.blurred(
      algebra.scaled(sum, .unity / mass), by: 4 * abs(mass.approximation - 1) + rounding)
  }

  /// Returns the density of the time of the first arrival that is not drawn, with the distribution of those before.
  private func density(draws: Int, at time: Double) -> Element {
    // For each number of arrivals: the distribution of what has come, without and with the arrival of just now. What
    // does not matter needs numbers alone.
    var plain = PlainArrivals(draws: draws)
    var past = [algebra.one] + [Element](repeating: algebra.zero, count: draws)
    var present = [Element](repeating: algebra.zero, count: draws + 1)
    var seen = 0
    for group in groups {
      let weight = Double(group.weight)
      let absent = Double.exp(-weight * time)
      let here = -Double.expMinusOne(-weight * time)
      guard let distribution = group.distribution else {
        for _ in 0..<group.count { plain.add(absent, here, now: weight * absent) }
        continue
      }
      let drawn = algebra.scaled(distribution, Number(approximation: here))
      for _ in 0..<group.count {
        for number in stride(from: min(seen + 1, draws), through: 0, by: -1) {
          var before = algebra.scaled(past[number], Number(approximation: absent))
          var after = algebra.sum(
            algebra.scaled(present[number], Number(approximation: absent)),
            algebra.scaled(past[number], Number(approximation: weight * absent)))
          if number > 0 {
            before = algebra.sum(before, algebra.product(past[number - 1], drawn))
            after = algebra.sum(after, algebra.product(present[number - 1], drawn))
          }
          (past[number], present[number]) = (before, after)
        }
        seen += 1
      }
    }
    var result = algebra.zero
    for number in 0...draws {
      let rest = draws - number
      let both = algebra.sum(
        algebra.scaled(present[number], Number(approximation: plain.past[rest])),
        algebra.scaled(past[number], Number(approximation: plain.present[rest])))
      result = algebra.sum(result, both)
    }
    return result
  }
}

/// The chances of 0, 1, 2, … arrivals among copies that do not matter to a question, and the densities of
/// that number with one more just now.
private struct PlainArrivals {
  private(set) var past: [Double]
  private(set) var present: [Double]
  private var seen = 0

  init(draws: Int) {
    past = [1] + [Double](repeating: 0, count: draws)
    present = [Double](repeating: 0, count: draws + 1)
  }

  mutating func add(_ absent: Double, _ here: Double, now: Double) {
    let top = min(seen + 1, past.count - 1)
    past.withUnsafeMutableBufferPointer { past in
      present.withUnsafeMutableBufferPointer { present in
        var number = top
        while number > 0 {
          present[number] =
            present[number] * absent + past[number] * now + present[number - 1] * here
          past[number] = past[number] * absent + past[number - 1] * here
          number -= 1
        }
        present[0] = present[0] * absent + past[0] * now
        past[0] *= absent
      }
    }
    seen += 1
  }
}

/// The time by which some of many copies arrive, and integrals over times around it.
struct ArrivalTime {
  private let scale: Double
  private let step: Double
  private let end: Double

  /// Returns the approximate number of points of an integral.
  static func points(draws: Double) -> Double { 20 * max(32, draws.squareRoot() / 0.3) }

  /// - Parameters:
  ///   - groups: the weights, each with its number of copies.
  ///   - draws: the number of arrivals.
  init(_ groups: [(weight: Double, count: Double)], draws: Double) {
    func arrived(_ time: Double) -> Double {
      groups.reduce(0) { $0 - $1.count * Double.expMinusOne(-$1.weight * time) }
    }
    let total = groups.reduce(0) { $0 + $1.count }
    let wanted = min(draws + 0.5, total - 0.25)
    var (low, high) = (0.0, 1.0 / groups.reduce(0) { max($0, $1.weight) })
    while arrived(high) < wanted, high < 1e300 { (low, high) = (high, 2 * high) }
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if arrived(middle) < wanted { low = middle } else { high = middle }
    }
    scale = high
    // The bell around that time is at least this wide in its logarithm.
    step = min(1.0 / 32, 0.3 / draws.squareRoot())
    // Then all copies have come.
    end = (60 + .log(total)) / groups.reduce(Double.infinity) { min($0, $1.weight) }
  }

  /// Calls a function with the points and weights of the trapezoidal rule after t = e^(x − e^(−x)), under
  /// which an integrand that falls off exponentially falls off doubly exponentially at both ends. The function
  /// returns whether later points are negligible.
  func integrate(_ body: (_ time: Double, _ width: Double) -> Bool) {
    var position = -5.0
    while true {
      let time = scale * Double.exp(position - Double.exp(-position))
      if body(time, step * time * (1 + Double.exp(-position))) || time > end { break }
      position += step
    }
  }
}

extension DistributionNumber {
  /// Creates a floating-point number; fractions have none, and are 0.
  fileprivate init(approximation: Double) {
    self = approximation as? Self ?? .zero
  }
}
