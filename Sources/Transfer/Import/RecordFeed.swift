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
  /// Whether the file is a rejects file, whose last columns are not the record's own.
  private var isMended = false

  /// Opens a file and reads its header.
  ///
  /// - Throws: `InputFailure` when it cannot be read, or has no header.
  init(_ file: InputFile, _ options: ImportOptions, _ source: ByteSource? = nil) throws {
    text = try TextSource(file, options, source)
    parser = CSVParser(dialect: text.start.dialect)
    if let columns = options.columns {
      header = columns
      parser.width = columns.count
      return
    }
    do {
      guard try next() else {
        throw InputFailure(file.name, "the file is empty", isUnreadable: false)
      }
      let names = try parser.adoptHeader().names
      header = ImportJob.ownColumns(names)
      isMended = header.count < names.count
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
    if plain == header || (isMended && plain.count < header.count) { return false }
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
      if piece.isEmpty {
        isFinished = true
        return try parser.finish()
      }
    }
    return false
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
  var ownWidth: Int? { isMended ? header.count : nil }
}
