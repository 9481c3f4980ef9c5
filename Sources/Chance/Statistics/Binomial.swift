internal import RealModule

/// The binomial distribution: the number of successes in n independent trials.
///
/// Every function is exact to about 12 digits for up to 10¹² trials, far tails included.
package enum Binomial {
  /// Returns the probability of at most `successes`.
  package static func cdf(_ successes: Int64, trials: Int64, chance: Double) -> Double {
    guard successes >= 0 else { return 0 }
    guard successes < trials else { return 1 }
    return IncompleteBeta.upper(chance, Double(successes) + 1, Double(trials - successes))
  }

  /// Returns the probability of more than `successes`.
  package static func survival(_ successes: Int64, trials: Int64, chance: Double) -> Double {
    guard successes >= 0 else { return 1 }
    guard successes < trials else { return 0 }
    return IncompleteBeta.lower(chance, Double(successes) + 1, Double(trials - successes))
  }

  /// Returns the quantile of the normal approximation.
  static func guess(_ p: Double, _ trials: Int64, _ chance: Double) -> Int64 {
    let n = Double(trials)
    let z = Normal.quantile(min(max(p, 1e-300), 1 - 1e-16))
    let value = n * chance + z * .sqrt(max(0, n * chance * (1 - chance)))
    return value.isFinite ? Int64(min(max(0, value), n)) : 0
  }
}

extension ClosedRange<Int64> {
  /// Returns the least number that satisfies a condition which, once true, stays true; the end of the range
  /// when no earlier number satisfies it.
  ///
  /// - Parameters:
  ///   - guess: a number near the result.
  ///   - step: the distance of the second number tried; it is doubled each time.
  func first(around guess: Int64, step: Int64 = 1, where holds: (Int64) -> Bool) -> Int64 {
    let start = Swift.min(Swift.max(guess, lowerBound), upperBound)
    var (low, high) = (lowerBound - 1, upperBound)
    var step = step
    if holds(start) {
      high = start
      while high - low > step, holds(high - step) {
        high -= step
        step *= 2
      }
      low = Swift.max(low, high - step)
    } else {
      low = start
      while high - low > step, !holds(low + step) {
        low += step
        step *= 2
      }
      high = Swift.min(high, low + step)
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
