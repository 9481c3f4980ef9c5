/// The record that a ``CSVParser`` lends: fields without their quotes, in one buffer that the next
/// record overwrites, hence not copyable. What is to be kept is copied out of it.
///
/// Fields are counted from 0, positions from 1.
///
/// Invariant of the unchecked `Sendable`: the buffer is allocated and freed by this value alone,
/// which cannot be copied; whoever the value is handed to has the only reference to it.
public struct CSVRecord: ~Copyable, @unchecked Sendable {
  /// Where a field ends in the buffer, and where it starts in the input.
  @usableFromInline
  struct Field {
    @usableFromInline var end: Int
    @usableFromInline var position: CSVPosition

    @inlinable
    init(end: Int, position: CSVPosition) {
      self.end = end
      self.position = position
    }
  }

  /// Storage that grows, and that nothing else refers to (hence `Sendable`); its first `byteCount`
  /// bytes are those of the fields, unescaped, end to end.
  @usableFromInline var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)
  @usableFromInline var byteCount = 0
  @usableFromInline var fields: [Field] = []
  /// Where the record starts in the input.
  public internal(set) var position = CSVPosition(line: 1, column: 1)

  init() {}

  deinit { bytes.deallocate() }

  /// The line on which the record starts.
  @inlinable
  public var line: Int { position.line }

  /// How many fields it has; at least one, once there was a record.
  @inlinable
  public var count: Int { fields.count }

  /// The line and column at which a field starts (a quoted one: its quote).
  @inlinable
  public func position(of field: Int) -> CSVPosition { fields[field].position }

  /// Whether a field has no text, be it quoted or not.
  @inlinable
  public func isEmpty(_ field: Int) -> Bool { range(of: field).isEmpty }

  /// The text of a field.
  @inlinable
  public subscript(field: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range(of: field)]), as: UTF8.self)
  }

  /// Lends the UTF-8 bytes of a field.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    of field: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(rebasing: bytes[range(of: field)]).span)
  }

  /// The texts of all fields, copied.
  public var strings: [String] {
    var strings: [String] = []
    strings.reserveCapacity(count)
    for field in 0..<count { strings.append(self[field]) }
    return strings
  }

  @inlinable
  func range(of field: Int) -> Range<Int> {
    (field == 0 ? 0 : fields[field - 1].end)..<fields[field].end
  }
}

// MARK: Filling, by the parser

extension CSVRecord {
  mutating func begin(at position: CSVPosition) {
    self.position = position
    byteCount = 0
    fields.removeAll(keepingCapacity: true)
  }

  /// The number of bytes in the field that has not ended yet.
  var openCount: Int { byteCount - (fields.last?.end ?? 0) }

  mutating func append(_ source: UnsafeRawBufferPointer) {
    let needed = byteCount + source.count
    if needed > bytes.count { grow(to: needed) }
    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[byteCount...])
      .copyMemory(from: source)
    byteCount = needed
  }

  mutating func endField(startedAt position: CSVPosition) {
    fields.append(Field(end: byteCount, position: position))
  }

  private mutating func grow(to needed: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(needed, 2 * bytes.count))
    _ = larger.update(fromContentsOf: bytes[..<byteCount])
    bytes.deallocate()
    bytes = larger
  }
}
