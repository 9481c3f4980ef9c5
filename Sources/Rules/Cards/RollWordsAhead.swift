import CounterRandom

/// The random words of rolls whose identities follow one another, made many at a time: for simulated
/// players, whose events are numbered.
public struct RollWordsAhead: Sendable {
  /// So many rolls are made ready at a time.
  @usableFromInline static let batch: UInt64 = 64

  private let rarityWords: FirstWords
  private let cardWords: FirstWords
  @usableFromInline var rarities = [UInt32](repeating: 0, count: Int(RollWordsAhead.batch))
  @usableFromInline var cards = [UInt32](repeating: 0, count: Int(RollWordsAhead.batch))
  /// The identity of the first roll that is ready; none at first.
  @usableFromInline var first: UInt64?

  /// Readies the words of a seed, the key of every draw.
  public init(seed: UInt64) {
    rarityWords = FirstWords(key: seed, purpose: RollWords.Purpose.rarity)
    cardWords = FirstWords(key: seed, purpose: RollWords.Purpose.card)
  }

  /// The words of a roll; cheap where it follows the one asked for before.
  ///
  /// - Parameter identity: the high half of the event's id.
  @inlinable @inline(__always)
  public mutating func words(of identity: UInt64) -> RollWords {
    // From multiples on, so that those of a player begin with the player's first.
    let start = identity & ~(Self.batch &- 1)
    if first != start { fill(from: start) }
    let place = Int(truncatingIfNeeded: identity & (Self.batch &- 1))
    return RollWords(rarity: rarities[place], card: cards[place])
  }

  @usableFromInline @inline(never)
  mutating func fill(from start: UInt64) {
    Self.fill(&rarities, rarityWords, from: start)
    Self.fill(&cards, cardWords, from: start)
    first = start
  }

  private static func fill(_ buffer: inout [UInt32], _ words: FirstWords, from start: UInt64) {
    var span = buffer.mutableSpan
    words.write(from: start, into: &span)
  }
}
