/// Writes CSV into a buffer, which the caller drains from time to time; it does no I/O.
///
/// ```swift
/// var writer = CSVWriter()
/// for spark in sparks {
///   writer.append(spark.title, isGuarded: true)
///   writer.append("\(spark.points)")
///   writer.endRecord()
///   if writer.count > 65_536 { try writer.drain { bytes in try write(bytes) } }
/// }
/// try writer.drain { bytes in try write(bytes) }
/// ```
///
/// A field is quoted only if a parser could not restore it otherwise: if it contains the delimiter,
/// a quote or a line end; if it starts with U+FEFF, which at the start of a file would be a byte
/// order mark; and if it is empty and the only field of its record, which would be an empty line.
/// So ``CSVParser`` restores each string (one with U+0000 if the dialect accepts NUL), a guarded
/// one (see ``CSVGuard``) with its guard.
public struct CSVWriter: Sendable {
  /// The kinds of line ends that a writer puts after a record.
  public enum Terminator: Sendable {
    /// A line feed.
    case lf
    /// A carriage return and a line feed, as in RFC 4180.
    case crlf
  }

  /// The dialect of the output.
  public let dialect: CSVDialect
  /// The line end after each record.
  public let terminator: Terminator

  /// The number of bytes in the buffer.
  public private(set) var count = 0
  /// The output: the first `count` bytes are written, the rest is spare capacity.
  private var buffer: [UInt8] = []
  /// The number of fields in the open record, and whether it has only one, empty field.
  private var fieldCount = 0
  private var isOneEmptyField = false

  /// Creates a writer with an empty buffer.
  public init(dialect: CSVDialect = .standard, terminator: Terminator = .lf) {
    self.dialect = dialect
    self.terminator = terminator
  }

  // MARK: Whole fields

  /// Appends a field to the record.
  ///
  /// - Parameters:
  ///   - field: The text.
  ///   - isGuarded: Whether spreadsheets are prevented from interpreting it as a formula: see
  ///     ``CSVGuard``.
  public mutating func append(_ field: some StringProtocol, isGuarded: Bool = false) {
    var field = String(field)
    field.withUTF8 { append(utf8: $0, isGuarded: isGuarded) }
  }

  /// Appends a field, given as UTF-8, to the record; guarded on request.
  public mutating func append(utf8 field: Span<UInt8>, isGuarded: Bool = false) {
    field.withUnsafeBufferPointer { append(utf8: $0, isGuarded: isGuarded) }
  }

  /// Appends a field, given as UTF-8, to the record; guarded on request.
  public mutating func append(utf8 field: UnsafeBufferPointer<UInt8>, isGuarded: Bool = false) {
    let length = field.count
    let delimiter = dialect.delimiter
    let separators = fieldCount > 0 ? 1 : 0
    let need = fill(separators + length) { target in
      if separators > 0 { target[0] = delimiter }
      if let source = field.baseAddress {
        (target + separators).update(from: source, count: length)
      }
      return Need(target + separators, length, delimiter: delimiter, isGuarded: isGuarded)
    }
    fieldCount += 1
    isOneEmptyField = fieldCount == 1 && length == 0
    if need.isAny { rewriteField(from: count - length, need) }
  }

  /// The characters that have to be added to a field.
  private struct Need {
    var guards: Bool
    var quotes: Bool

    var isAny: Bool { guards || quotes }

    /// Examines a field in the buffer.
    @inline(__always)
    init(
      _ start: UnsafePointer<UInt8>, _ length: Int, delimiter: UInt8, isGuarded: Bool
    ) {
      let field = UnsafeBufferPointer(start: start, count: length)
      guards = isGuarded && CSVGuard.isNeeded(field)
      quotes =
        field.contains {
          $0 == delimiter || $0 == Byte.quote || $0 == Byte.lineFeed || $0 == Byte.carriageReturn
        }
        || guards && delimiter == CSVGuard.character
        || length >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF
    }
  }

  /// Rewrites the field at the end of the buffer with the guard, with quotes around it, and with
  /// the quotes in it doubled.
  private mutating func rewriteField(from start: Int, _ need: Need) {
    let end = count
    let quotes = buffer[start..<end].count { $0 == Byte.quote }
    let added = (need.guards ? 1 : 0) + (need.quotes ? 2 : 0) + quotes
    fill(added) { room in
      // Backwards, since the spare bytes are at the end: no byte is overwritten before it was read.
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

  /// Ends the record. A record without fields writes nothing.
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

  /// Appends a whole record, whose fields are guarded on request.
  public mutating func append(
    record fields: some Sequence<some StringProtocol>, isGuarded: Bool = false
  ) {
    for field in fields { append(field, isGuarded: isGuarded) }
    endRecord()
  }

  /// Calls a closure with the contents of the buffer, and empties it unless the closure throws.
  public mutating func drain<Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try body(buffer.span.extracting(first: count))
    count = 0
  }

  // MARK: The buffer

  /// Appends bytes, which the closure writes; it may read the bytes before them.
  @inline(__always)
  @discardableResult
  private mutating func fill<Result>(
    _ more: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Result
  ) -> Result {
    let (start, end) = (count, count + more)
    if end >= buffer.count { grow(to: end + 1) }
    count = end
    return buffer.withUnsafeMutableBufferPointer { buffer in
      // The buffer has at least one spare byte, so that it has an address.
      guard let address = buffer.baseAddress else { preconditionFailure("the buffer is empty") }
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
