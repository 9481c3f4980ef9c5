import FlintRandom

/// The first random word of each of a roll's two streams: one selects the rarity, the other the
/// card of that rarity.
///
/// They depend on seed and identity alone, so that a simulator can generate the words of thousands
/// of rolls at once and pass them to `Rulebook.apply`, which otherwise generates them itself. A
/// roll that needs more than the first word reads the streams.
package struct RollWords: Hashable, BitwiseCopyable, Sendable {
  /// The stream ids of a roll's draws; part of the generator's counter, they never change.
  @usableFromInline package enum Purpose {
    /// The stream that decides whether a card drops.
    static let drop: UInt32 = 1
    @usableFromInline package static let rarity: UInt32 = 2
    @usableFromInline package static let card: UInt32 = 3
    /// The distance from the streams of rarity and card to those of a roll that a rule grants.
    static let earned: UInt32 = 3
  }

  /// Word 0 of the rarity's stream.
  package var rarity: UInt32
  /// Word 0 of the card's stream.
  package var card: UInt32

  @inlinable
  package init(rarity: UInt32, card: UInt32) {
    self.rarity = rarity
    self.card = card
  }

  /// Draws the words of a roll, from its own streams.
  init(_ roll: Roll) {
    var (rarity, card) = (roll.stream(Purpose.rarity), roll.stream(Purpose.card))
    self.init(rarity: rarity.next32(), card: card.next32())
  }

  /// Draws the words of a roll.
  ///
  /// - Parameter identity: the high half of the event's id.
  @inlinable
  package init(seed: UInt64, identity: UInt64) {
    (rarity, card) = Philox4x32.firstWords(
      (Purpose.rarity, Purpose.card), identity: identity, key: seed)
  }
}
