/// The bits of `CSVParser.stops`: the states in which a byte interrupts a run of text.
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

/// Reading byte by byte, for records that have errors or span chunks.
extension CSVParser {
  /// Reads bytes until a record ends (`true`) or the chunk does (`false`).
  mutating func scan(_ input: UnsafeRawBufferPointer, from position: inout Int) -> Bool {
    precondition(position >= 0 && position <= input.count, "position outside of the chunk")
    cursor.begin(at: position)
    var index = position
    defer {
      position = index
      cursor.move(to: index)
    }
    if sequence.isOpen { takeNonASCII(input, &index) }
    while index < input.count {
      let byte = input[index]
      switch state {
      case .recordStart:
        if isLineEnd(byte) {
          cursor.endLine(byte, at: index)
          index += 1
          continue
        }
        record.begin(at: cursor.position(at: index))
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
        } else if byte == Byte.quote, dialect.skipsSpaceBeforeQuotes, record.hasOpenSpace {
          record.dropOpenField()
          index += 1
          state = .quoted
        } else {
          if byte == 0 {
            note(.nulByte, at: cursor.position(at: index))
          } else if dialect.strictness == .strict {
            note(.quoteInUnquotedField, at: cursor.position(at: index))
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
          if byte == 0 {
            note(.nulByte, at: cursor.position(at: index))
          } else {
            cursor.endLine(byte, at: index)
          }
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
          note(.textAfterQuote, at: cursor.position(at: index))
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
          note(.textAfterQuote, at: cursor.position(at: index))
          state = .unquoted
        }
      }
    }
    return false
  }

  // MARK: Text

  /// Returns the longest run of bytes that are plain text, and moves `index` past it.
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

  /// Appends text to the open field, up to the limits.
  @inline(__always)
  private mutating func take(_ text: UnsafeRawBufferPointer) {
    let fieldRoom = limits.field - record.openCount
    let recordRoom = limits.record - record.byteCount
    let room = min(fieldRoom, recordRoom)
    if text.count <= room {
      record.append(text)
    } else {
      record.append(UnsafeRawBufferPointer(rebasing: text[..<max(0, room)]))
      note(
        recordRoom < fieldRoom
          ? .recordTooLong(limit: limits.record) : .fieldTooLong(limit: limits.field),
        at: fieldPosition)
    }
  }

  private mutating func takeOne(_ input: UnsafeRawBufferPointer, _ index: inout Int) {
    take(UnsafeRawBufferPointer(rebasing: input[index...index]))
    index += 1
  }

  /// Appends the bytes up to the next ASCII byte, and checks that they are UTF-8.
  private mutating func takeNonASCII(_ input: UnsafeRawBufferPointer, _ index: inout Int) {
    let start = index
    while index < input.count {
      let byte = input[index]
      if sequence.isOpen {
        if sequence.accepts(byte) {
          // A sequence is one column, however many bytes it has.
          cursor.lineStart += 1
          index += 1
          if cursor.base + index == 3, !sequence.isOpen, sequence.scalar == 0xFEFF {
            return startAfterByteOrderMark()
          }
          continue
        }
        failSequence(at: cursor.base + index)
      }
      guard byte >= 0x80 else { break }
      if !sequence.open(with: byte, at: cursor.base + index) {
        note(.invalidUTF8(byte: byte, offset: cursor.base + index), at: cursor.position(at: index))
      }
      index += 1
    }
    take(UnsafeRawBufferPointer(rebasing: input[start..<index]))
  }

  /// Discards the byte order mark, the three bytes read so far.
  private mutating func startAfterByteOrderMark() {
    cursor.lineStart = 3
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

  /// Ends a field at its delimiter or line end, and returns whether the record ended with it.
  @inline(__always)
  private mutating func endField(with byte: UInt8, at index: Int) -> Bool {
    if byte == dialect.delimiter {
      endOpenField()
      fieldPosition = cursor.position(at: index + 1)
      state = .fieldStart
      return false
    }
    endRecord(at: cursor.position(at: index))
    cursor.endLine(byte, at: index)
    return true
  }

  /// Ends the open field, which is dropped if the record has the maximum number of fields already.
  @inline(__always)
  private mutating func endOpenField() {
    if record.count < limits.width {
      record.endField(startedAt: fieldPosition)
    } else {
      record.dropOpenField()
      note(.tooManyFields(limit: limits.width), at: fieldPosition)
    }
  }

  mutating func endRecord(at position: CSVPosition) {
    endOpenField()
    record.end = position
    state = .recordStart
  }

  // MARK: Positions and errors

  /// Records an error of this record if no earlier position has one. Of several errors at one
  /// position, an error of the whole field takes precedence, since it is not always found last.
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

  mutating func failSequence() { failSequence(at: cursor.offset) }

  private mutating func failSequence(at here: Int) {
    // The sequence read so far is one column, the one before this byte.
    let position = CSVPosition(line: cursor.line, column: here - cursor.lineStart)
    note(.invalidUTF8(byte: sequence.lead, offset: sequence.offset), at: position)
    sequence.close()
  }
}
