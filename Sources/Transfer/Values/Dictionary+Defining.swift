import FlintSchema

extension Dictionary where Key == String, Value: Equatable {
  /// Adds what a name in files means. Names are found ignoring case and surrounding spaces.
  ///
  /// - Parameter text: returns a meaning as text.
  /// - Returns: The error message that the name already means something else; `nil` if it does not.
  package mutating func define(
    _ name: String, as value: Value, _ text: (Value) -> String
  ) -> String? {
    let key = name.trimmedWhitespace.lowercased()
    guard let other = self[key] else {
      self[key] = value
      return nil
    }
    return other == value
      ? nil : "\"\(name)\" cannot mean both \(text(other)) and \(text(value))"
  }
}

extension [String: String] {
  /// Adds the name that a name in files means.
  ///
  /// - Returns: The error message that the name already means another one; `nil` if it does not.
  package mutating func define(_ name: String, as other: String) -> String? {
    define(name, as: other) { "\"\($0)\"" }
  }
}
