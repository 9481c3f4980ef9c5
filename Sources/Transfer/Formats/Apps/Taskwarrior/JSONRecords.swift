/// Cuts a text into the JSON objects that it is a list of, or has one a line, so that one that is
/// damaged is known by its line and does not hide the others. An object that begins a line begins
/// anew whatever is open before it, and no string goes beyond its line.
enum JSONRecords {
  /// One object, or what stands where one should.
  struct Record: Equatable {
    /// The line it begins on.
    var line: Int
    /// Its text.
    var bytes: [UInt8]
  }

  /// The line at which a list ends that is not closed; `nil` when it is closed, or there is none.
  ///
  /// A closing bracket at the end closes it, unless an object is still open there. One on a line of
  /// its own closes it whatever is damaged before.
  static func cut(_ bytes: [UInt8], _ records: [Record]) -> Int? {
    guard bytes.first(where: { $0 > 0x20 }) == 0x5B else { return nil }
    let end = (bytes.lastIndex { $0 > 0x20 } ?? 0) + 1
    let isBracket = bytes[end - 1] == 0x5D
    let isAlone = isBracket && (end < 2 || bytes[end - 2] == 0x0A)
    // What is open reaches to the end, with the bracket in it.
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
