extension String {
  /// The text as a Lua string literal on one line.
  package var luaQuoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..."\u{1f}", "\u{7f}":
        let digits = String(scalar.value)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
