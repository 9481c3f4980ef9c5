/// A number that was worked out, with a bound of its error.
public struct BoundedValue: Hashable, Sendable {
  /// The number.
  public var value: Double
  /// A bound of the relative error: of how far off the number may be, as a share of it.
  public var error: Double

  /// What exact odds promise: results whose error may be greater are reported as such.
  public static let promised = 1e-9
  /// The rounding error of one operation.
  static let rounding = 0x1p-52
  /// Numbers below this have few digits, and count as 0.
  static let least = 1e-290

  /// Makes a number of a relative error.
  init(_ value: Double, error: Double) {
    self.value = value
    self.error = error
  }

  /// Makes a number of an absolute error.
  init(_ value: Double, within distance: Double) {
    self.init(value, error: distance == 0 ? 0 : distance / abs(value))
  }

  /// Whether the number may be off by more than exact odds promise; a result that is no number is.
  public var isDoubtful: Bool { !(error <= Self.promised) }

  /// Whether it is worth nothing: no number, or one that may be off by a tenth of itself.
  var isUnusable: Bool { value.isNaN || !(error <= 0.1) }

  /// The bound, rounded up to a power of ten: an order of magnitude, whose digits mean nothing.
  public var errorMagnitude: Double {
    // Written so that what is no number is not taken for a small one.
    if error <= 1e-15 { return 1e-15 }
    guard error < 1 else { return .infinity }
    // Whole powers of ten are exact, so that the quotient is the number nearest to the power below 1.
    var power = 1.0
    while power < 1e15, error <= 1 / (power * 10) { power *= 10 }
    return 1 / power
  }
}
