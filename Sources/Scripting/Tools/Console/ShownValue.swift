package import Lua

/// Values formatted for reading: in Lua's notation, on one line if they fit, otherwise one field or
/// item on a line.
package struct ShownValue {
  /// The maximum number of lines for all results together.
  private static let maximumLines = 100
  /// The maximum number of bytes of one string.
  private static let maximumBytes = 2000

  private let columns: Int
  private let maximum: Int
  private var lines: [String] = []
  private var hidden = 0

  private init(columns: Int, maximum: Int) {
    self.columns = columns
    self.maximum = maximum
  }

  /// Returns the text of a script's results, one below the other; an empty text for none.
  ///
  /// - Parameter columns: the width of the terminal.
  package static func text(of results: [ShownResult], columns: Int) -> String {
    // The four values of a generic for: a function, two nils and a value that closes the iterator.
    if results.count == 4, case .text = results[0], case .text(let last) = results[3],
      String(decoding: last, as: UTF8.self).hasPrefix("iterator")
    {
      return "an iterator; use it with  for x in … do … end"
    }
    var lines: [String] = []
    for result in results {
      // At least one line is shown of each result.
      var shown = ShownValue(columns: max(20, columns), maximum: max(1, maximumLines - lines.count))
      shown.add(result)
      lines += shown.lines
      if shown.hidden > 0 {
        lines.append("… \(shown.hidden) more \(shown.hidden == 1 ? "line" : "lines")")
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Lines

  private mutating func add(_ result: ShownResult) {
    switch result {
    case .text(let bytes):
      // A __tostring may return several lines.
      let text = String(decoding: bytes.prefix(Self.maximumBytes), as: UTF8.self)
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        append(TerminalText.printable(String(line), keepingTabs: true))
      }
    case .value(let value): add(value, lead: "", indent: 0, tail: "")
    }
  }

  private mutating func add(_ value: LuaValue, lead: String, indent: Int, tail: String) {
    let margin = String(repeating: " ", count: indent)
    let room = columns - indent - lead.count - tail.count
    if let flat = Self.flat(value, within: room) {
      return append(margin + lead + flat + tail)
    }
    guard let members = Self.members(of: value) else {
      return append(margin + lead + Self.scalar(value) + tail)
    }
    append(margin + lead + "{")
    for member in members {
      add(member.value, lead: member.lead, indent: indent + 2, tail: ",")
    }
    append(margin + "}" + tail)
  }

  private mutating func append(_ line: String) {
    if lines.count < maximum { lines.append(line) } else { hidden += 1 }
  }

  /// Returns the value on one line; `nil` if it does not fit.
  private static func flat(_ value: LuaValue, within room: Int) -> String? {
    var text = ""
    if let members = members(of: value) {
      text = "{"
      for (index, member) in members.enumerated() {
        let room = room - text.count - member.lead.count - 3
        guard let flat = flat(member.value, within: room) else { return nil }
        text += (index == 0 ? "" : ", ") + member.lead + flat
      }
      text += "}"
    } else {
      text = scalar(value)
    }
    return text.count <= room ? text : nil
  }

  /// Returns the values of a table, each with the text before it; `nil` for other values.
  private static func members(of value: LuaValue) -> [(lead: String, value: LuaValue)]? {
    switch value {
    case .array(let items): items.map { ("", $0) }
    case .table(let entries) where value.placeholder == nil:
      entries.enumerated().map { (lead($1, at: $0), $1.value) }
    default: nil
    }
  }

  /// Returns the key before a value: none if the position in a list implies it.
  private static func lead(_ entry: LuaValue.Entry, at index: Int) -> String {
    if entry.key == .integer(Int64(index) + 1) { return "" }
    if let text = entry.key.text, LuaName.isValid(text) { return "\(text) = " }
    return "[\(scalar(entry.key))] = "
  }

  // MARK: Scalars

  private static func scalar(_ value: LuaValue) -> String {
    switch value {
    case .nil: "nil"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .number(let number): self.number(number)
    case .string(let bytes): quoted(bytes)
    case .array, .table: value.placeholder ?? "{…}"
    }
  }

  private static func number(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-math.huge" : "math.huge" }
    return "\(number)"
  }

  /// Returns a string literal in Lua's notation; bytes that are not UTF-8 are escaped.
  private static func quoted(_ bytes: [UInt8]) -> String {
    var text = "\""
    let shown = bytes.prefix(maximumBytes)
    var rest = shown[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "\""): text += "\\\""
      case UInt8(ascii: "\\"): text += "\\\\"
      case 10: text += "\\n"
      case 9: text += "\\t"
      case 13: text += "\\r"
      case 32..<127: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
        if length > 1, let character = String(validating: rest.prefix(length), as: UTF8.self) {
          text += TerminalText.printable(character)
          rest = rest.dropFirst(length)
          continue
        }
        text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      rest = rest.dropFirst()
    }
    return text + "\"" + (bytes.count > shown.count ? "… (\(bytes.count) bytes)" : "")
  }
}
