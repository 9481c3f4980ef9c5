import ArgumentParser
import CSV
import JSON
import Rules
import Schema
import Scripting
import Views

/// The output format of a list.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  case csv
}

/// A value in a list.
enum Cell {
  case text(String)
  case integer(Int64)
  /// A whole number that identifies something, such as a batch; without commas between thousands.
  case number(Int64)
  /// A number in millionths.
  case decimal(Int64)
  /// A share in millionths, which a table shows in percent. It is truncated, so that 100 % means
  /// exactly all.
  case share(Int64)
  /// A number that was already rounded for display.
  case rounded(String)
  case flag(Bool)
  case list([String])
  /// A structured value.
  case json(JSONValue)
  case none

  init(_ text: String?) { self = text.map { .text($0) } ?? .none }
  init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64($0)) } ?? .none }

  /// Creates the cell of a field's value.
  init(_ value: FieldValue) {
    self =
      switch value {
      case .none: .none
      case .text(let text), .name(let text): .text(text)
      case .integer(let number): .integer(number)
      case .decimal(let millionths): .decimal(millionths)
      case .boolean(let flag): .flag(flag)
      case .day, .instant, .time: .text(value.plain)
      case .list(let texts): .list(texts)
      case .json(let json): .json(json)
      }
  }

  /// The text in a table.
  var text: String {
    switch self {
    case .text(let text), .rounded(let text): text
    case .integer(let number): grouped(number)
    case .number(let number): String(number)
    case .decimal(let millionths): groupedDecimal(millionths)
    case .share(let millionths): percentText(millionths)
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let texts): texts.joined(separator: ", ")
    case .json(let value): value.text()
    case .none: ""
    }
  }

  /// The text in CSV.
  var plainText: String {
    switch self {
    case .integer(let number): String(number)
    case .decimal(let millionths), .share(let millionths): decimalText(millionths, places: 6)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: "|")
    default: text
    }
  }

  var json: JSONValue {
    switch self {
    case .text(let text), .rounded(let text): .string(text)
    case .integer(let number), .number(let number): .integer(number)
    case .decimal(let millionths), .share(let millionths): .millionths(millionths)
    case .flag(let flag): .boolean(flag)
    case .list(let texts): .array(texts.map { .string($0) })
    case .json(let value): value
    case .none: .null
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .number, .decimal, .share, .rounded: true
    default: false
    }
  }
}

/// Returns a number of millionths as a decimal, rounded half away from zero to a number of decimal
/// places (at most 6).
func decimalText(_ millionths: Int64, places: Int) -> String {
  let unit = (places..<6).reduce(Int64(1)) { product, _ in product * 10 }
  let rounded = (millionths.magnitude + UInt64(unit) / 2) / UInt64(unit)
  let scale = (0..<places).reduce(UInt64(1)) { product, _ in product * 10 }
  let sign = millionths < 0 && rounded > 0 ? "-" : ""
  if places == 0 { return sign + String(rounded) }
  let digits = String(rounded % scale)
  return sign + String(rounded / scale) + "."
    + String(repeating: "0", count: places - digits.utf8.count) + digits
}

/// Returns a number of millionths as a decimal with two decimal places and commas between thousands.
func groupedDecimal(_ millionths: Int64) -> String {
  grouped(decimal: decimalText(millionths, places: 2))
}

/// Returns a share in millionths as a percentage, truncated to a whole number.
func percentText(_ millionths: Int64) -> String { "\(grouped(millionths / 10_000)) %" }

/// A writer of lists, row by row. Only a table is collected until its end, to determine the widths.
struct Listing {
  let format: ListFormat
  let columns: [String]
  private var rows: [[Cell]] = []
  private var count = 0
  private var writer = CSVWriter()
  private let output = StandardOutput.shared

  init(_ format: ListFormat, columns: [String]) {
    self.format = format
    self.columns = columns
    if format == .csv { writeRecord(columns) }
  }

  mutating func append(_ row: [Cell]) {
    switch format {
    case .table: rows.append(row)
    case .csv: writeRecord(row.map(\.plainText))
    case .json:
      let object = JSONValue.object(zip(columns, row).map { ($0, $1.json) })
      output.write((count == 0 ? "[\n  " : ",\n  ") + object.text())
    }
    count += 1
  }

  private mutating func writeRecord(_ fields: [String]) {
    writer.append(record: fields)
    let output = output
    writer.drain { span in span.withUnsafeBytes { output.write($0) } }
  }

  /// Writes the end of the list.
  ///
  /// - Parameter empty: The text for a table without rows.
  func end(empty: String) {
    switch format {
    case .csv: break
    case .json: output.write(count == 0 ? "[]\n" : "\n]\n")
    case .table:
      output.write(rows.isEmpty ? empty + "\n" : TerminalTable(columns: columns, rows: rows).text)
    }
  }
}
