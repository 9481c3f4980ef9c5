package import Design

/// A file of published rates.
package enum PublishedTableFile {
  /// Reads a CSV file of rates.
  ///
  /// - Parameter column: the column that has the rates, if it is named.
  /// - Throws: `LuaFileError` with all errors at once.
  package static func table(
    at path: String, column: String? = nil
  ) throws(LuaFileError) -> PublishedTable {
    let source = try LuaFile.read(path)
    do {
      let rows = try CSVRows(source, most: DraftTable.mostRows)
      return try PublishedTable(
        header: rows.header, records: rows.records.map { .init(line: $0.line, values: $0.values) },
        column: column)
    } catch let error as DraftError {
      throw LuaFileError(path: path, error.faults, in: [])
    } catch {
      throw LuaFileError(path: path, problem: "\(error)")
    }
  }
}
