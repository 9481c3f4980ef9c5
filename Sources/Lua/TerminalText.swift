/// Text for a terminal, in which control characters have no effect. All output to terminals uses
/// it.
public enum TerminalText {
  /// Returns a text with control characters, line separators and bidirectional controls escaped as
  /// in Lua: `\n`, `\u{1b}`.
  ///
  /// - Parameter keepingTabs: whether tabs are not escaped.
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
        if isControl(scalar) {
          shown += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
    }
    return shown
  }

  /// Returns a text of several lines with its tabs and line ends, and other control characters escaped.
  public static func printable(lines text: String) -> String {
    if text.utf8.allSatisfy({ 32..<127 ~= $0 || $0 == 10 }) { return text }
    return String(decoding: printable(bytes: Array(text.utf8), isLast: true).shown, as: UTF8.self)
  }

  /// Makes a piece of output printable, with its tabs and line ends; bytes that are not UTF-8 are
  /// escaped one by one.
  ///
  /// - Parameters:
  ///   - bytes: the output.
  ///   - isLast: whether no more bytes follow that could complete a character.
  /// - Returns: the bytes to write, and the number of bytes of `bytes` that they represent.
  public static func printable(
    bytes: [UInt8], isLast: Bool
  ) -> (shown: [UInt8], taken: Int) {
    var shown: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let left = bytes.count - index
      if byte < 0x80 {
        // A carriage return ends a line only if a line feed follows.
        if byte == 13, left == 1, !isLast { break }
        let isUnchanged =
          byte == 9 || byte == 10 || (byte == 13 && left > 1 && bytes[index + 1] == 10)
        if isUnchanged || (32..<127).contains(byte) {
          shown.append(byte)
        } else {
          shown += printable(String(Unicode.Scalar(byte))).utf8
        }
        index += 1
        continue
      }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      if left < length, !isLast, bytes[(index + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 }) { break }
      let end = min(bytes.count, index + length)
      if let text = String(validating: bytes[index..<end], as: UTF8.self),
        text.unicodeScalars.count == 1
      {
        shown += printable(text).utf8
        index = end
      } else {
        shown += "\\x\(String(byte, radix: 16))".utf8
        index += 1
      }
    }
    return (shown, index)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }
}
