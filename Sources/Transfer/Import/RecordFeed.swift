import CSV
import Rules

/// The records of a file, one at a time, in constant memory.
final class RecordFeed {
  let text: TextSource
  private var piece = UnsafeRawBufferPointer(start: nil, count: 0)
  private var position = 0
  private var isFinished = false
  /// The latest record is its.
  var parser: CSVParser
  /// The names of the columns, without those of a rejects file.
  private(set) var header: [String] = []
  /// How many of the file's last columns are a rejects file's, and not the record's own.
  var rejectWidth: Int { rejects?.width ?? 0 }
  private var rejects: RejectColumns?
  /// The lines before the header.
  private var preamble: LineSkipper

  /// Opens a file and reads its header.
  ///
  /// - Throws: `InputFailure` when it cannot be read, or has no header.
  init(_ file: InputFile, _ options: ImportOptions, _ source: ByteSource? = nil) throws {
    text = try TextSource(file, options, source)
    preamble = LineSkipper(text.start.skippedLines)
    parser = CSVParser(
      dialect: text.start.dialect, firstLine: 1 + text.start.skippedLines)
    if let columns = text.start.columns {
      header = columns
      parser.width = columns.count
      return
    }
    do {
      guard try next() else {
        let skipped = text.start.skippedLines
        throw InputFailure(
          file.name,
          skipped == 0
            ? "the file is empty" : "there is nothing behind the lines to be skipped (\(skipped))",
          isUnreadable: false)
      }
      let names = try parser.adoptHeader().names
      rejects = RejectColumns(of: names)
      header = names.dropLast(rejectWidth)
    } catch let error as CSVError {
      throw InputFailure(
        file.name, "the header cannot be read: \(text.faults.problem(error).reason)",
        isUnreadable: false)
    }
  }

  /// Takes the columns for what they plainly are: without the spaces around their names, and without
  /// those at the end that have no name. Text in one of these is too much for its record.
  ///
  /// - Returns: whether that is another header.
  func simplifyHeader() -> Bool {
    guard parser.dialect.strictness == .lenient, let width = parser.width else { return false }
    let plain = ImportJob.plainColumns(header)
    if plain == header || (rejectWidth > 0 && plain.count < header.count) { return false }
    parser.width = width - header.count + plain.count
    header = plain
    return true
  }

  /// Goes to the next record.
  ///
  /// - Returns: whether there is one: `parser.record`.
  /// - Throws: `CSVError` when it is faulty, and can be gone on after; `InputFailure`.
  func next() throws -> Bool {
    while !isFinished {
      if try parser.next(in: piece, at: &position) { return true }
      piece = try text.next()
      position = 0
      if !preamble.isDone {
        position = preamble.skip(piece)
        text.faults.move(by: -position)
      }
      if piece.isEmpty {
        isFinished = true
        return try parser.finish()
      }
    }
    return false
  }

  /// Why a record was rejected that is as it was then, if its fields do not show that.
  var unchangedProblem: RowProblem? {
    rejects?.problem(ofUnchanged: parser.record, width: header.count)
  }

  /// A parser whose record is the faulty one of a rejects file with all its bytes as text, if it was said
  /// what those are in that are no UTF-8.
  ///
  /// - Throws: `CSVError` when something else is wrong with it.
  func decoded(after error: CSVError) throws(CSVError) -> CSVParser? {
    guard
      let fields = text.faults.decoded(
        text.faults.restored(parser.record, after: error), after: error)
    else { return nil }
    var writer = CSVWriter()
    for field in fields { writer.append(field) }
    writer.endRecord()
    var bytes: [UInt8] = []
    writer.drain { span in span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
    var decoded = CSVParser(
      dialect: CSVDialect(strictness: parser.dialect.strictness), width: parser.width,
      firstLine: parser.record.line)
    var position = 0
    guard try decoded.next(in: bytes.span.bytes, at: &position) else { return nil }
    return decoded
  }

  /// How many records the whole file has, about; `nil` when its size is not known.
  var expectedRecords: Int? {
    guard let size = text.source.size, !piece.isEmpty else { return nil }
    let lines = piece.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    // A compressed file has more than it shows.
    let share = max(1, Double(text.source.count) / Double(max(1, text.source.position)))
    let expected = Double(size) * share / Double(piece.count) * Double(max(1, lines)) * 1.05 + 64
    return expected < 1e12 ? Int(expected) : nil
  }

  /// How many fields of a record are its own; `nil` for as many as it has: one of a rejects file has
  /// more columns.
  var ownWidth: Int? { rejectWidth > 0 ? header.count : nil }
}

/// Goes past the first lines of a text, a piece at a time.
struct LineSkipper {
  private var left: Int
  private var isAfterReturn = false

  init(_ lines: Int) { left = lines }

  /// Whether what follows is not to be skipped.
  var isDone: Bool { left == 0 && !isAfterReturn }

  /// How many of the bytes of a piece are to be skipped.
  mutating func skip(_ piece: UnsafeRawBufferPointer) -> Int {
    for (place, byte) in piece.enumerated() {
      let isSecond = isAfterReturn && byte == UInt8(ascii: "\n")
      isAfterReturn = false
      if isSecond { continue }
      if left == 0 { return place }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { left -= 1 }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
    return piece.count
  }
}
