/// A source of random words, read one after another, and the draws made with them: sources of the same
/// words have the same draws.
package protocol WordSource {
  /// Returns the next 32 random bits.
  mutating func next32() -> UInt32
}

extension WordSource {
  /// Returns the next 64 random bits: the first word read is the low half.
  @inlinable
  package mutating func next64() -> UInt64 {
    let low = UInt64(next32())
    return low | UInt64(next32()) &<< 32
  }

  /// Returns a whole number drawn uniformly from 0 ..< `bound`, exactly: words that would bias the result
  /// are rejected (Lemire, "Fast random integer generation in an interval", ACM TOMACS 2019).
  ///
  /// - Parameter bound: the number of values; 0 for a bound of 0.
  @inlinable @inline(__always)
  package mutating func bounded(_ bound: UInt64) -> UInt64 {
    if bound > 1 << 32 { return boundedWidely(bound) }
    let product = UInt64(next32()) &* bound
    if product & 0xFFFF_FFFF >= bound { return product &>> 32 }
    return boundedAgain(bound, product)
  }

  /// Continues where the first product may be a rejected one.
  @inlinable @inline(never)
  mutating func boundedAgain(_ bound: UInt64, _ first: UInt64) -> UInt64 {
    var product = first
    let threshold = bound == 0 ? 0 : ((1 << 32) &- bound) % bound
    while product & 0xFFFF_FFFF < threshold { product = UInt64(next32()) &* bound }
    return product &>> 32
  }

  /// Returns a number below a bound that needs two words.
  @inlinable @inline(never)
  mutating func boundedWidely(_ bound: UInt64) -> UInt64 {
    var product = next64().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold {
        product = next64().multipliedFullWidth(by: bound)
      }
    }
    return product.high
  }
}
