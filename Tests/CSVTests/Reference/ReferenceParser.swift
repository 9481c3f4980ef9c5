import CSV

/// A simple parser for comparison: it decodes the whole input to characters with their positions,
/// and then reads one character after another.
struct ReferenceParser {
  private struct Character {
    var bytes: [UInt8]
    var position: CSVPosition
    var offset: Int
    var isValid: Bool
  }

  private var characters: [Character] = []
  private var end = CSVPosition(line: 1, column: 1)
  private var index = 0
  private var errors: [CSVError] = []

  private let dialect: CSVDialect
  private let width: Int?
  private let fieldLimit: Int

  /// Creates a parser of a whole input.
  init(_ input: [UInt8], dialect: CSVDialect = .standard, width: Int?, fieldLimit: Int) {
    self.dialect = dialect
    self.width = width
    self.fieldLimit = fieldLimit
    decode(input)
  }

  /// Returns all records with their errors.
  mutating func parse() -> [Parsed] {
    var results: [Parsed] = []
    var isFirst = true
    while index < characters.count {
      if isLineEnd {
        index += 1
        continue
      }
      var (result, end) = record()
      let isSeparatorLine =
        dialect.skipsSeparatorLine && isFirst && result.position.line == 1
        && result.error == nil && Self.namesDelimiter(result.strings)
      isFirst = false
      if isSeparatorLine { continue }
      if result.error == nil, let width { fit(&result, to: width, endingAt: end) }
      results.append(result)
    }
    return results
  }

  private static func namesDelimiter(_ fields: [String]) -> Bool {
    let marks: [UInt8] = (1...127).filter {
      let scalar = Unicode.Scalar($0)
      return !"\r\n\"".unicodeScalars.contains(scalar)
        && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    let named = marks.map { ["sep=" + String(Unicode.Scalar($0))] }
    return ([["sep=", ""]] + named).contains(fields.map { $0.lowercased() })
  }

  private mutating func decode(_ input: [UInt8]) {
    var offset = input.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while offset < input.count {
      var iterator = input[offset...].makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      var length = 1
      var isValid = true
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): length = scalar.count
      case .error(let count): (length, isValid) = (count, false)
      case .emptyInput: break
      }
      let bytes = Array(input[offset..<offset + length])
      characters.append(
        Character(bytes: bytes, position: end, offset: offset, isValid: isValid))
      if bytes == [0x0A], offset > 0, input[offset - 1] == 0x0D {
        end.column = 1
      } else if bytes == [0x0A] || bytes == [0x0D] {
        end = CSVPosition(line: end.line + 1, column: 1)
      } else {
        end.column += 1
      }
      offset += length
    }
  }

  private var position: CSVPosition {
    index < characters.count ? characters[index].position : end
  }

  private func isByte(_ byte: UInt8, at index: Int) -> Bool {
    index < characters.count && characters[index].bytes == [byte]
  }

  private var isLineEnd: Bool { isByte(0x0A, at: index) || isByte(0x0D, at: index) }

  private var isAtEnd: Bool {
    index == characters.count || isLineEnd || isByte(dialect.delimiter, at: index)
  }

  /// Reads a record, with the fields it has, and returns it with the position of its end.
  private mutating func record() -> (Parsed, CSVPosition) {
    var result = Parsed(position: position, fields: [], positions: [])
    errors = []
    while true {
      result.positions.append(position)
      result.fields.append(field())
      guard isByte(dialect.delimiter, at: index) else { break }
      index += 1
    }
    let end = position
    if isByte(0x0D, at: index), isByte(0x0A, at: index + 1) { index += 1 }
    index += 1
    // The first by position; of several at one position, the one recorded last.
    result.error = errors.reversed().min { $0.position < $1.position }
    return (result, end)
  }

  private func fit(_ result: inout Parsed, to width: Int, endingAt end: CSVPosition) {
    let found = result.fields.count
    let isLenient = dialect.strictness == .lenient
    if isLenient, found < width {
      result.filled = width - found
      result.fields += Array(repeating: [], count: result.filled)
      result.positions += Array(repeating: end, count: result.filled)
    } else if isLenient, result.fields.dropFirst(width).allSatisfy(\.isEmpty) {
      result.fields = Array(result.fields.prefix(width))
      result.positions = Array(result.positions.prefix(width))
    } else if found != width {
      result.error = CSVError(
        .raggedRecord(found: found, expected: width),
        at: found > width ? result.positions[width] : result.position)
    }
  }

  private mutating func field() -> [UInt8] {
    let start = position
    var text: [UInt8] = []
    var isUnclosed = false
    if isByte(0x22, at: index) {
      index += 1
      isUnclosed = true
      while isUnclosed, index < characters.count {
        if isByte(0x22, at: index), isByte(0x22, at: index + 1) {
          text.append(0x22)
          index += 2
        } else if isByte(0x22, at: index) {
          index += 1
          isUnclosed = false
        } else {
          text += character()
        }
      }
      if !isUnclosed, !isAtEnd, dialect.strictness == .strict {
        errors.append(CSVError(.textAfterQuote, at: position))
      }
    }
    while !isAtEnd {
      if isByte(0x22, at: index), dialect.strictness == .strict {
        errors.append(CSVError(.quoteInUnquotedField, at: position))
      }
      text += character()
    }
    if text.count > fieldLimit {
      errors.append(CSVError(.fieldTooLong(limit: fieldLimit), at: start))
    }
    if isUnclosed { errors.append(CSVError(.unclosedQuote, at: start)) }
    return Array(text.prefix(fieldLimit))
  }

  private mutating func character() -> [UInt8] {
    let character = characters[index]
    index += 1
    if !character.isValid {
      let code = CSVError.Code.invalidUTF8(byte: character.bytes[0], offset: character.offset)
      errors.append(CSVError(code, at: character.position))
    } else if character.bytes == [0], !dialect.acceptsNUL {
      errors.append(CSVError(.nulByte, at: character.position))
    }
    return character.bytes
  }
}
