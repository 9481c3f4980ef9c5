import RealModule

/// A point of a circle around 0, with the functions of its angle that the integrand needs.
struct CirclePoint {
  let angle: Double
  /// e^(i·angle)
  let direction: Complex
  /// 1 − cos(angle)
  let fall: Double
  /// sin(angle) − angle
  let lag: Double

  init(angle: Double) {
    self.angle = angle
    direction = Complex(length: 1, angle: angle)
    let half = Double.sin(angle / 2)
    fall = 2 * half * half
    if angle < 0.5 {
      let square = angle * angle
      let series =
        1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))
      lag = -angle * square / 6 * series
    } else {
      lag = direction.imaginary - angle
    }
  }

  /// Returns e^(w − r − i·r·angle) for w = r·e^(i·angle): the factor of a Poisson number of mean r.
  func bell(_ mean: Double) -> Complex { Complex(length: .exp(-mean * fall), angle: mean * lag) }
}

/// The power series of the chances that a Poisson number is at least `copies`, or below that, on a
/// circle around 0 whose radius is the number's mean r.
///
/// Both series have no negative coefficients, so that on the circle neither is ever greater than at
/// the real point, for every mean: nothing here can overflow. The factor e^(i·r·angle), by which
/// the mean turns, is taken out of both.
struct CircleTail {
  private let copies: Int
  private let mean: Double
  /// The probability of at least `copies`.
  private let reached: Double
  /// Whether the mean is below `copies`: then the series has the terms that follow, otherwise those that
  /// precede.
  private let isBelow: Bool
  private let sum: Double
  private let terms: Int
  /// The probability of `copies` − 1, where the mean is at least `copies`.
  private let last: Double

  init(_ tail: PoissonTail, mean: Double, logReached: Double) {
    copies = tail.copies
    self.mean = mean
    reached = .exp(logReached)
    isBelow = mean < Double(copies)
    last = isBelow ? 0 : .exp(PoissonTail.logDensity(Double(copies - 1), mean))
    let isCertain = !isBelow && last < 1e-40
    (sum, terms) =
      isBelow ? tail.following(mean) : isCertain ? (1, 0) : tail.preceding(mean)
  }

  /// Returns the series of at least `copies`, divided by its value at the real point.
  func reached(at point: CirclePoint) -> Complex {
    if copies == 1 {
      let argument = mean * point.direction
      // e^w − 1, from the side on which it keeps its precision and stays bounded.
      let change =
        argument.real >= 0
        ? point.bell(mean) * argument.oneMinusDecay
        : -1 * (missing(at: point) * (-1 * argument).oneMinusDecay)
      return 1 / -Double.expMinusOne(-mean) * change
    }
    if isBelow {
      let argument = mean * point.direction
      var series = Complex.one
      for index in stride(from: copies + terms, to: copies, by: -1) {
        series = Complex.one + 1 / Double(index) * (argument * series)
      }
      return 1 / sum
        * (Complex(length: 1, angle: (Double(copies) - mean) * point.angle) * series)
    }
    // Where reaching `copies` is practically certain, the series is the bell.
    if last * sum < 1e-25 { return point.bell(mean) }
    return 1 / reached * (point.bell(mean) - missing(at: point))
  }

  /// Returns the series of fewer than `copies`, which at the real point is the probability of that.
  func missing(at point: CirclePoint) -> Complex {
    if copies == 1 {
      return Complex(length: .exp(-mean), angle: -mean * point.angle)
    }
    if isBelow { return point.bell(mean) - reached * reached(at: point) }
    // 1/w has the opposite angle.
    let inverse = 1 / mean * Complex(length: 1, angle: -point.angle)
    var series = Complex.one
    for index in stride(from: copies - terms, to: copies, by: 1) {
      series = Complex.one + Double(index) * (inverse * series)
    }
    return last
      * (Complex(length: 1, angle: (Double(copies - 1) - mean) * point.angle) * series)
  }
}
