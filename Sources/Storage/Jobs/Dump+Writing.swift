import Foundation
import GRDB
import JSON
import Rules

extension Dump {
  func writeTables(
    into directory: String, mode: mode_t, of dump: String
  ) throws -> DumpReport {
    var report = DumpReport()
    for table in Self.tables {
      let file = try SyncedFile(directory + "/\(table).jsonl", mode: mode, of: dump)
      let columns = try database.columns(in: table).map(\.name)
      let order = columns.contains("seq") ? " ORDER BY seq" : ""
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table)\(order)")
      var lines = Data()
      var count = 0
      while let row = try rows.next() {
        lines.append(contentsOf: line(row, columns).utf8)
        count += 1
        if lines.count > 1 << 20 {
          try file.append(lines)
          lines.removeAll(keepingCapacity: true)
        }
      }
      try file.append(lines)
      try file.synchronize()
      report.rows[table] = count
    }
    let manifest = JSONValue.object([
      ("form", .string(Self.form)), ("schema", .integer(Int64(Schema.version))),
      (
        "rows",
        .object(Self.tables.map { ($0, .integer(Int64(report.rows[$0] ?? 0))) })
      ),
    ])
    let file = try SyncedFile(directory + "/" + Self.manifest, mode: mode, of: dump)
    try file.append(Data((manifest.text(indented: true) + "\n").utf8))
    try file.synchronize()
    return report
  }

  private func line(_ row: Row, _ columns: [String]) -> String {
    var members: [(name: String, value: JSONValue)] = []
    for column in columns {
      let value: DatabaseValue = row[column]
      switch value.storage {
      case .null: break
      case .int64(let number): members.append((column, .integer(number)))
      case .double(let number): members.append((column, .number(number)))
      case .string(let text): members.append((column, .string(text)))
      case .blob(let data):
        let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        members.append((column, .string(digits)))
      }
    }
    return JSONValue.object(members).text() + "\n"
  }
}
