import GRDB
import FlintJSON
import FlintRules

extension Dump {
  /// Writes every table, and the manifest.
  ///
  /// - Parameter file: writes a file: see `Store.writeDirectory`.
  func writeTables(
    _ file: (_ name: String, _ content: (Store.Write) throws -> Bool) throws -> Void
  ) throws -> DumpReport {
    var report = DumpReport()
    for table in Self.tables {
      try file("\(table).jsonl") { write in
        var rows = ReadableRows(of: table, in: try database)
        var sum = SipHash128(key0: 0, key1: 0)
        report.rows[table] = try writeRows(&rows) { bytes in
          bytes.withUnsafeBytes { sum.append($0) }
          try write(bytes)
        }
        report.sums[table] = sum.digits()
        report.damage += rows.gaps
        return true
      }
    }
    report.damage += try access.verification.readableProblems()
    let manifest = JSONValue.object([
      ("form", .string(Self.form)), ("schema", .integer(Int64(Schema.version))),
      ("rows", .object(Self.tables.map { ($0, .integer(Int64(report.rows[$0] ?? 0))) })),
      ("sums", .object(Self.tables.map { ($0, .string(report.sums[$0] ?? "")) })),
    ])
    try file(Self.manifest) { write in
      try write(Array((manifest.text(indented: true) + "\n").utf8).span)
      return true
    }
    return report
  }

  private func writeRows(_ rows: inout ReadableRows, _ write: Store.Write) throws -> Int {
    let columns = try database.columns(in: rows.table).map(\.name)
    var lines: [UInt8] = []
    var count = 0
    try rows.forEach { row in
      lines.append(contentsOf: line(row, columns).utf8)
      count += 1
      if lines.count > 1 << 20 {
        try write(lines.span)
        lines.removeAll(keepingCapacity: true)
      }
    }
    try write(lines.span)
    return count
  }

  private func line(_ row: Row, _ columns: [String]) -> String {
    JSONValue(row, columns).text() + "\n"
  }
}

extension JSONValue {
  /// Creates an object of the values of a row that are not NULL; bytes are shown in hexadecimal digits.
  init(_ row: Row, _ columns: [String]) {
    var members: [(name: String, value: JSONValue)] = []
    for column in columns {
      let value: DatabaseValue = row[column]
      switch value.storage {
      case .null: break
      case .int64(let number): members.append((column, .integer(number)))
      case .double(let number): members.append((column, .number(number)))
      case .string(let text): members.append((column, .string(text)))
      case .blob(let data): members.append((column, .string(data.hexadecimal)))
      }
    }
    self = .object(members)
  }
}

extension Sequence<UInt8> {
  /// The bytes in hexadecimal digits.
  var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
