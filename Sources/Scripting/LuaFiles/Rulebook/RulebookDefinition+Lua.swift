import FlintJSON
import Lua
import Transfer
package import FlintRules

extension RulebookDefinition {
  /// The rulebook as the complete text of a rulebook file: reading it returns an equal rulebook.
  package var lua: String {
    var text = "return "
    json.writeLua(to: &text, indent: "")
    return text + "\n"
  }
}

extension JSONValue {
  /// Writes the value in Lua's syntax; a table without inner tables is written on one line.
  func writeLua(to text: inout String, indent: String) {
    switch self {
    case .null: text += "nil"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += "\(number)"
    case .string(let string): text += string.luaQuoted
    case .array(let values):
      Self.writeLua(values.map { ("", $0) }, to: &text, indent: indent)
    case .object(let members):
      let given = members.filter { $0.value != .null && $0.value != .object([]) }
      Self.writeLua(
        given.map { (Self.field($0.name) + " = ", $0.value) }, to: &text, indent: indent)
    }
  }

  private static func writeLua(
    _ members: [(lead: String, value: JSONValue)], to text: inout String, indent: String
  ) {
    let isFlat = members.allSatisfy { member in
      switch member.value {
      case .array, .object: false
      default: true
      }
    }
    let inner = indent + "  "
    text += isFlat ? "{" : "{\n"
    for (index, member) in members.enumerated() {
      text += isFlat ? (index > 0 ? ", " : "") : inner
      text += member.lead
      member.value.writeLua(to: &text, indent: inner)
      if !isFlat { text += ",\n" }
    }
    text += isFlat ? "}" : indent + "}"
  }

  /// Returns the key of a field, in brackets if it is no name of Lua: the end of a season is `before`, since
  /// `until` is a keyword.
  private static func field(_ name: String) -> String {
    if name == "until" { return "before" }
    return LuaName.isValid(name) ? name : "[\(name.luaQuoted)]"
  }
}
