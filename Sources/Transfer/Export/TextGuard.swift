/// What keeps a text from being taken for a formula by a spreadsheet, and what takes that back.
///
/// A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe gets an
/// apostrophe before it, and a text that is there but empty is an apostrophe alone, so that it can
/// be told from none. Reading takes one apostrophe away that stands before such a beginning, or
/// alone. A raw file leaves formulas as they are, and guards only what reading would take for
/// guarded; so both come back as they were.
enum TextGuard {
  static let apostrophe = UInt8(ascii: "'")

  /// Whether a first byte may make a formula of a text.
  @inline(__always)
  static func isTrigger(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  /// Whether a text is written with an apostrophe before it.
  @inline(__always)
  static func isNeeded(_ text: UnsafeBufferPointer<UInt8>, isRaw: Bool) -> Bool {
    guard let first = text.first else { return true }
    if first == apostrophe {
      // An apostrophe within a word is no guard, and an import would not take it for one.
      return !isRaw || text.count == 1 || text[1] == apostrophe || isTrigger(text[1])
    }
    return !isRaw && isTrigger(first)
  }

  /// Whether a text that was read has an apostrophe before it that is no part of it.
  @inline(__always)
  static func isGuarded(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0, text[0] == apostrophe else { return false }
    return text.count == 1 || text[1] == apostrophe || isTrigger(text[1])
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
    let start = isGuarded(field) ? 1 : 0
    return field.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[start...]), as: UTF8.self)
    }
  }
}
