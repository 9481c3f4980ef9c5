import RealModule

/// The chance that something which comes at rate 1 has come at least `copies` times by a time: the
/// regularised incomplete gamma functions of a whole order.
struct PoissonTail: Sendable {
  /// How many times are wanted, from 1 up.
  let copies: Int

  /// The logarithm of the chance of enough by a time above 0, exact to the last digits also where
  /// the chance is tiny or next to 1.
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

  /// The chance of fewer, for times of at least `copies`.
  private func missing(_ time: Double) -> Double {
    let log = Self.logDensity(Double(copies - 1), time)
    // Far beyond anything that shows in a sum: the terms need not be added up.
    return log < -120 ? 0 : .exp(log) * preceding(time).sum
  }

  /// 1 + t/(m+1) + t²/((m+1)(m+2)) + …, and how many of its terms matter: the chances of m, m + 1, …
  /// times over that of m times.
  func following(_ time: Double) -> (sum: Double, terms: Int) {
    var (sum, term, count) = (1.0, 1.0, 0)
    while term > sum * 1e-18 {
      count += 1
      term *= time / Double(copies + count)
      sum += term
    }
    return (sum, count)
  }

  /// 1 + (m−1)/t + (m−1)(m−2)/t² + …, and how many of its terms matter: the chances of m − 1, m − 2, …
  /// times over that of m − 1 times.
  func preceding(_ time: Double) -> (sum: Double, terms: Int) {
    var (sum, term, count) = (1.0, 1.0, 0)
    while count < copies - 1, term > 1e-18 {
      count += 1
      term *= Double(copies - count) / time
      sum += term
    }
    return (sum, count)
  }

  /// log(e^−t · t^m / m!), without the cancellation of its large parts.
  static func logDensity(_ number: Double, _ time: Double) -> Double {
    if number < 20 {
      return number == 0 ? -time : number * .log(time) - time - .logGamma(number + 1)
    }
    let inverse = 1 / number
    let square = inverse * inverse
    let series = 1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))
    let stirling = 0.5 * .log(2 * .pi * number) + inverse * series
    // Near the mean t/m − 1 keeps the digits that t/m has not.
    let excess = (time - number) / number
    return -stirling - number * (excess - .log(onePlus: excess))
  }
}
