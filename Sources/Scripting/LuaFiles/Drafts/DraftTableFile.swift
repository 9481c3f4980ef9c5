package import Design
import FlintJSON
import FlintSchema

/// A file from which a rulebook is drafted: a table of cards as CSV or JSON, or a loot table.
package enum DraftTableFile {
  /// Drafts a rulebook from a file.
  ///
  /// - Parameters:
  ///   - path: the path; its end says what the file is.
  ///   - name: the loot table, if the file has several; `nil` for the main one.
  ///   - normalizes: whether rates whose sum is not 1 are divided by it.
  ///   - exitStatus: as for `LootTableFile.tables(at:exitStatus:)`.
  /// - Throws: `LuaFileError` with all errors at once.
  package static func draft(
    at path: String, id: String, named name: String? = nil, normalizes: Bool = false,
    exitStatus: Int32? = nil
  ) throws(LuaFileError) -> RulebookDraft {
    let table = try table(at: path, named: name, exitStatus: exitStatus)
    return try converting(path) { try RulebookDraft(table, id: id, normalizes: normalizes) }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path; its end says what the file is.
  ///   - name: the loot table, if the file has several; `nil` for the main one.
  ///   - exitStatus: as for `LootTableFile.tables(at:exitStatus:)`.
  /// - Throws: `LuaFileError` with all errors at once.
  package static func table(
    at path: String, named name: String? = nil, exitStatus: Int32? = nil
  ) throws(LuaFileError) -> DraftTable {
    switch path.split(separator: ".").last?.lowercased() {
    case "csv", "tsv":
      let source = try LuaFile.read(path)
      return try converting(path) { try DraftTable(csv: source, named: name) }
    case "json":
      let source = try LuaFile.read(path)
      guard let entries = try self.entries(of: source, path: path) else { break }
      return try converting(path) {
        try checkUnnamed(name)
        return try DraftTable(entries: entries)
      }
    default: break
    }
    let tables = try LootTableFile.tables(at: path, exitStatus: exitStatus)
    return try converting(path) { try DraftTable(tables, named: name) }
  }

  /// Returns the entries of a JSON text that is a list; `nil` if it is something else.
  private static func entries(
    of source: [UInt8], path: String
  ) throws(LuaFileError) -> [JSONValue]? {
    do throws(JSONError) {
      guard case .array(let entries) = try JSONValue(foreign: source) else { return nil }
      return entries
    } catch {
      throw LuaFileError(path: path, line: error.line, problem: error.problem)
    }
  }

  /// Returns the result of a closure; converts its errors.
  private static func converting<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(LuaFileError) -> Result {
    do {
      return try body()
    } catch let error as DraftError {
      throw LuaFileError(path: path, error.faults, in: [])
    } catch let error as LootError {
      guard !error.faults.isEmpty else { throw LuaFileError(path: path, problem: error.problem) }
      throw LuaFileError(path: path, error.faults, in: [])
    } catch {
      throw LuaFileError(path: path, problem: "\(error)")
    }
  }

  /// Throws if a loot table is named although the file has none.
  fileprivate static func checkUnnamed(_ name: String?) throws(DraftError) {
    guard let name else { return }
    throw DraftError([
      TableFault(
        path: TablePath(),
        problem: "there is no loot table \"\(name)\": the file is a list of cards; leave out --name"
      )
    ])
  }
}

extension DraftTable {
  /// Reads a CSV file: a list of cards, or loot tables.
  fileprivate init(csv source: [UInt8], named name: String?) throws {
    let rows = try CSVRows(source, most: max(DraftTable.mostRows, LootTables.mostEntries))
    let columns = rows.header.map { $0.trimmedWhitespace.lowercased() }
    let isLoot =
      LootTables.columns.prefix(2).allSatisfy(columns.contains)
      && columns.allSatisfy(LootTables.columns.contains)
    if isLoot {
      let tables = try LootTables(
        records: rows.lootRecords(), hasDecimalCommas: rows.hasDecimalCommas)
      try self.init(tables, named: name)
    } else {
      try DraftTableFile.checkUnnamed(name)
      try self.init(
        header: rows.header, records: rows.records.map { .init(line: $0.line, values: $0.values) },
        hasDecimalCommas: rows.hasDecimalCommas)
    }
  }
}
