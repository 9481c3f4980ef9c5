import FlintRandom

/// A buffer of the random words of rolls with consecutive identities, generated in batches, for
/// simulated players, whose events are numbered.
package struct RollWordBuffer: Sendable {
  @usableFromInline static let batch: UInt64 = 64

  private let seed: UInt64
  @usableFromInline var rarities = [UInt32](repeating: 0, count: Int(RollWordBuffer.batch))
  @usableFromInline var cards = [UInt32](repeating: 0, count: Int(RollWordBuffer.batch))
  /// The identity of the first buffered roll; `nil` while the buffer is empty.
  @usableFromInline var first: UInt64?

  /// Creates an empty buffer for a seed, the key of every draw.
  package init(seed: UInt64) {
    self.seed = seed
  }

  /// Returns the words of a roll; fast where the roll follows the previous one.
  ///
  /// - Parameter identity: the high half of the event's id.
  @inlinable @inline(__always)
  package mutating func words(of identity: UInt64) -> RollWords {
    // Batches begin at multiples of their size, so that those of a player begin with the player's
    // first.
    let start = identity & ~(Self.batch &- 1)
    if first != start { fill(from: start) }
    let index = Int(truncatingIfNeeded: identity & (Self.batch &- 1))
    return RollWords(rarity: rarities[index], card: cards[index])
  }

  @usableFromInline @inline(never)
  mutating func fill(from start: UInt64) {
    BulkWords.writeFirst(
      key: seed, identity: start, purpose: RollWords.Purpose.rarity, into: &rarities)
    BulkWords.writeFirst(
      key: seed, identity: start, purpose: RollWords.Purpose.card, into: &cards)
    first = start
  }
}
