import CSV
import Rules

/// The columns that a file of rejected records has behind those of the file that they were in.
struct RejectColumns {
  /// Those that every such file has.
  static let always = [
    "reject_file", "reject_line", "reject_column", "reject_value", "reject_reason",
  ]
  /// A hash of the record's fields, of one that its fields alone do not show to be wrong. Files of
  /// earlier versions have no such column.
  static let row = "reject_row"
  /// What a record means by what is around it, in files of formats where that matters.
  static let context = "reject_context"
  /// What has to be said again to import a record as it was, where something has.
  private static let options = "reject_options"

  private let hasRow: Bool
  let hasContext: Bool
  let hasOptions: Bool

  init(hasContext: Bool, hasOptions: Bool) {
    hasRow = true
    self.hasContext = hasContext
    self.hasOptions = hasOptions
  }

  /// Those that a header ends with; `nil` when it is of no such file.
  init?(of header: [String]) {
    var rest = header[...]
    hasOptions = rest.last == Self.options
    if hasOptions { rest.removeLast() }
    hasContext = rest.last == Self.context
    if hasContext { rest.removeLast() }
    hasRow = rest.last == Self.row
    if hasRow { rest.removeLast() }
    guard rest.suffix(Self.always.count) == Self.always[...] else { return nil }
  }

  var names: [String] {
    Self.always + (hasRow ? [Self.row] : []) + (hasContext ? [Self.context] : [])
      + (hasOptions ? [Self.options] : [])
  }

  var width: Int { names.count }

  /// Where a record was rejected and what it meant there, by its fields in these columns.
  func origin(_ mark: ArraySlice<String>) -> (RecordOrigin?, RowContext?) {
    guard let file = mark.first else { return (nil, nil) }
    let fields = Array(mark)
    let place = Self.always.count + (hasRow ? 1 : 0)
    let context = hasContext && fields.count > place ? RowContext(fields[place]) : nil
    var path = file
    if let context {
      let own = context[text: "path"]
      path = own.isEmpty ? file.split(separator: "/").last.map(String.init) ?? file : own
    } else if let zip = file.firstRange(of: ".zip:") {
      path = String(file[zip.upperBound...])
    }
    let line = fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    return (RecordOrigin(file: file, line: line, path: path), context)
  }

  /// What has to be said again, by a record's fields in these columns.
  func repeated(_ mark: ArraySlice<String>) -> RepeatedOptions? {
    hasOptions && mark.count == width ? mark.last.flatMap { RepeatedOptions(text: $0) } : nil
  }

  // MARK: Unchanged records

  private static let unchanged = "not changed since it was rejected from "

  /// Why a record is rejected again that is as it was when it was rejected, if its fields do not show
  /// what was wrong: they were made of text that was not written as it should be.
  ///
  /// - Parameters:
  ///   - mark: its fields in these columns.
  ///   - own: its other fields.
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
    problem.isOfForm = true
    return problem
  }

  /// A hash of a record's fields, in which empty ones at its end and the kind of line ends in texts are
  /// no difference. It begins with a letter, so that no spreadsheet takes it for a number.
  static func hash(of fields: [[UInt8]]) -> String {
    let last = fields.lastIndex { !$0.isEmpty } ?? -1
    var bytes: [UInt8] = []
    for field in fields[...last] {
      for (place, byte) in field.enumerated() {
        let isReturn = byte == UInt8(ascii: "\r")
        if isReturn, place + 1 < field.count, field[place + 1] == UInt8(ascii: "\n") { continue }
        bytes.append(isReturn ? UInt8(ascii: "\n") : byte)
      }
      // A byte that no text has.
      bytes.append(0xFF)
    }
    return "r" + AlikeRows.short(SourceKey.hash(bytes))
  }
}

extension RejectColumns {
  /// Why a record that was rejected is rejected again though nothing is wrong with its fields.
  ///
  /// - Parameter width: how many fields stand before these columns.
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
