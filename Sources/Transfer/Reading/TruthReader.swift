import Rules

/// Reads yes and no as people and apps write them.
public enum TruthReader {
  /// What a readable text looks like, for error messages.
  public static let form = "yes or no (also true, false, y, n, on, off, 1, 0, x)"

  /// Reads a text, case aside; `nil` when it is neither yes nor no, so when it is empty, too.
  public static func read(_ text: String) -> Bool? {
    switch text.trimmedWhitespace.lowercased() {
    case "true", "yes", "y", "on", "1", "x", "✓", "✔", "✔\u{FE0F}": true
    case "false", "no", "n", "off", "0": false
    default: nil
    }
  }
}
