import GRDB
import Rules

/// The conditions of a query, all of which have to hold.
struct Conditions {
  private var terms: [String] = []
  private(set) var arguments = StatementArguments()

  /// The clause `WHERE`, which begins with a space; empty without conditions.
  var sql: String { terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ") }

  /// Adds a condition.
  ///
  /// - Parameters:
  ///   - sql: the SQL condition.
  ///   - values: the values of its parameters.
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
