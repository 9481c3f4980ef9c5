import CSV
import FlintRules

/// The reject columns: the columns of a rejects file after those of the original file.
struct RejectColumns {
  /// The names of the columns that every rejects file has.
  static let always = [
    "reject_file", "reject_line", "reject_column", "reject_value", "reject_reason",
  ]
  /// The column with a hash of the record's fields, for a problem that its fields do not show.
  /// Files of earlier versions have no such column.
  static let row = "reject_row"
  /// A column of the rejects files of versions up to 0.2.0, which is ignored.
  private static let formerContext = "reject_context"
  /// The column with the options needed to import the record again, if there are any.
  private static let options = "reject_options"

  private let hasRow: Bool
  private var hasFormerContext = false
  private let hasOptions: Bool

  init(hasOptions: Bool) {
    hasRow = true
    self.hasOptions = hasOptions
  }

  /// Detects the reject columns at the end of a header; returns `nil` if it is not of a rejects
  /// file.
  init?(of header: [String]) {
    var rest = header[...]
    hasOptions = rest.last == Self.options
    if hasOptions { rest.removeLast() }
    hasFormerContext = rest.last == Self.formerContext
    if hasFormerContext { rest.removeLast() }
    hasRow = rest.last == Self.row
    if hasRow { rest.removeLast() }
    guard rest.suffix(Self.always.count) == Self.always[...] else { return nil }
  }

  var names: [String] {
    Self.always + (hasRow ? [Self.row] : []) + (hasFormerContext ? [Self.formerContext] : [])
      + (hasOptions ? [Self.options] : [])
  }

  var width: Int { names.count }

  /// Returns the origin of a record, from its fields in these columns.
  func origin(_ mark: ArraySlice<String>) -> RecordOrigin? {
    mark.first.map { RecordOrigin(file: $0, line: mark.dropFirst().first.flatMap { Int($0) } ?? 0) }
  }

  /// Returns the options needed to import a record again, from its fields in these columns.
  func repeated(_ mark: ArraySlice<String>) -> RepeatedOptions? {
    hasOptions && mark.count == width ? mark.last.flatMap { RepeatedOptions(text: $0) } : nil
  }

  // MARK: Unchanged records

  private static let unchanged = "not changed since it was rejected from "

  /// Returns the problem of a record that was not changed since it was rejected, if its fields do
  /// not show the problem because it was in the CSV syntax.
  ///
  /// - Parameters:
  ///   - mark: the fields of the record in these columns.
  ///   - own: the other fields of the record.
  func problem(of mark: ArraySlice<String>, unchanged own: [[UInt8]]) -> RowProblem? {
    let fields = Array(mark)
    guard hasRow, fields.count == width, !fields[Self.always.count].isEmpty,
      fields[Self.always.count] == Self.hash(of: own)
    else { return nil }
    var reason = fields[Self.always.count - 1]
    if !reason.hasPrefix(Self.unchanged) {
      reason =
        "\(Self.unchanged)\(fields[0]):\(fields[1]): \(reason); fix it, or empty its \(Self.row) if it is "
        + "right as it is"
    }
    var problem = RowProblem(reason: reason)
    problem.isSyntaxError = true
    return problem
  }

  /// Returns a hash of a record's fields, ignoring empty fields at the end and the kind of line
  /// ends in texts. It begins with a letter, so that no spreadsheet interprets it as a number.
  static func hash(of fields: [[UInt8]]) -> String {
    let last = fields.lastIndex { !$0.isEmpty } ?? -1
    var bytes: [UInt8] = []
    for field in fields[...last] {
      for (index, byte) in field.enumerated() {
        let isReturn = byte == UInt8(ascii: "\r")
        if isReturn, index + 1 < field.count, field[index + 1] == UInt8(ascii: "\n") { continue }
        bytes.append(isReturn ? UInt8(ascii: "\n") : byte)
      }
      // A byte that never occurs in text.
      bytes.append(0xFF)
    }
    let digits = String(SourceKey.hash(bytes) % 60_466_176, radix: 36)
    return "r" + String(repeating: "0", count: 5 - digits.count) + digits
  }
}

extension RejectColumns {
  /// Returns the problem of an unchanged record of a rejects file, if its fields do not show the
  /// problem.
  ///
  /// - Parameter width: the number of fields before these columns.
  func problem(ofUnchanged record: borrowing CSVRecord, width: Int) -> RowProblem? {
    let end = width + self.width
    guard hasRow, record.count >= end else { return nil }
    let mark = (width..<end).map { record[$0] }
    var own: [[UInt8]] = []
    for field in 0..<record.count where field < width || field >= end {
      own.append(Array(record.utf8(of: field)))
    }
    return problem(of: mark[...], unchanged: own)
  }
}
