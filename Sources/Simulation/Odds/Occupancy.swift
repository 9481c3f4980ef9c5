import RealModule

/// The law of the number of rolls until enough of some cards have come, where every roll is like
/// the one before: no pity.
///
/// If rolls came at the times of a Poisson process of rate 1, each card would come in a process of
/// its own, independent of all others, so that the chance of being done by time t is a product over
/// the cards (or, for so many different ones, a sum of products of chances, all positive). Mean and
/// variance follow from its integral: E N = E T, Var N = Var T − E N. The chance of being done
/// within n rolls is n! times the n-th coefficient of the power series e^z · P(z), P being that
/// product: Cauchy's integral over a circle through the saddle point near n, where the integrand
/// falls off as a bell does, so that some thirty points of the trapezoidal rule suffice for any n.
/// After Flajolet, Gardy & Thimonier (1992), "Birthday paradox, coupon collectors, caching
/// algorithms and self-organizing search", and, for several copies, Newman & Shepp (1960), "The
/// double dixie cup problem". Nothing is subtracted that nearly cancels, as it would in the sum by
/// inclusion and exclusion.
struct Occupancy: ArrivalLaw {
  /// Cards that are equally likely.
  struct Group: Hashable, Sendable {
    /// The chance that a roll gives a certain one of them.
    var rate: Double
    /// How many there are.
    var count: Int
  }

  let groups: [Group]
  /// How many of the cards must be there.
  let wanted: Int
  /// How many cards there are in all groups.
  let total: Int
  let copies: Int
  let least: Int64
  private let tail: PoissonTail
  private(set) var mean = 0.0
  private(set) var standardDeviation = 0.0

  /// Prepares the law.
  ///
  /// - Parameters:
  ///   - groups: cards of rates above 0.
  ///   - wanted: how many different ones must be there, from 1 to all.
  ///   - copies: how many times each of these.
  init(groups: [Group], wanted: Int, copies: Int) {
    self.groups = groups
    self.wanted = wanted
    self.copies = copies
    total = groups.reduce(0) { $0 + $1.count }
    least = Int64(wanted) * Int64(copies)
    tail = PoissonTail(copies: copies)
    (mean, standardDeviation) = moments()
  }

  /// About how many multiplications the chance at one point of time takes.
  static func effort(groups: [Group], wanted: Int) -> Int {
    let total = groups.reduce(0) { $0 + $1.count }
    if wanted == total { return groups.count * 8 }
    return groups.reduce(0) { $0 + $1.count } * min(wanted, total - wanted + 1)
  }

  private var isGeometric: Bool { copies == 1 && (wanted == 1 || total == 1) }

  // MARK: Rolls as a Poisson process

  /// The logarithm of the chance of being done by a time.
  func logDone(by time: Double) -> Double {
    if wanted == total {
      return groups.reduce(0) { $0 + Double($1.count) * tail.logReached($1.rate * time) }
    }
    return .log(split(at: time).done)
  }

  /// The chance of not being done by a time.
  func notDone(by time: Double) -> Double {
    wanted == total ? -Double.expMinusOne(logDone(by: time)) : split(at: time).notDone
  }

  /// The chances that enough different cards are there by a time and that they are not, each a sum
  /// of positive terms.
  private func split(at time: Double) -> (done: Double, notDone: Double) {
    // The chance of so many cards, for all numbers, by adding one card after the other.
    var chances = [Double](repeating: 0, count: wanted + 1)
    chances[0] = 1
    var seen = 0
    for group in groups {
      let log = tail.logReached(group.rate * time)
      let (here, absent) = (Double.exp(log), -Double.expMinusOne(log))
      for _ in 0..<group.count {
        chances.withUnsafeMutableBufferPointer { chances in
          let top = min(seen, wanted - 1)
          // Those that have enough stay where they are.
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

  /// The chance of being done by a complex time of an angle, over that of the real time as far from
  /// 0.
  private func done(
    by radius: Double, angle: Double, logs: [Double], logDone: Double
  ) -> Complex {
    let direction = Complex(length: 1, angle: angle)
    if wanted == total {
      var product = Complex.one
      for (group, log) in zip(groups, logs) {
        let reach = group.rate * radius
        product =
          product
          * tail.reached(reach * direction, over: log, angle: angle, radius: reach)
          .power(group.count)
      }
      return product
    }
    var chances = [Complex](repeating: .zero, count: wanted + 1)
    chances[0] = .one
    var seen = 0
    for (group, log) in zip(groups, logs) {
      let reach = group.rate * radius
      let here =
        Double.exp(log)
        * tail.reached(reach * direction, over: log, angle: angle, radius: reach)
      let absent = Complex.one - here
      for _ in 0..<group.count {
        chances.withUnsafeMutableBufferPointer { chances in
          let top = min(seen, wanted - 1)
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
    return Double.exp(-logDone) * chances[wanted]
  }

  // MARK: Moments

  private func moments() -> (mean: Double, deviation: Double) {
    if isGeometric {
      let rate = groups.reduce(0) { $0 + $1.rate * Double($1.count) }
      return (1 / rate, max(0, 1 - rate).squareRoot() / rate)
    }
    if total == 1, let rate = groups.first?.rate {
      let copies = Double(copies)
      return (copies / rate, (copies * max(0, 1 - rate)).squareRoot() / rate)
    }
    var last = sums(step: 0.25)
    for step in [0.125, 0.0625, 0.03125] {
      let next = sums(step: step)
      let isSettled =
        abs(next.first - last.first) <= 1e-13 * next.first
        && abs(next.second - last.second) <= 1e-13 * next.second
      last = next
      if isSettled { break }
    }
    let variance = last.second - last.first * last.first - last.first
    return (last.first, max(0, variance).squareRoot())
  }

  /// E T and E T², by the trapezoidal rule in the logarithm of time, where both integrands are
  /// analytic and fall off exponentially, so that halving the step doubles the digits.
  private func sums(step: Double) -> (first: Double, second: Double) {
    // Before this time next to nothing is certain to be there.
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
      if added.share <= 1e-20 * second { break }
    }
    position = begin - step
    while true {
      let added = add(position)
      // What is left of here is a geometric series once the chance is 1.
      if added.chance == 1 {
        let time = Double.exp(position)
        let ratio = Double.exp(-step)
        first += time * ratio / (1 - ratio)
        second += 2 * time * time * ratio * ratio / (1 - ratio * ratio)
        break
      }
      if Double.exp(position) <= 1e-20 * first { break }
      position -= step
    }
    return (step * first, step * second)
  }

  func guess(_ probability: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while notDone(by: high) > 1 - probability { (low, high) = (high, high * 2) }
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if notDone(by: middle) > 1 - probability { low = middle } else { high = middle }
    }
    return high
  }

  // MARK: Rolls as they are

  func probability(doneWithin rolls: Int64) -> Double {
    if rolls < least { return 0 }
    if isGeometric { return -Double.expMinusOne(logMissed(rolls)) }
    return min(1, max(0, coefficient(rolls)))
  }

  func probability(notWithin rolls: Int64) -> Double {
    if rolls < least { return 1 }
    if isGeometric { return .exp(logMissed(rolls)) }
    return min(1, max(0, 1 - coefficient(rolls)))
  }

  private func logMissed(_ rolls: Int64) -> Double {
    let rate = groups.reduce(0) { $0 + $1.rate * Double($1.count) }
    return rate >= 1 ? -.infinity : Double(rolls) * .log(onePlus: -rate)
  }

  /// The chance of being done within some rolls, by Cauchy's integral.
  private func coefficient(_ rolls: Int64) -> Double {
    let number = Double(rolls)
    let radius = saddle(number)
    let logs = groups.map { tail.logReached($0.rate * radius) }
    let logDone = self.logDone(by: radius)
    guard logDone > -.infinity else { return 0 }
    let points = (12 * number.squareRoot()).rounded(.up) + 60
    let turn = 2 * Double.pi / points
    // The circle's two halves are each other's mirror.
    var sum = 1.0
    var small = 0
    var point = 1.0
    while 2 * point <= points {
      let angle = point * turn
      let half = Double.sin(angle / 2)
      let bell = Complex(
        length: .exp(-2 * radius * half * half),
        angle: radius * .sin(angle) - number * angle)
      let value = bell * done(by: radius, angle: angle, logs: logs, logDone: logDone)
      sum += (2 * point == points ? 1 : 2) * value.real
      small = value.squaredLength < 1e-40 ? small + 1 : 0
      if small == 4 { break }
      point += 1
    }
    return Double.exp(Self.logScale(number, radius) + logDone) * sum / points
  }

  /// log(n! · e^r / r^n), without the cancellation of its large parts.
  private static func logScale(_ number: Double, _ radius: Double) -> Double {
    let stirling: Double
    if number < 20 {
      stirling = Double.logGamma(number + 1) + number - number * .log(number)
    } else {
      let inverse = 1 / number
      let square = inverse * inverse
      let series = 1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))
      stirling = 0.5 * .log(2 * .pi * number) + inverse * series
    }
    if radius == number { return stirling }
    let ratio = radius / number
    return stirling + number * (ratio - 1 - .log(ratio))
  }

  /// A radius near the saddle point: n itself where that does, less where the chance is small.
  private func saddle(_ number: Double) -> Double {
    func isTiny(_ log: Double) -> Bool { log < -3 }
    guard isTiny(logDone(by: number)) else { return number }
    // e^r · P(r) / r^n is convex in log r; its slope there is r + r·P'/P − n.
    func slope(_ radius: Double) -> Double {
      let step = 1e-4
      let change = logDone(by: radius * (1 + step)) - logDone(by: radius)
      return radius + change / step - number
    }
    var (low, high) = (Double.log(number) - 30, Double.log(number))
    if wanted < total {
      // So that no sum of products falls below what a Double can hold.
      while low < high, logDone(by: .exp(low)) < -500 { low += 1 }
    }
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if slope(.exp(middle)) < 0 { low = middle } else { high = middle }
    }
    return .exp(high)
  }
}
