internal import CScan

extension CSVParser {
  /// Reads a record that is complete in the chunk and free of errors: quotes are well placed, the
  /// text is UTF-8, and the limits are respected. Any other record is left to `scan(_:from:)`
  /// unread; only the line ends before it are always consumed.
  ///
  /// The bytes are examined 64 at a time, as masks with one bit per byte. A record is copied as a
  /// whole, so that nothing refers to the chunk afterwards, and its fields are slices of that copy.
  mutating func takeWholeRecord(
    _ input: UnsafeRawBufferPointer, from position: inout Int
  ) -> Bool {
    precondition(position >= 0 && position <= input.count, "position outside of the chunk")
    cursor.begin(at: position)
    var start = position
    while start < input.count, input[start] == Byte.lineFeed || input[start] == Byte.carriageReturn
    {
      cursor.endLine(input[start], at: start)
      start += 1
    }
    position = start
    cursor.move(to: start)
    guard start < input.count, let address = input.baseAddress,
      cursor.offset > 0 || input[start] != UTF8Sequence.byteOrderMarkLead
    else { return false }

    let text = (address + start).assumingMemoryBound(to: UInt8.self)
    guard let found = findWholeRecord(text, count: input.count - start),
      found.length <= min(limits.field, limits.record), found.fields <= limits.width,
      found.others == 0 || isText(UnsafeBufferPointer(start: text, count: found.length))
    else { return false }

    record.beginWhole(
      text, length: found.length, count: found.fields, at: cursor.position(at: start))
    if found.hasQuotes { record.unquote(hasDoubledQuotes: found.hasDoubledQuotes) }
    if found.hasLineEnds { endLines(text, count: found.length, at: start) }
    let end = start + found.length
    cursor.endLine(input[end], at: end)
    position = end + 1
    cursor.move(to: end + 1)
    return true
  }

  /// The contents of a complete record.
  private struct WholeRecord {
    /// The number of bytes before the line end, and the number of fields.
    var length: Int
    var fields: Int
    /// Bits for bytes that are NUL or not ASCII, quotes, doubled quotes, and line ends in quotes.
    /// Only whether any bit is set matters.
    var others: UInt64 = 0
    var quotes: UInt64 = 0
    var doubledQuotes: UInt64 = 0
    var lineEnds: UInt64 = 0

    var hasQuotes: Bool { quotes != 0 }
    var hasDoubledQuotes: Bool { doubledQuotes != 0 }
    var hasLineEnds: Bool { lineEnds != 0 }
  }

  /// Finds the end of a record and stores its fields, quotes included, in the record's buffer.
  /// Returns `nil` if the text ends first or a quote is misplaced.
  @inline(__always)
  private mutating func findWholeRecord(_ text: UnsafePointer<UInt8>, count: Int) -> WholeRecord? {
    var whole = WholeRecord(length: 0, fields: 0)
    let delimiter = dialect.delimiter
    var fields = record.fields
    var fieldCount = 0
    var fieldStart = 0
    var block = 0
    // The state after the byte before the block: all bits if it is within quotes; the lowest bit if
    // a field starts after it, or if it is a closing quote (or the first of two).
    var inside: UInt64 = 0
    var startsField: UInt64 = 1
    var isClosing: UInt64 = 0
    while block < count {
      if fieldCount > limits.width { return nil }
      if fieldCount + 65 > record.fieldCapacity {
        record.count = fieldCount
        record.reserve(fields: fieldCount + 65)
        fields = record.fields
      }
      let left = count - block
      let masks =
        left >= 64
        ? cscan_block(text + block, delimiter) : cscan_partial_block(text + block, left, delimiter)
      var delimiters = masks.delimiters
      var ends = masks.line_ends
      if masks.quotes | inside | isClosing != 0 {
        // From each opening quote to before its closing one.
        let within = prefixParity(masks.quotes) ^ inside
        delimiters &= ~within
        ends &= ~within
        let closing = masks.quotes & ~within
        let afterClosing = closing << 1 | isClosing
        let opening = masks.quotes & within
        let misplaced = opening & ~(delimiters << 1 | startsField | afterClosing)
        let followed = masks.delimiters | masks.quotes | masks.line_ends
        // Up to the end of the record, or the whole block if the record does not end in it.
        let through = ends ^ (ends &- 1)
        if (misplaced | afterClosing & ~followed) & through != 0 { return nil }
        whole.quotes |= masks.quotes & through
        whole.doubledQuotes |= opening & afterClosing & through
        whole.lineEnds |= masks.line_ends & within & through
        isClosing = closing >> 63
        inside = 0 &- (within >> 63)
      }
      startsField = delimiters >> 63
      let before = ends == 0 ? ~0 : (ends & (0 &- ends)) &- 1
      delimiters &= before
      whole.others |= masks.others & before
      while delimiters != 0 {
        let end = block &+ delimiters.trailingZeroBitCount
        (fields + fieldCount).initialize(to: CSVRecord.Field(start: fieldStart, end: end))
        fieldCount &+= 1
        fieldStart = end &+ 1
        delimiters &= delimiters &- 1
      }
      if ends != 0 {
        whole.length = block &+ ends.trailingZeroBitCount
        (fields + fieldCount).initialize(to: CSVRecord.Field(start: fieldStart, end: whole.length))
        whole.fields = fieldCount &+ 1
        return whole
      }
      block &+= 64
    }
    return nil
  }

  /// Counts the line ends inside the quotes of a record.
  private mutating func endLines(_ text: UnsafePointer<UInt8>, count: Int, at start: Int) {
    for index in 0..<count
    where text[index] == Byte.lineFeed || text[index] == Byte.carriageReturn {
      cursor.endLine(text[index], at: start + index)
    }
  }

  /// Whether a text is UTF-8, without NUL bytes unless the dialect accepts them.
  private func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var sequence = UTF8Sequence()
    for byte in text {
      if sequence.isOpen {
        if !sequence.accepts(byte) { return false }
      } else if byte >= 0x80 {
        if !sequence.open(with: byte, at: 0) { return false }
      } else if byte == 0, !dialect.acceptsNUL {
        return false
      }
    }
    return !sequence.isOpen
  }
}

/// Returns a mask in which each bit is the parity of the bits up to and including that bit.
@inline(__always)
private func prefixParity(_ bits: UInt64) -> UInt64 {
  var parity = bits
  parity ^= parity << 1
  parity ^= parity << 2
  parity ^= parity << 4
  parity ^= parity << 8
  parity ^= parity << 16
  parity ^= parity << 32
  return parity
}
