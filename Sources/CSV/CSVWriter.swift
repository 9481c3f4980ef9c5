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
    addField(field.count, isGuarded: isGuarded) { target in
      guard let source = field.baseAddress else { return }
      target.update(from: source, count: field.count)
    }
  }

  /// Adds an integer in decimal digits, with a minus where it is negative, to the record.
  public mutating func append(integer: Int) {
    let length = Decimal.length(of: integer)
    addField(length, isGuarded: false) { Decimal.write(integer, length: length, to: $0) }
  }

  /// Adds a field of a known length, which the closure writes.
  @inline(__always)
  private mutating func addField(
    _ length: Int, isGuarded: Bool, write: (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    precondition(fieldStart < 0, "a field is open")
    let delimiter = dialect.delimiter
    let separators = fieldCount > 0 ? 1 : 0
    let need = fill(separators + length) { target in
      if separators > 0 { target[0] = delimiter }
      write(target + separators)
      return Need(target + separators, length, delimiter: delimiter, isGuarded: isGuarded)
    }
    fieldCount += 1
    isOneEmptyField = fieldCount == 1 && length == 0
    if need.isAny { rewriteField(from: count - length, need) }
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
    let length = Decimal.length(of: integer)
    fill(length) { Decimal.write(integer, length: length, to: $0) }
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
    let need = fill(0) {
      Need($0 - length, length, delimiter: delimiter, isGuarded: isGuarded)
    }
    if need.isAny { rewriteField(from: start, need) }
  }

  /// What a field has to get that is not in it.
  private struct Need {
    var guards: Bool
    var quotes: Bool

    var isAny: Bool { guards || quotes }

    /// Looks at a field that lies in the buffer, with `slack` behind it.
    @inline(__always)
    init(
      _ start: UnsafePointer<UInt8>, _ length: Int, delimiter: UInt8, isGuarded: Bool
    ) {
      let field = UnsafeBufferPointer(start: start, count: length)
      guards = isGuarded && CSVGuard.isNeeded(field)
      quotes =
        cscan_needs_quotes(start, length, delimiter)
        || guards && delimiter == CSVGuard.character
        || length >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF
    }
  }

  /// Moves the field that is at the end of the buffer to make room for the guard, for quotes around
  /// it, and for doubling the quotes in it.
  private mutating func rewriteField(from start: Int, _ need: Need) {
    let end = count
    let quotes = buffer[start..<end].count { $0 == Byte.quote }
    let added = (need.guards ? 1 : 0) + (need.quotes ? 2 : 0) + quotes
    fill(added) { room in
      // From the back, where the room is: no byte is overwritten before it was read.
      var target = room + added
      func put(_ byte: UInt8) {
        target -= 1
        target.pointee = byte
      }
      if need.quotes { put(Byte.quote) }
      for distance in 1...end - start {
        let byte = (room - distance).pointee
        put(byte)
        if byte == Byte.quote { put(byte) }
      }
      if need.guards { put(CSVGuard.character) }
      if need.quotes { put(Byte.quote) }
    }
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

  /// Adds bytes, which the closure writes; it may look at those before.
  @inline(__always)
  @discardableResult
  private mutating func fill<Result>(
    _ more: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Result
  ) -> Result {
    let (start, end) = (count, count + more)
    if end + Self.slack > buffer.count { grow(to: end + Self.slack) }
    count = end
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let address = buffer.baseAddress else { preconditionFailure("there is a slack") }
      return write(address + start)
    }
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) { fill(1) { $0[0] = byte } }

  private mutating func grow(to needed: Int) {
    let size = max(needed, 2 * buffer.count, 1024)
    buffer.append(contentsOf: repeatElement(0, count: size - buffer.count))
  }
}

/// Integers in decimal digits.
private enum Decimal {
  /// How many bytes a number takes, with its minus.
  static func length(of number: Int) -> Int {
    let magnitude = number.magnitude
    var (length, bound): (Int, UInt) = (number < 0 ? 2 : 1, 10)
    while magnitude >= bound {
      length += 1
      let (next, isTooMuch) = bound.multipliedReportingOverflow(by: 10)
      if isTooMuch { break }
      bound = next
    }
    return length
  }

  /// Writes a number from its last digit on.
  static func write(_ number: Int, length: Int, to target: UnsafeMutablePointer<UInt8>) {
    var rest = number.magnitude
    var place = length
    repeat {
      place -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      target[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest > 0
    if number < 0 { target[0] = UInt8(ascii: "-") }
  }
}
