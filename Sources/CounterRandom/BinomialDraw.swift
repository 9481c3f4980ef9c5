/// A draw from the binomial distribution, exact but for rounding: success by success where few are
/// expected, else by transformed rejection (Hörmann, "The generation of binomial random variates", 1993,
/// algorithm BTRS).
struct BinomialDraw {
  let trials: Double
  let chance: Double

  /// Returns the number of successes, for at most 2⁵³ trials.
  func draw(from stream: inout CounterStream) -> Double {
    if chance <= 0 || trials <= 0 { return 0 }
    if chance >= 1 { return trials }
    if chance > 0.5 {
      return trials - BinomialDraw(trials: trials, chance: 1 - chance).draw(from: &stream)
    }
    return trials * chance < 10 ? byGaps(&stream) : byRejection(&stream)
  }

  /// Draws from success to success: the numbers of failures between them are geometric.
  private func byGaps(_ stream: inout CounterStream) -> Double {
    let logFailure = FixedLogarithm.logOnePlus(-chance)
    var successes = 0.0
    var done = 0.0
    while true {
      let gap = FixedLogarithm.log(stream.nextUnit()) / logFailure
      // Compared before rounding: the gap can be larger than any whole number.
      if gap >= trials - done { return successes }
      done += Double(Int64(gap)) + 1
      successes += 1
    }
  }

  private func byRejection(_ stream: inout CounterStream) -> Double {
    let root = (trials * chance * (1 - chance)).squareRoot()
    let b = 1.15 + 2.53 * root
    let a = -0.0873 + 0.0248 * b + 0.01 * chance
    let center = trials * chance + 0.5
    let quick = 0.92 - 4.2 / b
    let alpha = (2.83 + 5.1 / b) * root
    let mode = Double(Int64((trials + 1) * chance))
    let logAtMode = logChance(of: mode)
    while true {
      let u = stream.nextUnit() - 0.5
      let v = stream.nextUnit()
      let us = 0.5 - u.magnitude
      let at = (2.0 * a / us + b) * u + center
      if at < 0 || at >= trials + 1 { continue }
      let k = Double(Int64(at))
      if us >= 0.07 && v <= quick { return k }
      let left = FixedLogarithm.log(v * alpha / (a / (us * us) + b))
      if left <= logChance(of: k) - logAtMode { return k }
    }
  }

  /// Returns the logarithm of the chance of k successes, less a constant that is the same for all k; by
  /// saddle points (Loader, "Fast and accurate computation of binomial probabilities", 2000), which stays
  /// precise for many trials.
  private func logChance(of k: Double) -> Double {
    let common = FixedLogarithm.stirlingError(trials) - 0x1.d67f1c864beb5p-1  // ½ log 2π
    if k <= 0 { return trials * FixedLogarithm.logOnePlus(-chance) - common }
    if k >= trials { return trials * FixedLogarithm.log(chance) - common }
    let rest = trials - k
    return -FixedLogarithm.stirlingError(k) - FixedLogarithm.stirlingError(rest)
      - Self.deviance(k, trials * chance) - Self.deviance(rest, trials * (1 - chance))
      - 0.5 * (FixedLogarithm.log(k) + FixedLogarithm.log(rest / trials))
  }

  /// Returns x log(x / mean) + mean − x, without cancellation where they are close.
  private static func deviance(_ x: Double, _ mean: Double) -> Double {
    let difference = x - mean
    guard difference.magnitude < 0.1 * (x + mean) else {
      return x * FixedLogarithm.log(x / mean) - difference
    }
    let ratio = difference / (x + mean)
    var sum = difference * ratio
    var power = 2 * x * ratio
    let square = ratio * ratio
    var term = 3.0
    while true {
      power *= square
      let next = sum + power / term
      if next == sum { return sum }
      sum = next
      term += 2
    }
  }
}
