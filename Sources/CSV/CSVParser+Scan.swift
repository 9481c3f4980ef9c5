/// Which bytes interrupt a run of text, as bits of `CSVParser.stops`.
enum Stop {
  static let unquoted: UInt8 = 1
  static let quoted: UInt8 = 2

  static func table(for dialect: CSVDialect) -> InlineArray<256, UInt8> {
    var table = InlineArray<256, UInt8>(repeating: 0)
    table[Int(dialect.delimiter)] = unquoted
    for byte in [Byte.lineFeed, Byte.carriageReturn, Byte.quote] {
      table[Int(byte)] = unquoted | quoted
    }
    if !dialect.acceptsNUL { table[0] = unquoted | quoted }
    for byte in 0x80...0xFF { table[byte] = unquoted | quoted }
    return table
  }
}

/// Reading byte by byte: records that are faulty, or in more than one chunk.
extension CSVParser {
  /// Reads bytes until a record has ended (`true`) or there are no more.
  mutating func scan(_ input: UnsafeRawBufferPointer, from position: inout Int) -> Bool {
    precondition(position >= 0 && position <= input.count, "position outside of the chunk")
    base = offset - position
    var index = position
    defer {
      position = index
      offset = base + index
    }
    if sequence.isOpen { takeNonASCII(input, &index) }
    while index < input.count {
      let byte = input[index]
      switch state {
      case .recordStart:
        if isLineEnd(byte) {
          endLine(byte, at: index)
          index += 1
          continue
        }
        record.begin(at: place(index))
        fieldPosition = record.position
        state = .fieldStart

      case .fieldStart:
        if byte == Byte.quote {
          index += 1
          state = .quoted
        } else if endsField(byte) {
          index += 1
          if endField(with: byte, at: index - 1) { return true }
        } else {
          state = .unquoted
        }

      case .unquoted:
        take(run(input, &index, until: Stop.unquoted))
        guard index < input.count else { return false }
        let byte = input[index]
        if endsField(byte) {
          index += 1
          if endField(with: byte, at: index - 1) { return true }
        } else if byte >= 0x80 {
          takeNonASCII(input, &index)
        } else {
          if byte == 0 {
            note(.nulByte, at: place(index))
          } else if dialect.strictness == .strict {
            note(.quoteInUnquotedField, at: place(index))
          }
          takeOne(input, &index)
        }

      case .quoted:
        take(run(input, &index, until: Stop.quoted))
        guard index < input.count else { return false }
        let byte = input[index]
        if byte == Byte.quote {
          index += 1
          state = .quoteInQuoted
        } else if byte >= 0x80 {
          takeNonASCII(input, &index)
        } else {
          if byte == 0 { note(.nulByte, at: place(index)) } else { endLine(byte, at: index) }
          takeOne(input, &index)
        }

      case .quoteInQuoted:
        if byte == Byte.quote {
          takeOne(input, &index)
          state = .quoted
        } else if endsField(byte) {
          index += 1
          if endField(with: byte, at: index - 1) { return true }
        } else if dialect.strictness == .strict {
          note(.textAfterQuote, at: place(index))
          state = .unquoted
        } else {
          state = dialect.refusesTextAfterQuotes ? .afterQuoted : .unquoted
        }

      case .afterQuoted:
        if endsField(byte) {
          index += 1
          if endField(with: byte, at: index - 1) { return true }
        } else if byte == 0x20 || byte == 0x09 {
          takeOne(input, &index)
        } else {
          note(.textAfterQuote, at: place(index))
          state = .unquoted
        }
      }
    }
    return false
  }

  // MARK: Text

  /// The longest run of bytes that are nothing but text; `index` is moved behind it.
  @inline(__always)
  private func run(
    _ input: UnsafeRawBufferPointer, _ index: inout Int, until stop: UInt8
  ) -> UnsafeRawBufferPointer {
    let start = index
    var end = start
    while end < input.count, stops[Int(input[end])] & stop == 0 { end += 1 }
    index = end
    return UnsafeRawBufferPointer(rebasing: input[start..<end])
  }

  /// Adds text to the open field, as far as the limits allow.
  @inline(__always)
  private mutating func take(_ text: UnsafeRawBufferPointer) {
    let fieldRoom = fieldLimit - record.openCount
    let recordRoom = recordLimit - record.byteCount
    let room = min(fieldRoom, recordRoom)
    if text.count <= room {
      record.append(text)
    } else {
      record.append(UnsafeRawBufferPointer(rebasing: text[..<max(0, room)]))
      note(
        recordRoom < fieldRoom
          ? .recordTooLong(limit: recordLimit) : .fieldTooLong(limit: fieldLimit),
        at: fieldPosition)
    }
  }

  private mutating func takeOne(_ input: UnsafeRawBufferPointer, _ index: inout Int) {
    take(UnsafeRawBufferPointer(rebasing: input[index...index]))
    index += 1
  }

  /// Adds the bytes from here on up to the next ASCII one, checking that they are UTF-8.
  private mutating func takeNonASCII(_ input: UnsafeRawBufferPointer, _ index: inout Int) {
    let start = index
    while index < input.count {
      let byte = input[index]
      if sequence.isOpen {
        if sequence.accepts(byte) {
          // A sequence is one column, however many bytes it has.
          lineStart += 1
          index += 1
          if base + index == 3, !sequence.isOpen, sequence.scalar == 0xFEFF {
            return startAfterByteOrderMark()
          }
          continue
        }
        failSequence(at: base + index)
      }
      guard byte >= 0x80 else { break }
      if !sequence.open(with: byte, at: base + index) {
        note(.invalidUTF8(byte: byte, offset: base + index), at: place(index))
      }
      index += 1
    }
    take(UnsafeRawBufferPointer(rebasing: input[start..<index]))
  }

  /// Forgets the three bytes read so far.
  private mutating func startAfterByteOrderMark() {
    lineStart = 3
    pending = nil
    state = .recordStart
  }

  // MARK: Ends

  @inline(__always)
  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == Byte.lineFeed || byte == Byte.carriageReturn
  }

  @inline(__always)
  private func endsField(_ byte: UInt8) -> Bool {
    byte == dialect.delimiter || isLineEnd(byte)
  }

  /// Ends a field at the byte that ends it; returns whether that ended the record.
  @inline(__always)
  private mutating func endField(with byte: UInt8, at index: Int) -> Bool {
    if byte == dialect.delimiter {
      endOpenField()
      fieldPosition = place(index + 1)
      state = .fieldStart
      return false
    }
    endRecord(at: place(index))
    endLine(byte, at: index)
    return true
  }

  /// Ends the open field, which is dropped where the record has as many as it may have.
  @inline(__always)
  private mutating func endOpenField() {
    if record.count < widthLimit {
      record.endField(startedAt: fieldPosition)
    } else {
      record.dropOpenField()
      note(.tooManyFields(limit: widthLimit), at: fieldPosition)
    }
  }

  mutating func endRecord(at position: CSVPosition) {
    endOpenField()
    record.end = position
    state = .recordStart
  }

  /// Counts a line, unless the byte is the second one of CRLF.
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

  // MARK: Positions and errors

  @inline(__always)
  func place(_ index: Int) -> CSVPosition {
    CSVPosition(line: line, column: base + index - lineStart + 1)
  }

  /// Remembers an error of this record, if it is the first by position; of several there one of the
  /// whole field, because that is not always noted last.
  mutating func note(_ code: CSVError.Code, at position: CSVPosition) {
    if let pending {
      if pending.position < position { return }
      if pending.position == position, weight(pending.code) > weight(code) { return }
    }
    pending = CSVError(code, at: position)
  }

  private func weight(_ code: CSVError.Code) -> Int {
    switch code {
    case .unclosedQuote: 2
    case .fieldTooLong, .recordTooLong, .tooManyFields: 1
    default: 0
    }
  }

  mutating func failSequence() { failSequence(at: offset) }

  private mutating func failSequence(at here: Int) {
    // Seen so far, the sequence is one column, and the one before this.
    let position = CSVPosition(line: line, column: here - lineStart)
    note(.invalidUTF8(byte: sequence.lead, offset: sequence.offset), at: position)
    sequence.close()
  }
}
