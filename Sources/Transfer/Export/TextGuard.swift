/// The guard that prevents spreadsheets from interpreting a text as a formula, and its removal.
///
/// A text that begins like a formula or with an apostrophe is prefixed with an apostrophe. An empty
/// text becomes a single apostrophe, which distinguishes it from an absent one. Reading removes an
/// apostrophe that precedes such a text or is alone. A raw file does not guard formulas, only texts
/// that reading would treat as guarded; so reading restores the texts of both.
enum TextGuard {
  static let apostrophe = UInt8(ascii: "'")

  /// Whether a spreadsheet might interpret a text as a formula, or reading might treat it as
  /// guarded: it begins with `=`, `+`, `-`, `@`, their full-width forms, spaces before one of
  /// these, a tab, a line end or an apostrophe.
  @inline(__always)
  static func isTrigger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), apostrophe,
      0x09, 0x0A, 0x0D:
      return true
    case UInt8(ascii: " "), 0xEF: return isHiddenTrigger(text)
    default: return false
    }
  }

  private static func isHiddenTrigger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.firstIndex(where: { $0 != UInt8(ascii: " ") }) else { return false }
    switch text[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
    case 0xEF:
      guard text.count - start >= 3, text[start + 1] == 0xBC else { return false }
      // U+FF1D, U+FF0B, U+FF0D and U+FF20.
      return [0x9D, 0x8B, 0x8D, 0xA0].contains(text[start + 2])
    default: return false
    }
  }

  /// Whether a text is written with an apostrophe as prefix.
  @inline(__always)
  static func isNeeded(_ text: UnsafeBufferPointer<UInt8>, isRaw: Bool) -> Bool {
    if text.isEmpty { return true }
    return isRaw ? isGuarded(text) : isTrigger(text)
  }

  /// Whether a field that was read begins with an apostrophe that guards its text.
  @inline(__always)
  static func isGuarded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == apostrophe else { return false }
    return text.count == 1 || isTrigger(UnsafeBufferPointer(rebasing: text[1...]))
  }

  /// Returns a text as it is written, guarded if necessary.
  static func guarded(_ text: String, isRaw: Bool) -> String {
    var text = text
    let isGuarded = text.withUTF8 { isNeeded($0, isRaw: isRaw) }
    return isGuarded ? "'" + text : text
  }

  /// Returns the text of a field without its guard; `nil` if the field is empty.
  static func text(_ field: Span<UInt8>) -> String? {
    if field.isEmpty { return nil }
    return field.withUnsafeBufferPointer { field in
      let start = isGuarded(field) ? 1 : 0
      return String(decoding: UnsafeBufferPointer(rebasing: field[start...]), as: UTF8.self)
    }
  }
}
