import CSV

/// A batch of translated records, which the reading thread passes to the recording thread.
struct RecordBatch: Sendable {
  struct Row: Sendable {
    var content: RowContent
    /// The line on which the record begins, from 1.
    var line: Int
    /// The index of its first field among all fields of the batch.
    var fields: Int
  }

  /// The maximum number of records in a batch, and of bytes.
  static let capacity = 512
  static let byteCapacity = 1 << 20

  private(set) var rows: [Row] = []
  /// The text of all records, and the range of each field in it.
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  /// The size of the records, in bytes.
  var size: Int { bytes.count }
  var isFull: Bool { rows.count >= Self.capacity || bytes.count >= Self.byteCapacity }
  /// The number of bytes of the file on disk that have been read.
  var position: Int64 = 0

  /// The number of fields of all records.
  var fieldCount: Int { ranges.count }

  /// - Parameters:
  ///   - size: the expected size of the records, in bytes.
  ///   - fields: the expected number of fields.
  init(size: Int, fields: Int) {
    rows.reserveCapacity(Self.capacity)
    bytes.reserveCapacity(size)
    ranges.reserveCapacity(fields)
  }

  mutating func append(
    _ record: borrowing CSVRecord, width: Int?, rejectWidth: Int = 0, _ content: RowContent
  ) {
    rows.append(Row(content: content, line: record.line, fields: ranges.count))
    let first = ranges.count
    record.append(to: &bytes, &ranges)
    removeRejects(from: first, width, rejectWidth)
  }

  mutating func append(
    _ fields: [[UInt8]], line: Int, width: Int?, rejectWidth: Int, _ content: RowContent
  ) {
    rows.append(Row(content: content, line: line, fields: ranges.count))
    let first = ranges.count
    for field in fields {
      ranges.append(bytes.count..<bytes.count + field.count)
      bytes += field
    }
    removeRejects(from: first, width, rejectWidth)
  }

  /// Removes the fields of the reject columns from a record.
  private mutating func removeRejects(from first: Int, _ width: Int?, _ rejectWidth: Int) {
    // The excess fields of a record that is still too wide follow the reject columns.
    if let width {
      let count = ranges.count - first
      ranges.removeSubrange(
        (first + min(width, count))..<(first + min(width + rejectWidth, count)))
    }
  }

  /// Returns the fields of a record, with invalid bytes replaced.
  func fields(of row: Int) -> [String] {
    bytes(of: row).map { String(decoding: $0, as: UTF8.self) }
  }

  func bytes(of row: Int) -> [[UInt8]] {
    let first = rows[row].fields
    let last = row + 1 < rows.count ? rows[row + 1].fields : ranges.count
    return ranges[first..<last].map { Array(bytes[$0]) }
  }
}
