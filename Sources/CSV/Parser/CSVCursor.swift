/// The place in the input at which a parser reads. Indices count bytes of the chunk that is being
/// read, offsets those of the whole input.
struct CSVCursor {
  /// The offset of that chunk.
  private(set) var base = 0
  /// The number of bytes parsed so far.
  private(set) var offset = 0
  private(set) var line: Int
  /// The offset of column 1 of this line, increased by one for each continuation byte of UTF-8 so
  /// far.
  var lineStart = 0
  /// The offset of the latest carriage return, to recognise the line feed of a CRLF.
  private var latestReturn = -2

  init(line: Int) { self.line = line }

  /// The position after what was parsed.
  var end: CSVPosition { CSVPosition(line: line, column: offset - lineStart + 1) }

  /// Continues at an index of a chunk.
  mutating func begin(at index: Int) { base = offset - index }

  /// Marks what precedes an index as parsed.
  mutating func move(to index: Int) { offset = base + index }

  @inline(__always)
  func position(at index: Int) -> CSVPosition {
    CSVPosition(line: line, column: base + index - lineStart + 1)
  }

  /// Counts a line, unless the byte is the line feed of a CRLF.
  mutating func endLine(_ byte: UInt8, at index: Int) {
    let here = base + index
    if byte == Byte.carriageReturn {
      latestReturn = here
      line += 1
    } else if latestReturn != here - 1 {
      line += 1
    }
    lineStart = here + 1
  }
}
