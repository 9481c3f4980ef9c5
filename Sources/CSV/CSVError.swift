/// What is wrong with a record, and where.
public struct CSVError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The input ends inside a quoted field; the position is that of its opening quote.
    case unclosedQuote
    /// Something other than a delimiter or the end of the line follows a closing quote.
    case textAfterQuote
    /// A field that does not start with a quote contains one.
    case quoteInUnquotedField
    /// Not UTF-8: the first byte of the ill-formed sequence, and how many bytes of the input
    /// precede it.
    case invalidUTF8(byte: UInt8, offset: Int)
    /// A NUL byte, in a dialect that does not accept it.
    case nulByte
    /// A field has more bytes than the parser's limit; the position is that of the field.
    case fieldTooLong(limit: Int)
    /// All fields of a record together have more bytes than the parser's limit; the position is that
    /// of the field that exceeds it.
    case recordTooLong(limit: Int)
    /// A record has more fields than the parser's limit; the position is that of the first field too
    /// many.
    case tooManyFields(limit: Int)
    /// A record is wider or narrower than the parser's ``CSVParser/width``; the position is that
    /// of the first field too many, or of the record's start.
    case raggedRecord(found: Int, expected: Int)
    /// The header has a field without a name; fields are counted from 1.
    case emptyName(field: Int)
    /// The header has a name twice; fields are counted from 1.
    case duplicateName(String, field: Int, first: Int)

    /// Whether part of the record was left out, because of its size.
    public var isCut: Bool {
      switch self {
      case .fieldTooLong, .recordTooLong, .tooManyFields: true
      default: false
      }
    }
  }

  /// What is wrong.
  public var code: Code
  /// Where.
  public var position: CSVPosition

  /// The line, from 1.
  public var line: Int { position.line }
  /// The column in Unicode scalars, from 1.
  public var column: Int { position.column }

  /// Makes an error.
  public init(_ code: Code, at position: CSVPosition) {
    self.code = code
    self.position = position
  }

  /// What is wrong, in words, without the position.
  public var message: String {
    switch code {
    case .unclosedQuote:
      "the quote that opens here is never closed"
    case .textAfterQuote:
      "text after a closing quote (a quote inside a quoted field is written twice)"
    case .quoteInUnquotedField:
      "a quote inside an unquoted field (quote the whole field and write the quote twice)"
    case .invalidUTF8(let byte, let offset):
      "invalid UTF-8: byte 0x\(hex(byte)) at offset \(offset)"
    case .nulByte:
      "a NUL byte (is this text in UTF-8?)"
    case .fieldTooLong(let limit):
      "a field longer than \(limit) bytes"
    case .recordTooLong(let limit):
      "a record longer than \(limit) bytes"
    case .tooManyFields(let limit):
      "more than \(limit) fields"
    case .raggedRecord(let found, let expected):
      "found \(found) \(found == 1 ? "field" : "fields"), expected \(expected)"
    case .emptyName(let field):
      "field \(field) of the header has no name"
    case .duplicateName(let name, let field, let first):
      "field \(field) of the header repeats the name \"\(name)\" of field \(first)"
    }
  }
}

extension CSVError: CustomStringConvertible {
  /// Line, column and message.
  public var description: String { "line \(line), column \(column): \(message)" }
}

/// Two upper-case hexadecimal digits.
func hex(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}
