import CSV
import FlintJSON
import FlintRules
import FlintSchema

/// A CSV file read into memory as a table, each record with its line number.
///
/// Unless reading is strict, missing fields at the end of a row are empty, and surplus empty ones
/// are dropped. The columns that a rejects file appends are not columns of the table. Line breaks
/// in texts become line feeds.
struct CSVTable {
  struct Row {
    /// The number of the line on which the record begins, from 1.
    let line: Int
    /// The fields: one per column, unless there is a problem.
    var fields: TableFields
    /// See `WholeFile.keepsOriginals`.
    let keepsOriginal: Bool
    private var rare: Box?

    fileprivate init(line: Int, _ fields: TableFields, _ file: borrowing WholeFile) {
      self.line = line
      self.fields = fields
      keepsOriginal = file.keepsOriginals
    }

    /// The properties that few rows have, in an object to keep the others small.
    fileprivate struct Rare: Sendable {
      var bytes: [[UInt8]]?
      /// The raw bytes of the fields, if the record was decoded from the encoding stated for
      /// invalid bytes.
      var undecoded: [[UInt8]]?
      var problem: RowProblem?
      var origin: RecordOrigin?
    }

    private final class Box: Sendable {
      let properties: Rare
      init(_ properties: Rare) { self.properties = properties }
    }

    fileprivate var properties: Rare {
      get { rare?.properties ?? Rare() }
      set { rare = Box(newValue) }
    }

    /// The raw bytes of the fields, if the record is not valid text.
    var bytes: [[UInt8]]? { rare?.properties.bytes }
    /// The reason why the record cannot be read as a row of the table, if any.
    var problem: RowProblem? { rare?.properties.problem }
    /// The original position of the record, if the file is a rejects file.
    var origin: RecordOrigin? { rare?.properties.origin }

    var isBlank: Bool { fields.indices.allSatisfy { fields.isBlank($0) } }
  }

  /// The names of the columns as the file has them, without unnamed ones at the end that a trailing
  /// delimiter causes.
  let header: [String]
  private(set) var rows: [Row] = []
  private(set) var preamble: [Row] = []
  /// The columns by their names in lower case and, to find them at once, as the file has them.
  private let positions: [String: Int]

  /// - Parameters:
  ///   - isHeader: returns whether a record is the header; by default, the first record with any
  ///     text is.
  ///   - fields: maps the fields as divided by the delimiters to those that the record has, if
  ///     they differ.
  /// - Throws: `FormatProblem` when there is no header, or when the file is too large.
  init(
    _ file: borrowing WholeFile, isHeader: ([String]) -> Bool = { _ in true },
    fields: (([String]) -> [String])? = nil
  ) throws(FormatProblem) {
    if let columns = file.columns {
      try self.init(file, header: columns, fields: fields)
      return
    }
    self = try CSVTable(withHeader: file, isHeader, fields)
  }

  private init(
    withHeader file: borrowing WholeFile, _ isHeader: ([String]) -> Bool,
    _ fields: (([String]) -> [String])?
  ) throws(FormatProblem) {
    let records = try CSVTable.records(file, fields)
    guard
      let start = records.firstIndex(where: { row in
        !row.isBlank && isHeader(row.fields.map { $0.trimmedWhitespace })
      })
    else {
      throw FormatProblem(path: file.path, message: "there is no header in this file")
    }
    if let problem = records[start].problem {
      throw FormatProblem(
        path: file.path, line: records[start].line,
        message: "the header cannot be read: \(problem.reason)")
    }
    var header = Array(records[start].fields)
    if file.isStrict {
      if let error = CSVTable.headerError(header) {
        throw FormatProblem(
          path: file.path, line: records[start].line, message: "the header: \(error)")
      }
    } else {
      while let last = header.last, last.trimmedWhitespace.isEmpty { header.removeLast() }
    }
    let rejects = RejectColumns(of: header)
    let rejectWidth = rejects?.width ?? 0
    header.removeLast(rejectWidth)
    self.header = header
    positions = CSVTable.positions(header)
    preamble = Array(records[..<start])
    let width = header.count
    let isStrict = file.isStrict
    rows = records[(start + 1)...].map { row in
      var row = row
      if let rejects, row.fields.count > width {
        var (fields, properties) = (Array(row.fields), row.properties)
        let mark = fields[width..<min(fields.count, width + rejectWidth)]
        properties.origin = rejects.origin(mark)
        // Surplus fields follow, and stay surplus until the user removes them.
        fields.removeSubrange(mark.indices)
        properties.bytes?.removeSubrange(mark.indices)
        properties.undecoded?.removeSubrange(mark.indices)
        let own = properties.bytes ?? properties.undecoded ?? fields.map { Array($0.utf8) }
        properties.problem = rejects.problem(of: mark, unchanged: own) ?? properties.problem
        row.fields = TableFields(fields)
        row.properties = properties
      }
      return CSVTable.fitted(row, to: header, isStrict: isStrict)
    }
  }

  /// Reads a file that has no header, with the given column names.
  ///
  /// - Throws: `FormatProblem` when the file is too large.
  init(
    _ file: borrowing WholeFile, header: [String], fields: (([String]) -> [String])? = nil
  ) throws(FormatProblem) {
    self.header = header
    positions = CSVTable.positions(header)
    let isStrict = file.isStrict
    rows = try CSVTable.records(file, fields).map {
      CSVTable.fitted($0, to: header, isStrict: isStrict)
    }
  }

  private static func positions(_ header: [String]) -> [String: Int] {
    var positions: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      let (name, lower) = (name.trimmedWhitespace, name.trimmedWhitespace.lowercased())
      if positions[lower] == nil {
        positions[lower] = index
        positions[name] = index
      }
    }
    return positions
  }

  /// Returns the error that strict reading reports for column names, if any.
  private static func headerError(_ names: [String]) -> String? {
    for (index, name) in names.enumerated() {
      if name.isEmpty { return "field \(index + 1) has no name" }
      if let first = names[..<index].firstIndex(of: name) {
        return "field \(index + 1) repeats the name \"\(name)\" of field \(first + 1)"
      }
    }
    return nil
  }

  /// Returns the index of the column with a name, ignoring case; `nil` when there is none.
  func column(_ name: String) -> Int? { positions[name] ?? positions[name.lowercased()] }

  /// Returns the text of a row in the column with a name; empty when there is no such column.
  func text(_ row: Row, _ name: String) -> String { text(row, column(name)) }

  /// Returns the text of a row in a column; empty when there is none.
  func text(_ row: Row, _ column: Int?) -> String {
    guard let column, column < row.fields.count else { return "" }
    return row.fields[column]
  }

  private static func fitted(_ row: Row, to header: [String], isStrict: Bool) -> Row {
    if row.problem != nil { return row }
    var row = row
    var count = row.fields.count
    while !isStrict, count > header.count, row.fields.isBlank(count - 1) { count -= 1 }
    row.fields.resize(to: max(count, header.count))
    if count > header.count || (isStrict && count < header.count) {
      var problem = RowProblem(reason: "\(count) fields, where the header has \(header.count)")
      problem.isSyntaxError = count < header.count
      row.properties.problem = problem
    }
    return row
  }

  /// The maximum number of fields in a file that is read into memory: an empty field takes many
  /// times the space of its delimiter.
  private static let maximumFieldCount = 1 << 23

  private static func records(
    _ file: borrowing WholeFile, _ fields: (([String]) -> [String])?
  ) throws(FormatProblem) -> [Row] {
    let delimiter = CSVDialect.canDelimit(file.delimiter) ? file.delimiter : UInt8(ascii: ",")
    var dialect = CSVDialect(
      delimiter: delimiter, strictness: file.isStrict ? .strict : .lenient,
      skipsSeparatorLine: true)
    dialect.refusesTextAfterQuotes = true
    dialect.skipsSpaceBeforeQuotes = file.skipsSpaceBeforeQuotes
    var parser = CSVParser(dialect: dialect)
    var faults = file.faults
    var text = TableText.Content(expectedSize: file.bytes.count)
    /// The lines of the records, and the indices of their first fields in `text`.
    var records: [(line: Int, first: Int)] = []
    var rare: [Int: Row.Rare] = [:]
    var fieldCount = 0
    file.bytes.withUnsafeBytes { bytes in
      var position = 0
      var isFinished = false
      while !isFinished {
        var strings: [String]?
        do throws(CSVError) {
          if try !parser.next(in: bytes, at: &position) {
            isFinished = true
            if try !parser.finish() { return }
          }
        } catch {
          let problem = faults.problem(error, parser.record)
          let fields = faults.restored(parser.record, after: error)
          strings = faults.decoded(fields, after: error)
          let isInvalid = fields.contains { !$0.isUTF8 }
          rare[records.count] =
            strings == nil
            ? Row.Rare(bytes: isInvalid ? fields : nil, problem: problem)
            : Row.Rare(undecoded: fields)
        }
        fieldCount += parser.record.count
        if fieldCount > maximumFieldCount { return }
        records.append((parser.record.line, text.count))
        text.append(parser.record, strings, fields)
      }
    }
    guard fieldCount <= maximumFieldCount else {
      throw FormatProblem(
        path: file.path, line: parser.record.line,
        message: "the file has more than \(maximumFieldCount) fields, the maximum for this format")
    }
    let texts = TableText(text)
    return records.indices.map { index in
      let (line, first) = records[index]
      let end = index + 1 < records.count ? records[index + 1].first : text.count
      var row = Row(line: line, TableFields(texts, first: first, count: end - first), file)
      if let rare = rare[index] { row.properties = rare }
      return row
    }
  }
}

extension CSVTable {
  /// The reason for skipping a row without any text.
  static let emptyRow = "an empty row"

  /// Returns an import unit for each row: rejected if the row cannot be read, skipped if it is
  /// empty, and otherwise the result of a closure.
  ///
  /// - Parameters:
  ///   - file: the index of the file among those that are read together.
  ///   - needsOriginal: returns whether other rows determine the meaning of a row.
  ///   - body: returns the outcome of a row.
  func units(
    file: Int, needsOriginal: (Row) -> Bool = { _ in false },
    _ body: (Row) throws(RowProblem) -> ImportUnit.Outcome
  ) -> [ImportUnit] {
    rows.map { row in
      ImportUnit(
        [row.original(file: file, needsOriginal: needsOriginal(row))], row.outcome(body))
    }
  }
}

extension CSVTable.Row {
  /// Returns the row as a report shows it, or only its position if originals are not kept.
  ///
  /// - Parameter needsOriginal: whether other rows determine the meaning of the row.
  func original(file: Int, needsOriginal: Bool = false) -> OriginalRecord {
    var original = OriginalRecord(
      file: file, line: line, fields: keepsOriginal ? Array(fields) : [])
    original.origin = origin
    if keepsOriginal {
      original.bytes = bytes
      original.needsOriginal = needsOriginal
      original.isSyntaxError = problem?.isSyntaxError ?? false
    }
    return original
  }

  /// Returns the outcome of the row: rejected if it cannot be read, skipped if it is empty, and
  /// otherwise the result of the closure.
  func outcome(
    _ body: (CSVTable.Row) throws(RowProblem) -> ImportUnit.Outcome
  ) -> ImportUnit.Outcome {
    if let problem { return .rejected(problem) }
    if isBlank { return .skipped(CSVTable.emptyRow) }
    do throws(RowProblem) {
      return try body(self)
    } catch {
      return .rejected(error)
    }
  }
}

extension TableText.Content {
  /// Appends the fields of a record, with line breaks in them as line feeds.
  ///
  /// - Parameters:
  ///   - strings: the texts of the fields, if they differ from those of the record.
  ///   - fields: maps the texts to those that the record has, if they differ.
  fileprivate mutating func append(
    _ record: borrowing CSVRecord, _ strings: [String]?, _ fields: (([String]) -> [String])?
  ) {
    if strings == nil, fields == nil {
      let first = count
      for field in 0..<record.count { append(record.utf8(of: field)) }
      if !contains(0x0D, from: first) { return }
      removeFields(from: first)
    }
    let texts = (strings ?? record.strings).map(\.withLineFeeds)
    for text in fields?(texts) ?? texts { append(text.utf8) }
  }
}
