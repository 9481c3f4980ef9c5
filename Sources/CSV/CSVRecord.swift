/// The current record of a ``CSVParser``: fields without their quotes, in one buffer. The next
/// record overwrites the buffer, so the record is not copyable; copy the fields that you need for
/// longer. The record refers only to its own buffer, so the chunk that it was read from may be
/// released.
///
/// Fields are counted from 0, positions from 1.
///
/// Invariant of the unchecked `Sendable`: both buffers are allocated and freed by this value alone,
/// which cannot be copied, so the owner of the value has the only reference to them.
public struct CSVRecord: ~Copyable, @unchecked Sendable {
  /// The range of a field's text in the buffer.
  @usableFromInline
  struct Field {
    @usableFromInline var start: Int
    @usableFromInline var end: Int

    init(start: Int, end: Int) {
      self.start = start
      self.end = end
    }
  }

  /// The texts of the fields, each contiguous. The first `byteCount` bytes are initialised.
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  var byteCount = 0
  var byteCapacity = 256
  /// The ranges of the fields. The first `count` are initialised, and each is within the first
  /// `byteCount` bytes.
  @usableFromInline var fields: UnsafeMutablePointer<Field>
  var fieldCapacity = 128

  /// The number of fields; at least one once a record was read.
  public internal(set) var count = 0
  /// The number of empty fields added at the end because the input had too few.
  public internal(set) var filledCount = 0
  /// The position at which the record starts in the input.
  public internal(set) var position = CSVPosition(line: 1, column: 1)

  /// The positions of the fields in the input, and the end of the record. Both are recorded only
  /// when the record is read byte by byte; `positions` is empty for a record that was read as a
  /// whole.
  var positions: [CSVPosition] = []
  var end = CSVPosition(line: 1, column: 1)
  /// The number of bytes at the start of the buffer that are the record as written, if it was read
  /// as a whole.
  var wholeCount = 0
  private let delimiter: UInt8

  init(delimiter: UInt8) {
    self.delimiter = delimiter
    bytes = .allocate(capacity: byteCapacity)
    fields = .allocate(capacity: fieldCapacity)
  }

  deinit {
    bytes.deallocate()
    fields.deallocate()
  }

  /// The memory that the record uses, in bytes, including capacity left from longer records.
  public var footprint: Int {
    byteCapacity + fieldCapacity * MemoryLayout<Field>.stride
      + positions.capacity * MemoryLayout<CSVPosition>.stride
  }

  /// The line on which the record starts, from 1.
  public var line: Int { position.line }

  /// The last line with text of a record that was read byte by byte, such as one with an error.
  public var lastLine: Int { end.column > 1 ? end.line : max(line, end.line - 1) }

  /// Returns the line and column at which a field starts: for a quoted field, the position of its
  /// quote; for an added one, the end of the record. Not for hot paths: this may scan the record
  /// from its start.
  public func position(of field: Int) -> CSVPosition {
    precondition(field >= 0 && field < count, "no such field")
    if positions.isEmpty { return positionInWhole(of: field) }
    return field < positions.count ? positions[field] : end
  }

  /// Returns the position of a field in a record that was read as a whole, by scanning the record.
  private func positionInWhole(of field: Int) -> CSVPosition {
    var current = position
    var isQuoted = false
    var passed = 0
    var previous: UInt8 = 0
    for byte in UnsafeBufferPointer(start: bytes, count: wholeCount) {
      if passed == field { break }
      switch byte {
      case Byte.lineFeed where previous == Byte.carriageReturn: current.column = 1
      case Byte.lineFeed, Byte.carriageReturn:
        current.line += 1
        current.column = 1
      // All but the first byte of a scalar.
      case 0x80...0xBF: break
      default: current.column += 1
      }
      if byte == Byte.quote { isQuoted.toggle() }
      if byte == delimiter, !isQuoted { passed += 1 }
      previous = byte
    }
    return current
  }

  /// Whether a field has no text, quoted or not.
  @inlinable
  public func isEmpty(_ field: Int) -> Bool { utf8(of: field).isEmpty }

  /// The text of a field, by its index from 0.
  @inlinable
  public subscript(field: Int) -> String { String(decoding: utf8(of: field), as: UTF8.self) }

  /// Calls a closure with the UTF-8 bytes of a field.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    of field: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(utf8(of: field).span)
  }

  /// Returns the UTF-8 bytes of a field, for hot paths. They are valid until the parser that owns
  /// the record is called again or deallocated.
  @inlinable
  public func utf8(of field: Int) -> UnsafeBufferPointer<UInt8> {
    precondition(field >= 0 && field < count, "no such field")
    let range = fields[field]
    return UnsafeBufferPointer(start: bytes + range.start, count: range.end &- range.start)
  }

  /// Appends the record to the texts of others.
  ///
  /// - Parameters:
  ///   - text: The buffer to which the bytes of the fields are appended, possibly with the bytes
  ///     between them.
  ///   - ranges: The list to which the range of each field in `text` is appended.
  public func append(to text: inout [UInt8], _ ranges: inout [Range<Int>]) {
    let start = text.count
    text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: byteCount))
    for field in 0..<count {
      let range = fields[field]
      ranges.append(start &+ range.start..<start &+ range.end)
    }
  }

  /// The texts of all fields, copied.
  public var strings: [String] { (0..<count).map { self[$0] } }
}

// MARK: Filling, by the parser

extension CSVRecord {
  mutating func begin(at position: CSVPosition) {
    self.position = position
    byteCount = 0
    count = 0
    filledCount = 0
    if !positions.isEmpty { positions.removeAll(keepingCapacity: true) }
  }

  /// Starts a record with a copy of its text as written. The ranges of its fields, quotes included,
  /// are stored already.
  mutating func beginWhole(
    _ text: UnsafePointer<UInt8>, length: Int, count: Int, at position: CSVPosition
  ) {
    begin(at: position)
    reserve(bytes: length)
    UnsafeMutableRawPointer(bytes).copyMemory(from: text, byteCount: length)
    byteCount = length
    wholeCount = length
    self.count = count
  }

  /// Removes the enclosing quotes from the fields of a whole record. The text of a field with
  /// doubled quotes is written after the record, which stays as written.
  mutating func unquote(hasDoubledQuotes: Bool) {
    if hasDoubledQuotes { reserve(bytes: 2 * wholeCount) }
    for index in 0..<count {
      let field = fields[index]
      guard field.start < field.end, bytes[field.start] == Byte.quote else { continue }
      fields[index] = Field(start: field.start + 1, end: field.end - 1)
      if hasDoubledQuotes { undouble(index) }
    }
  }

  private mutating func undouble(_ index: Int) {
    let (start, end) = (fields[index].start, fields[index].end)
    let first = byteCount
    var source = start
    while source < end {
      let byte = bytes[source]
      bytes[byteCount] = byte
      byteCount += 1
      source += byte == Byte.quote ? 2 : 1
    }
    fields[index] = Field(start: first, end: byteCount)
  }

  var openCount: Int { byteCount - openStart }

  private var openStart: Int { count == 0 ? 0 : fields[count - 1].end }

  mutating func append(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    reserve(bytes: byteCount + source.count)
    UnsafeMutableRawPointer(bytes + byteCount).copyMemory(from: start, byteCount: source.count)
    byteCount += source.count
  }

  /// Whether the open field consists of spaces, at least one.
  var hasOpenSpace: Bool {
    openCount > 0 && (openStart..<byteCount).allSatisfy { bytes[$0] == 0x20 }
  }

  /// Discards the open field.
  mutating func dropOpenField() { byteCount = openStart }

  mutating func endField(startedAt position: CSVPosition) {
    reserve(fields: count + 1)
    (fields + count).initialize(to: Field(start: openStart, end: byteCount))
    count += 1
    positions.append(position)
  }

  /// Adjusts the number of fields to the header's by adding or dropping empty fields. A record with
  /// text in an excess field stays unchanged.
  mutating func fit(_ width: Int) {
    if count < width {
      reserve(fields: width)
      filledCount = width - count
      (fields + count).initialize(
        repeating: Field(start: byteCount, end: byteCount), count: filledCount)
      count = width
    } else if (width..<count).allSatisfy({ fields[$0].start == fields[$0].end }) {
      count = width
    }
  }

  /// Whether the record is a line that names the delimiter: one field of five bytes or, if its
  /// delimiter is the parser's, a field of four bytes and an empty one.
  var namesDelimiter: Bool {
    let first = utf8(of: 0)
    guard first.count == 4 || first.count == 5,
      String(decoding: first, as: UTF8.self).lowercased().hasPrefix("sep=")
    else { return false }
    switch count {
    case 1: return first.count == 5 && CSVDialect.canBeNamed(first[4])
    case 2: return first.count == 4 && isEmpty(1)
    default: return false
    }
  }

  mutating func reserve(bytes needed: Int) {
    guard needed > byteCapacity else { return }
    byteCapacity = max(needed, 2 * byteCapacity)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCapacity)
    larger.update(from: bytes, count: byteCount)
    bytes.deallocate()
    bytes = larger
  }

  mutating func reserve(fields needed: Int) {
    guard needed > fieldCapacity else { return }
    fieldCapacity = max(needed, 2 * fieldCapacity)
    let larger = UnsafeMutablePointer<Field>.allocate(capacity: fieldCapacity)
    larger.update(from: fields, count: count)
    fields.deallocate()
    fields = larger
  }
}
