import RealModule

/// A complex number with the operations that the odds need.
struct Complex: Sendable {
  var real: Double
  var imaginary: Double

  static let zero = Complex(real: 0, imaginary: 0)
  package static let one = Complex(real: 1, imaginary: 0)

  @inline(__always)
  init(real: Double, imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  /// Creates length · e^(i·angle).
  @inline(__always)
  init(length: Double, angle: Double) {
    real = length * .cos(angle)
    imaginary = length * .sin(angle)
  }

  var squaredLength: Double { real * real + imaginary * imaginary }

  @inline(__always)
  static func + (left: Complex, right: Complex) -> Complex {
    Complex(real: left.real + right.real, imaginary: left.imaginary + right.imaginary)
  }

  @inline(__always)
  static func - (left: Complex, right: Complex) -> Complex {
    Complex(real: left.real - right.real, imaginary: left.imaginary - right.imaginary)
  }

  @inline(__always)
  static func * (left: Complex, right: Complex) -> Complex {
    Complex(
      real: left.real * right.real - left.imaginary * right.imaginary,
      imaginary: left.real * right.imaginary + left.imaginary * right.real)
  }

  @inline(__always)
  static func * (left: Double, right: Complex) -> Complex {
    Complex(real: left * right.real, imaginary: left * right.imaginary)
  }

  /// 1 − e^(−self), without losing digits where self is near 0.
  var oneMinusDecay: Complex {
    // e^(−x)·cos y − 1 = expm1(−x) − 2·e^(−x)·sin²(y/2)
    let decay = Double.exp(-real)
    let half = Double.sin(imaginary / 2)
    return Complex(
      real: -Double.expMinusOne(-real) + 2 * decay * half * half,
      imaginary: decay * .sin(imaginary))
  }

  /// Returns self raised to a whole power, by squaring.
  func power(_ exponent: Int) -> Complex {
    var result = Complex.one
    var (base, rest) = (self, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = result * base }
      rest >>= 1
      if rest > 0 { base = base * base }
    }
    return result
  }
}
