/// The id of an event: a 128-bit hash of (profile seed, kind, natural key), which depends neither
/// on the clock, nor on chance, nor on the order in which events were recorded.
public struct EventID: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// The first eight bytes, read big-endian, so that ids sort like their bytes.
  @usableFromInline package var high: UInt64
  /// The last eight bytes, read big-endian.
  @usableFromInline package var low: UInt64

  /// Creates an id from its two halves.
  @inlinable
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Hashes one half: ids are hashes already, so that one half distinguishes them as well as both.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(low)
  }

  /// Returns whether the left id sorts first, byte by byte.
  @inlinable
  public static func < (left: EventID, right: EventID) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

extension EventID: CustomStringConvertible {
  /// The id as 32 hexadecimal digits.
  public var description: String {
    String(unsafeUninitializedCapacity: 32) { digits in
      for index in 0..<16 {
        let shift = UInt64(60 - 4 * index)
        digits[index] = Self.digit(high >> shift)
        digits[16 + index] = Self.digit(low >> shift)
      }
      return 32
    }
  }

  /// Returns the hexadecimal digit of the last four bits of a number.
  private static func digit(_ bits: UInt64) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 0xF)
    return value < 10 ? 0x30 + value : 0x57 + value
  }

  /// Creates an id from 32 hexadecimal digits; `nil` when the text has another form.
  public init?(_ text: some StringProtocol) {
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    var count = 0
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x57
      case 0x41...0x46: digit = byte - 0x37
      default: return nil
      }
      if count < 16 {
        halves.high = halves.high << 4 | UInt64(digit)
      } else {
        halves.low = halves.low << 4 | UInt64(digit)
      }
      count += 1
    }
    guard count == 32 else { return nil }
    self.init(high: halves.high, low: halves.low)
  }
}

/// The key that identifies an event within its kind and profile.
package enum NaturalKey: Hashable, Sendable {
  /// The id that the source assigned to the event.
  case given(String)
  /// The event's content, and the number of equal events before it in the same source.
  case content(occurrence: UInt32)
}

extension SipHash128 {
  /// Returns a hasher for the event ids of a profile.
  @inline(__always)
  static func eventIdentity(seed: UInt64) -> SipHash128 {
    // "flint.id" in ASCII: ids of one seed share no hash with anything else keyed by that seed.
    SipHash128(key0: seed, key1: 0x6469_2e74_6e69_6c66)
  }

  /// Returns the id of an event: the hash of kind (u8), then 1 (u8) and the key's UTF-8, or 0 (u8),
  /// the occurrence number (u32, little-endian) and the canonical content.
  @inline(__always)
  static func eventID(
    seed: UInt64, kind: EventKind, key: NaturalKey, content: (inout SipHash128) -> Void
  ) -> EventID {
    var hash = eventIdentity(seed: seed)
    hash.append(kind.rawValue)
    switch key {
    case .given(let key):
      hash.append(1)
      hash.append(utf8: key)
    case .content(let occurrence):
      hash.append(0)
      hash.append(littleEndian: occurrence)
      content(&hash)
    }
    return hash.eventID()
  }

  @inline(__always)
  package consuming func eventID() -> EventID {
    let (first, second) = finish()
    return EventID(high: first.byteSwapped, low: second.byteSwapped)
  }

  mutating func append(field text: String?) {
    guard let text else {
      append(littleEndian: UInt32.max)
      return
    }
    append(littleEndian: UInt32(truncatingIfNeeded: text.utf8.count))
    append(utf8: text)
  }
}
