/// A calendar as text (RFC 5545): content lines, folded at 75 octets, each ended by CR LF.
struct CalendarWriter {
  private(set) var text = ""

  /// The most octets that a line has, its end aside (section 3.1).
  private static let widest = 75

  /// Writes a line of a name, with its parameters, and a value as it is.
  mutating func write(_ name: String, _ value: String) {
    var width = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      // A scalar's octets stay together, and a continuation's blank counts.
      let octets = UTF8.width(scalar)
      if width + octets > CalendarWriter.widest {
        text += "\r\n "
        width = 1
      }
      text.unicodeScalars.append(scalar)
      width += octets
    }
    text += "\r\n"
  }

  /// Writes a line of a name and a text, escaped (section 3.3.11).
  mutating func write(_ name: String, text value: String) {
    var escaped = ""
    var isAfterReturn = false
    for scalar in value.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\\", ";", ",":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\n": if !isAfterReturn { escaped += "\\n" }
      case "\r": escaped += "\\n"
      case "\t": escaped += "\t"
      // No other control character may stand in a text.
      case "\u{0}"..."\u{1f}", "\u{7f}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    write(name, escaped)
  }

  /// Writes what stands between the beginning and the end of a component.
  mutating func component(_ name: String, _ body: (inout CalendarWriter) -> Void) {
    write("BEGIN", name)
    body(&self)
    write("END", name)
  }
}
