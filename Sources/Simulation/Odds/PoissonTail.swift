import RealModule

/// The chance that something which comes at rate 1 has come at least `copies` times by a time: the
/// regularised incomplete gamma functions of a whole order, for real and complex times.
struct PoissonTail: Sendable {
  /// How many times are wanted, from 1 up.
  let copies: Int
  private let logFactorial: Double

  init(copies: Int) {
    self.copies = copies
    logFactorial = Double.logGamma(Double(copies) + 1)
  }

  /// The logarithm of the chance of enough by a time above 0, exact to the last digits also where
  /// the chance is tiny or next to 1.
  func logReached(_ time: Double) -> Double {
    if copies == 1 {
      return time < 0.7
        ? .log(-Double.expMinusOne(-time)) : .log(onePlus: -Double.exp(-time))
    }
    if time < Double(copies) {
      return leading(time) - time + .log(series(time))
    }
    return .log(onePlus: -missing(time))
  }

  /// The logarithm of time^copies / copies!
  private func leading(_ time: Double) -> Double {
    Double(copies) * .log(time) - logFactorial
  }

  /// 1 + t/(m+1) + t²/((m+1)(m+2)) + …
  private func series(_ time: Double) -> Double {
    var (sum, term, index) = (1.0, 1.0, Double(copies))
    while term > sum * 1e-18 {
      index += 1
      term *= time / index
      sum += term
    }
    return sum
  }

  /// The chance of fewer, for times of at least `copies`.
  private func missing(_ time: Double) -> Double {
    var index = Double(copies)
    // The last term of the sum is the largest.
    let last = Double.exp(leading(time) - time) * index / time
    var (sum, term) = (1.0, 1.0)
    while index > 1, term > 1e-18 {
      index -= 1
      term *= index / time
      sum += term
    }
    return last * sum
  }

  /// The chance of enough, continued to complex times, over its value e^`logReached` at the time on
  /// the real line that is as far from 0.
  func reached(_ time: Complex, over logReached: Double, angle: Double, radius: Double) -> Complex {
    if copies == 1 {
      return Double.exp(-logReached) * time.oneMinusDecay
    }
    let power = Double(copies)
    if radius < power {
      var (sum, term, index) = (Complex.one, Complex.one, power)
      while term.squaredLength > 1e-38 * sum.squaredLength, index < 4 * power + 200 {
        index += 1
        term = (1 / index) * (term * time)
        sum = sum + term
      }
      let scale = Complex(
        length: .exp(leading(radius) - time.real - logReached),
        angle: power * angle - time.imaginary)
      return scale * sum
    }
    var index = power
    let last = Complex(
      length: .exp(leading(radius) - time.real) * power / radius,
      angle: (power - 1) * angle - time.imaginary)
    let inverse = Complex.one / time
    var (sum, term) = (Complex.one, Complex.one)
    while index > 1, term.squaredLength > 1e-38 {
      index -= 1
      term = index * (term * inverse)
      sum = sum + term
    }
    return Double.exp(-logReached) * (Complex.one - last * sum)
  }
}
