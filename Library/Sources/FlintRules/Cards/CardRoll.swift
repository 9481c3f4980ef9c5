package import FlintCalendar

/// An explicit roll: one roll token spent on a card of a category.
package struct CardRoll: Hashable, Sendable {
  package let at: Instant
  /// The offset of the local clock from UTC at that instant.
  package let offset: UTCOffset
  package let category: SparkCategory

  package init(at: Instant, offset: UTCOffset, category: SparkCategory) {
    self.at = at
    self.offset = offset
    self.category = category
  }

  /// Returns the id of the roll's event in the profile with the given seed.
  ///
  /// Canonical content, little-endian: instant (i64, ms), offset (i32, s), category (u8, or 255 and the
  /// name of one that `ignition` does not list).
  package func id(seed: UInt64, key: NaturalKey) -> EventID {
    SipHash128.eventID(seed: seed, kind: .roll, key: key) { hash in
      hash.append(littleEndian: at.milliseconds)
      hash.append(littleEndian: offset.seconds)
      hash.append(name: category)
    }
  }

  package func event(id: EventID) -> ProfileEvent {
    ProfileEvent(id: id, at: at, offset: offset, action: .roll(category))
  }
}
