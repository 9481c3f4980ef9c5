/// The variant of CSV in which a file is written, shared by the parser and the writer.
public struct CSVDialect: Hashable, Sendable {
  /// The ASCII byte between two fields.
  public let delimiter: UInt8
  /// Whether the parser accepts a NUL byte as text. By default it is an error, because it nearly
  /// always means that the file is not text in UTF-8.
  public var acceptsNUL: Bool
  /// The treatment of records that break the rules of RFC 4180.
  public var strictness: Strictness
  /// Whether the parser skips a first line that only names a delimiter, as spreadsheets write it:
  /// `sep=;` or `"sep=;"`, with any delimiter except letters and digits. The skipped line is still
  /// counted in line numbers. ``CSVSniff`` detects such a line.
  public var skipsSeparatorLine: Bool
  /// Whether a lenient parser, too, reports text after a closing quote as an error, except for
  /// spaces and tabs. Appending that text to the field would alter the content of the file.
  public var refusesTextAfterQuotes = false
  /// Whether a quote after nothing but spaces opens a quoted field, which begins with the quote. Simple
  /// programs write a space after each delimiter; ``CSVSniff`` detects it.
  public var skipsSpaceBeforeQuotes = false

  /// Creates a dialect.
  ///
  /// - Precondition: ``canDelimit(_:)`` is true for the delimiter.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), acceptsNUL: Bool = false,
    strictness: Strictness = .strict,
    skipsSeparatorLine: Bool = false
  ) {
    precondition(Self.canDelimit(delimiter), "this byte cannot be a delimiter")
    self.delimiter = delimiter
    self.acceptsNUL = acceptsNUL
    self.strictness = strictness
    self.skipsSeparatorLine = skipsSeparatorLine
  }

  /// The dialect of RFC 4180: commas, and quotes doubled inside quotes.
  public static let standard = CSVDialect()

  /// Whether a byte may delimit fields: any ASCII byte except NUL, quote, carriage return and line
  /// feed.
  public static func canDelimit(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != 0 && byte != Byte.quote && byte != Byte.carriageReturn
      && byte != Byte.lineFeed
  }

  /// Whether the first line of a file may name a byte as the delimiter: letters and digits are
  /// excluded.
  static func canBeNamed(_ byte: UInt8) -> Bool {
    canDelimit(byte) && !Byte.isLetterOrDigit(byte)
  }
}

/// The bytes with a special meaning in every dialect, and those of names.
enum Byte {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
