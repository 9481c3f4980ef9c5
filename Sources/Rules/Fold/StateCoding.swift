/// Writes a state for a cache: words of 64 bits in as few bytes as they need (zigzag, then seven bits
/// a byte, the lowest first), ids whole, and texts with their lengths. Never for exchange.
struct StateWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ word: Int64) {
    var rest = UInt64(bitPattern: word << 1 ^ word >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(_ word: some BinaryInteger) { write(Int64(truncatingIfNeeded: word)) }

  mutating func write(_ flag: Bool) { write(flag ? 1 : 0 as Int64) }

  mutating func write(_ id: EventID) {
    writeWhole(id.high)
    writeWhole(id.low)
  }

  /// Writes a word whose bits are as good as random: always eight bytes.
  mutating func writeWhole(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ day: CivilDay) { write(day.number) }

  mutating func write(_ instant: Instant) { write(instant.milliseconds) }

  mutating func write(_ text: String) {
    var text = text
    write(text.utf8.count)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Writes whether there is a value, and the value.
  mutating func write<Value>(_ value: Value?, _ body: (inout StateWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  /// Writes how many there are, and each.
  mutating func write<Values: Collection>(
    list: Values, _ body: (inout StateWriter, Values.Element) -> Void
  ) {
    write(list.count)
    for value in list { body(&self, value) }
  }
}

/// Reads what a `StateWriter` wrote. Past the end, or where the bytes make no sense, it fails for
/// good: every later answer is a stand-in, and `isSound` says so.
struct StateReader {
  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  private(set) var isSound = true

  /// Makes a reader of the bytes, or of a part of them.
  init(_ bytes: [UInt8], in part: Range<Int>? = nil) {
    let range = part ?? bytes.indices
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether everything was read, and made sense.
  var isAtEnd: Bool { isSound && position == end }

  /// Notes that the bytes make no sense.
  mutating func fail() { isSound = false }

  mutating func word() -> Int64 {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while isSound, position < end, shift < 64 {
      let byte = bytes[position]
      position += 1
      word |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1) }
      shift += 7
    }
    isSound = false
    return 0
  }

  /// Reads what `writeWhole` wrote.
  mutating func wholeWord() -> UInt64 {
    guard isSound, end - position >= 8 else {
      isSound = false
      return 0
    }
    defer { position += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    let word = word()
    guard let number = Number(exactly: word) else {
      isSound = false
      return 0
    }
    return number
  }

  mutating func flag() -> Bool { word() != 0 }

  mutating func id() -> EventID {
    EventID(high: wholeWord(), low: wholeWord())
  }

  mutating func day() -> CivilDay { CivilDay(number: integer()) }

  mutating func instant() -> Instant { Instant(milliseconds: word()) }

  /// Reads a text. What is not UTF-8 is mended, not told: it cannot have the checksum.
  mutating func text() -> String {
    let count = integer(Int.self)
    guard isSound, count >= 0, end - position >= count else {
      isSound = false
      return ""
    }
    defer { position += count }
    return bytes.withUnsafeBufferPointer {
      String(decoding: $0[position..<position + count], as: UTF8.self)
    }
  }

  mutating func optional<Value>(_ body: (inout StateReader) -> Value) -> Value? {
    flag() ? body(&self) : nil
  }

  mutating func list<Value>(_ body: (inout StateReader) -> Value) -> [Value] {
    let count = integer(Int.self)
    // Each value takes a byte at least, so a count beyond that is damage.
    guard isSound, count >= 0, count <= end - position else {
      isSound = false
      return []
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count where isSound { values.append(body(&self)) }
    return values
  }
}
