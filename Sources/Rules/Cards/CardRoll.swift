/// An explicit roll: a token spent on a card of a category.
public struct CardRoll: Hashable, Sendable {
  /// When it was rolled.
  public let at: Instant
  /// How far the local clock was ahead of UTC then.
  public let offset: UTCOffset
  /// The category of the card.
  public let category: Category

  /// Makes a roll.
  public init(at: Instant, offset: UTCOffset, category: Category) {
    self.at = at
    self.offset = offset
    self.category = category
  }

  /// The id of the event that this roll is, in the profile with the given seed.
  ///
  /// Canonical content, little-endian: instant (i64, ms), offset (i32, s), category (u8).
  public func id(seed: UInt64, key: NaturalKey) -> EventID {
    SipHash128.eventID(seed: seed, kind: .roll, key: key) { hash in
      hash.append(littleEndian: at.milliseconds)
      hash.append(littleEndian: offset.seconds)
      hash.append(category.rawValue)
    }
  }

  /// The event that the fold reads.
  public func event(id: EventID) -> Event {
    Event(id: id, at: at, offset: offset, action: .roll(category))
  }
}
