internal import CSV

/// The guard that prevents spreadsheets from interpreting a text as a formula, and its removal.
///
/// A text that begins like a formula or with an apostrophe is prefixed with an apostrophe. An empty
/// text becomes a single apostrophe, which distinguishes it from an absent one. Reading removes an
/// apostrophe that precedes such a text or is alone. A raw file does not guard formulas, only texts
/// that reading would treat as guarded; so reading restores the texts of both.
enum TextGuard {
  /// Whether a text is written with an apostrophe as prefix.
  @inline(__always)
  static func isNeeded(_ text: UnsafeBufferPointer<UInt8>, isRaw: Bool) -> Bool {
    if text.isEmpty { return true }
    return isRaw ? isGuarded(text) : CSVGuard.isNeeded(text)
  }

  /// Whether a field that was read begins with an apostrophe that guards its text.
  @inline(__always)
  static func isGuarded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == CSVGuard.character else { return false }
    return text.count == 1 || CSVGuard.isNeeded(UnsafeBufferPointer(rebasing: text[1...]))
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
