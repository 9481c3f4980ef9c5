import Foundation
import Lua

/// Which variables of the environment a script may see.
public struct EnvironmentGrants: Sendable {
  private let allowed: [String]
  private let denied: [String]

  /// Grants variables by name; one that ends with `*` stands for all that begin like that.
  public init(allowing allowed: [String] = [], denying denied: [String] = []) {
    self.allowed = allowed
    self.denied = denied
  }

  /// Whether a variable may be seen; why not, with what would grant it.
  func refusal(_ name: String) -> String? {
    if name.isEmpty || name.utf8.contains(where: { $0 == 0 || $0 == 61 }) {
      return "expected the name of a variable, got \(Suggestion.quoted(name))"
    }
    if Self.holds(denied, name) { return "\(name): reading it is denied by --deny-env" }
    if Self.holds(allowed, name) { return nil }
    return "\(name): reading it is not allowed; allow it with --allow-env \(name)"
  }

  /// What a variable says; `nil` if there is none.
  func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func holds(_ patterns: [String], _ name: String) -> Bool {
    patterns.contains { pattern in
      pattern.utf8.last == 42
        ? name.utf8.starts(with: pattern.utf8.dropLast()) : pattern.utf8.elementsEqual(name.utf8)
    }
  }
}
