import RealModule

/// The probability of reaching the goal within n rolls as n! times the n-th coefficient of e^z · P(z), by
/// Cauchy's integral over a circle through the saddle point.
///
/// All factors of the integrand are power series without negative coefficients, each divided by its value
/// at the real point: none exceeds 1 there. The error of the trapezoidal sum comes from the coefficients
/// one turn further on (n + N, n − N, … of N points), which are bounded by the values of the series at
/// other radii, from the points that were omitted, and from rounding.
struct CircleIntegral {
  private let distribution: Occupancy
  private let number: Double
  private let radius: Double
  private let logDone: Double
  private let cards: [(tail: CircleTail, reached: Double, count: Int)]
  /// The chances of each number of cards of the first group at the real point, and that none of them has come; empty
  /// where all cards are wanted.
  private let first: (chances: [Double], missing: Double)
  /// The mean number of rolls that give none of the cards.
  private let rest: Double

  init(_ distribution: Occupancy, rolls: Int64) {
    self.distribution = distribution
    number = Double(rolls)
    radius = Self.saddle(distribution, Double(rolls))
    logDone = distribution.logDone(by: radius)
    let (tail, radius) = (distribution.tail, radius)
    cards = distribution.groups.map { group in
      let mean = group.rate * radius
      let log = tail.logReached(mean)
      return (CircleTail(tail, mean: mean, logReached: log), .exp(log), group.count)
    }
    if distribution.wanted < distribution.total, let group = distribution.groups.first {
      let log = tail.logReached(group.rate * radius)
      let missing = CircleTail(tail, mean: group.rate * radius, logReached: log)
        .missing(at: CirclePoint(angle: 0)).real
      first = (Occupancy.binomial(group.count, .exp(log), missing), missing)
    } else {
      first = ([], 0)
    }
    rest = radius * (1 - distribution.groups.reduce(0) { $0 + $1.rate * Double($1.count) })
  }

  package var value: BoundedValue {
    guard logDone > -.infinity else { return BoundedValue(0, error: 0) }
    let points = (12 * number.squareRoot()).rounded(.up) + 60
    let turn = 2 * Double.pi / points
    // The circle's two halves are each other's mirror.
    var (sum, absolute, turned) = (1.0, 1.0, 0.0)
    var small = 0
    var point = 1.0
    var stops = true
    var omitted = 0.0
    while 2 * point <= points {
      let value = integrand(at: point * turn)
      let length = value.squaredLength.squareRoot()
      sum += (2 * point == points ? 1 : 2) * value.real
      absolute += 2 * length
      turned += 2 * length * point * turn
      small = length < 1e-20 ? small + 1 : 0
      if stops, small >= 4 {
        // The integrand may only have passed a zero: the omitted values have to be small at all points
        // sampled.
        let greatest = largest(from: point, points: points, turn: turn)
        if greatest < 1e-18 {
          omitted = points * max(greatest, 1e-20)
          break
        }
        stops = false
      }
      point += 1
    }
    let scale = -PoissonTail.logDensity(number, radius) + logDone
    let chance = Double.exp(scale) * sum / points
    // Each card and each factor rounds, and so do the logarithms and the angles.
    let rounding =
      (4 * Double(distribution.total) + 16) * absolute + abs(number - radius) * turned
      + (4 * abs(logDone) + abs(scale) + 8) * abs(sum)
    let error = BoundedValue.rounding * rounding + omitted + points * turns(points)
    // Written so that NaN stays NaN.
    guard !(abs(chance) < BoundedValue.least) else { return BoundedValue(0, error: 0) }
    return BoundedValue(chance, error: error / abs(sum))
  }

  /// Returns the integrand divided by its value at the real point.
  private func integrand(at angle: Double) -> Complex {
    let point = CirclePoint(angle: angle)
    var product = point.bell(rest) * Complex(length: 1, angle: (radius - number) * angle)
    if distribution.wanted == distribution.total {
      for card in cards { product = product * card.tail.reached(at: point).power(card.count) }
      return product
    }
    var chances = [Complex](repeating: .zero, count: distribution.wanted + 1)
    chances[0] = .one
    var seen = 0
    let wanted = distribution.wanted
    for card in cards {
      let here = card.reached * card.tail.reached(at: point)
      let absent = card.tail.missing(at: point)
      if seen == 0 {
        // The coefficients are those at the real point, each turned by its powers.
        let (come, missed) = (
          card.tail.reached(at: point), first.missing > 0 ? 1 / first.missing * absent : .zero
        )
        var turns = [Complex](repeating: .one, count: card.count + 1)
        for number in 0..<card.count { turns[number + 1] = turns[number] * missed }
        var power = Complex.one
        for number in 0...card.count {
          let chance = first.chances[number] * (power * turns[card.count - number])
          let place = min(number, wanted)
          chances[place] = number == 0 ? chance : chances[place] + chance
          power = power * come
        }
        seen = card.count
        continue
      }
      for _ in 0..<card.count {
        chances.withUnsafeMutableBufferPointer { chances in
          let top = min(seen, wanted - 1)
          // Outcomes that have enough cards absorb the card, whether it has come or not.
          chances[wanted] = chances[wanted] * (here + absent)
          if top == wanted - 1 { chances[wanted] = chances[wanted] + chances[top] * here }
          var number = top
          while number >= 0 {
            if number < wanted - 1 {
              chances[number + 1] = chances[number + 1] + chances[number] * here
            }
            chances[number] = chances[number] * absent
            number -= 1
          }
        }
        seen += 1
      }
    }
    return Double.exp(-logDone) * (product * chances[wanted])
  }

  /// Returns the largest absolute value at sampled points from `first` on, with growing distances.
  private func largest(from first: Double, points: Double, turn: Double) -> Double {
    var greatest = 0.0
    var point = first
    while 2 * point <= points {
      greatest = max(greatest, integrand(at: point * turn).squaredLength.squareRoot())
      point = (point * 1.4).rounded(.up)
    }
    return greatest
  }

  /// Returns a bound of the coefficients one turn further on and before, relative to the value at the
  /// real point: the coefficient of z^k is at most value(R)/R^k for every radius R.
  private func turns(_ points: Double) -> Double {
    func bound(_ coefficient: Double) -> Double {
      let ratio = coefficient / number
      guard ratio > 0 else { return 0 }
      let other = radius * ratio
      let log =
        other - radius + distribution.logDone(by: other) - logDone - coefficient * .log(ratio)
      return .exp(min(700, log))
    }
    let before = number - points >= Double(distribution.least) ? bound(number - points) : 0
    return 2 * (bound(number + points) + before)
  }

  /// Returns a radius near the saddle point, at which no value of the integrand is much greater than the
  /// sum: the number of rolls itself where the probability is near 1, less where it is small.
  private static func saddle(_ distribution: Occupancy, _ number: Double) -> Double {
    // e^r · P(r) / r^n is convex in log r; its slope there is r + r·P'/P − n.
    func slope(_ radius: Double) -> Double {
      let step = 1e-5
      let change = distribution.logDone(by: radius * (1 + step)) - distribution.logDone(by: radius)
      return radius + change / step - number
    }
    // So that no sum of products underflows.
    func isTooSmall(_ radius: Double) -> Bool {
      distribution.wanted < distribution.total && !(distribution.logDone(by: radius) >= -500)
    }
    guard !(slope(number) <= 0.1 * number.squareRoot()) else { return number }
    let most = Double.log(number)
    var high = most
    var step = 1 / number.squareRoot()
    var low = high - step
    while low > most - 30, !isTooSmall(.exp(low)), slope(.exp(low)) > 0 {
      high = low
      step *= 2
      low = high - step
    }
    for _ in 0..<10 {
      let middle = (low + high) / 2
      if isTooSmall(.exp(middle)) || slope(.exp(middle)) < 0 { low = middle } else { high = middle }
    }
    return .exp(high)
  }
}
