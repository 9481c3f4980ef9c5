/// A computed number with a bound of its error.
package struct BoundedValue: Hashable, Sendable {
  package var value: Double
  package var error: Double

  /// The relative error that exact odds promise; results with a greater bound are reported as imprecise.
  package static let promised = 1e-9
  /// The relative rounding error of one operation.
  package static let rounding = 0x1p-52
  /// The magnitude below which numbers have few digits, and count as 0.
  package static let least = 1e-290

  package init(_ value: Double, error: Double) {
    self.value = value
    self.error = error
  }

  /// Creates a number with an absolute error.
  package init(_ value: Double, within distance: Double) {
    self.init(value, error: distance == 0 ? 0 : distance / abs(value))
  }

  /// Whether the error may exceed the promised one; a NaN always does.
  package var isImprecise: Bool { !(error <= Self.promised) }

  /// Whether the number is useless: NaN, or with an error bound above a tenth of itself.
  package var isUnusable: Bool { value.isNaN || !(error <= 0.1) }

  /// The bound rounded up to a power of ten, since its digits carry no information; that of an estimate has
  /// two digits.
  package var errorMagnitude: Double {
    // Written so that NaN does not count as small.
    if error <= 1e-15 { return 1e-15 }
    guard error < 1 else { return .infinity }
    if error > 1e-3 {
      let scale: Double = error > 0.1 ? 100 : error > 0.01 ? 1000 : 10_000
      return (error * scale).rounded(.up) / scale
    }
    // Whole powers of ten are exact, so that the quotient is the number nearest to the power below 1.
    var power = 1.0
    while power < 1e15, error <= 1 / (power * 10) { power *= 10 }
    return 1 / power
  }
}
