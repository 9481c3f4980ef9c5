import GRDB
import FlintRules

/// The conditions of a query, all of which have to hold.
struct Conditions {
  private var terms: [String] = []
  private(set) var arguments = StatementArguments()

  /// The clause `WHERE`, which begins with a space; empty without conditions.
  var sql: String { terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ") }

  mutating func add(_ sql: String, _ values: StatementArguments) {
    terms.append(sql)
    arguments += values
  }

  /// Adds a condition with one parameter, unless its value is `nil`.
  mutating func add(_ sql: String, _ value: (any DatabaseValueConvertible)?) {
    if let value { add(sql, [value]) }
  }
}

extension [EventKind] {
  /// The stored numbers of the kinds, separated by commas.
  var sqlList: String { map { String($0.rawValue) }.joined(separator: ", ") }
}

/// The case-insensitive text search, for every script with upper and lower case.
enum TextSearch {
  /// The SQL function `flint_contains(text, pattern)`, which returns whether a text contains a
  /// lower-case pattern.
  static let containsFunction = DatabaseFunction(
    "flint_contains", argumentCount: 2, pure: true
  ) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let pattern = String.fromDatabaseValue(values[1])
    else { return false }
    return text.lowercased().contains(pattern)
  }
}
