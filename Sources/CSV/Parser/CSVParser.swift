/// A streaming CSV parser: a state machine that reads chunks of bytes of any size and provides one
/// record at a time. It does no I/O, and uses as much memory as the longest record needs.
///
/// ```swift
/// var parser = CSVParser()
/// while let chunk = try read() {  // [UInt8]
///   var position = 0
///   while try parser.next(in: chunk.span.bytes, at: &position) {
///     use(parser.record)
///   }
/// }
/// if try parser.finish() { use(parser.record) }
/// ```
///
/// The rules are those of RFC 4180. Lines may end in LF, CRLF or CR, also mixed; the last line
/// needs no line end; a UTF-8 byte order mark at the start is skipped, and so are empty lines.
/// Spaces are part of their field. Text must be UTF-8.
///
/// An error concerns one record and is thrown at the end of that record; of several errors, the
/// first one by position is thrown. Parsing may continue after it. The dialect's
/// ``CSVDialect/Strictness`` determines what is an error. The invalid record can still be read:
/// quotes inside unquoted fields and text after closing quotes are text, ill-formed UTF-8 and NUL
/// bytes are retained, a field or record over a limit is truncated, an unclosed quote ends with the
/// input, and all other fields are as in the input.
public struct CSVParser: ~Copyable, Sendable {
  /// The dialect of the input.
  public let dialect: CSVDialect
  let limits: Limits
  /// The number of fields that each record must have; `nil` allows any number.
  public var width: Int?
  /// The latest record, valid after ``next(in:at:)`` or ``finish()`` has returned `true` or thrown.
  public internal(set) var record: CSVRecord

  /// The greatest length of a field and of a record's fields together, in bytes, and the greatest
  /// number of fields in a record: that of spreadsheets. An empty field needs more memory than its
  /// delimiter, so the lengths alone do not bound the memory used.
  struct Limits {
    let field: Int
    let record = 100_000_000
    let width = 16_384
  }

  /// The states of the parser between two bytes.
  enum State {
    case recordStart
    case fieldStart
    case unquoted
    case quoted
    /// After a quote in a quoted field: its end, or the first of two.
    case quoteInQuoted
    /// After the end of a quoted field, where only spaces and tabs may follow.
    case afterQuoted
  }

  var state = State.recordStart
  /// The position at which the open field starts.
  var fieldPosition = CSVPosition(line: 1, column: 1)
  /// Whether no record has ended yet, so that the next one may be a line that names the delimiter.
  var isAtStart = true
  /// The first error of the open record.
  var pending: CSVError?
  /// The states in which each byte is more than text (see `Stop`), by byte.
  var stops: InlineArray<256, UInt8>

  var cursor: CSVCursor
  var sequence = UTF8Sequence()

  /// Creates a parser at the start of an input.
  ///
  /// - Parameters:
  ///   - dialect: The dialect of the input.
  ///   - width: The number of fields that each record must have; see also ``adoptHeader()``.
  ///   - fieldLimit: The maximum length of a field, in bytes.
  ///   - firstLine: The number of the input's first line.
  public init(
    dialect: CSVDialect = .standard, width: Int? = nil, fieldLimit: Int = 100_000_000,
    firstLine: Int = 1
  ) {
    cursor = CSVCursor(line: firstLine)
    self.dialect = dialect
    self.width = width
    limits = Limits(field: fieldLimit)
    self.record = CSVRecord(delimiter: dialect.delimiter)
    self.stops = Stop.table(for: dialect)
  }

  /// Continues parsing in a chunk until a record ends or the chunk does.
  ///
  /// - Parameters:
  ///   - chunk: The bytes that follow the previous chunk.
  ///   - position: The index in the chunk at which to continue; 0 at first. It is moved past the
  ///     parsed bytes, also if an error is thrown.
  /// - Returns: Whether ``record`` is a new record; `false` at the end of the chunk.
  public mutating func next(in chunk: RawSpan, at position: inout Int) throws(CSVError) -> Bool {
    try chunk.withUnsafeBytes { (bytes) throws(CSVError) in try next(in: bytes, at: &position) }
  }

  /// Continues parsing in a chunk until a record ends or the chunk does, like the method for spans.
  public mutating func next(
    in chunk: UnsafeRawBufferPointer, at position: inout Int
  ) throws(CSVError) -> Bool {
    repeat {
      if state == .recordStart, takeWholeRecord(chunk, from: &position) {
        if !isAtStart, width == nil || width == record.count { return true }
      } else if !scan(chunk, from: &position) {
        return false
      }
    } while try !acceptsRecord()
    return true
  }

  /// Ends the input, and with it a last record without a line end.
  ///
  /// - Returns: Whether ``record`` is a new record; at most once.
  public mutating func finish() throws(CSVError) -> Bool {
    if sequence.isOpen { failSequence() }
    switch state {
    case .recordStart: return false
    case .fieldStart, .unquoted, .quoteInQuoted, .afterQuoted: break
    case .quoted: note(.unclosedQuote, at: fieldPosition)
    }
    endRecord(at: cursor.end)
    return try acceptsRecord()
  }

  /// Uses the latest record as the header: the records that follow must have as many fields, or are
  /// adjusted to it in lenient reading.
  public mutating func adoptHeader() throws(CSVError) -> CSVHeader {
    let header = try CSVHeader(record, strictness: dialect.strictness)
    width = header.count
    return header
  }

  /// Returns whether the record that has just ended is to be returned, rather than skipped; throws
  /// its error.
  private mutating func acceptsRecord() throws(CSVError) -> Bool {
    if let error = pending {
      pending = nil
      isAtStart = false
      throw error
    }
    if isAtStart {
      isAtStart = false
      if dialect.skipsSeparatorLine, record.line == 1, record.namesDelimiter { return false }
    }
    guard let width, record.count != width else { return true }
    if dialect.strictness == .lenient {
      record.fit(width)
      if record.count == width { return true }
    }
    throw CSVError(
      .raggedRecord(found: record.count, expected: width),
      at: record.count > width ? record.position(of: width) : record.position)
  }
}
