/// Functions that write the parts of XML.
enum SVGText {
  /// Returns a text for content or attributes of XML 1.0. Characters that XML does not allow, control
  /// characters above all, become U+FFFD, as do those that reorder the text after them.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += " "
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{202a}"..."\u{202e}",
        "\u{2066}"..."\u{2069}", "\u{fffe}", "\u{ffff}":
        escaped.unicodeScalars.append("\u{fffd}")
      default:
        // The last two code points of each plane are no characters.
        let isCharacter = scalar.value & 0xfffe != 0xfffe
        escaped.unicodeScalars.append(isCharacter ? scalar : "\u{fffd}")
      }
    }
    return escaped
  }

  /// Returns a coordinate to a tenth, for those of which there are many.
  static func tenths(_ value: Double) -> String { number((value * 10).rounded() / 10) }

  /// Returns a coordinate with at most two decimals.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "0" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return sign + String(whole) }
    let decimals = rest < 10 ? "0\(rest)" : rest % 10 == 0 ? String(rest / 10) : String(rest)
    return sign + (whole == 0 ? "" : String(whole)) + "." + decimals
  }
}
