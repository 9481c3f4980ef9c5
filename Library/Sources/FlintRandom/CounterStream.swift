/// The random words that belong to one (key, identity, purpose), read in order.
///
/// The counter of block *b* is (b, purpose, low half of identity, high half of identity). Two streams
/// that differ in any of key, identity and purpose share no block, and two equal streams have the same
/// words: a draw is a function of its purpose, never of earlier draws.
package struct CounterStream: WordSource, Sendable {
  @usableFromInline let key: UInt64
  @usableFromInline let identity: UInt64
  @usableFromInline let purpose: UInt32
  @usableFromInline var index: UInt64 = 0
  @usableFromInline var block = Philox4x32.Block(0, 0, 0, 0)

  /// Creates the stream of a key (a profile's or a plan's seed), an identity (64 bits that name the event
  /// or the player) and a purpose.
  @inlinable
  package init(key: UInt64, identity: UInt64, purpose: UInt32) {
    self.key = key
    self.identity = identity
    self.purpose = purpose
  }

  /// Returns the next 32 random bits.
  @inlinable
  package mutating func next32() -> UInt32 {
    let lane = index & 3
    if lane == 0 {
      block = Philox4x32.block(
        UInt32(truncatingIfNeeded: index &>> 2), purpose, identity, key: key)
    }
    index &+= 1
    switch lane {
    case 0: return block.x
    case 1: return block.y
    case 2: return block.z
    default: return block.w
    }
  }
}
