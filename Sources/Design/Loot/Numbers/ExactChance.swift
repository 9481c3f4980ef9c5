import BigInt
import Chance

/// An exact chance with the nearest floating-point number.
package struct ExactChance: Hashable, Sendable {
  let ratio: Ratio
  let approximation: Double

  package static let one = ExactChance(.one)
  static let zero = ExactChance(.zero)

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
  init(of chance: ExactChance)
  init(whole: Int64)
  /// The nearest floating-point number.
  var approximation: Double { get }
  /// The relative error of one operation.
  static var rounding: Double { get }
}

extension Double: DistributionNumber {
  static let unity = 1.0
  static let rounding = BoundedValue.rounding
  init(of chance: ExactChance) { self = chance.approximation }
  init(whole: Int64) { self = Double(whole) }
  var approximation: Double { self }
}

extension Ratio: DistributionNumber {
  static let unity = Ratio.one
  static let rounding = 0.0
  package init(of chance: ExactChance) { self = chance.ratio }
  package init(whole: Int64) { self = Ratio(.init(whole.magnitude), over: 1) }
}
