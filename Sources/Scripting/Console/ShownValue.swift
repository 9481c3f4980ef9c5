public import Lua

/// Values as a person reads them: as Lua writes them, on one line where there is room, else a field or
/// an item a line.
public struct ShownValue {
  /// So many lines are shown of all that was returned.
  private static let mostLines = 100
  /// So many bytes are shown of one string.
  private static let mostBytes = 2000

  private let columns: Int
  /// So many lines there may be.
  private let most: Int
  private var lines: [String] = []
  private var hidden = 0

  private init(columns: Int, most: Int) {
    self.columns = columns
    self.most = most
  }

  /// The text of what a script returned, one result below the other; nothing for nothing.
  ///
  /// - Parameters:
  ///   - results: what it returned.
  ///   - columns: how much room there is.
  public static func text(of results: [ShownResult], columns: Int) -> String {
    // What a generic for takes: a function, two nils and what closes it.
    if results.count == 4, case .text = results[0], case .text(let last) = results[3],
      String(decoding: last, as: UTF8.self).hasPrefix("iterator")
    {
      return "an iterator: go through it with  for x in … do … end"
    }
    var lines: [String] = []
    for result in results {
      // Of each there is something to be seen.
      var shown = ShownValue(columns: max(20, columns), most: max(1, mostLines - lines.count))
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
      // What tells of itself may do so on several lines.
      let text = String(decoding: bytes.prefix(Self.mostBytes), as: UTF8.self)
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
    switch value {
    case .array(let items):
      append(margin + lead + "{")
      for item in items { add(item, lead: "", indent: indent + 2, tail: ",") }
      append(margin + "}" + tail)
    case .table(let entries) where value.placeholder == nil:
      append(margin + lead + "{")
      for (place, entry) in entries.enumerated() {
        add(entry.value, lead: Self.lead(entry, at: place), indent: indent + 2, tail: ",")
      }
      append(margin + "}" + tail)
    default: append(margin + lead + Self.scalar(value) + tail)
    }
  }

  private mutating func append(_ line: String) {
    if lines.count < most { lines.append(line) } else { hidden += 1 }
  }

  /// The value on one line; `nil` where there is no room for that.
  private static func flat(_ value: LuaValue, within room: Int) -> String? {
    var text: String
    switch value {
    case .array(let items):
      text = "{"
      for (place, item) in items.enumerated() {
        guard let flat = flat(item, within: room - text.count - 3) else { return nil }
        text += (place == 0 ? "" : ", ") + flat
      }
      text += "}"
    case .table(let entries) where value.placeholder == nil:
      text = "{"
      for (place, entry) in entries.enumerated() {
        let key = lead(entry, at: place)
        guard let flat = flat(entry.value, within: room - text.count - key.count - 3) else {
          return nil
        }
        text += (place == 0 ? "" : ", ") + key + flat
      }
      text += "}"
    default: text = scalar(value)
    }
    return text.count <= room ? text : nil
  }

  /// What stands before a value: nothing where its place tells its key.
  private static func lead(_ entry: LuaValue.Entry, at place: Int) -> String {
    if entry.key == .integer(Int64(place) + 1) { return "" }
    if let text = entry.key.text, LuaName.isValid(text) { return "\(text) = " }
    return "[\(scalar(entry.key))] = "
  }

  // MARK: What has no parts

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

  /// As Lua's text would write it; of other bytes than text, their values.
  private static func quoted(_ bytes: [UInt8]) -> String {
    var text = "\""
    let shown = bytes.prefix(mostBytes)
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
