/// Keeps spreadsheets from taking a text for a formula.
///
/// A program that opens a CSV file may run a cell that begins with `=`, `+`, `-` or `@`, be it
/// quoted or not. A guarded text that begins with one of these has one `'` in front of it, which
/// such programs take for "this is text". Guarded are texts that begin with
///
/// - `=`, `+`, `-` or `@`, or their full-width forms (U+FF1D, U+FF0B, U+FF0D, U+FF20), which some
///   programs read as the narrow ones;
/// - any number of spaces and then one of those, because some programs drop the spaces first;
/// - a tab, a carriage return or a line feed, which some drop as well;
/// - `'` itself.
///
/// The last makes it reversible: a guarded text loses its first `'` and is what it was, whatever
/// it was. A text that was not guarded loses a `'` at its start, too, and nothing else.
///
/// It does not help where a program splits a field, having taken another character for the
/// delimiter; nor does it look behind spaces other than U+0020.
public enum CSVGuard {
  /// The character that is put in front: `'`.
  public static let character = UInt8(ascii: "'")

  /// Whether a text, given as UTF-8, gets the character in front.
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

  /// The text with a `'` in front where that is needed.
  public static func guarded(_ text: String) -> String {
    var text = text
    return text.withUTF8(isNeeded) ? "'" + text : text
  }

  /// The UTF-8 of a text with a `'` in front where that is needed.
  public static func guarded(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer(isNeeded) ? [character] + text : text
  }

  /// The text without the `'` at its start, if there is one: what was guarded.
  public static func unguarded(_ text: String) -> String {
    // As bytes: the character may be one grapheme with what follows.
    text.utf8.first == character ? String(Substring(text.utf8.dropFirst())) : text
  }

  /// The UTF-8 of a text without the `'` at its start, if there is one.
  public static func unguarded(_ text: [UInt8]) -> [UInt8] {
    text.first == character ? Array(text.dropFirst()) : text
  }

  /// The part of a text's UTF-8 that is behind the `'` at its start, if there is one: no copy, and
  /// valid as long as what was given.
  public static func unguarded(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    text.first == character ? UnsafeBufferPointer(rebasing: text.dropFirst()) : text
  }

  private static func isTrigger(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }
}
