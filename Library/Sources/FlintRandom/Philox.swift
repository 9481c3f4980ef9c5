/// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw,
/// "Parallel random numbers: as easy as 1, 2, 3" (SC'11): a pure function from a 128-bit counter
/// and a 64-bit key to 128 random bits. There is no state to seed, save, share or lock.
package enum Philox4x32 {
  /// Four 32-bit words: an input counter, or an output block of random bits.
  package struct Block: Equatable, Sendable {
    /// Word 0, the first to be consumed.
    package var x: UInt32
    /// Word 1.
    package var y: UInt32
    /// Word 2.
    package var z: UInt32
    /// Word 3.
    package var w: UInt32

    /// Creates a block from its four words, in order.
    @inlinable
    package init(_ x: UInt32, _ y: UInt32, _ z: UInt32, _ w: UInt32) {
      self.x = x
      self.y = y
      self.z = z
      self.w = w
    }
  }

  /// Returns a block of the stream of a purpose and an identity, by its number.
  @inlinable
  static func block(
    _ number: UInt32, _ purpose: UInt32, _ identity: UInt64, key: UInt64
  ) -> Block {
    let high = UInt32(truncatingIfNeeded: identity &>> 32)
    let counter = Block(number, purpose, UInt32(truncatingIfNeeded: identity), high)
    return block(counter: counter, key: key)
  }

  /// Returns the block of random bits of a counter under a key, after ten rounds.
  @inlinable
  package static func block(counter: Block, key: UInt64) -> Block {
    var c = counter
    var k0 = UInt32(truncatingIfNeeded: key)
    var k1 = UInt32(truncatingIfNeeded: key &>> 32)
    for round in 0..<10 {
      if round > 0 {
        k0 &+= 0x9E37_79B9
        k1 &+= 0xBB67_AE85
      }
      let p0 = UInt64(c.x) &* 0xD251_1F53
      let p1 = UInt64(c.z) &* 0xCD9E_8D57
      c = Block(
        UInt32(truncatingIfNeeded: p1 &>> 32) ^ c.y ^ k0,
        UInt32(truncatingIfNeeded: p1),
        UInt32(truncatingIfNeeded: p0 &>> 32) ^ c.w ^ k1,
        UInt32(truncatingIfNeeded: p0))
    }
    return c
  }

  /// Returns the first word of the streams of two purposes of an identity, computed side by side: the
  /// ten dependent multiplications of one take longer than a processor looks ahead.
  @inlinable
  package static func firstWords(
    _ purposes: (UInt32, UInt32), identity: UInt64, key: UInt64
  ) -> (UInt32, UInt32) {
    // Each word is the low half of a lane, since processors multiply the low halves of two lanes to
    // whole ones; high halves are undefined.
    typealias Lanes = SIMD2<UInt64>
    let low = Lanes(repeating: 0xFFFF_FFFF)
    var (x, y) = (Lanes.zero, Lanes(UInt64(purposes.0), UInt64(purposes.1)))
    var (z, w) = (Lanes(repeating: identity), Lanes(repeating: identity &>> 32))
    var k0 = UInt32(truncatingIfNeeded: key)
    var k1 = UInt32(truncatingIfNeeded: key &>> 32)
    for round in 0..<10 {
      if round > 0 {
        k0 &+= 0x9E37_79B9
        k1 &+= 0xBB67_AE85
      }
      let p0 = (x & low) &* Lanes(repeating: 0xD251_1F53)
      let p1 = (z & low) &* Lanes(repeating: 0xCD9E_8D57)
      (x, y) = ((p1 &>> 32) ^ y ^ Lanes(repeating: UInt64(k0)), p1)
      (z, w) = ((p0 &>> 32) ^ w ^ Lanes(repeating: UInt64(k1)), p0)
    }
    return (UInt32(truncatingIfNeeded: x[0]), UInt32(truncatingIfNeeded: x[1]))
  }
}
