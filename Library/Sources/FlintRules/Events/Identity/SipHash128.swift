/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, "SipHash: a fast short-input PRF",
/// 2012; 128-bit variant of the reference implementation).
///
/// A keyed hash: without the profile's seed, nobody can construct two events that collide.
package struct SipHash128: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  private var tail: UInt64 = 0
  private var count: UInt64 = 0

  /// Creates a hasher with a 128-bit key, given as its two little-endian halves.
  @inline(__always)
  package init(key0: UInt64, key1: UInt64) {
    v0 = key0 ^ 0x736f_6d65_7073_6575
    v1 = key1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key0 ^ 0x6c79_6765_6e65_7261
    v3 = key1 ^ 0x7465_6462_7974_6573
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    tail |= UInt64(byte) &<< ((count & 7) &* 8)
    count &+= 1
    if count & 7 == 0 { compress() }
  }

  /// Appends the bytes of an integer, least significant first.
  @inline(__always)
  package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    let bits = UInt64(truncatingIfNeeded: number)
    let width = UInt64(Number.bitWidth / 8)
    let mask: UInt64 = width == 8 ? .max : (1 &<< (width &* 8)) &- 1
    let filled = count & 7
    tail |= (bits & mask) &<< (filled &* 8)
    count &+= width
    if filled &+ width >= 8 {
      compress()
      if filled &+ width > 8 { tail = (bits & mask) &>> ((8 &- filled) &* 8) }
    }
  }

  /// Appends the UTF-8 bytes of a string.
  @inline(__always)
  package mutating func append(utf8 text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends bytes, eight at a time.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while count & 7 != 0 && offset < bytes.count {
      append(bytes[offset])
      offset += 1
    }
    while offset + 8 <= bytes.count {
      tail = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      count &+= 8
      compress()
      offset += 8
    }
    while offset < bytes.count {
      append(bytes[offset])
      offset += 1
    }
  }

  @inline(__always)
  private mutating func compress() {
    v3 ^= tail
    round()
    round()
    v0 ^= tail
    tail = 0
  }

  @inline(__always)
  private mutating func round() {
    v0 &+= v1
    v1 = (v1 &<< 13) | (v1 &>> 51)
    v1 ^= v0
    v0 = (v0 &<< 32) | (v0 &>> 32)
    v2 &+= v3
    v3 = (v3 &<< 16) | (v3 &>> 48)
    v3 ^= v2
    v0 &+= v3
    v3 = (v3 &<< 21) | (v3 &>> 43)
    v3 ^= v0
    v2 &+= v1
    v1 = (v1 &<< 17) | (v1 &>> 47)
    v1 ^= v2
    v2 = (v2 &<< 32) | (v2 &>> 32)
  }

  /// Returns the hash of all bytes appended: 16 bytes, as two little-endian numbers.
  @inline(__always)
  package consuming func finish() -> (first: UInt64, second: UInt64) {
    tail |= (count & 0xff) &<< 56
    compress()
    v2 ^= 0xee
    for _ in 0..<4 { round() }
    let first = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    for _ in 0..<4 { round() }
    return (first, v0 ^ v1 ^ v2 ^ v3)
  }

  /// Returns the first 64 bits of the hash as 16 hexadecimal digits.
  package consuming func digits() -> String {
    let digits = String(finish().first, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
