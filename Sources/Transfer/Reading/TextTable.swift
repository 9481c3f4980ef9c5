import CSV
import Rules

/// A file read whole as a table, each record with its line. Unless it is to be read strictly, absent
/// fields at the end of a row are empty, and empty ones too many are dropped. The columns that a file
/// of rejected records has behind those of the file are none of the table. Lines in texts end in line
/// feeds, whatever they end in in the file.
struct TextTable {
  /// A record behind the header.
  struct Row {
    /// The line it begins on.
    var line: Int
    /// Its fields: one a column, unless there is a problem.
    var fields: [String]
    /// The same byte by byte, of a record that is no text.
    var bytes: [[UInt8]]?
    /// The same of a record that is text in the encoding that was said of such bytes.
    fileprivate var undecoded: [[UInt8]]?
    /// Why it cannot be read as a row of the table.
    var problem: RowProblem?
    /// Where it was rejected, if it is in a file of rejected records.
    var origin: RecordOrigin?
    /// What it meant there by what was around it, if that was kept.
    var context: RowContext?

    /// Whether all its fields are blank.
    var isBlank: Bool { fields.allSatisfy { $0.trimmedWhitespace.isEmpty } }
  }

  /// The names of the columns as the file has them, without those at the end that have no name
  /// because a delimiter ends the line.
  let header: [String]
  /// The records behind the header.
  private(set) var rows: [Row] = []
  /// The records before the header.
  private(set) var preamble: [Row] = []
  private let positions: [String: Int]
  /// What rows that were rejected from a file have to know of all of it, by its name.
  private(set) var sharedContexts: [String: RowContext] = [:]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - isHeader: whether a record is the header; the first with any text unless given.
  ///   - fields: the fields that a record has, given those that the delimiters make.
  /// - Throws: `FormatProblem` when there is no header, or when it is too large.
  init(
    _ file: borrowing WholeFile, isHeader: ([String]) -> Bool = { _ in true },
    fields: ([String]) -> [String] = { $0 }
  ) throws(FormatProblem) {
    if let columns = file.columns {
      try self.init(file, header: columns, fields: fields)
      return
    }
    self = try TextTable(withHeader: file, isHeader, fields)
  }

  private init(
    withHeader file: borrowing WholeFile, _ isHeader: ([String]) -> Bool,
    _ fields: ([String]) -> [String]
  ) throws(FormatProblem) {
    let records = try TextTable.records(file, fields)
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
    var header = records[start].fields
    if file.isStrict {
      if let fault = TextTable.fault(ofNames: header) {
        throw FormatProblem(
          path: file.path, line: records[start].line, message: "the header: \(fault)")
      }
    } else {
      while let last = header.last, last.trimmedWhitespace.isEmpty { header.removeLast() }
    }
    let rejects = RejectColumns(of: header)
    let rejectWidth = rejects?.width ?? 0
    header.removeLast(rejectWidth)
    self.header = header
    positions = TextTable.positions(header)
    preamble = Array(records[..<start])
    let width = header.count
    let isStrict = file.isStrict
    rows = records[(start + 1)...].map { row in
      var row = row
      if let rejects, row.fields.count > width {
        let mark = row.fields[width..<min(row.fields.count, width + rejectWidth)]
        (row.origin, row.context) = rejects.origin(mark)
        // What was too much stands behind, and is too much until it is taken away.
        row.fields.removeSubrange(mark.indices)
        row.bytes?.removeSubrange(mark.indices)
        row.undecoded?.removeSubrange(mark.indices)
        let own = row.bytes ?? row.undecoded ?? row.fields.map { Array($0.utf8) }
        if let problem = rejects.problem(of: mark, unchanged: own) { row.problem = problem }
      }
      return TextTable.fitted(row, to: header, isStrict: isStrict)
    }
    for row in rows {
      guard let origin = row.origin, case .object? = row.context?["shared"] else { continue }
      if sharedContexts[origin.file] == nil {
        sharedContexts[origin.file] = row.context?[context: "shared"]
      }
    }
  }

  /// What a row that was rejected has to know of the whole file that it was in.
  func shared(by origin: RecordOrigin) -> RowContext {
    sharedContexts[origin.file] ?? RowContext()
  }

  /// Reads a file that has no header, with names for its columns.
  ///
  /// - Throws: `FormatProblem` when it is too large.
  init(
    _ file: borrowing WholeFile, header: [String], fields: ([String]) -> [String] = { $0 }
  ) throws(FormatProblem) {
    self.header = header
    positions = TextTable.positions(header)
    let isStrict = file.isStrict
    rows = try TextTable.records(file, fields).map {
      TextTable.fitted($0, to: header, isStrict: isStrict)
    }
  }

  private static func positions(_ header: [String]) -> [String: Int] {
    Dictionary(
      header.enumerated().map { ($0.element.trimmedWhitespace.lowercased(), $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What strict reading finds wrong with names of columns.
  private static func fault(ofNames names: [String]) -> String? {
    for (place, name) in names.enumerated() {
      if name.isEmpty { return "field \(place + 1) has no name" }
      if let first = names[..<place].firstIndex(of: name) {
        return "field \(place + 1) repeats the name \"\(name)\" of field \(first + 1)"
      }
    }
    return nil
  }

  /// The column of a name, case aside; `nil` when there is none.
  func column(_ name: String) -> Int? { positions[name.lowercased()] }

  /// The text of a row in the column of a name; empty when there is no such column.
  func text(_ row: Row, _ name: String) -> String {
    guard let position = column(name), position < row.fields.count else { return "" }
    return row.fields[position]
  }

  private static func fitted(_ row: Row, to header: [String], isStrict: Bool) -> Row {
    if row.problem != nil { return row }
    var row = row
    while !isStrict, row.fields.count > header.count,
      row.fields.last?.trimmedWhitespace.isEmpty == true
    {
      row.fields.removeLast()
    }
    if row.fields.count > header.count {
      row.problem = RowProblem(
        reason: "\(row.fields.count) fields, where the header has \(header.count)")
    }
    if isStrict, row.fields.count < header.count {
      var problem = RowProblem(
        reason: "\(row.fields.count) fields, where the header has \(header.count)")
      problem.isOfForm = true
      row.problem = problem
    }
    while row.fields.count < header.count { row.fields.append("") }
    return row
  }

  /// So many fields a file may have that is read whole: an empty one takes many times its delimiter.
  private static let mostFields = 1 << 23

  /// All records of a file.
  private static func records(
    _ file: borrowing WholeFile, _ fields: ([String]) -> [String]
  ) throws(FormatProblem) -> [Row] {
    let delimiter = CSVDialect.canDelimit(file.delimiter) ? file.delimiter : UInt8(ascii: ",")
    var dialect = CSVDialect(
      delimiter: delimiter, strictness: file.isStrict ? .strict : .lenient,
      skipsSeparatorLine: true)
    dialect.refusesTextAfterQuotes = true
    var parser = CSVParser(dialect: dialect)
    var faults = file.faults
    var rows: [Row] = []
    var fieldCount = 0
    file.bytes.withUnsafeBytes { bytes in
      var position = 0
      var isFinished = false
      while !isFinished {
        var problem: RowProblem?
        var strings: [String]?
        var found: [[UInt8]]?
        var undecoded: [[UInt8]]?
        do throws(CSVError) {
          if try !parser.next(in: bytes, at: &position) {
            isFinished = true
            if try !parser.finish() { return }
          }
        } catch {
          problem = faults.problem(error, parser.record)
          let fields = faults.restored(parser.record, after: error)
          if let decoded = faults.decoded(fields, after: error) {
            strings = decoded
            undecoded = fields
            problem = nil
          } else if fields.contains(where: { !$0.isUTF8 }) {
            found = fields
          }
        }
        var row = Row(
          line: parser.record.line,
          fields: fields((strings ?? parser.record.strings).map(\.withLineFeeds)), problem: problem)
        row.bytes = found
        row.undecoded = undecoded
        fieldCount += parser.record.count
        if fieldCount > mostFields { return }
        rows.append(row)
      }
    }
    guard fieldCount <= mostFields else {
      throw FormatProblem(
        path: file.path, line: parser.record.line,
        message: "more than \(mostFields) fields, the most that is read of this format")
    }
    return rows
  }
}

extension TextTable {
  /// Why a row without any text is skipped.
  static let emptyRow = "an empty row"

  /// A unit for each row: rejected where it cannot be read, skipped where it is empty, and otherwise
  /// what is made of it.
  ///
  /// - Parameter file: the file's place among those that are read together.
  func units(
    file: Int, context: (Row) -> RowContext? = { _ in nil },
    _ body: (Row) throws(RowProblem) -> ImportUnit.Outcome
  ) -> [ImportUnit] {
    rows.map { row in
      ImportUnit([row.original(file: file, context(row))], row.outcome(body))
    }
  }
}

extension TextTable.Row {
  /// The row as a report shows it.
  ///
  /// - Parameter context: what it means by what is around it.
  func original(file: Int, _ context: RowContext? = nil) -> OriginalRecord {
    var original = OriginalRecord(file: file, line: line, fields: fields)
    original.bytes = bytes
    original.context = context?.text
    original.origin = origin
    original.isOfForm = problem?.isOfForm ?? false
    return original
  }

  /// What becomes of the row.
  func outcome(
    _ body: (TextTable.Row) throws(RowProblem) -> ImportUnit.Outcome
  ) -> ImportUnit.Outcome {
    if let problem { return .rejected(problem) }
    if isBlank { return .skipped(TextTable.emptyRow) }
    do throws(RowProblem) {
      return try body(self)
    } catch {
      return .rejected(error)
    }
  }
}
