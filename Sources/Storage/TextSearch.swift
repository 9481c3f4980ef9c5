import GRDB

/// The search in texts: case aside, for every script that has case.
enum TextSearch {
  /// `flint_contains(text, lower-cased part)`: whether the text contains the part.
  static let containsFunction = DatabaseFunction(
    "flint_contains", argumentCount: 2, pure: true
  ) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let part = String.fromDatabaseValue(values[1])
    else { return false }
    return text.lowercased().contains(part)
  }
}
