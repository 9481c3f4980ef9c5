import FlintRules
import FlintSchema

/// Reads Boolean values as people and apps write them, in English, Spanish, Italian, German and
/// French.
package enum BooleanParser {
  /// A description of readable texts, for error messages.
  package static let form = "yes or no (also true, false, y, n, on, off, 1, 0, x)"

  /// Reads a text, ignoring case; `nil` when it is not a Boolean value, also when it is empty.
  package static func read(_ text: String) -> Bool? {
    var plain = text.trimmedWhitespace.lowercased()
    // A sign may be marked as one to be shown in colour.
    if plain.unicodeScalars.last == "\u{FE0F}" { plain.unicodeScalars.removeLast() }
    if yes.contains(plain) { return true }
    return no.contains(plain) ? false : nil
  }

  private static let yes = Set(
    "true yes y on 1 x ✓ ✔ ✅ ☑ sí sì si vero verdadero ja wahr oui vrai".split(separator: " ")
      .map(String.init))
  private static let no = Set(
    "false no n off 0 ✗ ✘ ✕ ❌ ☐ falso nein falsch non faux".split(separator: " ").map(String.init))
}
