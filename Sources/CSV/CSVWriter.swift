/// Writes CSV into a buffer that is handed on now and then; it does no I/O.
///
/// ```swift
/// var writer = CSVWriter()
/// for spark in sparks {
///   writer.append(spark.title)
///   writer.append(spark.category)
///   writer.endRecord()
///   if writer.count > 65_536 { try writer.drain { bytes in try write(bytes) } }
/// }
/// try writer.drain { bytes in try write(bytes) }
/// ```
///
/// A field is quoted only where a reader would not get it back otherwise: when it contains the
/// delimiter, a quote or a line end, when it starts with U+FEFF, which at the start of a file
/// would be taken for a byte order mark, and when it is empty and alone in its record, which would
/// be an empty line. So each string comes back from ``CSVParser`` as it was (one with U+0000 if
/// the dialect accepts NUL).
public struct CSVWriter: Sendable {
  /// What ends a record.
  public enum Terminator: Sendable {
    /// A line feed.
    case lf
    /// Carriage return and line feed, as RFC 4180 has it.
    case crlf
  }

  /// The dialect that is written.
  public let dialect: CSVDialect
  /// What ends a record.
  public let terminator: Terminator

  private var buffer: [UInt8] = []
  /// How many fields the open record has, and whether it is but one that is empty.
  private var fieldCount = 0
  private var isOneEmptyField = false

  /// Makes a writer with nothing in its buffer.
  public init(dialect: CSVDialect = .standard, terminator: Terminator = .lf) {
    self.dialect = dialect
    self.terminator = terminator
  }

  /// How many bytes are in the buffer.
  public var count: Int { buffer.count }

  /// Adds a field to the record.
  public mutating func append(_ field: some StringProtocol) {
    var field = String(field)
    field.withUTF8 { append(utf8: $0.span) }
  }

  /// Adds a field, given as UTF-8, to the record.
  public mutating func append(utf8 field: Span<UInt8>) {
    if fieldCount > 0 { buffer.append(dialect.delimiter) }
    fieldCount += 1
    isOneEmptyField = fieldCount == 1 && field.isEmpty
    field.withUnsafeBufferPointer { field in
      guard needsQuotes(field) else { return buffer.append(contentsOf: field) }
      buffer.append(Byte.quote)
      for byte in field {
        if byte == Byte.quote { buffer.append(byte) }
        buffer.append(byte)
      }
      buffer.append(Byte.quote)
    }
  }

  /// Ends the record. One without fields leaves no trace.
  public mutating func endRecord() {
    guard fieldCount > 0 else { return }
    if isOneEmptyField { buffer += [Byte.quote, Byte.quote] }
    if terminator == .crlf { buffer.append(Byte.carriageReturn) }
    buffer.append(Byte.lineFeed)
    fieldCount = 0
  }

  /// Adds a whole record.
  public mutating func append(record fields: some Sequence<some StringProtocol>) {
    for field in fields { append(field) }
    endRecord()
  }

  /// Lends what is in the buffer, and empties it unless the closure throws.
  public mutating func drain<Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try body(buffer.span)
    buffer.removeAll(keepingCapacity: true)
  }

  private func needsQuotes(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    if field.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
    for byte in field {
      if byte == dialect.delimiter || byte == Byte.quote || byte == Byte.lineFeed
        || byte == Byte.carriageReturn
      {
        return true
      }
    }
    return false
  }
}
