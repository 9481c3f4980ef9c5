import BigInt

/// An exact chance with the nearest floating-point number.
struct Chance: Hashable, Sendable {
  let ratio: Ratio
  let approximation: Double

  static let one = Chance(.one)
  static let zero = Chance(.zero)

  init(_ ratio: Ratio) {
    self.ratio = ratio
    approximation = ratio.approximation
  }

  /// Creates a chance whose fraction has too many digits, so that only floating-point distributions can use it.
  init(approximately value: Double) {
    ratio = .zero
    approximation = value
  }
}

/// Numbers in which distributions are computed: fractions, or floating-point numbers, which round.
protocol DistributionNumber: Sendable, Equatable {
  static var zero: Self { get }
  /// The number 1.
  static var unity: Self { get }
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  static func / (left: Self, right: Self) -> Self
  init(of chance: Chance)
  init(whole: Int64)
  /// The nearest floating-point number.
  var approximation: Double { get }
  /// The relative error of one operation.
  static var rounding: Double { get }
}

extension Double: DistributionNumber {
  static let unity = 1.0
  static let rounding = BoundedValue.rounding
  init(of chance: Chance) { self = chance.approximation }
  init(whole: Int64) { self = Double(whole) }
  var approximation: Double { self }
}

extension Ratio: DistributionNumber {
  static let unity = Ratio.one
  static let rounding = 0.0
  init(of chance: Chance) { self = chance.ratio }
  init(whole: Int64) { self = Ratio(.init(whole.magnitude), over: 1) }
}
