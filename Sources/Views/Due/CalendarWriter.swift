/// A writer of iCalendar text (RFC 5545): content lines, folded at 75 octets, each terminated by CR
/// LF.
struct CalendarWriter {
  private(set) var text = ""

  /// The maximum number of octets in a line, excluding its line ending (section 3.1).
  private static let maximumOctets = 75

  /// Writes a line with a name, including its parameters, and an unescaped value.
  mutating func write(_ name: String, _ value: String) {
    var width = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      // A scalar's octets stay together; the space that begins a continuation line counts.
      let octets = UTF8.width(scalar)
      if width + octets > CalendarWriter.maximumOctets {
        text += "\r\n "
        width = 1
      }
      text.unicodeScalars.append(scalar)
      width += octets
    }
    text += "\r\n"
  }

  /// Writes a line with a name and a text value, which is escaped.
  mutating func write(_ name: String, text value: String) { write(name, texts: [value]) }

  /// Writes a line with a name and text values.
  mutating func write(_ name: String, texts values: [String]) {
    write(name, values.map(Self.escaped).joined(separator: ","))
  }

  /// Returns a text value as it is written (section 3.3.11).
  private static func escaped(_ value: String) -> String {
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
      // Many programs end a line at these as well.
      case "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
      // Other control characters are not allowed in a text.
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Writes a component: its BEGIN and END lines and the body between them.
  mutating func component(_ name: String, _ body: (inout CalendarWriter) -> Void) {
    write("BEGIN", name)
    body(&self)
    write("END", name)
  }
}
