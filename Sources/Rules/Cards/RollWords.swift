public import CounterRandom

/// The first random word of each of the two streams that a roll reads: which rarity, and which card
/// of it.
///
/// They are a function of seed and identity alone, so that a simulator can make those of thousands
/// of rolls at once and hand them to `Rulebook.apply`, which otherwise makes them itself. Where a
/// roll takes more than the first word, it reads the streams.
public struct RollWords: Hashable, BitwiseCopyable, Sendable {
  /// What a roll is drawn for; part of the generator's counter, so it never changes meaning.
  public enum Purpose {
    /// The stream of the rarity.
    public static let rarity: UInt32 = 2
    /// The stream of the card.
    public static let card: UInt32 = 3
  }

  /// Word 0 of the rarity's stream.
  public var rarity: UInt32
  /// Word 0 of the card's stream.
  public var card: UInt32

  /// Makes the words of a roll that were drawn elsewhere.
  ///
  /// - Parameters:
  ///   - rarity: word 0 of the stream with `Purpose.rarity`.
  ///   - card: word 0 of the stream with `Purpose.card`.
  @inlinable
  public init(rarity: UInt32, card: UInt32) {
    self.rarity = rarity
    self.card = card
  }

  /// Draws the words of a roll.
  ///
  /// - Parameters:
  ///   - seed: the profile's seed, the key of every draw.
  ///   - identity: the high half of the event's id.
  @inlinable
  public init(seed: UInt64, identity: UInt64) {
    let (low, high) = (
      UInt32(truncatingIfNeeded: identity), UInt32(truncatingIfNeeded: identity &>> 32)
    )
    rarity =
      Philox4x32.block(
        counter: Philox4x32.Block(0, Purpose.rarity, low, high), key: seed
      ).x
    card =
      Philox4x32.block(
        counter: Philox4x32.Block(0, Purpose.card, low, high), key: seed
      ).x
  }
}
