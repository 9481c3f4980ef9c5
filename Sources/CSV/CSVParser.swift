/// A streaming CSV parser: a state machine that is fed chunks of bytes of any size and lends one
/// record at a time. It does no I/O, and its memory is that of the longest record.
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
/// The rules are those of RFC 4180, where lines may end in LF, CRLF or CR, also mixed; the last
/// line need not end; a UTF-8 byte order mark at the start is skipped, and so are empty lines.
/// Spaces belong to their field. Text must be UTF-8.
///
/// An error concerns one record and is thrown at its end, the first one by position; parsing may
/// go on after it. What is one depends on the dialect's ``CSVDialect/Strictness``. The faulty record
/// can be looked at: quotes inside unquoted fields and text after closing quotes are text,
/// ill-formed UTF-8 and NUL bytes are kept, a field that is too long is cut, so is a record that is too
/// long or has too many fields, a quote that is not closed ends with the input, and there are as many
/// fields as the input has otherwise.
public struct CSVParser: ~Copyable, Sendable {
  /// The dialect of the input.
  public let dialect: CSVDialect
  /// The longest field, in bytes, that is not an error.
  public let fieldLimit: Int
  /// The longest text of all fields of a record together, in bytes, that is not an error.
  public let recordLimit: Int
  /// The most fields of a record that are not an error: a field takes more memory than the delimiter
  /// that may be all there is of it.
  public let widthLimit: Int
  /// How many fields each record must have; `nil` when any number will do.
  public var width: Int?
  /// The latest record, valid once ``next(in:at:)`` or ``finish()`` has returned `true`, or has
  /// thrown.
  public internal(set) var record: CSVRecord

  /// What the next byte meets.
  enum State {
    case recordStart
    case fieldStart
    case unquoted
    case quoted
    /// After a quote in a quoted field: its end, or the first of two.
    case quoteInQuoted
    /// After the end of a quoted field, where only spaces may be.
    case afterQuoted
  }

  var state = State.recordStart
  /// Where the open field starts.
  var fieldPosition = CSVPosition(line: 1, column: 1)
  /// Whether no record has ended yet, so that the next one may but name the delimiter.
  var isAtStart = true
  /// The first error of the open record.
  var pending: CSVError?
  /// For each byte, in which states it is more than text (see `Stop`).
  var stops: InlineArray<256, UInt8>

  /// The offset of the first byte of the chunk that is being read, were it all read.
  var base = 0
  /// Bytes of the input parsed so far.
  var offset = 0
  var line = 1
  /// The offset at which column 1 of this line is, were all its characters ASCII so far.
  var lineStart = 0
  /// The offset of the latest carriage return, to recognise a line feed that belongs to it.
  var latestReturn = -2
  var sequence = UTF8Sequence()

  /// Makes a parser at the start of an input.
  ///
  /// - Parameters:
  ///   - dialect: How the input is written.
  ///   - width: How many fields each record must have; see also ``adoptHeader()``.
  ///   - fieldLimit: The longest field, in bytes, that is not an error.
  ///   - recordLimit: The longest text of a record, in bytes, that is not an error.
  ///   - widthLimit: The most fields of a record that are not an error; what spreadsheets have
  ///     unless given.
  ///   - firstLine: The number of the input's first line.
  public init(
    dialect: CSVDialect = .standard, width: Int? = nil, fieldLimit: Int = 100_000_000,
    recordLimit: Int = 100_000_000, widthLimit: Int = 16_384, firstLine: Int = 1
  ) {
    line = firstLine
    self.dialect = dialect
    self.width = width
    self.fieldLimit = fieldLimit
    self.recordLimit = recordLimit
    self.widthLimit = widthLimit
    self.record = CSVRecord(delimiter: dialect.delimiter)
    self.stops = Stop.table(for: dialect)
  }

  /// Parses on in a chunk until a record ends or the chunk does.
  ///
  /// - Parameters:
  ///   - chunk: Bytes that follow those of the chunk before.
  ///   - position: Where to parse on in the chunk; 0 at first, moved past what was parsed, be it
  ///     with an error or without.
  /// - Returns: Whether ``record`` is a new record; `false` when the chunk is used up.
  public mutating func next(in chunk: RawSpan, at position: inout Int) throws(CSVError) -> Bool {
    try chunk.withUnsafeBytes { (bytes) throws(CSVError) in try next(in: bytes, at: &position) }
  }

  /// Parses on in a chunk until a record ends or the chunk does, like the method for spans.
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

  /// Ends the input, and with it a record that no line end has ended.
  ///
  /// - Returns: Whether ``record`` is a new record; at most once.
  public mutating func finish() throws(CSVError) -> Bool {
    if sequence.isOpen { failSequence() }
    switch state {
    case .recordStart: return false
    case .fieldStart, .unquoted, .quoteInQuoted, .afterQuoted: break
    case .quoted: note(.unclosedQuote, at: fieldPosition)
    }
    endRecord(at: CSVPosition(line: line, column: offset - lineStart + 1))
    return try acceptsRecord()
  }

  /// Takes the latest record as the header: the records that follow must be as wide, or are made so
  /// where that is lenient.
  public mutating func adoptHeader() throws(CSVError) -> CSVHeader {
    let header = try CSVHeader(record, strictness: dialect.strictness)
    width = header.count
    return header
  }

  /// Whether the record that has just ended is one; throws what is wrong with it.
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
