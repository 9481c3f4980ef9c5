/// Text that a terminal shows and does not obey: the one place where that is decided.
public enum TerminalText {
  /// A text with control characters, line separators and controls of the writing direction escaped as in
  /// Lua: `\n`, `\u{1b}`.
  ///
  /// - Parameter keepingTabs: whether tabs stay as they are.
  public static func printable(_ text: String, keepingTabs: Bool = false) -> String {
    if text.utf8.allSatisfy({ 32..<127 ~= $0 }) { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 9 where keepingTabs: shown.unicodeScalars.append(scalar)
      case 9: shown += "\\t"
      case 10: shown += "\\n"
      case 13: shown += "\\r"
      default:
        if isObeyed(scalar) {
          shown += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
    }
    return shown
  }

  /// What is on its way to a terminal, made printable with its tabs and line ends; what is no UTF-8 is
  /// escaped byte by byte.
  ///
  /// - Parameters:
  ///   - bytes: what is to be shown.
  ///   - isLast: whether nothing is coming that could be the rest of a character.
  /// - Returns: what to write, and how many bytes that stands for.
  public static func printable(
    bytes: [UInt8], isLast: Bool
  ) -> (shown: [UInt8], taken: Int) {
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let left = bytes.count - place
      if byte < 0x80 {
        // Of a carriage return it has to be known whether it ends a line.
        if byte == 13, left == 1, !isLast { break }
        let isKept = byte == 9 || byte == 10 || (byte == 13 && left > 1 && bytes[place + 1] == 10)
        if isKept || (32..<127).contains(byte) {
          shown.append(byte)
        } else {
          shown += printable(String(Unicode.Scalar(byte))).utf8
        }
        place += 1
        continue
      }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      if left < length, !isLast, bytes[(place + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 }) { break }
      let end = min(bytes.count, place + length)
      if let text = String(validating: bytes[place..<end], as: UTF8.self),
        text.unicodeScalars.count == 1
      {
        shown += printable(text).utf8
        place = end
      } else {
        shown += "\\x\(String(byte, radix: 16))".utf8
        place += 1
      }
    }
    return (shown, place)
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }
}
