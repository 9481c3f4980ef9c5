import Foundation
import Lua

/// The environment variables that a script may read.
package struct EnvironmentGrants: Sendable {
  private let allowed: [String]
  private let denied: [String]

  /// Grants variables by name; a name that ends with `*` grants all variables with that prefix.
  package init(allowing allowed: [String] = [], denying denied: [String] = []) {
    self.allowed = allowed
    self.denied = denied
  }

  /// Returns the reason why a variable may not be read, and how to allow it; `nil` if it may.
  func refusal(_ name: String) -> String? {
    if name.isEmpty || name.utf8.contains(where: { $0 == 0 || $0 == 61 }) {
      return "expected the name of a variable, got \(Suggestion.quoted(name))"
    }
    if Self.matches(denied, name) { return "\(name): reading it is denied by --deny-env" }
    if Self.matches(allowed, name) { return nil }
    return "\(name): reading it is not allowed; allow it with --allow-env \(name)"
  }

  /// Returns the value of a variable; `nil` if it is not set.
  func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func matches(_ patterns: [String], _ name: String) -> Bool {
    patterns.contains { pattern in
      pattern.utf8.last == 42
        ? name.utf8.starts(with: pattern.utf8.dropLast()) : pattern.utf8.elementsEqual(name.utf8)
    }
  }
}
