/// What keeps a text from being taken for a formula by a spreadsheet, and what takes that back.
///
/// A text that begins like a formula gets an apostrophe before it, and so does one that begins with
/// an apostrophe; one that is there but empty becomes an apostrophe alone, so that it can be told
/// from none. Reading takes an apostrophe away that stands before such a text, or alone. A raw file
/// leaves formulas as they are, and guards only what reading would take for guarded; so both come
/// back as they were.
enum TextGuard {
  static let apostrophe = UInt8(ascii: "'")

  /// Whether a spreadsheet might take a text for a formula, or reading one for guarded: it begins
  /// with `=`, `+`, `-`, `@`, their full-width forms, spaces before one of these, a tab, a line end
  /// or an apostrophe.
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

  /// Whether a text is written with an apostrophe before it.
  @inline(__always)
  static func isNeeded(_ text: UnsafeBufferPointer<UInt8>, isRaw: Bool) -> Bool {
    if text.isEmpty { return true }
    return isRaw ? isGuarded(text) : isTrigger(text)
  }

  /// Whether a text that was read has an apostrophe before it that is no part of it.
  @inline(__always)
  static func isGuarded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == apostrophe else { return false }
    return text.count == 1 || isTrigger(UnsafeBufferPointer(rebasing: text[1...]))
  }

  /// A text as it is written.
  static func guarded(_ text: String, isRaw: Bool) -> String {
    var text = text
    let isGuarded = text.withUTF8 { isNeeded($0, isRaw: isRaw) }
    return isGuarded ? "'" + text : text
  }

  /// A text as it was before it was written; `nil` when the field is empty.
  static func text(_ field: Span<UInt8>) -> String? {
    if field.isEmpty { return nil }
    return field.withUnsafeBufferPointer { field in
      let start = isGuarded(field) ? 1 : 0
      return String(decoding: UnsafeBufferPointer(rebasing: field[start...]), as: UTF8.self)
    }
  }
}
