import JSON
import Schema
public import Simulation

/// A file from which a rulebook is drafted: a table of cards as CSV or JSON, or a loot table.
public enum DraftTableFile {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path; its end says what the file is.
  ///   - name: the loot table, if the file has several; `nil` for the main one.
  ///   - exitStatus: as for `LootTableFile.tables(at:exitStatus:)`.
  /// - Throws: `LuaFileError` with all errors at once.
  public static func table(
    at path: String, named name: String? = nil, exitStatus: Int32? = nil
  ) throws(LuaFileError) -> DraftTable {
    switch path.split(separator: ".").last?.lowercased() {
    case "csv":
      let source = try LuaFile.read(path)
      return try table(at: path, named: name) { try DraftTable(csv: source, named: name) }
    case "json":
      let source = try LuaFile.read(path)
      guard let entries = try self.entries(of: source, path: path) else { break }
      return try table(at: path, named: name) {
        try checkUnnamed(name)
        return try DraftTable(entries: entries)
      }
    default: break
    }
    let tables = try LootTableFile.tables(at: path, exitStatus: exitStatus)
    return try table(at: path, named: name) { try DraftTable(tables, named: name) }
  }

  /// Returns the entries of a JSON text that is a list; `nil` if it is something else.
  private static func entries(
    of source: [UInt8], path: String
  ) throws(LuaFileError) -> [JSONValue]? {
    do throws(JSONError) {
      guard case .array(let entries) = try JSONValue(parsing: source) else { return nil }
      return entries
    } catch {
      throw LuaFileError(path: path, line: error.line, problem: error.problem)
    }
  }

  /// Returns the result of a closure; converts its errors.
  private static func table(
    at path: String, named name: String?, _ body: () throws -> DraftTable
  ) throws(LuaFileError) -> DraftTable {
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
      try self.init(try LootTables(records: rows.lootRecords()), named: name)
    } else {
      try DraftTableFile.checkUnnamed(name)
      try self.init(
        header: rows.header, records: rows.records.map { .init(line: $0.line, values: $0.values) })
    }
  }
}
