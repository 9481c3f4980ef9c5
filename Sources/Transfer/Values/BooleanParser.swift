import Rules
import Schema

/// Reads Boolean values as people and apps write them.
package enum BooleanParser {
  /// A description of readable texts, for error messages.
  package static let form = "yes or no (also true, false, y, n, on, off, 1, 0, x)"

  /// Reads a text, ignoring case; `nil` when it is not a Boolean value, also when it is empty.
  package static func read(_ text: String) -> Bool? {
    switch text.trimmedWhitespace.lowercased() {
    case "true", "yes", "y", "on", "1", "x", "✓", "✔", "✔\u{FE0F}": true
    case "false", "no", "n", "off", "0": false
    default: nil
    }
  }
}
