/// The count, the exact sum and the exact sum of squares of whole numbers: the input of a mean and a
/// variance.
package struct Sums: Equatable, Sendable {
  package var count: Int64 = 0
  package var sum: Int128 = 0
  package var squares: Int128 = 0
  /// Whether the sum of the squares overflowed 128 bits: then all values are invalid.
  package private(set) var isTooLarge = false

  package init() {}

  @inline(__always)
  package mutating func add(_ number: Int64) {
    count &+= 1
    sum &+= Int128(number)
    add(squares: Int128(number) &* Int128(number))
  }

  /// Adds to the sum of squares. Squares are never negative: where their sum exceeds 128 bits, it does so
  /// in any order.
  @inline(__always)
  private mutating func add(squares: Int128) {
    let (sum, overflow) = self.squares.addingReportingOverflow(squares)
    self.squares = sum
    if overflow { isTooLarge = true }
  }

  package mutating func merge(_ other: Sums) {
    count += other.count
    sum &+= other.sum
    add(squares: other.squares)
    if other.isTooLarge { isTooLarge = true }
  }

  /// The mean; NaN when there is no number.
  package var mean: Double { Double(sum) / Double(count) }

  /// The sum of squared deviations from the mean, times the count: exact until it is rounded once.
  package var scaledDeviations: Double {
    Self.scaledDeviations(squares, sum, sum, count: count)
  }

  /// Returns the sum of products of the deviations of two numbers from their means, times the count: exact
  /// until it is rounded once.
  ///
  /// - Parameters:
  ///   - products: the sum of the products of the numbers.
  ///   - left: the sum of one of the numbers.
  ///   - right: the sum of the other.
  package static func scaledDeviations(
    _ products: Int128, _ left: Int128, _ right: Int128, count: Int64
  ) -> Double {
    let (scaled, overflow) = products.multipliedReportingOverflow(by: Int128(count))
    let (product, overflowed) = left.multipliedReportingOverflow(by: right)
    let (difference, isBeyond) = scaled.subtractingReportingOverflow(product)
    if !overflow && !overflowed && !isBeyond { return Double(difference) }
    return Double(products) * Double(count) - Double(left) * Double(right)
  }

  /// The variance, with n − 1 in the denominator; NaN below two numbers.
  package var variance: Double {
    guard count > 1 else { return .nan }
    return max(0, scaledDeviations / Double(count) / Double(count - 1))
  }
}
