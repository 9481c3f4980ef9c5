internal import CScan

/// Writes CSV into a buffer that is handed on now and then; it does no I/O.
///
/// ```swift
/// var writer = CSVWriter()
/// for spark in sparks {
///   writer.append(spark.title, isGuarded: true)
///   writer.append(integer: spark.points)
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
/// the dialect accepts NUL), a guarded one (see ``CSVGuard``) with the guard.
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

  /// How many bytes are in the buffer.
  public private(set) var count = 0
  /// The first `count` bytes are written, the rest is room for more.
  private var buffer: [UInt8] = []
  /// How many fields the open record has, and whether it is but one that is empty.
  private var fieldCount = 0
  private var isOneEmptyField = false
  /// Where the open field starts in the buffer; -1 while none is open.
  private var fieldStart = -1

  /// Makes a writer with nothing in its buffer.
  public init(dialect: CSVDialect = .standard, terminator: Terminator = .lf) {
    self.dialect = dialect
    self.terminator = terminator
  }

  // MARK: Whole fields

  /// Adds a field to the record.
  ///
  /// - Parameters:
  ///   - field: The text.
  ///   - isGuarded: Whether spreadsheets are kept from taking it for a formula: see ``CSVGuard``.
  public mutating func append(_ field: some StringProtocol, isGuarded: Bool = false) {
    var field = String(field)
    field.withUTF8 { append(utf8: $0, isGuarded: isGuarded) }
  }

  /// Adds a field, given as UTF-8, to the record; guarded on demand, like text.
  public mutating func append(utf8 field: Span<UInt8>, isGuarded: Bool = false) {
    field.withUnsafeBufferPointer { append(utf8: $0, isGuarded: isGuarded) }
  }

  /// Adds a field, given as UTF-8, to the record; guarded on demand, like text.
  public mutating func append(utf8 field: UnsafeBufferPointer<UInt8>, isGuarded: Bool = false) {
    beginField()
    append(piece: field)
    endField(isGuarded: isGuarded)
  }

  /// Adds an integer in decimal digits, with a minus where it is negative, to the record.
  public mutating func append(integer: Int) {
    beginField()
    append(pieceOf: integer)
    endField()
  }

  // MARK: Fields in pieces

  /// Begins a field that is added in pieces, to be followed by these and ``endField(isGuarded:)``.
  ///
  /// - Precondition: No field is open.
  public mutating func beginField() {
    precondition(fieldStart < 0, "a field is open")
    if fieldCount > 0 { put(dialect.delimiter) }
    fieldCount += 1
    fieldStart = count
  }

  /// Adds a piece of UTF-8 to the open field.
  ///
  /// - Precondition: A field is open.
  public mutating func append(piece: UnsafeBufferPointer<UInt8>) {
    precondition(fieldStart >= 0, "no field is open")
    guard let source = piece.baseAddress else { return }
    fill(piece.count) { $0.update(from: source, count: piece.count) }
  }

  /// Adds a piece of text to the open field.
  public mutating func append(piece: StaticString) {
    piece.withUTF8Buffer { append(piece: $0) }
  }

  /// Adds an integer in decimal digits, with a minus where it is negative, to the open field.
  public mutating func append(pieceOf integer: Int) {
    precondition(fieldStart >= 0, "no field is open")
    var rest = integer.magnitude
    let digits = Self.digits(of: rest)
    let length = integer < 0 ? digits + 1 : digits
    fill(length) { target in
      if integer < 0 { target[0] = UInt8(ascii: "-") }
      var place = length
      for _ in 0..<digits {
        place -= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        target[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      }
    }
  }

  /// How many decimal digits a number has.
  private static func digits(of number: UInt) -> Int {
    var (digits, bound): (Int, UInt) = (1, 10)
    while number >= bound {
      digits += 1
      let (next, isTooMuch) = bound.multipliedReportingOverflow(by: 10)
      if isTooMuch { break }
      bound = next
    }
    return digits
  }

  /// Ends the open field: only now it is known whether it needs quotes, or the guard if asked for.
  ///
  /// - Precondition: A field is open.
  public mutating func endField(isGuarded: Bool = false) {
    precondition(fieldStart >= 0, "no field is open")
    let (start, length, delimiter) = (fieldStart, count - fieldStart, dialect.delimiter)
    fieldStart = -1
    isOneEmptyField = fieldCount == 1 && length == 0
    guard length > 0 else { return }
    let (needsGuard, needsQuotes) = buffer.withUnsafeBufferPointer { buffer in
      guard let address = buffer.baseAddress else { return (false, false) }
      let field = UnsafeBufferPointer(start: address + start, count: length)
      let needsGuard = isGuarded && CSVGuard.isNeeded(field)
      // The buffer goes on for `slack` bytes.
      let needsQuotes =
        cscan_needs_quotes(address + start, length, delimiter)
        || Self.hasByteOrderMark(field) || needsGuard && delimiter == CSVGuard.character
      return (needsGuard, needsQuotes)
    }
    if needsGuard || needsQuotes {
      rewriteField(from: start, isGuarded: needsGuard, isQuoted: needsQuotes)
    }
  }

  /// Moves the field that is at the end of the buffer to make room for the guard, for quotes around
  /// it, and for doubling the quotes in it.
  private mutating func rewriteField(from start: Int, isGuarded: Bool, isQuoted: Bool) {
    let end = count
    let quotes = buffer[start..<end].count { $0 == Byte.quote }
    let added = (isGuarded ? 1 : 0) + (isQuoted ? 2 : 0) + quotes
    fill(added) { _ in }
    buffer.withUnsafeMutableBufferPointer { buffer in
      // From the back, where the room is: no byte is overwritten before it was read.
      var target = end + added
      func put(_ byte: UInt8) {
        target -= 1
        buffer[target] = byte
      }
      if isQuoted { put(Byte.quote) }
      for source in (start..<end).reversed() {
        let byte = buffer[source]
        put(byte)
        if byte == Byte.quote { put(byte) }
      }
      if isGuarded { put(CSVGuard.character) }
      if isQuoted { put(Byte.quote) }
    }
  }

  private static func hasByteOrderMark(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    field[0] == UTF8Sequence.byteOrderMarkLead && field.starts(with: [0xEF, 0xBB, 0xBF])
  }

  // MARK: Records

  /// Ends the record. One without fields leaves no trace.
  public mutating func endRecord() {
    guard fieldCount > 0 else { return }
    if isOneEmptyField {
      put(Byte.quote)
      put(Byte.quote)
    }
    if terminator == .crlf { put(Byte.carriageReturn) }
    put(Byte.lineFeed)
    fieldCount = 0
  }

  /// Adds a whole record.
  public mutating func append(record fields: some Sequence<some StringProtocol>) {
    for field in fields { append(field) }
    endRecord()
  }

  /// Lends what is in the buffer, and empties it unless the closure throws.
  ///
  /// - Precondition: No field is open (a record may be).
  public mutating func drain<Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(fieldStart < 0, "a field is open")
    try body(buffer.span.extracting(first: count))
    count = 0
  }

  // MARK: The buffer

  /// How many bytes there are in any case behind those that are written.
  private static let slack = 16

  /// Adds bytes, which the closure writes.
  @inline(__always)
  private mutating func fill(_ more: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    let (start, end) = (count, count + more)
    if end + Self.slack > buffer.count { grow(to: end + Self.slack) }
    buffer.withUnsafeMutableBufferPointer { buffer in
      if let address = buffer.baseAddress { body(address + start) }
    }
    count = end
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) { fill(1) { $0[0] = byte } }

  private mutating func grow(to needed: Int) {
    let size = max(needed, 2 * buffer.count, 1024)
    buffer.append(contentsOf: repeatElement(0, count: size - buffer.count))
  }
}
