import FlintJSON
import FlintRules
import FlintSchema

/// How a JSON text is read as a table: the values that are its rows, and the columns of a row.
package struct JSONForm: Equatable, Sendable {
  /// The path to the rows; by default the elements of a list, or else the whole value.
  var rows: JSONPath?
  /// The names of the columns, which are paths within a row.
  var columns: [String] = []
  /// The columns, by name, that have texts of another part of the JSON text.
  var lookups: [String: JSONLookup.Column] = [:]
  /// The text between the values of a list in a column.
  var separator = ","
  /// Whether records have the JSON text of their row as a further field, behind those of the columns.
  var isRowKept = false
  /// Whether the rows are those of a table that Flint wrote; see `OwnJSON`.
  var isOwn = false

  /// The column of a rejects file that contains a row of JSON.
  static let column = "json"
}

struct JSONColumns {
  let names: [String]
  private let paths: [JSONPath]
  private let separator: String
  private let isOwn: Bool
  /// For each column, the texts among which its own is looked up, if it is.
  private var lookups: [Lookup?]
  /// Whether a row had each column.
  private var isFound: [Bool]

  private struct Lookup {
    var rows: JSONPath
    /// The texts by key; `nil` when the file does not have them.
    var texts: [String: String]?
  }

  /// - Throws: `JSONPathError` when the name of a column is no path.
  init(_ form: JSONForm) throws(JSONPathError) {
    names = form.columns
    separator = form.separator
    isOwn = form.isOwn
    var paths: [JSONPath] = []
    for name in form.columns where !form.isOwn {
      paths.append(try JSONPath(form.lookups[name]?.name ?? name))
    }
    self.paths = paths
    lookups = names.map { name in form.lookups[name].map { Lookup(rows: $0.lookup.rows) } }
    isFound = paths.map { _ in false }
  }

  /// Reads the texts that are looked up from the whole text.
  ///
  /// - Throws: `JSONError`, `JSONPathError`, `RowProblem`.
  mutating func readLookups(_ form: JSONForm, _ bytes: [UInt8]) throws {
    for (index, name) in names.enumerated() {
      guard let column = form.lookups[name] else { continue }
      lookups[index]?.texts = try column.lookup.texts(in: bytes)
    }
  }

  /// The columns that a mapping names and no row had so far.
  var missing: [String] { isFound.indices.filter { !isFound[$0] }.map { names[$0] } }

  /// Returns the texts of a row, one a column, empty where the row has no such value; and for a mapping, behind
  /// them a text with a mark a column, which says whether the value is a number.
  ///
  /// - Throws: `RowProblem` when a value cannot be written as a text.
  mutating func texts(of row: JSONValue) throws(RowProblem) -> [String] {
    if isOwn { return try OwnJSON.fields(names, of: row) }
    var texts: [String] = []
    var marks: [UInt8] = []
    var hasColumn = names.isEmpty
    for (index, path) in paths.enumerated() {
      var found = try JSONColumns.text(at: path, names[index], of: row, separator: separator)
      if let lookup = lookups[index], let key = found?.text {
        found = try looked(up: key, in: lookup, index)
      }
      texts.append(found?.text ?? "")
      marks.append(found?.isNumber ?? false ? JSONColumns.numberMark : UInt8(ascii: "-"))
      if found == nil { continue }
      isFound[index] = true
      hasColumn = true
    }
    if !hasColumn { try JSONColumns.checkObject(row) }
    return texts + [String(decoding: marks, as: UTF8.self)]
  }

  private func looked(
    up key: String, in lookup: Lookup, _ index: Int
  ) throws(RowProblem) -> (text: String, isNumber: Bool) {
    guard let texts = lookup.texts else {
      throw RowProblem(
        column: names[index], value: key,
        reason: "its name is in another part of the original file: import that")
    }
    guard let text = texts[key] else {
      throw RowProblem(
        column: names[index], value: key, reason: "there is none of this key at \(lookup.rows)")
    }
    return (text, false)
  }

  static let numberMark = UInt8(ascii: "n")

  /// Returns the text of the values that a path leads to, and whether it is one number; `nil` where
  /// the row has none.
  ///
  /// - Throws: `RowProblem` when a value cannot be written as a text.
  static func text(
    at path: JSONPath, _ name: String, of row: JSONValue, separator: String
  ) throws(RowProblem) -> (text: String, isNumber: Bool)? {
    guard let values = path.values(in: row) else { return nil }
    do throws(JSONTextError) {
      return try text(of: values, isList: path.isMultiple, separator)
    } catch {
      throw RowProblem(column: name, value: error.value, reason: error.reason)
    }
  }

  /// Checks that a row without any column may have some.
  private static func checkObject(_ row: JSONValue) throws(RowProblem) {
    switch row {
    case .object, .null: return
    case .array(let elements):
      if elements.isEmpty { return }
      throw RowProblem(
        value: row.summary,
        reason:
          "expected an object, got a list; if its elements are the rows, rows has to end with "
          + "[*]")
    default: throw RowProblem(value: row.summary, reason: "expected an object")
    }
  }

  private static func text(
    of values: [JSONValue], isList: Bool, _ separator: String
  ) throws(JSONTextError) -> (text: String, isNumber: Bool) {
    var values = values
    // A list without [*] is meant whole.
    if !isList, values.count == 1, case .array(let elements) = values[0] { values = elements }
    values.removeAll { $0 == .null }
    var texts: [String] = []
    for value in values { texts.append(try value.plainText()) }
    if texts.count == 1 { return (texts[0], values[0].isNumber) }
    if let text = texts.first(where: { $0.contains(separator) }) {
      throw JSONTextError(
        value: text,
        reason:
          "a text of a list contains \"\(separator)\", the separator of lists; define another "
          + "in the mapping, such as separator = \"|\"")
    }
    return (texts.joined(separator: separator), false)
  }
}

/// The reason why a JSON value is not read as a text.
private struct JSONTextError: Error {
  var value: String
  var reason: String
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }

  /// The text of a text, a number or a boolean.
  fileprivate func plainText() throws(JSONTextError) -> String {
    switch self {
    case .string(let text):
      if text.utf8.contains(0) {
        throw JSONTextError(
          value: "a text", reason: "expected text without the character U+0000")
      }
      return text
    case .integer(let number): return String(number)
    case .boolean(let flag): return flag ? "true" : "false"
    case .null: return ""
    case .number(let number):
      // Above this, whole numbers differ by more than 1, so ids would be rounded.
      guard number.magnitude < 9_007_199_254_740_992 else {
        throw JSONTextError(
          value: summary, reason: "the number has too many digits to be read exactly")
      }
      return number.decimalText
    case .array:
      throw JSONTextError(value: summary, reason: "expected a value, got a list within a list")
    case .object:
      throw JSONTextError(
        value: summary, reason: "expected a value, got an object; name a member of it in the path")
    }
  }
}

extension Double {
  /// The number in decimal digits, without an exponent, as exact as its shortest description.
  var decimalText: String {
    let text = "\(self)"
    guard let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }),
      let exponent = Int(text[text.index(after: mark)...])
    else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    let isNegative = text.hasPrefix("-")
    let mantissa = text[..<mark].drop { $0 == "-" }
    let whole = mantissa.prefix { $0 != "." }
    let digits = whole + mantissa.dropFirst(whole.count + 1)
    let point = whole.count + exponent
    var plain: String
    if point <= 0 {
      plain = "0." + String(repeating: "0", count: -point) + digits
    } else if point >= digits.count {
      plain = digits + String(repeating: "0", count: point - digits.count)
    } else {
      plain = digits.prefix(point) + "." + digits.dropFirst(point)
    }
    if plain.hasSuffix(".0") { plain.removeLast(2) }
    return (isNegative ? "-" : "") + plain
  }
}
