import ArgumentParser
import CSV
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
  case flag(Bool)
  case list([String])
  case none

  init(_ text: String?) { self = text.map { .text($0) } ?? .none }
  init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64($0)) } ?? .none }

  var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let texts): texts.joined(separator: ", ")
    case .none: ""
    }
  }

  var plainText: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: "|")
    default: text
    }
  }

  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .flag(let flag): .boolean(flag)
    case .list(let texts): .array(texts.map { .string($0) })
    case .none: .null
    }
  }

  var isNumber: Bool {
    if case .integer = self { return true }
    return false
  }
}

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
      output.write(rows.isEmpty ? empty + "\n" : TextTable(columns: columns, rows: rows).text)
    }
  }
}
