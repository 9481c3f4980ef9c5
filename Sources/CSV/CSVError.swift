/// An error in a record, with its position.
public struct CSVError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The input ends inside a quoted field. The position is that of the opening quote.
    case unclosedQuote
    /// Something other than a delimiter or the end of the line follows a closing quote.
    case textAfterQuote
    /// A field that does not start with a quote contains one.
    case quoteInUnquotedField
    /// The record is not UTF-8: the first byte of the ill-formed sequence, and its offset in the
    /// input in bytes, from 0.
    case invalidUTF8(byte: UInt8, offset: Int)
    /// The record contains a NUL byte, which the dialect does not accept.
    case nulByte
    /// A field has more bytes than the parser's limit. The position is that of the field.
    case fieldTooLong(limit: Int)
    /// The fields of a record have more bytes in total than the parser's limit. The position is
    /// that of the field that exceeds it.
    case recordTooLong(limit: Int)
    /// A record has more fields than the parser's limit. The position is that of the first excess
    /// field.
    case tooManyFields(limit: Int)
    /// A record has more or fewer fields than the parser's ``CSVParser/width``. The position is
    /// that of the first excess field or, if fields are missing, of the record's start.
    case raggedRecord(found: Int, expected: Int)
    /// A field of the header has no name. Fields are counted from 1.
    case emptyName(field: Int)
    /// A field of the header repeats the name of the field `first`. Fields are counted from 1.
    case duplicateName(String, field: Int, first: Int)

    /// Whether the record was truncated because it exceeds a limit.
    public var isCut: Bool {
      switch self {
      case .fieldTooLong, .recordTooLong, .tooManyFields: true
      default: false
      }
    }
  }

  /// The kind of error.
  public var code: Code
  /// The position of the error in the input.
  public var position: CSVPosition

  /// The line of the error, from 1.
  public var line: Int { position.line }
  /// The column of the error in Unicode scalars, from 1.
  public var column: Int { position.column }

  /// Creates an error.
  public init(_ code: Code, at position: CSVPosition) {
    self.code = code
    self.position = position
  }

  /// The message to be shown to the user, without the position.
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
  /// The line, the column and the message.
  public var description: String { "line \(line), column \(column): \(message)" }
}

/// Returns a byte as two upper-case hexadecimal digits.
func hex(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}
