package import CSV
import FlintJSON
import FlintRules
import FlintSchema

/// The names by which functions of a mapping read the fields of a row: those of columns are found as
/// the mapping itself finds them, and a row of JSON is read by paths.
package final class RowNames {
  package let columns: [String]
  /// The indices of the columns, without those whose name an earlier one has.
  package let indices: [Int]
  private let positions: ColumnPositions
  private let json: JSONForm?
  /// The maximum number of paths that are remembered: functions may make any names.
  private static let mostPaths = 100
  /// The paths of JSON that functions have read, and whether a row had a value there.
  private var paths: [String: (path: JSONPath, isFound: Bool)] = [:]

  init(_ header: [String], _ json: JSONForm?) {
    columns = header
    positions = ColumnPositions(header)
    indices = header.indices.filter { [positions] in positions[header[$0]] == $0 }
    self.json = json
  }

  /// - Throws: `RowProblem` when there is no such column.
  package func column(_ name: String) throws(RowProblem) -> String {
    if let index = positions[name] { return columns[index] }
    throw RowProblem(reason: RowNames.absence(of: name, among: columns))
  }

  /// Returns an error message about a column that a file does not have.
  static func absence(of name: String, among columns: [String], for target: String = "") -> String {
    let problem = "there is no column \"\(name)\"\(target)"
    if let advice = CSVHeader.advice(columns) { return "\(problem); \(advice)" }
    let names = columns.map(\.trimmedWhitespace)
    let hint = NearestName.hint(for: name, among: names)
    if !hint.isEmpty { return problem + hint }
    if names.allSatisfy(\.isEmpty) { return "\(problem); the file has no names of columns" }
    let list = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return "\(problem); the columns are \(list)"
  }

  /// Returns the JSON text of a row; `nil` for a row of a table.
  package func json(_ record: borrowing CSVRecord) -> [UInt8]? {
    // Behind the columns are their marks and the text; behind those of a table are none, or the
    // reject columns, which are more.
    guard record.count - columns.count == 2 else { return nil }
    return Array(record.utf8(of: columns.count + 1))
  }

  /// Returns whether the value of a column is a number of JSON, whose text has a decimal point.
  func isNumber(_ column: Int, _ record: borrowing CSVRecord) -> Bool {
    let further = record.count - columns.count
    guard further == 1 || further == 2 else { return false }
    let marks = record.utf8(of: columns.count)
    return column < marks.count && marks[column] == JSONColumns.numberMark
  }

  /// Returns the text at a path within a row of JSON; empty where the row has no value.
  ///
  /// - Throws: `RowProblem` when the name is no path, and when no row so far has a value there but
  ///   this one has a similar name.
  package func text(_ name: String, inRow bytes: [UInt8]) throws(RowProblem) -> String {
    var (path, isFound) = (JSONPath([]), false)
    if let known = paths[name] {
      (path, isFound) = known
    } else {
      do throws(JSONPathError) {
        path = try JSONPath(name)
      } catch {
        throw RowProblem(reason: error.message)
      }
      if paths.count < Self.mostPaths { paths[name] = (path, false) }
    }
    let row = try JSONFeed.value(bytes)
    let separator = json?.separator ?? ","
    if let found = try JSONColumns.text(at: path, name, of: row, separator: separator) {
      paths[name]?.isFound = true
      return found.text
    }
    let hint = isFound ? "" : NearestName.hint(for: name, among: JSONOutline.columnNames(of: row))
    guard hint.isEmpty else {
      throw RowProblem(
        reason:
          "there is no member \"\(name)\"\(hint); if only some rows have it, list it in header")
    }
    return ""
  }

  /// Remarks about what functions have read, for the report.
  var remarks: [String] {
    let absent = paths.filter { !$0.value.isFound }.keys.sorted()
    if absent.isEmpty { return [] }
    let names = absent.map { "\"\($0)\"" }.joined(separator: ", ")
    return ["No row has a value at \(names), which a function of the mapping reads."]
  }
}
