/// Writes a state for a cache: little-endian words of 64 bits, and texts with their lengths. Never
/// for exchange.
struct StateWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ word: Int64) {
    var word = word.littleEndian
    Swift.withUnsafeBytes(of: &word) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ word: some BinaryInteger) { write(Int64(truncatingIfNeeded: word)) }

  mutating func write(_ flag: Bool) { write(flag ? 1 : 0 as Int64) }

  mutating func write(_ id: EventID) {
    write(id.high)
    write(id.low)
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
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private(set) var isSound = true

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Whether everything was read, and made sense.
  var isAtEnd: Bool { isSound && position == bytes.endIndex }

  /// Notes that the bytes make no sense.
  mutating func fail() { isSound = false }

  mutating func word() -> Int64 {
    guard isSound, bytes.endIndex - position >= 8 else {
      isSound = false
      return 0
    }
    defer { position += 8 }
    return bytes.withUnsafeBytes {
      Int64(
        littleEndian: $0.loadUnaligned(
          fromByteOffset: position - bytes.startIndex, as: Int64.self))
    }
  }

  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    let word = word()
    if Number.self == UInt64.self { return Number(truncatingIfNeeded: word) }
    guard let number = Number(exactly: word) else {
      isSound = false
      return 0
    }
    return number
  }

  mutating func flag() -> Bool { word() != 0 }

  mutating func id() -> EventID {
    EventID(high: integer(UInt64.self), low: integer(UInt64.self))
  }

  mutating func day() -> CivilDay { CivilDay(number: integer()) }

  mutating func instant() -> Instant { Instant(milliseconds: word()) }

  mutating func text() -> String {
    let count = integer(Int.self)
    guard isSound, count >= 0, bytes.endIndex - position >= count,
      let text = String(validating: bytes[position..<position + count], as: UTF8.self)
    else {
      isSound = false
      return ""
    }
    position += count
    return text
  }

  mutating func optional<Value>(_ body: (inout StateReader) -> Value) -> Value? {
    flag() ? body(&self) : nil
  }

  mutating func list<Value>(_ body: (inout StateReader) -> Value) -> [Value] {
    let count = integer(Int.self)
    // Each value takes a byte at least, so a count beyond that is damage.
    guard isSound, count >= 0, count <= bytes.endIndex - position else {
      isSound = false
      return []
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count where isSound { values.append(body(&self)) }
    return values
  }
}
