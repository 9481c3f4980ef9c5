import Design
import FlintSchema

extension CSVRows {
  /// Returns the records with the columns of loot tables.
  ///
  /// - Throws: `LootError` when a column is missing or unknown.
  func lootRecords() throws(LootError) -> [LootTables.Record] {
    // An empty file has no header to find fault with.
    if header.isEmpty { return [] }
    let indices = try Self.lootColumns(header)
    return records.map { record in
      LootTables.Record(
        line: record.line, values: indices.map { $0.map { record.values[$0] } ?? "" })
    }
  }

  /// Returns the index of each column of loot tables; `nil` for one that is absent.
  private static func lootColumns(_ names: [String]) throws(LootError) -> [Int?] {
    let names = names.map { $0.trimmedWhitespace.lowercased() }
    var faults: [TableFault] = []
    for name in names where !LootTables.columns.contains(name) {
      faults.append(
        TableFault(
          path: TablePath(), owner: "line 1",
          problem: "unknown column \"\(name)\""
            + NearestName.hint(for: name, among: LootTables.columns) + "; expected "
            + LootTables.columns.listed("and")))
    }
    for name in LootTables.columns.prefix(2) where !names.contains(name) {
      faults.append(
        TableFault(path: TablePath(), owner: "line 1", problem: "the column \(name) is missing"))
    }
    guard faults.isEmpty else { throw LootError(faults) }
    return LootTables.columns.map { names.firstIndex(of: $0) }
  }
}
