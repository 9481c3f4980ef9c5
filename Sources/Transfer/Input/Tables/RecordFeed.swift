import CSV
import FlintRules

/// Reads the records of a file one at a time, in constant memory.
final class RecordFeed {
  let text: TextSource
  private var piece = UnsafeRawBufferPointer(start: nil, count: 0)
  private var position = 0
  private var isFinished = false
  /// The parser, which provides the latest record.
  var parser: CSVParser
  /// The names of the columns, without the reject columns.
  private(set) var header: [String] = []
  /// The number of reject columns at the end of the header; 0 if the file is not a rejects file.
  var rejectWidth: Int { rejects?.width ?? 0 }
  private var rejects: RejectColumns?
  private var preamble: LineSkipper
  /// The reader of the rows of a file that is JSON, or of a rejects file with such rows.
  private var json: JSONFeed?
  /// The reader of the export of Apple's Health.
  private var health: HealthFeed?
  private var healthRow: HealthFeed.Row?
  /// The latest row, if the file has rows of JSON.
  private(set) var jsonRow: JSONRow?
  /// Whether the file is a table that Flint wrote as JSON: its rejects file has the columns of the table.
  var isOwnJSON: Bool { json?.form.isOwn ?? false }

  /// Opens a file and reads its header.
  ///
  /// - Throws: `InputFailure` if the file cannot be read or has no header.
  init(_ file: InputFile, _ options: TextOptions, _ source: ByteSource? = nil) throws {
    text = try TextSource(file, options, source)
    preamble = LineSkipper(text.start.skippedLines)
    parser = CSVParser(
      dialect: text.start.dialect, firstLine: 1 + text.start.skippedLines)
    if text.start.isHealthExport {
      health = HealthFeed()
      header = HealthFeed.header
      return
    }
    if let form = options.mappedForm.json, text.start.isJSON(form) {
      try adoptColumns(of: try JSONFeed(text, form), file, options)
      return
    }
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
            ? "the file is empty" : "the file has no text after the skipped lines (\(skipped))",
          isUnreadable: false)
      }
      let names = try parser.adoptHeader().names
      rejects = RejectColumns(of: names)
      header = names.dropLast(rejectWidth)
      if rejectWidth > 0, header == [JSONForm.column], let form = options.mappedForm.json {
        json = try JSONFeed(rejectedFrom: file, form)
        header = form.columns
      }
    } catch let error as CSVError {
      throw InputFailure(
        file.name,
        FileKind(text.start.text)?.problem
          ?? "the header cannot be read: \(text.faults.problem(error).reason)",
        isUnreadable: false)
    }
  }

  private func adoptColumns(
    of feed: JSONFeed, _ file: InputFile, _ options: TextOptions
  ) throws(InputFailure) {
    if options.columns != nil {
      throw InputFailure(
        file.name, "JSON has no columns: omit --no-header and --column-names", isUnreadable: false)
    }
    json = feed
    header = feed.columns.names
  }

  /// The names of the columns in a rejects file for the records.
  var originalHeader: [String] { json == nil || isOwnJSON ? header : [JSONForm.column] }

  /// Remarks about all records, once they were read.
  var notes: [String] {
    let missing = json?.columns.missing ?? []
    if missing.isEmpty { return health?.notes ?? [] }
    let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    return ["No row has a value at \(names), which the mapping names."]
  }

  /// Removes spaces around the names of the columns, and unnamed columns at the end. A record with
  /// text in such a column then has an excess field.
  ///
  /// - Returns: Whether the header was changed.
  func simplifyHeader() -> Bool {
    guard json == nil, parser.dialect.strictness == .lenient, let width = parser.width else {
      return false
    }
    let plain = ImportPlanner.plainColumns(header)
    if plain == header || (rejectWidth > 0 && plain.count < header.count) { return false }
    parser.width = width - header.count + plain.count
    header = plain
    return true
  }

  /// Reads the next record into `parser.record`.
  ///
  /// - Returns: Whether there is a record.
  /// - Throws: `CSVError` if the record is invalid; reading may continue after it. `InputFailure`
  ///   if the file cannot be read.
  func next() throws -> Bool {
    if health != nil {
      healthRow = try health?.next(text)
      if let healthRow { parser.adopt(healthRow.fields, line: healthRow.line) }
      return healthRow != nil
    }
    if json != nil, rejects == nil {
      jsonRow = try json?.next(text)
      if let jsonRow { adopt(jsonRow) }
      return jsonRow != nil
    }
    guard try nextRecord() else { return false }
    if json == nil { return true }
    rejectedProblem = unchangedProblem
    jsonRow = json?.row(Array(parser.record.utf8(of: 0)), line: parser.record.line)
    if let jsonRow { adopt(jsonRow) }
    return true
  }

  /// Makes a row of JSON the latest record.
  private func adopt(_ row: JSONRow) {
    var fields = row.problem == nil ? row.fields : header.map { _ in "" }
    if row.problem != nil, !isOwnJSON { fields.append("") }
    if json?.form.isRowKept ?? false { fields.append(String(decoding: row.bytes, as: UTF8.self)) }
    parser.adopt(fields, line: row.line)
  }

  private func nextRecord() throws -> Bool {
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

  /// The problem of the latest record, if it can be read as CSV but not as a row: that of a row of
  /// JSON, or of a record in a rejects file that was not changed since it was rejected and whose
  /// fields do not show the problem.
  var problem: RowProblem? {
    if health != nil { return healthRow?.problem }
    return json == nil ? unchangedProblem : rejectedProblem ?? jsonRow?.problem
  }

  /// The problem of a record in a rejects file that was not changed since it was rejected.
  var unchangedProblem: RowProblem? {
    rejects?.problem(ofUnchanged: parser.record, width: ownWidth ?? header.count)
  }

  /// The problem of an unchanged record of a rejects file with rows of JSON.
  private var rejectedProblem: RowProblem?

  /// Returns a parser whose record is the invalid one of a rejects file with its bytes decoded, if
  /// an encoding was given for bytes that are not UTF-8.
  ///
  /// - Throws: `CSVError` if the record has another error.
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

  /// The estimated number of records in the file; `nil` if its size is unknown.
  var expectedRecords: Int? {
    guard let size = text.source.size, !piece.isEmpty else { return nil }
    let lines = piece.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    // The size of a compressed file is smaller than its content.
    let share = max(1, Double(text.source.count) / Double(max(1, text.source.position)))
    let expected = Double(size) * share / Double(piece.count) * Double(max(1, lines)) * 1.05 + 64
    return expected < 1e12 ? Int(expected) : nil
  }

  /// The number of fields of a record without the reject columns; `nil` if the file is not a
  /// rejects file.
  var ownWidth: Int? { rejectWidth > 0 ? originalHeader.count : nil }
}

/// Skips the first lines of a text, which is read in chunks.
struct LineSkipper {
  private var left: Int
  private var isAfterReturn = false

  init(_ lines: Int) { left = lines }

  var isDone: Bool { left == 0 && !isAfterReturn }

  /// Returns the number of bytes to skip in the next chunk.
  mutating func skip(_ piece: UnsafeRawBufferPointer) -> Int {
    for (index, byte) in piece.enumerated() {
      let isSecond = isAfterReturn && byte == UInt8(ascii: "\n")
      isAfterReturn = false
      if isSecond { continue }
      if left == 0 { return index }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { left -= 1 }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
    return piece.count
  }
}
