import FlintJSON
import FlintRules

/// Another part of a JSON text, in which the texts of a column are looked up: the names of ids, for
/// example.
package struct JSONLookup: Equatable, Sendable {
  /// The path to the values among which it is looked up.
  var rows: JSONPath
  /// The path, within such a value, to the text that a row has.
  var key: JSONPath
  /// The path, within such a value, to the text that is read instead.
  var value: JSONPath

  /// Returns the name of the column that has the texts found for those of another column.
  func column(_ name: String) -> String { "\(name) in \(rows)" }

  /// A column with the texts that are found for those of another one.
  package struct Column: Equatable, Sendable {
    /// The path to the text that a row has.
    var name: String
    var lookup: JSONLookup

    init(of name: String, in lookup: JSONLookup) { (self.name, self.lookup) = (name, lookup) }
  }

  /// Returns the texts by key that a JSON text has.
  ///
  /// - Throws: `JSONError`, `JSONPathError` when it has nothing at the path; `RowProblem` when a key
  ///   or a value is no text.
  func texts(in bytes: [UInt8]) throws -> [String: String] {
    var texts: [String: String] = [:]
    for row in try JSONRowFinder.rows(bytes, rows) {
      let row = try JSONFeed.value(Array(bytes[row.bytes]))
      guard let key = try JSONColumns.text(at: key, "\(key)", of: row, separator: ","),
        let value = try JSONColumns.text(at: value, "\(value)", of: row, separator: ",")
      else { continue }
      if let known = texts[key.text], known != value.text {
        throw RowProblem(
          column: "\(self.key)", value: key.text,
          reason: "it is both \(known) and \(value.text) at \(rows)")
      }
      texts[key.text] = value.text
    }
    return texts
  }
}
