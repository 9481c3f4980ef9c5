import FlintCalendar

extension Spark {
  /// Returns the id of the spark's event in the profile with the given seed.
  ///
  /// The id is a hash of the canonical content, little-endian: instant (i64, ms), offset (i32, s),
  /// category (u8), intensity (u8), estimated and actual minutes (i32, −1 when absent), title,
  /// notes (length 2³²−1 when absent), tags. A string is its UTF-8 length (u32) and its UTF-8. A
  /// category or an intensity that `ignition` does not list is 255 and its name.
  package func id(seed: UInt64, key: NaturalKey) -> EventID {
    SipHash128.eventID(seed: seed, kind: .spark, key: key) { hash in
      hash.append(littleEndian: at.milliseconds)
      hash.append(littleEndian: offset.seconds)
      hash.append(name: category)
      hash.append(name: intensity)
      hash.append(littleEndian: estimatedMinutes ?? -1)
      hash.append(littleEndian: actualMinutes ?? -1)
      hash.append(field: title)
      hash.append(field: notes)
      hash.append(littleEndian: UInt32(truncatingIfNeeded: tags.count))
      for tag in tags { hash.append(field: tag) }
    }
  }

  /// Returns the event that the fold reads.
  package func event(id: EventID) -> ProfileEvent {
    ProfileEvent(id: id, at: at, offset: offset, action: .spark(category, intensity))
  }

  /// Whether both sparks are identical byte by byte. Unlike `==`, and like ids, this distinguishes
  /// texts that are canonically equivalent in Unicode.
  package func isIdentical(to other: Spark) -> Bool {
    let key = NaturalKey.content(occurrence: 0)
    return id(seed: 0, key: key) == other.id(seed: 0, key: key)
  }

  /// Returns a hash of all fields except the time.
  package func contentID(seed: UInt64) -> EventID {
    var timeless = self
    timeless.forgetTime()
    return timeless.id(seed: seed, key: .content(occurrence: 0))
  }
}
