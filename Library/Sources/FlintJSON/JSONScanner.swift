/// A strict scanner of JSON (RFC 8259), token by token, that reports the position of every error.
///
/// Foundation's parser is no alternative: the rules import no Foundation, and it accepts texts that
/// are not JSON, reports no position and does not distinguish integers from other numbers.
package struct JSONScanner {
  private let bytes: [UInt8]
  /// The start of the text, after a byte-order mark if there is one (RFC 8259, section 8.1).
  private let start: Int
  private let end: Int
  package private(set) var position: Int
  /// The number of values that may still be built: two bytes of JSON can take twenty times as many in
  /// memory.
  package var remainingValues = Int.max
  /// Whether an object that has a member twice is an error.
  package var refusesRepeats = false

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    end = bytes.count
    position = start
  }

  /// Creates a scanner of a part of a text, such as a line.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    position = start
  }

  /// Skips white space and returns the next byte without consuming it; `nil` at the end.
  @inline(__always)
  package mutating func peek() -> UInt8? {
    while position < end {
      let byte = bytes[position]
      if byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 { return byte }
      position += 1
    }
    return nil
  }

  /// Consumes a byte if it is the next one.
  @inline(__always)
  package mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  package mutating func expect(_ byte: UInt8, _ what: String) throws(JSONError) {
    if !take(byte) { throw unexpected(expected: what) }
  }

  /// Reads a literal name: `true`, `false` or `null`.
  package mutating func word(_ word: StaticString) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    var index = 0
    let holds = word.withUTF8Buffer { letters in
      while index < count, position + index < end, bytes[position + index] == letters[index] {
        index += 1
      }
      return index == count
    }
    guard holds else { throw unexpectedHere(expected: "a value") }
    position += count
  }

  /// Reads a number: an integer where it has neither a fraction nor an exponent and fits.
  package mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    var isWhole = true
    _ = byteIs(0x2D)
    if byteIs(0x30) {
      if digit() { throw error(at: start, "a number may not begin with 0") }
    } else {
      guard digits() else { throw unexpectedHere(expected: "a digit") }
    }
    if byteIs(0x2E) {
      isWhole = false
      guard digits() else { throw unexpectedHere(expected: "a digit") }
    }
    if byteIs(0x65) || byteIs(0x45) {
      isWhole = false
      _ = byteIs(0x2B) || byteIs(0x2D)
      guard digits() else { throw unexpectedHere(expected: "a digit") }
    }
    if isWhole, let whole = integer(start..<position) { return .integer(whole) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw error(at: start, "the number \(text.prefix(40)) is too large")
    }
    return .number(number)
  }

  private func integer(_ range: Range<Int>) -> Int64? {
    let isNegative = bytes[range.lowerBound] == 0x2D
    var value: Int64 = 0
    for index in (range.lowerBound + (isNegative ? 1 : 0))..<range.upperBound {
      let (tens, wide) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(bytes[index] &- 0x30)
      let (sum, over) = tens.subtractingReportingOverflow(digit)
      // Accumulated as a negative number, because that range has one value more.
      if wide || over { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  private mutating func byteIs(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> Bool {
    guard position < end, (0x30...0x39).contains(bytes[position]) else { return false }
    position += 1
    return true
  }

  private mutating func digits() -> Bool {
    guard digit() else { return false }
    while digit() {}
    return true
  }

  /// Reads a string, whose opening quote is the next byte.
  package mutating func string() throws(JSONError) -> String {
    let opening = position
    position += 1
    let start = position
    // Most strings contain no escape: their bytes are the text. Most are ASCII and need no
    // validation.
    var isASCII = true
    while position < end {
      let byte = bytes[position]
      if byte == 0x22 {
        defer { position += 1 }
        return isASCII
          ? asciiText(start..<position) : try text(bytes[start..<position], from: start)
      }
      if byte == 0x5C { break }
      if byte < 0x20 { throw error(at: position, "a control character in a string") }
      if byte >= 0x80 { isASCII = false }
      position += 1
    }
    return try escapedString(opening: opening, start: start)
  }

  private mutating func escapedString(
    opening: Int, start: Int
  ) throws(JSONError) -> String {
    var units = Array(bytes[start..<position])
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x22: return try text(units[...], from: start)
      case 0x5C: try escape(into: &units)
      case 0..<0x20: throw error(at: position - 1, "a control character in a string")
      default: units.append(byte)
      }
    }
    throw error(at: opening, "the string that begins here does not end")
  }

  private func asciiText(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
  }

  private func text(_ units: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
    guard let text = String(validating: units, as: UTF8.self) else {
      throw error(at: invalidByte(from: start), "the string contains bytes that are not UTF-8")
    }
    return text
  }

  /// Returns the offset of the first byte from an offset on that is not valid UTF-8. Escapes are
  /// ASCII, so that the raw bytes are invalid at the same position as the unescaped text.
  private func invalidByte(from start: Int) -> Int {
    var offset = start
    var rest = bytes[start..<end].makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    while case .valid(let sequence) = decoder.parseScalar(from: &rest) { offset += sequence.count }
    return offset
  }

  private mutating func escape(into units: inout [UInt8]) throws(JSONError) {
    let start = position - 1
    guard position < end else { return }
    let letter = bytes[position]
    position += 1
    switch letter {
    case 0x22, 0x5C, 0x2F: units.append(letter)
    case 0x62: units.append(0x08)
    case 0x66: units.append(0x0C)
    case 0x6E: units.append(0x0A)
    case 0x72: units.append(0x0D)
    case 0x74: units.append(0x09)
    case 0x75:
      var value = try hexadecimal(start)
      if (0xD800..<0xDC00).contains(value), byteIs(0x5C), byteIs(0x75) {
        let low = try hexadecimal(start)
        if (0xDC00..<0xE000).contains(low) {
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw error(at: start, "half of a surrogate pair")
      }
      units.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw error(at: start, "an escape that JSON does not have")
    }
  }

  private mutating func hexadecimal(_ start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < end,
        let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
      else { throw error(at: start, "expected four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Returns an error about an unexpected next byte, after skipping white space.
  package mutating func unexpected(expected: String) -> JSONError {
    _ = peek()
    return unexpectedHere(expected: expected)
  }

  /// Returns an error about an unexpected next byte, white space included, within a token.
  private func unexpectedHere(expected: String) -> JSONError {
    guard position < end else {
      return error(at: end, "expected \(expected), but the text ends")
    }
    let byte = bytes[position]
    let found =
      (0x21..<0x7F).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
    return error(at: position, "expected \(expected), got \(found)")
  }

  /// Returns the error of a member whose name, at the offset of a byte, its object has before.
  package func repeated(_ name: String, at offset: Int) -> JSONError {
    error(at: offset, "a second member \(JSONValue.string(name).summary) of the same object")
  }

  package func error(at offset: Int, _ problem: String) -> JSONError {
    var line = 1
    var lineStart = start
    for index in start..<max(start, min(offset, end)) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    return JSONError(line: line, column: offset - lineStart + 1, problem: problem)
  }
}
