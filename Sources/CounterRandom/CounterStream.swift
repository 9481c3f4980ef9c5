/// The random words that belong to one (key, identity, purpose), read in order.
///
/// The counter of block *b* is (b, purpose, low half of identity, high half of identity). Two
/// streams that differ in any of key, identity and purpose share no block, and a stream made twice
/// reads the same words twice: a draw is a function of what it is for, never of what was drawn
/// before it.
public struct CounterStream: Sendable {
  @usableFromInline let key: UInt64
  @usableFromInline let identity: UInt64
  @usableFromInline let purpose: UInt32
  @usableFromInline var index: UInt64 = 0
  @usableFromInline var block = Philox4x32.Block(0, 0, 0, 0)

  /// Makes the stream of a key (a profile's or a plan's seed), an identity (64 bits that name the
  /// event or the player) and a purpose.
  @inlinable
  public init(key: UInt64, identity: UInt64, purpose: UInt32) {
    self.key = key
    self.identity = identity
    self.purpose = purpose
  }

  /// The next 32 random bits.
  @inlinable
  public mutating func next32() -> UInt32 {
    let lane = index & 3
    if lane == 0 {
      block = Philox4x32.block(
        counter: Philox4x32.Block(
          UInt32(truncatingIfNeeded: index &>> 2), purpose,
          UInt32(truncatingIfNeeded: identity), UInt32(truncatingIfNeeded: identity &>> 32)),
        key: key)
    }
    index &+= 1
    switch lane {
    case 0: return block.x
    case 1: return block.y
    case 2: return block.z
    default: return block.w
    }
  }

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
  @inlinable
  public mutating func bounded(_ bound: UInt64) -> UInt64 {
    if bound <= 1 << 32 {
      let wide = bound
      var product = UInt64(next32()) &* wide
      var low = product & 0xFFFF_FFFF
      if low < bound {
        let threshold = bound == 0 ? 0 : ((1 << 32) &- bound) % bound
        while low < threshold {
          product = UInt64(next32()) &* wide
          low = product & 0xFFFF_FFFF
        }
      }
      return product &>> 32
    }
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
