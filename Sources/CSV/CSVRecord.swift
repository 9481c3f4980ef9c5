/// The record that a ``CSVParser`` lends: fields without their quotes, in one buffer that the next
/// record overwrites, hence not copyable. What is to be kept is copied out of it. It refers to
/// nothing but its own buffer: the chunk that it was read from may be gone.
///
/// Fields are counted from 0, positions from 1.
///
/// Invariant of the unchecked `Sendable`: both buffers are allocated and freed by this value alone,
/// which cannot be copied; whoever the value is handed to has the only reference to them.
public struct CSVRecord: ~Copyable, @unchecked Sendable {
  /// Where the text of a field is in the buffer.
  @usableFromInline
  struct Field {
    @usableFromInline var start: Int
    @usableFromInline var end: Int

    init(start: Int, end: Int) {
      self.start = start
      self.end = end
    }
  }

  /// The first `byteCount` bytes are initialised: the texts of the fields, each in one piece.
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  var byteCount = 0
  var byteCapacity = 256
  /// The first `count` are initialised, and each is within the first `byteCount` bytes.
  @usableFromInline var fields: UnsafeMutablePointer<Field>
  var fieldCapacity = 128

  /// How many fields it has; at least one, once there was a record.
  public internal(set) var count = 0
  /// How many of those, at the end, the input did not have: they were filled in, being empty.
  public internal(set) var filledCount = 0
  /// Where the record starts in the input.
  public internal(set) var position = CSVPosition(line: 1, column: 1)

  /// Where the fields are in the input, if that was noted while they were read, and where the
  /// record ends. Otherwise the record was read as a whole.
  var positions: [CSVPosition] = []
  var end = CSVPosition(line: 1, column: 1)
  /// The number of bytes at the start of the buffer that are the record as it was written, if it
  /// was read as a whole.
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

  /// Bytes of memory that it takes, those that a longer record has left included.
  public var footprint: Int {
    byteCapacity + fieldCapacity * MemoryLayout<Field>.stride
      + positions.capacity * MemoryLayout<CSVPosition>.stride
  }

  /// The line on which the record starts.
  public var line: Int { position.line }

  /// The last line on which a record has text that was not read as a whole, such as a faulty one.
  public var lastLine: Int { end.column > 1 ? end.line : max(line, end.line - 1) }

  /// The line and column at which a field starts (a quoted one: its quote; one that was filled in:
  /// the end of the record). Not for hot paths: this may go through the record from its start.
  public func position(of field: Int) -> CSVPosition {
    precondition(field >= 0 && field < count, "no such field")
    if positions.isEmpty { return positionInWhole(of: field) }
    return field < positions.count ? positions[field] : end
  }

  /// Where a field of a record is that was read as a whole: counted only when asked for.
  private func positionInWhole(of field: Int) -> CSVPosition {
    var place = position
    var isQuoted = false
    var passed = 0
    var previous: UInt8 = 0
    for byte in UnsafeBufferPointer(start: bytes, count: wholeCount) {
      if passed == field { break }
      switch byte {
      case Byte.lineFeed where previous == Byte.carriageReturn: place.column = 1
      case Byte.lineFeed, Byte.carriageReturn:
        place.line += 1
        place.column = 1
      // All but the first byte of a scalar.
      case 0x80...0xBF: break
      default: place.column += 1
      }
      if byte == Byte.quote { isQuoted.toggle() }
      if byte == delimiter, !isQuoted { passed += 1 }
      previous = byte
    }
    return place
  }

  /// Whether a field has no text, be it quoted or not.
  @inlinable
  public func isEmpty(_ field: Int) -> Bool { utf8(of: field).isEmpty }

  /// The text of a field.
  @inlinable
  public subscript(field: Int) -> String { String(decoding: utf8(of: field), as: UTF8.self) }

  /// Lends the UTF-8 bytes of a field.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    of field: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(utf8(of: field).span)
  }

  /// The UTF-8 bytes of a field, for hot paths: valid until the parser that owns the record is
  /// called again or gone.
  @inlinable
  public func utf8(of field: Int) -> UnsafeBufferPointer<UInt8> {
    precondition(field >= 0 && field < count, "no such field")
    let place = fields[field]
    return UnsafeBufferPointer(start: bytes + place.start, count: place.end &- place.start)
  }

  /// Appends the record to others, in one piece.
  ///
  /// - Parameters:
  ///   - text: gets the bytes of the fields, and maybe what stood between them.
  ///   - places: gets where each field is in it.
  public func append(to text: inout [UInt8], _ places: inout [Range<Int>]) {
    let start = text.count
    text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: byteCount))
    for field in 0..<count {
      let place = fields[field]
      places.append(start &+ place.start..<start &+ place.end)
    }
  }

  /// The texts of all fields, copied.
  public var strings: [String] {
    var strings: [String] = []
    strings.reserveCapacity(count)
    for field in 0..<count { strings.append(self[field]) }
    return strings
  }
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

  /// Takes a record as it is written, the given number of fields, quotes included, being noted.
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

  /// Takes the quotes from around the fields of a whole record. Where quotes in a field are doubled,
  /// its text goes behind the record, which stays as it is written.
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

  /// The number of bytes in the field that has not ended yet.
  var openCount: Int { byteCount - openStart }

  private var openStart: Int { count == 0 ? 0 : fields[count - 1].end }

  mutating func append(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    reserve(bytes: byteCount + source.count)
    UnsafeMutableRawPointer(bytes + byteCount).copyMemory(from: start, byteCount: source.count)
    byteCount += source.count
  }

  /// Forgets the field that has not ended yet.
  mutating func dropOpenField() { byteCount = openStart }

  mutating func endField(startedAt position: CSVPosition) {
    reserve(fields: count + 1)
    (fields + count).initialize(to: Field(start: openStart, end: byteCount))
    count += 1
    positions.append(position)
  }

  /// Makes the record as wide as the header: adds empty fields, or drops empty ones. A record that
  /// has text where the header has nothing stays as it is.
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

  /// Whether this is a line that names the delimiter: one field of five bytes or, where its
  /// delimiter is the parser's, one of four and one that is empty.
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
