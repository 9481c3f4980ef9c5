import RealModule

/// The chance that an event of rate 1 has occurred at least `copies` times by a time: the regularised
/// incomplete gamma functions of a whole order.
struct PoissonTail: Sendable {
  /// The number of occurrences wanted, from 1 up.
  let copies: Int

  /// Returns the logarithm of the chance of enough occurrences by a time above 0, with full precision
  /// also where the chance is tiny or close to 1.
  func logReached(_ time: Double) -> Double {
    if copies == 1 {
      return time < 0.7
        ? .log(-Double.expMinusOne(-time)) : .log(onePlus: -Double.exp(-time))
    }
    if time < Double(copies) {
      return Self.logDensity(Double(copies), time) + .log(following(time).sum)
    }
    return .log(onePlus: -missing(time))
  }

  /// Returns the chance of fewer occurrences, for times of at least `copies`.
  private func missing(_ time: Double) -> Double {
    let log = Self.logDensity(Double(copies - 1), time)
    // Too small to affect any sum: the terms need not be added up.
    return log < -120 ? 0 : .exp(log) * preceding(time).sum
  }

  /// Returns 1 + t/(m+1) + t²/((m+1)(m+2)) + … and the number of its significant terms: the chances of m,
  /// m + 1, … occurrences over that of m.
  func following(_ time: Double) -> (sum: Double, terms: Int) {
    var (sum, term, count) = (1.0, 1.0, 0)
    while term > sum * 1e-18 {
      count += 1
      term *= time / Double(copies + count)
      sum += term
    }
    return (sum, count)
  }

  /// Returns 1 + (m−1)/t + (m−1)(m−2)/t² + … and the number of its significant terms: the chances of m −
  /// 1, m − 2, … occurrences over that of m − 1.
  func preceding(_ time: Double) -> (sum: Double, terms: Int) {
    var (sum, term, count) = (1.0, 1.0, 0)
    while count < copies - 1, term > 1e-18 {
      count += 1
      term *= Double(copies - count) / time
      sum += term
    }
    return (sum, count)
  }

  /// Returns log(e^−t · t^m / m!), without the cancellation of its large terms.
  static func logDensity(_ number: Double, _ time: Double) -> Double {
    if number < 20 {
      return number == 0 ? -time : number * .log(time) - time - .logGamma(number + 1)
    }
    let inverse = 1 / number
    let square = inverse * inverse
    let series = 1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))
    let stirling = 0.5 * .log(2 * .pi * number) + inverse * series
    // Near the mean t/m − 1 has digits that t/m loses.
    let excess = (time - number) / number
    return -stirling - number * (excess - .log(onePlus: excess))
  }
}
