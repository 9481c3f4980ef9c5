import CSV
import Sessions

/// Records that have been read and translated, as they are handed from the thread that reads to the
/// one that records.
struct RecordBatch: Sendable {
  /// What became of a record.
  enum Content: Sendable {
    case spark(PreparedSpark)
    case draft(Draft)
    case drafts([Draft])
    case skipped(String)
    case rejected(RowProblem)
  }

  struct Row: Sendable {
    var content: Content
    /// The line the record begins on.
    var line: Int
    /// Where its fields begin among all.
    var fields: Int
  }

  /// So many records go into one, and so many bytes.
  static let capacity = 512
  static let byteCapacity = 1 << 20

  private(set) var rows: [Row] = []
  /// The text of all records, and where each field is in it.
  private var bytes: [UInt8] = []
  private var places: [Range<Int>] = []
  /// How many bytes its records have.
  var size: Int { bytes.count }
  /// Whether no more is to be added.
  var isFull: Bool { rows.count >= Self.capacity || bytes.count >= Self.byteCapacity }
  /// How much of the file has been read, as it is on the disk.
  var position: Int64 = 0

  init() {
    rows.reserveCapacity(Self.capacity)
    bytes.reserveCapacity(Self.capacity * 96)
    places.reserveCapacity(Self.capacity * 12)
  }

  /// Adds a record.
  mutating func append(
    _ record: borrowing CSVRecord, width: Int?, rejectWidth: Int = 0, _ content: Content
  ) {
    rows.append(Row(content: content, line: record.line, fields: places.count))
    let first = places.count
    record.append(to: &bytes, &places)
    removeRejects(from: first, width, rejectWidth)
  }

  /// Adds a faulty record by its fields, byte by byte.
  mutating func append(
    _ fields: [[UInt8]], line: Int, width: Int?, rejectWidth: Int, _ content: Content
  ) {
    rows.append(Row(content: content, line: line, fields: places.count))
    let first = places.count
    for field in fields {
      places.append(bytes.count..<bytes.count + field.count)
      bytes += field
    }
    removeRejects(from: first, width, rejectWidth)
  }

  /// Leaves out the fields of a record that are a rejects file's.
  private mutating func removeRejects(from first: Int, _ width: Int?, _ rejectWidth: Int) {
    // Of a record of a rejects file that is still too wide, what is too much stands behind.
    if let width {
      let count = places.count - first
      places.removeSubrange(
        (first + min(width, count))..<(first + min(width + rejectWidth, count)))
    }
  }

  /// The fields of a record, what is no text in them replaced.
  func fields(of row: Int) -> [String] {
    bytes(of: row).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The fields of a record as they were read.
  func bytes(of row: Int) -> [[UInt8]] {
    let first = rows[row].fields
    let last = row + 1 < rows.count ? rows[row + 1].fields : places.count
    return places[first..<last].map { Array(bytes[$0]) }
  }
}
