import GRDB

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
