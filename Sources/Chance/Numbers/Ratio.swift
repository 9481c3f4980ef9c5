package import BigInt
package import FlintRules

/// A non-negative rational number of any size, in lowest terms.
package struct Ratio: Hashable, Sendable {
  package var numerator: BigUInt
  package var denominator: BigUInt

  package static let zero = Ratio(0, over: 1)
  package static let one = Ratio(1, over: 1)

  /// Creates numerator/denominator in lowest terms; the denominator is not 0.
  package init(_ numerator: BigUInt, over denominator: BigUInt) {
    let divisor = numerator.greatestCommonDivisor(with: denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  package init(_ fraction: Fraction) {
    numerator = BigUInt(fraction.numerator)
    denominator = BigUInt(fraction.denominator)
  }

  package static func + (left: Ratio, right: Ratio) -> Ratio {
    Ratio(
      left.numerator * right.denominator + right.numerator * left.denominator,
      over: left.denominator * right.denominator)
  }

  /// Returns the difference; the left ratio is at least the right one.
  package static func - (left: Ratio, right: Ratio) -> Ratio {
    Ratio(
      left.numerator * right.denominator - right.numerator * left.denominator,
      over: left.denominator * right.denominator)
  }

  package static func * (left: Ratio, right: Ratio) -> Ratio {
    Ratio(left.numerator * right.numerator, over: left.denominator * right.denominator)
  }

  package static func / (left: Ratio, right: Ratio) -> Ratio {
    Ratio(left.numerator * right.denominator, over: left.denominator * right.numerator)
  }

  /// The nearest floating-point number.
  package var approximation: Double {
    if numerator == 0 { return 0 }
    // A quotient of 63 or 64 bits, the last of which records whether there is a remainder: converting
    // that rounds to the nearest.
    let shift = 63 + denominator.bitWidth - numerator.bitWidth
    let (quotient, rest) =
      shift >= 0
      ? (numerator << shift).quotientAndRemainder(dividingBy: denominator)
      : numerator.quotientAndRemainder(dividingBy: denominator << -shift)
    let bits = UInt64(truncatingIfNeeded: quotient) | (rest == 0 ? 0 : 1)
    return Double(sign: .plus, exponent: -shift, significand: Double(bits))
  }

  /// Whether numerator and denominator have at most 40 digits each, and so can still be read.
  package var isModest: Bool {
    let bound = BigUInt(10).power(40)
    return numerator < bound && denominator < bound
  }

  /// The ratio as `a/b`, or as a whole number.
  package var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension Fraction {
  /// Creates the fraction of a ratio; `nil` where it exceeds 64 bits.
  package init?(_ ratio: Ratio) {
    guard let numerator = UInt64(exactly: ratio.numerator),
      let denominator = UInt64(exactly: ratio.denominator)
    else { return nil }
    self.init(numerator, over: denominator)
  }
}
