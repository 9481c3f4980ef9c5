/// What a CSV file is written with, where files differ: shared by the parser and the writer.
public struct CSVDialect: Hashable, Sendable {
  /// The ASCII byte between two fields.
  public let delimiter: UInt8
  /// Whether the parser takes a NUL byte as text. By default it is an error, because it nearly
  /// always means that the file is not text in UTF-8.
  public var acceptsNUL: Bool
  /// What the parser makes of a record that breaks the rules.
  public var strictness: Strictness
  /// Whether the parser skips a first line that does nothing but name a delimiter, as spreadsheets
  /// write it: `sep=;` or `"sep=;"`, whatever the delimiter there (letters and digits are none).
  /// It counts as a line all the same. ``CSVSniff`` says whether a file has one.
  public var skipsSeparatorLine: Bool
  /// Whether text after a closing quote is an error also where the parser is lenient; spaces and tabs
  /// are none. To take it as text of the field would be to alter what was written.
  public var refusesTextAfterQuotes = false

  /// Makes a dialect.
  ///
  /// - Precondition: ``canDelimit(_:)`` holds for the delimiter.
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

  /// RFC 4180: commas, quotes doubled inside quotes.
  public static let standard = CSVDialect()

  /// Whether a byte may delimit fields: ASCII, but neither NUL, quote, carriage return nor line
  /// feed.
  public static func canDelimit(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != 0 && byte != Byte.quote && byte != Byte.carriageReturn
      && byte != Byte.lineFeed
  }

  /// Whether a byte may be named as the delimiter by a file's first line: neither letter nor digit.
  static func canBeNamed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      false
    default: canDelimit(byte)
    }
  }
}

/// The bytes that mean something in every dialect.
enum Byte {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
}
