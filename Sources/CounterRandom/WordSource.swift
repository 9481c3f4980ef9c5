/// Random words, read one after the other, and what is drawn with them: the same from whatever hands
/// out the same words.
public protocol WordSource {
  /// The next 32 random bits.
  mutating func next32() -> UInt32
}

extension WordSource {
  /// The next 64 random bits: the first word read is the low half.
  @inlinable
  public mutating func next64() -> UInt64 {
    let low = UInt64(next32())
    return low | UInt64(next32()) &<< 32
  }

  /// A whole number drawn uniformly from 0 ..< `bound`, exactly: words that would bias the result
  /// are rejected (Lemire, "Fast random integer generation in an interval", ACM TOMACS 2019).
  ///
  /// - Parameter bound: how many values there are; a bound of 0 answers 0.
  @inlinable @inline(__always)
  public mutating func bounded(_ bound: UInt64) -> UInt64 {
    if bound > 1 << 32 { return boundedWidely(bound) }
    let product = UInt64(next32()) &* bound
    if product & 0xFFFF_FFFF >= bound { return product &>> 32 }
    return boundedAgain(bound, product)
  }

  /// Where the first product may be one that is rejected.
  @inlinable @inline(never)
  mutating func boundedAgain(_ bound: UInt64, _ first: UInt64) -> UInt64 {
    var product = first
    let threshold = bound == 0 ? 0 : ((1 << 32) &- bound) % bound
    while product & 0xFFFF_FFFF < threshold { product = UInt64(next32()) &* bound }
    return product &>> 32
  }

  /// Where the bound takes two words.
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
