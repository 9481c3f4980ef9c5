/// A JSON value whose objects preserve the order of their members.
@usableFromInline package enum JSONValue: Hashable, Sendable {
  case null
  /// `true` or `false`
  case boolean(Bool)
  case integer(Int64)
  /// Any other number; a number that is not finite is written as `null`, since JSON has none.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  /// Returns whether both values are equal, including the order of members.
  @usableFromInline package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    // Compared by bytes: canonically equivalent texts are different content.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.elementsEqual(b) { $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value }
    default: false
    }
  }

  /// Hashes the value's text; equal values have equal texts, but for numbers.
  @usableFromInline package func hash(into hasher: inout Hasher) {
    if case .number(let number) = self { hasher.combine(number) } else { hasher.combine(text()) }
  }

  /// Returns the value as JSON text (RFC 8259).
  ///
  /// - Parameter indented: whether each member has its own line, indented by two spaces a level.
  package func text(indented: Bool = false) -> String {
    var text = ""
    write(to: &text, indent: indented ? 0 : nil)
    return text
  }

  /// Returns the object with another member, if the value is not nil.
  package func adding(_ name: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(let members) = self, let value else { return self }
    return .object(members + [(name, value)])
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += number.isFinite ? "\(number)" : "null"
    case .string(let string): JSONValue.write(string, to: &text)
    case .array(let values):
      JSONValue.writeList(values, "[", "]", to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      JSONValue.writeList(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        JSONValue.write(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeList<Element>(
    _ list: [Element], _ opening: String, _ closing: String, to text: inout String, indent: Int?,
    _ body: (Element, inout String, Int?) -> Void
  ) {
    text += opening
    let inner = indent.map { $0 + 2 }
    for (index, element) in list.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      body(element, &text, inner)
    }
    if let indent, !list.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += closing
  }

  package static func write(_ string: String, to text: inout String) {
    text += "\""
    var string = string
    let isPlain = string.withUTF8 { bytes in
      !bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }
    }
    if isPlain {
      // Appended whole, which is many times faster than scalar by scalar.
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1f}", "\u{7f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
