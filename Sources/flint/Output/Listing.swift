import ArgumentParser
import CSV
import Rules
import Scripting

/// How a list is written.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  case csv
}

/// One value of a list.
enum Cell {
  case text(String)
  case integer(Int64)
  /// A whole number that names something, such as a batch: without commas between thousands.
  case number(Int64)
  /// A number in millionths.
  case decimal(Int64)
  /// A share in millionths, which a table shows in percent. It is cut, not rounded: 100 % means that all
  /// of it is there.
  case share(Int64)
  /// A number that has been rounded for people already.
  case rounded(String)
  case flag(Bool)
  case list([String])
  /// A value with parts of its own.
  case json(JSONValue)
  case none

  init(_ text: String?) { self = text.map { .text($0) } ?? .none }
  init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64($0)) } ?? .none }

  /// What a table for people shows.
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

  /// What a program reads.
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

/// A number of millionths as a decimal, rounded half away from zero to so many places (at most 6).
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

/// A number of millionths as a decimal with two places, and commas between thousands.
func groupedDecimal(_ millionths: Int64) -> String {
  grouped(decimal: decimalText(millionths, places: 2))
}

/// A share of millionths in percent, cut to whole ones.
func percentText(_ millionths: Int64) -> String { "\(grouped(millionths / 10_000)) %" }

/// Writes a list row by row; only a table is held until its end, to know its widths.
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

  /// Writes what is left.
  ///
  /// - Parameter empty: what a table says when it has no rows.
  func end(empty: String) {
    switch format {
    case .csv: break
    case .json: output.write(count == 0 ? "[]\n" : "\n]\n")
    case .table:
      output.write(rows.isEmpty ? empty + "\n" : TerminalTable(columns: columns, rows: rows).text)
    }
  }
}
