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

  /// Where the fields are in the input, if that was noted while they were read.
  var positions: [CSVPosition] = []
  /// Where the record ends in the input; noted together with the positions.
  var end = CSVPosition(line: 1, column: 1)

  init() {
    bytes = .allocate(capacity: byteCapacity)
    fields = .allocate(capacity: fieldCapacity)
  }

  deinit {
    bytes.deallocate()
    fields.deallocate()
  }

  /// The line on which the record starts.
  public var line: Int { position.line }

  /// The line and column at which a field starts (a quoted one: its quote; one that was filled in:
  /// the end of the record).
  public func position(of field: Int) -> CSVPosition {
    precondition(field >= 0 && field < count, "no such field")
    return field < positions.count ? positions[field] : end
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
    positions.removeAll(keepingCapacity: true)
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
