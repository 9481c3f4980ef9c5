/// Prevents spreadsheets from interpreting a text as a formula.
///
/// A program that opens a CSV file may evaluate a cell that begins with `=`, `+`, `-` or `@`,
/// whether it is quoted or not. Guarding puts one `'` in front of such a text, which these programs
/// interpret as "this is text". It applies to texts that begin with
///
/// - `=`, `+`, `-` or `@`, or their full-width forms (U+FF1D, U+FF0B, U+FF0D, U+FF20), which some
///   programs treat like the ASCII ones;
/// - any number of spaces and then one of those, because some programs remove the spaces first;
/// - a tab, a carriage return or a line feed, which some programs remove as well;
/// - `'` itself.
///
/// The last rule makes guarding reversible: removing the first `'` of a guarded text always
/// restores the original.
///
/// Guarding does not protect against a program that splits a field at another delimiter, and only
/// spaces U+0020 are skipped before a character is checked.
public enum CSVGuard {
  /// The character that guards a text: `'`.
  public static let character = UInt8(ascii: "'")

  /// Whether a text, given as UTF-8, has to be guarded.
  public static func isNeeded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case character, UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return true
    case UInt8(ascii: " "), 0xEF: break
    default: return isTrigger(first)
    }
    guard let start = text.firstIndex(where: { $0 != UInt8(ascii: " ") }) else { return false }
    if isTrigger(text[start]) { return true }
    guard text.count - start >= 3, text[start] == 0xEF, text[start + 1] == 0xBC else {
      return false
    }
    // The full-width form of an ASCII character is 0xFEE0 above it.
    switch text[start + 2] {
    case 0x9D, 0x8B, 0x8D, 0xA0: return true
    default: return false
    }
  }

  private static func isTrigger(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }
}
