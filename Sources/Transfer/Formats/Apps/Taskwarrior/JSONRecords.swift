/// A splitter for a text that is a list of JSON objects, or has one object per line. A damaged
/// object is identified by its line and does not affect the others: an object at the beginning of a
/// line always starts a new record, and a string never extends beyond its line.
enum JSONRecords {
  /// An object, or other text in the position of one.
  struct Record: Equatable {
    /// The number of the line on which it begins, from 1.
    var line: Int
    /// The text in UTF-8.
    var bytes: [UInt8]
    /// The origin of the record when it was first rejected, if it is from a rejects file.
    var origin: RecordOrigin?
  }

  /// Returns the line at which a truncated list ends; `nil` when the list is closed, or there is
  /// none.
  ///
  /// A closing bracket at the end closes the list, unless an object is still open. A bracket on a
  /// line of its own closes it even if preceding objects are damaged.
  static func cut(_ bytes: [UInt8], _ records: [Record]) -> Int? {
    guard bytes.first(where: { $0 > 0x20 }) == 0x5B else { return nil }
    let end = (bytes.lastIndex { $0 > 0x20 } ?? 0) + 1
    let isBracket = bytes[end - 1] == 0x5D
    let isAlone = isBracket && (end < 2 || bytes[end - 2] == 0x0A)
    // An open object extends to the end, including the bracket.
    let isOpen = records.last.map { $0.bytes.first == 0x7B && $0.bytes.last != 0x7D } ?? false
    if isAlone || (isBracket && !isOpen) { return nil }
    return bytes[..<end].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  static func split(_ bytes: [UInt8]) -> [Record] {
    var records: [Record] = []
    var line = 1
    var start: (index: Int, line: Int)?
    var depth = 0
    var isString = false
    var isEscaped = false
    func end(at index: Int) {
      guard let from = start else { return }
      records.append(Record(line: from.line, bytes: Array(bytes[from.index..<index])))
      start = nil
    }
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A {
        line += 1
        isString = false
        isEscaped = false
      }
      if byte == 0x7B, index > 0, bytes[index - 1] == 0x0A {
        end(at: index)
        depth = 0
      }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isString = false
        }
        continue
      }
      switch byte {
      case 0x22:
        isString = true
        if start == nil { start = (index, line) }
      case 0x7B:
        // Text before an object is a record of its own.
        if depth == 0 { end(at: index) }
        if start == nil { start = (index, line) }
        depth += 1
      case 0x7D where depth > 0:
        depth -= 1
        if depth == 0 { end(at: index + 1) }
      case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5B, 0x5D:
        if depth == 0 { end(at: index) }
      default: if start == nil { start = (index, line) }
      }
    }
    end(at: bytes.count)
    return records
  }
}
