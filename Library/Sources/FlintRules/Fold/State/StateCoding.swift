import FlintJSON
import FlintSchema
import FlintCalendar

/// A writer of states for caches: 64-bit words in as few bytes as possible (zigzag, then seven bits
/// per byte, lowest first), ids in full, and texts with their lengths in bytes. Not for exchange.
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

  /// Writes a word of effectively random bits, always in eight bytes.
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

  /// Writes whether a value exists, then the value.
  mutating func write<Value>(_ value: Value?, _ body: (inout StateWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  /// Writes the number of values, then each value.
  mutating func write<Values: Collection>(
    list: Values, _ body: (inout StateWriter, Values.Element) -> Void
  ) {
    write(list.count)
    for value in list { body(&self, value) }
  }
}

/// A reader of bytes written by a `StateWriter`. It fails permanently beyond the end or at invalid
/// bytes: every later result is a placeholder, and `isSound` is `false`.
struct StateReader {
  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  private(set) var isSound = true

  init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    let range = range ?? bytes.indices
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether all bytes were read and valid.
  var isAtEnd: Bool { isSound && position == end }

  /// Marks the bytes as invalid.
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

  /// Reads a word written by `writeWhole`.
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

  /// Reads a text. Invalid UTF-8 is replaced, not reported, because its checksum cannot match.
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
    // Each value takes at least one byte, so that a larger count indicates damage.
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

// MARK: Records

extension StateWriter {
  mutating func write<Record: SchemaRecord>(record: Record) {
    for field in Record.schema.fields { write(field.value(of: record)) }
  }

  private mutating func write(_ value: FieldValue) {
    switch value {
    case .none: write(0)
    case .text(let text), .name(let text):
      write(1)
      write(text)
    case .integer(let number), .decimal(let number):
      write(2)
      write(number)
    case .boolean(let flag):
      write(2)
      write(flag)
    case .day(let day):
      write(2)
      write(day)
    case .instant(let instant), .time(let instant, _):
      write(2)
      write(instant)
    case .list(let texts):
      write(3)
      write(list: texts) { $0.write($1) }
    case .json, .number:
      write(1)
      write(value.json.text())
    }
  }
}

extension StateReader {
  /// Reads a record whose fields `write(record:)` wrote; a blank one when they are invalid.
  mutating func record<Record: SchemaRecord>(_ type: Record.Type = Record.self) -> Record {
    do throws(FieldError) {
      return try Record.schema.record(
        { (field, _) throws(FieldError) in value(of: field.type) }, failure: { $0 })
    } catch {
      fail()
      return .blank
    }
  }

  private mutating func value(of type: FieldType) -> FieldValue {
    switch integer(Int.self) {
    case 0: return .none
    case 1:
      switch type {
      case .choice, .id: return .name(text())
      case .structure: return (try? JSONValue(parsing: text())).map { .json($0) } ?? .none
      default: return .text(text())
      }
    case 2:
      switch type {
      case .decimal: return .decimal(word())
      case .boolean: return .boolean(flag())
      case .day: return .day(day())
      case .time: return .instant(instant())
      default: return .integer(word())
      }
    case 3: return .list(list { $0.text() })
    default:
      fail()
      return .none
    }
  }
}
